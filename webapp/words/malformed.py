"""Faults of uploaded files, where a match came from, and the houses that have written a record, in words."""

from collections.abc import Mapping
from typing import Protocol

from rules_core.findings import Malformed
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.http.limits import LARGEST_UNKNOWN_UPLOAD, LONGEST_QUOTE
from webapp.table.desk import Desk, Source
from webapp.table.lines.house import Opened

_SAID: Mapping[str, str] = {
    "utf-8": _l("The file is no text in UTF-8. A record is a text file; perhaps another file was chosen."),
    "surrogate": _l("A text in it holds half of a character. Such a file is damaged."),
    "deep": _l("Lists and objects are nested in it deeper than a record ever is."),
    "long": _l("It is longer than 4 MB; no match is that long."),
    "edition": _l("It was made by another edition of the rules than the one here."),
    "beside": _l("What it says beside its entries, of times, disputes or signatures, is not as a record has it."),
    "future": _l("It says that something was entered at a time that is still to come."),
    "partners": _l("Only four players can be partners."),
    "refolded": _l("Its corrections go through more entries again than can be checked here."),
    "json": _l("It is no JSON: the fault is in line %(line)s at character %(column)s."),
    "twice": _l("An object in it has the key “%(key)s” twice, and nobody knows which one counts."),
    "number": _l("No game needs the number %(digits)s."),
    "game": _l("No game is called “%(game)s” here."),
    "players": _l("This game is not for so many players: %(players)s."),
}
GROUPS, GROUP = 4, 4
"""Of a fingerprint these many groups of digits are shown where there is little room."""
_WRITTEN_SAID: Mapping[str, str] = {
    "here": _l("Written by this house, unchanged since."),
    "changed": _l(
        "Written by this house and changed since: it said %(claimed)s as its fingerprint, and has %(digits)s now."
    ),
    "forged": _l(
        "It says that this house wrote it, but the signature is not from here. Its fingerprint is %(digits)s."
    ),
    "elsewhere": _l(
        "Written by another house (%(house)s), which alone can check its signature. If that house shows the "
        "fingerprint %(digits)s, it is unchanged."
    ),
    "elsewhere-changed": _l(
        "Written by another house (%(house)s) and changed since: it said %(claimed)s as its fingerprint, and has "
        "%(digits)s now."
    ),
    "unsigned": _l("No house has signed it. Its fingerprint is %(digits)s."),
}


def problem_said(problem: Malformed) -> str:
    """Returns what is wrong with it, in a sentence or two."""
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


def too_long(*, is_known: bool) -> str:
    return problem_said(Malformed("too long", "long")) if is_known else too_long_from_a_stranger()


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
    text = str(fact)
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"


def tag(source: Source | None) -> str:
    """Returns what stands behind an entry or a ruling that came from a file, nothing behind one that was made here."""
    match source:
        case Source.FILE:
            return _("from a file, not vouched for here")
        case Source.HOUSE:
            return _("from a record of this house")
    return ""


def tagged(text: str, source: Source | None) -> str:
    """Returns a text with this mark behind it, where it has one."""
    return f"{text} ({tag(source)})" if source is not None else text


def notice(desk: Desk) -> str | None:
    """Returns that the first entries of a table came from a file, None where all of them were made here."""
    if not desk.origins:
        return None
    came, opened = _came(desk), next(line.says for line in reversed(desk.lines) if isinstance(line.says, Opened))
    return f"{came} {written_said(opened)}" if is_changed(opened) else came


def _came(desk: Desk) -> str:
    events, source = desk.origins[-1].events, desk.source(0)
    if source is Source.HOUSE:
        return ngettext(
            "The first entry came from a record that this house wrote, unchanged since.",
            "The first %(num)s entries came from a record that this house wrote, unchanged since.",
            events,
        )
    if not desk.knows_time(0):
        return ngettext(
            "The first entry came from a file that says no time: it was made elsewhere. Nobody here vouches for it.",
            "The first %(num)s entries came from a file that says no times: they were made elsewhere. "
            "Nobody here vouches for them.",
            events,
        )
    return ngettext(
        "The first entry came from a file: made elsewhere, at the time written there. Nobody here vouches for it.",
        "The first %(num)s entries came from a file: made elsewhere, at the times written there. "
        "Nobody here vouches for them.",
        events,
    )


def short(digits: str) -> str:
    """Returns the first digits of a fingerprint in groups: *a1b2 c3d4 e5f6 0718*."""
    return " ".join(digits[at : at + GROUP] for at in range(0, GROUPS * GROUP, GROUP))


class FromFile(Protocol):
    """Where a table or an evening was read from: its fingerprint, who wrote it, what its signature claims."""

    @property
    def fingerprint(self) -> str: ...
    @property
    def written(self) -> str: ...
    @property
    def house(self) -> str | None: ...
    @property
    def claimed(self) -> str | None: ...


def is_changed(origin: FromFile) -> bool:
    """Tells whether a record says something else than when it was signed, or that it was not signed as it says."""
    return origin.written in ("changed", "forged") or origin.claimed not in (None, origin.fingerprint)


def written_said(origin: FromFile) -> str:
    """Returns who has written the record that a table was opened from, by the line that keeps it."""
    written, digits, claimed = origin.written, origin.fingerprint, origin.claimed
    if written == "elsewhere" and claimed != digits:
        written = "elsewhere-changed"
    if written not in _WRITTEN_SAID:  # opened before records were signed
        written = "unsigned"
    return _(_WRITTEN_SAID[written], digits=short(digits), claimed=short(claimed or digits), house=origin.house or "")
