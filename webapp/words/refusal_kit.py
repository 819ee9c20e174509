"""Words with which games tell of refusals: titles and texts, and the names and cards in their facts."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from webapp.http.language import gettext as _
from webapp.words.cards import SUITS, card_names, card_said
from webapp.words.phrases import joined

Facts = Mapping[str, Any]
Names = Sequence[str]
Words = Callable[[Facts, Names], tuple[str, str]]
"""Returns the title and the text of a refusal."""
OwnWords = Callable[[Facts, Names], tuple[str, str] | None]
"""The same of one game; None where the facts are none of its own, so that the words of all games hold."""


def plain(title: str, text: str) -> Words:
    """Returns words that are the same whatever the facts; both are translated where they are said."""
    return lambda facts, names: (_(title), _(text))


def seat_named(facts: Facts, names: Names, key: str = "seat") -> str:
    """Returns the name of a seat, or of several: *Ann*, *Ann and Ben*."""
    fact = facts.get(key)
    seats = fact if isinstance(fact, (tuple, list)) else (fact,)
    known = [names[seat] for seat in seats if isinstance(seat, int) and 0 <= seat < len(names)]
    return joined(known) if known else _("Somebody")


def card_named(facts: Facts, key: str = "card") -> str:
    """Returns a card within a sentence; of several the first."""
    fact = facts.get(key)
    if isinstance(fact, (tuple, list)):
        fact = fact[0] if fact else None
    return card_said(fact) if isinstance(fact, str) and fact in card_names() else _("this card")


def held_in(facts: Facts) -> tuple[str, ...]:
    """Returns the cards that are known to be in the hand and forbid the one that was played."""
    held = facts.get("held")
    return tuple(card for card in held if card in card_names()) if isinstance(held, (tuple, list)) else ()


def card_owed(title: str, text: str, held: str) -> Words:
    """Returns words for a duty that a card of the hand would fulfil: with `held` it is named, where it is known."""

    def said(facts: Facts, names: Names) -> tuple[str, str]:
        name, cards = seat_named(facts, names), held_in(facts)
        return _(title, name=name), _(held, name=name, card=card_said(cards[0])) if cards else _(text)

    return said


def suit_owed(facts: Facts) -> str | None:
    """Returns the suit that must be followed, by its letter; None where the facts do not tell.

    The led card tells only if a card of its suit is held: it may have none, or count as one of another.
    """
    if facts.get("suit") in list(SUITS):
        return str(facts["suit"])
    suit, held = str(facts.get("led", ""))[1:], held_in(facts)
    return suit if suit in SUITS and (not held or of_suit(held, suit)) else None


def of_suit(held: Sequence[str], suit: str) -> str | None:
    return next((card for card in held if card[1:] == suit), None)


def whole(facts: Facts, *keys: str) -> bool:
    return all(isinstance(facts.get(key), int) for key in keys)


def wrong_numbers(text: str) -> tuple[str, str]:
    """Returns why numbers are not taken, under the title that all of them have."""
    return _("The numbers do not add up"), text


def recount() -> str:
    """Returns advice for a trick that cannot hold what was entered."""
    return _("With the other tricks of the hand this number cannot be. Count the trick again.")


def unlikely() -> str:
    return _("One of the numbers cannot be. Check each of them.")
