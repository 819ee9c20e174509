"""Refusals of the desk and of amendments in words."""

from collections.abc import Mapping
from datetime import datetime

from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.phrases import clock
from webapp.words.refusal_facts import Facts, Names, Words


def _paused(facts: Facts, names: Names) -> tuple[str, str]:
    return _("Play pauses"), _("A dispute waits for its ruling. Play goes on after it, or with “Play on” on the desk.")


def _not_referee(facts: Facts, names: Names) -> tuple[str, str]:
    return _("The referee rules here"), _("At this table only the referee makes rulings. Call the referee instead.")


def _ruled(facts: Facts, names: Names) -> tuple[str, str]:
    return (
        _("This was ruled"),
        _("A ruling and what was done with it are not taken back; whoever rules may reopen it."),
    )


def _ask_referee(facts: Facts, names: Names) -> tuple[str, str]:
    return _("The referee decides this"), _("Everybody changes the own last entry. For anything else ask the referee.")


def _ask_all(facts: Facts, names: Names) -> tuple[str, str]:
    if facts.get("rules"):
        return _("Nobody rules alone"), _("Without a referee all sides agree on a ruling. Propose it.")
    return (
        _("This was decided"),
        _("A referee or all sides together decided it. Only a referee changes it, or all sides together."),
    )


def _ask_both(facts: Facts, names: Names) -> tuple[str, str]:
    return _("This round is closed"), _(
        "A change takes the organiser and a referee; where nobody rules, the organiser and who asks. Ask for it: the "
        "other one signs with one tap."
    )


def _round_final(facts: Facts, names: Names) -> tuple[str, str]:
    try:
        until = clock(datetime.fromisoformat(str(facts.get("until"))))
    except ValueError:
        return _("This round is final"), _("Whoever runs the evening can reopen that.")
    return _("This round is final"), _(
        "It could be corrected until %(time)s. Whoever runs the evening can reopen that.", time=until
    )


def _taken_back(facts: Facts, names: Names) -> tuple[str, str]:
    return _("Nobody plays here"), _(
        "The seating of this round was taken back or changed, so nothing that is entered at this table counts. The "
        "evening says where everybody sits."
    )


def _referee_pause(facts: Facts, names: Names) -> tuple[str, str]:
    return _("The referee has paused play"), _("Play goes on when the referee says so.")


def _too_many_requests(facts: Facts, names: Names) -> tuple[str, str]:
    return _("Too many requests wait"), _("First they are answered, or taken back.")


def _too_long_request(facts: Facts, names: Names) -> tuple[str, str]:
    return _("Too much for one request"), _("Ask for it in parts.")


def _stale_request(facts: Facts, names: Names) -> tuple[str, str]:
    return _("This no longer fits"), _("The table has moved on since it was asked for. Ask anew.")


def _not_your_side(facts: Facts, names: Names) -> tuple[str, str]:
    return _("This side agrees elsewhere"), _("A side agrees on a phone of its own, as long as it has one.")


def _not_waiting(facts: Facts, names: Names) -> tuple[str, str]:
    return _("This waits no longer"), _("It was answered or taken back meanwhile. Look again.")


def _agreed_before(facts: Facts, names: Names) -> tuple[str, str]:
    return _("Agreed already"), _("One phone agrees for one side, once.")


def _past_hand(facts: Facts, names: Names) -> tuple[str, str]:
    return (
        _("This hand is over"),
        _("Entries of earlier hands are changed by the host or the referee. Call the referee, or ask the host."),
    )


def _reason_missing(facts: Facts, names: Names) -> tuple[str, str]:
    return _("A reason is missing"), _("Say why an earlier hand is changed: everybody reads it in the log.")


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


def _came_later(facts: Facts, names: Names) -> tuple[str, str]:
    return _("This phone sat down later"), came_later_said()


def came_later_said() -> str:
    """Returns why a phone does not agree to what is older than its seat."""
    return _(
        "This phone took its seat after this matter arose, so it does not agree to it. A phone that was there does, "
        "or a referee decides."
    )


def _not_open(facts: Facts, names: Names) -> tuple[str, str]:
    return _("No open dispute"), _("It was settled or withdrawn meanwhile. Look at the desk again.")


def _not_yours(facts: Facts, names: Names) -> tuple[str, str]:
    if isinstance(name := facts.get("name"), str) and name:
        return _("This is not withdrawn from here"), _(
            "%(name)s has opened it, and withdraws it on that phone.", name=name
        )
    return _("This is not withdrawn from here"), _("Only the phone that opened a dispute withdraws it.")


def _not_settled(facts: Facts, names: Names) -> tuple[str, str]:
    return _("This is open already"), _("The ruling was reopened meanwhile. Look at the desk again.")


def _appealed_before(facts: Facts, names: Names) -> tuple[str, str]:
    return _("There is an appeal already"), _(
        "Somebody has appealed against this ruling: the case shows what came of it."
    )


def _appeal_decided(facts: Facts, names: Names) -> tuple[str, str]:
    return _("This ends the appeal"), _("A ruling on an appeal is the last word: nobody appeals against it.")


def _no_side(facts: Facts, names: Names) -> tuple[str, str]:
    return _("No appeal from this phone"), _("The sides of the table appeal, each on its phone; not who has ruled.")


def _ruled_elsewhere(facts: Facts, names: Names) -> tuple[str, str]:
    return _("Ruled elsewhere"), _(
        "This ruling came with a file. It was made at another table, and is appealed against there."
    )


def _too_late_to_appeal(facts: Facts, names: Names) -> tuple[str, str]:
    return _("Too late to appeal"), _(
        "Rulings of this table could be appealed against %(until)s.", until=facts.get("until", "")
    )


def _not_standing(facts: Facts, names: Names) -> tuple[str, str]:
    return _("This penalty does not stand"), _("It was lifted meanwhile. Look at the desk again.")


def _former_result(facts: Facts, names: Names) -> tuple[str, str]:
    return _("A result without entries"), _(
        "This match came as a result alone, and nothing is entered at it. To play, open a new table."
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


def _key_used(facts: Facts, names: Names) -> tuple[str, str]:
    return _("This page was used already"), _(
        "Something else was sent from this page before, so this was not taken. It is new now: enter this once more."
    )


WORDS: Mapping[str, Words] = {
    "paused": _paused,
    "not-referee": _not_referee,
    "ruled": _ruled,
    "ask-referee": _ask_referee,
    "ask-all": _ask_all,
    "ask-both": _ask_both,
    "round-final": _round_final,
    "taken-back": _taken_back,
    "former-result": _former_result,
    "too-long-request": _too_long_request,
    "stale-request": _stale_request,
    "not-your-side": _not_your_side,
    "came-later": _came_later,
    "referee-pause": _referee_pause,
    "too-many-requests": _too_many_requests,
    "not-waiting": _not_waiting,
    "agreed-before": _agreed_before,
    "past-hand": _past_hand,
    "reason-missing": _reason_missing,
    "too-many-disputes": _too_many,
    "not-open": _not_open,
    "not-yours": _not_yours,
    "not-settled": _not_settled,
    "appealed-before": _appealed_before,
    "appeal-decided": _appeal_decided,
    "no-side": _no_side,
    "ruled-elsewhere": _ruled_elsewhere,
    "too-late-to-appeal": _too_late_to_appeal,
    "not-standing": _not_standing,
    "asked-often": _asked_often,
    "bad-adjustment": _bad_adjustment,
    "key-used": _key_used,
}
