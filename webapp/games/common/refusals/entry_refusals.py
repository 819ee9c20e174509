"""Entries that are incomplete, out of time, out of turn, or do not add up (LOG)."""

from collections.abc import Mapping

from rules_core.findings import Refusal
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.numbers import number
from webapp.words.refusal_facts import (
    Facts,
    Names,
    Words,
    capital,
    card_named,
    plain,
    seat_named,
    unlikely,
    whole,
    wrong_numbers,
)


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
    if whole(facts, "least", "most"):
        return wrong_numbers(_("This number is from %(least)s to %(most)s.", least=facts["least"], most=facts["most"]))
    if whole(facts, "due", "sum") and facts["sum"] != facts["due"]:
        text = _("In all there are %(due)s, but %(sum)s were entered.", due=facts["due"], sum=number(facts["sum"]))
        return wrong_numbers(text)
    return wrong_numbers(unlikely())


def _tricks(facts: Facts) -> str:
    if not whole(facts, "due", "sum") or facts["due"] == facts["sum"]:
        return unlikely()
    return ngettext(
        "This hand has %(num)d trick, but %(got)s were entered.",
        "This hand has %(num)d tricks, but %(got)s were entered.",
        facts["due"],
        got=facts["sum"],
    )


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
    return _("Only the own hand"), _("A hand is entered by the phone that holds its seat.")


def _closed_past(facts: Facts, names: Names) -> tuple[str, str]:
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
    if whole(facts, "most"):
        text = ngettext(
            "A table holds at most %(num)s entry. The host can still take back and adjust. Go on at another one.",
            "A table holds at most %(num)s entries. The host can still take back and adjust. Go on at another one.",
            facts["most"],
        )
    elif "refolded" in facts:
        text = _("Too many corrections have changed what lies far back. The last entries can still be taken back.")
    else:
        text = _("It holds no more text. The host can still take back and adjust. Go on at another one.")
    return _("This table is full"), text


WORDS: Mapping[str, Words] = {
    "unknown-event": plain(
        lambda: _("This game has no such entry"), lambda: _("Load the page again and try once more.")
    ),
    "bad-value": plain(
        lambda: _("Something is missing"), lambda: _("Part of the entry is missing or is not of its kind.")
    ),
    "game-over": plain(
        lambda: _("The match is over"),
        lambda: _("Nothing more can be entered. The last entry can still be taken back."),
    ),
    "wrong-phase": plain(
        lambda: _("Not now"), lambda: _("The table is at another point. Look at what comes next and try again.")
    ),
    "bad-seat": plain(lambda: _("No such seat"), lambda: _("Nobody sits there at this table.")),
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
