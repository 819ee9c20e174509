"""Why an entry was not taken, for the people at the table: the fact, and where there is one the rule's number."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_core.game import Refusal
from webapp.i18n import gettext as _
from webapp.i18n import ngettext
from webapp.words.cards import card_said, suit_name

Facts = Mapping[str, Any]
Names = Sequence[str]


@dataclass(frozen=True)
class Reason:
    """A refusal in words: a title, what is the matter and what to do, the rule's number."""

    title: str
    text: str
    rule: str | None


def reason(refusal: Refusal, names: Names) -> Reason:
    """Returns a refusal in words."""
    title, text = _WORDS[refusal.code](refusal.facts, names)
    return Reason(title, text, refusal.rule)


def _name(facts: Facts, names: Names, key: str = "seat") -> str:
    seat = facts.get(key)
    return names[seat] if isinstance(seat, int) and 0 <= seat < len(names) else "?"


def _must_follow(facts: Facts, names: Names) -> tuple[str, str]:
    name, suit = _name(facts, names), suit_name(facts["led"][1])
    held = card_said(facts["held"][0])
    return (
        _("%(name)s has to follow %(suit)s", name=name, suit=suit),
        _("%(name)s holds %(card)s, so %(suit)s must be followed.", name=name, card=held, suit=suit),
    )


def _already_played(facts: Facts, names: Names) -> tuple[str, str]:
    title = _("%(card)s is already played", card=card_said(facts["card"]))
    return title[0].upper() + title[1:], _("Each card is in the pack once. Choose the card that lies on the table.")


def _not_in_hand(facts: Facts, names: Names) -> tuple[str, str]:
    name, card = _name(facts, names), card_said(facts["card"])
    return (
        _("Not in this hand"),
        _(
            "In the hand that %(name)s entered, %(card)s does not fit. Correct the hand or choose again.",
            name=name,
            card=card,
        ),
    )


def _hand_size(facts: Facts, names: Names) -> tuple[str, str]:
    due, got = facts["due"], facts["cards"]
    text = ngettext(
        "There must be %(num)d card, %(got)d are chosen.",
        "There must be %(num)d cards, %(got)d are chosen.",
        due,
        got=got,
    )
    return _("The hand is not complete"), text


def _not_your_turn(facts: Facts, names: Names) -> tuple[str, str]:
    return (
        _("It is the turn of %(name)s", name=_name(facts, names, "to_act")),
        _("%(name)s comes later. Look at the table again.", name=_name(facts, names)),
    )


def _wrong_dealer(facts: Facts, names: Names) -> tuple[str, str]:
    return _("%(name)s deals this hand", name=_name(facts, names, "dealer")), _("The deal passes to the left.")


def _bad_tally(facts: Facts, names: Names) -> tuple[str, str]:
    text = ngettext(
        "This hand has %(num)d trick, but %(got)s were entered.",
        "This hand has %(num)d tricks, but %(got)s were entered.",
        facts["due"],
        got=facts["sum"],
    )
    return _("The tricks do not add up"), text


def _amend_breaks(facts: Facts, names: Names) -> tuple[str, str]:
    return (
        _("That does not fit the cards after it"),
        _("With this change a later entry (number %(entry)s) would no longer be possible.", entry=facts["at"] + 1),
    )


def _own_phone(facts: Facts, names: Names) -> tuple[str, str]:
    name = _name(facts, names)
    return (
        _("%(name)s enters these cards", name=name),
        _(
            "%(name)s has entered the hand privately, so only that phone enters its cards: nobody else can read it.",
            name=name,
        ),
    )


Words = Callable[[Facts, Names], tuple[str, str]]


def _plain(title: Callable[[], str], text: Callable[[], str]) -> Words:
    return lambda facts, names: (title(), text())


_WORDS: dict[str, Words] = {
    "game-over": _plain(
        lambda: _("The match is over"),
        lambda: _("Nothing more can be entered. The last entry can still be taken back."),
    ),
    "unknown-event": _plain(
        lambda: _("This game has no such entry"), lambda: _("Load the page again and try once more.")
    ),
    "bad-value": _plain(
        lambda: _("Something is missing"), lambda: _("Part of the entry is missing or is not of its kind.")
    ),
    "wrong-phase": _plain(
        lambda: _("Not now"), lambda: _("The table is at another point. Look at what comes next and try again.")
    ),
    "bad-seat": _plain(lambda: _("No such seat"), lambda: _("Nobody sits there at this table.")),
    "unknown-card": _plain(lambda: _("No such card"), lambda: _("This card is not in the pack of this game.")),
    "nothing-to-undo": _plain(lambda: _("Nothing to take back"), lambda: _("No entry stands at this table.")),
    "own-hand": _plain(
        lambda: _("Only the own hand"), lambda: _("A hand is entered by the phone that holds its seat.")
    ),
    "own-phone": _own_phone,
    "not-your-turn": _not_your_turn,
    "card-already-played": _already_played,
    "not-in-hand": _not_in_hand,
    "hand-size": _hand_size,
    "wrong-dealer": _wrong_dealer,
    "bad-tally": _bad_tally,
    "must-follow-suit": _must_follow,
    "amend-breaks": _amend_breaks,
}
CODES = frozenset(_WORDS)
