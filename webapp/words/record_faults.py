"""Faults of records that are uploaded or sent, in words."""

from collections.abc import Mapping

from rules_core.findings import Malformed
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.http.limits import LARGEST_UNKNOWN_UPLOAD, LONGEST_QUOTE
from webapp.words.phrases import shortened

_SAID: Mapping[str, str] = {
    "utf-8": _l("The file is no text in UTF-8. A record is a text file; perhaps another file was chosen."),
    "surrogate": _l("A text in it holds half of a character. Such a file is damaged."),
    "deep": _l("Lists and objects are nested in it deeper than a record ever is."),
    "long": _l("It is longer than 4 MB; no match is that long."),
    "edition": _l("It was made by another edition of the rules than the one here."),
    "beside": _l(
        "What it says beside its entries, of times, disputes or signatures, is not as a record has it: the fault is in "
        "“%(where)s”."
    ),
    "future": _l("It says that something was entered at a time that is still to come."),
    "partners": _l("Only four players can be partners."),
    "refolded": _l("Its corrections go through more entries again than can be checked here."),
    "json": _l("It is no JSON: the fault is in line %(line)s at character %(column)s."),
    "twice": _l("An object in it has the key “%(key)s” twice, and nobody knows which one counts."),
    "number": _l("No game needs the number %(digits)s."),
    "game": _l("No game is called “%(game)s” here."),
    "players": _l("This game is not for so many players: %(players)s."),
}


def problem_said(problem: Malformed) -> str:
    """Returns the fault, in a sentence or two."""
    facts = problem.facts
    match problem.fault:
        case "long-unknown":
            return too_long_from_a_stranger()
        case "events":
            return _too_many(facts["most"])
        case "event":
            return _("Entry %(number)s is longer than any that can be made here.", number=facts["place"] + 1)
        case "name":
            seat = facts["seat"] + 1
            return _(
                "The name of player %(seat)s is blank, too long, taken by another player, or has signs that cannot be "
                "read.",
                seat=seat,
            )
        case "options":
            return _option(facts.get("part"))
        case fault if fault in _SAID:
            return _(_SAID[fault], **{name: _quoted(fact) for name, fact in facts.items()})
    return _shape(facts.get("part"))


def too_long_from_a_stranger() -> str:
    """Returns that a device without any table sends short records only, and how it may send longer ones."""
    return _(
        "It is longer than %(most)s kB, which no match that people play is. A phone that has a table here may send "
        "more: open or join one, then send it again.",
        most=LARGEST_UNKNOWN_UPLOAD // 1024,
    )


def _too_many(most: int) -> str:
    return ngettext(
        "A record has at most %(num)s entry, and this one has more.",
        "A record has at most %(num)s entries, and this one has more.",
        most,
    )


def _shape(part: str | None) -> str:
    if part is None:
        return _("It is no record: a record is an object that begins with its format.")
    if part == "format":
        return _("It does not say that it is a record: its format must be sixfold-record/1.")
    return _("“%(part)s” is missing or is not of its kind.", part=_quoted(part))


def _option(part: str | None) -> str:
    if part is None:
        return _("The options are not of their kind.")
    return _("This game has no option “%(part)s”, or not with this value.", part=_quoted(part))


def _quoted(fact: object) -> str:
    return shortened(str(fact), LONGEST_QUOTE)
