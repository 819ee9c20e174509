"""Refusals of the desk and of amendments in words."""

from collections.abc import Mapping
from datetime import datetime

from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.words.phrases import clock
from webapp.words.refusal_kit import Facts, Names, Words, plain


def _ask_all(facts: Facts, names: Names) -> tuple[str, str]:
    if facts.get("rules"):
        return _("Nobody rules alone"), _("Without a referee all sides agree on a ruling. Propose it.")
    return (
        _("This was decided"),
        _("A referee or all sides together decided it. Only a referee changes it, or all sides together."),
    )


def _round_final(facts: Facts, names: Names) -> tuple[str, str]:
    try:
        until = clock(datetime.fromisoformat(str(facts.get("until"))))
    except ValueError:
        return _("This round is final"), _("Whoever runs the evening can reopen that.")
    return _("This round is final"), _(
        "It could be corrected until %(time)s. Whoever runs the evening can reopen that.", time=until
    )


def _too_many(facts: Facts, names: Names) -> tuple[str, str]:
    most = facts.get("most", 0)
    return (
        _("Too many open disputes"),
        ngettext(
            "At most %(num)d dispute waits for a ruling at one table. First settle or withdraw it.",
            "At most %(num)d disputes wait for a ruling at one table. First settle or withdraw one.",
            most if isinstance(most, int) else 0,
        ),
    )


def came_later_said() -> str:
    """Returns why a phone may not agree to a matter older than its seat."""
    return _(
        "This phone took its seat after this matter arose, so it does not agree to it. A phone that was there does, "
        "or a referee decides."
    )


def _not_yours(facts: Facts, names: Names) -> tuple[str, str]:
    if isinstance(name := facts.get("name"), str) and name:
        return _("This is not withdrawn from here"), _(
            "%(name)s has opened it, and withdraws it on that phone.", name=name
        )
    return _("This is not withdrawn from here"), _("Only the phone that opened a dispute withdraws it.")


def _too_late_to_appeal(facts: Facts, names: Names) -> tuple[str, str]:
    return _("Too late to appeal"), _(
        "Rulings of this table could be appealed against %(until)s.", until=facts.get("until", "")
    )


def _asked_often(facts: Facts, names: Names) -> tuple[str, str]:
    seconds = facts.get("seconds", 0)
    return (
        _("A short wait"),
        ngettext(
            "This phone has asked several times what lies closed. It may enter again in %(num)d second.",
            "This phone has asked several times what lies closed. It may enter again in %(num)d seconds.",
            seconds if isinstance(seconds, int) else 0,
        ),
    )


def _bad_adjustment(facts: Facts, names: Names) -> tuple[str, str]:
    if "most" in facts:
        text = _("At most %(most)s points can be added or taken at once.", most=facts["most"])
        return _("Too many points"), text
    return _("No points"), _("No points were changed.")


WORDS: Mapping[str, Words] = {
    "paused": plain(
        _l("Play pauses"), _l("A dispute waits for its ruling. Play goes on after it, or with “Play on” on the desk.")
    ),
    "not-referee": plain(
        _l("The referee rules here"), _l("At this table only the referee makes rulings. Call the referee instead.")
    ),
    "ruled": plain(
        _l("This was ruled"), _l("A ruling and what was done with it are not taken back; whoever rules may reopen it.")
    ),
    "ask-referee": plain(
        _l("The referee decides this"), _l("Everybody changes the own last entry. For anything else ask the referee.")
    ),
    "ask-all": _ask_all,
    "ask-both": plain(
        _l("This round is closed"),
        _l(
            "A change takes the organiser and a referee; where nobody rules, the organiser and who asks. Ask for it: "
            "the other one signs with one tap."
        ),
    ),
    "round-final": _round_final,
    "taken-back": plain(
        _l("Nobody plays here"),
        _l(
            "The seating of this round was taken back or changed, so nothing that is entered at this table counts. The "
            "evening says where everybody sits."
        ),
    ),
    "former-result": plain(
        _l("A result without entries"),
        _l("This match came as a result alone, and nothing is entered at it. To play, open a new table."),
    ),
    "too-long-request": plain(_l("Too much for one request"), _l("Ask for it in parts.")),
    "stale-request": plain(_l("This no longer fits"), _l("The table has moved on since it was asked for. Ask anew.")),
    "not-your-side": plain(
        _l("This side agrees elsewhere"), _l("A side agrees on a phone of its own, as long as it has one.")
    ),
    "came-later": lambda facts, names: (_("This phone sat down later"), came_later_said()),
    "referee-pause": plain(_l("The referee has paused play"), _l("Play goes on when the referee says so.")),
    "too-many-requests": plain(_l("Too many requests wait"), _l("First they are answered, or taken back.")),
    "not-waiting": plain(_l("This waits no longer"), _l("It was answered or taken back meanwhile. Look again.")),
    "agreed-before": plain(_l("Agreed already"), _l("One phone agrees for one side, once.")),
    "past-hand": plain(
        _l("This hand is over"),
        _l("Entries of earlier hands are changed by the host or the referee. Call the referee, or ask the host."),
    ),
    "reason-missing": plain(
        _l("A reason is missing"), _l("Say why an earlier hand is changed: everybody reads it in the log.")
    ),
    "too-many-disputes": _too_many,
    "not-open": plain(_l("No open dispute"), _l("It was settled or withdrawn meanwhile. Look at the desk again.")),
    "not-yours": _not_yours,
    "not-settled": plain(_l("This is open already"), _l("The ruling was reopened meanwhile. Look at the desk again.")),
    "appealed-before": plain(
        _l("There is an appeal already"),
        _l("Somebody has appealed against this ruling: the case shows what came of it."),
    ),
    "appeal-decided": plain(
        _l("This ends the appeal"), _l("A ruling on an appeal is the last word: nobody appeals against it.")
    ),
    "no-side": plain(
        _l("No appeal from this phone"), _l("The sides of the table appeal, each on its phone; not who has ruled.")
    ),
    "ruled-elsewhere": plain(
        _l("Ruled elsewhere"),
        _l("This ruling came with a file. It was made at another table, and is appealed against there."),
    ),
    "too-late-to-appeal": _too_late_to_appeal,
    "not-standing": plain(_l("This penalty does not stand"), _l("It was lifted meanwhile. Look at the desk again.")),
    "asked-often": _asked_often,
    "bad-adjustment": _bad_adjustment,
    "key-used": plain(
        _l("This page was used already"),
        _l(
            "Something else was sent from this page before, so this was not taken. It is new now: enter this once more."
        ),
    ),
}
