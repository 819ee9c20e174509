"""Entries that are incomplete, out of time, out of turn, or do not add up (LOG)."""

from collections.abc import Mapping

from rules_core.findings import Refusal
from rules_core.record import MAX_EVENTS
from webapp.games.sechsundsechzig.refusals import too_late
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.numbers import number
from webapp.words.refusal_facts import Facts, Names, Words, capital, card_named, plain, seat_named, whole


def _unknown_event(facts: Facts, names: Names) -> tuple[str, str]:
    if facts.get("type") == "swap":
        return _("The trump stays"), _("This table plays without swapping the card turned up.")
    return _("This game has no such entry"), _("Load the page again and try once more.")


def _wrong_phase(facts: Facts, names: Names) -> tuple[str, str]:
    first, who = facts.get("phase"), seat_named(facts, names, "to_act")
    if first == "mercy" and "to_act" in facts:
        return _("Not now"), _("%(name)s first takes Fate’s Mercy and buries a card.", name=who)
    if first == "reinforce" and "to_act" in facts:
        return _("Not now"), _("First a reinforcement is drawn by: %(names)s.", names=who)
    if facts.get("type") in ("close", "swap"):
        return too_late(facts)
    return _("Not now"), _("The table is at another point. Look at what comes next and try again.")


def _bad_seat(facts: Facts, names: Names) -> tuple[str, str]:
    if facts.get("to_act"):
        return _("Not these seats"), _("A card each is drawn by: %(names)s.", names=seat_named(facts, names, "to_act"))
    return _("No such seat"), _("Nobody sits there at this table.")


def _not_your_turn(facts: Facts, names: Names) -> tuple[str, str]:
    return (
        _("It is the turn of %(name)s", name=seat_named(facts, names, "to_act")),
        _("%(name)s is not to act now. Look at the table again.", name=seat_named(facts, names)),
    )


def _wrong_dealer(facts: Facts, names: Names) -> tuple[str, str]:
    name = seat_named(facts, names, "dealer")
    return _("%(name)s deals this hand", name=name), _("The deal passes to the left.")


def _bad_tally(facts: Facts, names: Names) -> tuple[str, str]:
    if facts.get("field") == "tricks":
        return _("The tricks do not add up"), _tricks(facts)
    if facts.get("field") == "nines" and whole(facts, "due", "sum"):
        return _("The nines do not add up"), _nines(facts)
    return _("The numbers do not add up"), _numbers(facts, names)


def _tricks(facts: Facts) -> str:
    if not whole(facts, "due", "sum") or facts["due"] == facts["sum"]:
        return _unlikely()
    return ngettext(
        "This hand has %(num)d trick, but %(got)s were entered.",
        "This hand has %(num)d tricks, but %(got)s were entered.",
        facts["due"],
        got=facts["sum"],
    )


def _nines(facts: Facts) -> str:
    return _(
        "A round has %(due)s nines, the buried card counted, but %(sum)s were entered.",
        due=facts["due"],
        sum=number(facts["sum"]),
    )


def _numbers(facts: Facts, names: Names) -> str:
    if whole(facts, "nines", "tricks"):
        return _("%(name)s has a nine but no trick to hold it.", name=seat_named(facts, names))
    if whole(facts, "nines", "sum"):
        return _("All four nines of a round are captured, one of them perhaps buried. This number does not fit.")
    if whole(facts, "most"):
        return _("This trick holds from 0 to %(most)s Augen.", most=facts["most"])
    if whole(facts, "rest", "tricks"):
        return _open_points(facts)
    if whole(facts, "lowest"):
        return _("A meld counts 0 or less, in steps of five, down to %(lowest)s.", lowest=number(facts["lowest"]))
    if whole(facts, "augen") or whole(facts, "points"):
        return _("With the other tricks of the hand this number cannot be. Count the trick again.")
    if isinstance(facts.get("points"), (tuple, list)):
        return _("One side wins one, two or three points, or all but one win as many.")
    if whole(facts, "due", "sum") and not _comes_to(facts):
        return _("In all there are %(due)s, but %(sum)s were entered.", due=facts["due"], sum=number(facts["sum"]))
    return _unlikely()


def _comes_to(facts: Facts) -> bool:
    """Tells whether the sum is right, so that a single number is not. Of spoils some may be nobody's: no sum is due."""
    return bool(facts["sum"] == facts["due"] or ("kind" in facts and facts["sum"] < facts["due"]))


def _open_points(facts: Facts) -> str:
    return ngettext(
        "%(rest)s card points are still open, for %(num)s trick. A trick holds tens, 80 at most.",
        "%(rest)s card points are still open, for %(num)s tricks. A trick holds tens, 80 at most.",
        facts["tricks"],
        rest=facts["rest"],
    )


def _unlikely() -> str:
    return _("One of the numbers cannot be. Check each of them.")


def _amend_breaks(facts: Facts, names: Names) -> tuple[str, str]:
    title, cause = _("That does not fit the cards after it"), facts.get("refusal")
    if isinstance(cause, Refusal) and cause.code == "card-already-played":
        # Neither when nor by whom: it may lie in a trick that is closed.
        return title, _("%(card)s is already played", card=capital(card_named(cause.facts))) + "."
    if not whole(facts, "at"):
        return title, _("With this change a later entry would no longer be possible.")
    at = facts["at"] + 1
    return title, _("With this change a later entry (number %(entry)s) would no longer be possible.", entry=at)


def _own_hand(facts: Facts, names: Names) -> tuple[str, str]:
    if facts.get("type") == "exchange":
        text = _(
            "Which cards were passed is entered by the phone that holds that seat. Others enter only that they were."
        )
        return _("Only the own cards"), text
    return _("Only the own hand"), _("A hand is entered by the phone that holds its seat.")


def _closed_past(facts: Facts, names: Names) -> tuple[str, str]:
    if facts.get("passed"):
        title = _("Passed cards stay face down")
        return title, _("What was entered before them is settled now. Undo takes back one entry after the other.")
    text = _("While the hand lasts, only what lies open can be changed. Undo takes back one entry after the other.")
    return _("Older tricks are closed"), text


def _own_phone(facts: Facts, names: Names) -> tuple[str, str]:
    name = seat_named(facts, names)
    return (
        _("%(name)s enters these cards", name=name),
        _(
            "%(name)s has entered the hand privately, so only that phone enters its cards: nobody else can read it.",
            name=name,
        ),
    )


def _table_full(facts: Facts, names: Names) -> tuple[str, str]:
    title = _("This table is full")
    text = ngettext(
        "A table holds at most %(num)s entry, as a record does. Open another one with the same players and go on.",
        "A table holds at most %(num)s entries, as a record does. Open another one with the same players and go on.",
        facts.get("most", MAX_EVENTS),
    )
    return title, text


WORDS: Mapping[str, Words] = {
    "unknown-event": _unknown_event,
    "bad-value": plain(
        lambda: _("Something is missing"), lambda: _("Part of the entry is missing or is not of its kind.")
    ),
    "game-over": plain(
        lambda: _("The match is over"),
        lambda: _("Nothing more can be entered. The last entry can still be taken back."),
    ),
    "wrong-phase": _wrong_phase,
    "bad-seat": _bad_seat,
    "not-your-turn": _not_your_turn,
    "wrong-dealer": _wrong_dealer,
    "bad-tally": _bad_tally,
    "nothing-to-undo": plain(lambda: _("Nothing to take back"), lambda: _("No entry stands at this table.")),
    "amend-breaks": _amend_breaks,
    "own-hand": _own_hand,
    "closed-past": _closed_past,
    "own-phone": _own_phone,
    "table-full": _table_full,
}
