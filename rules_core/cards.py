"""Cards as the record writes them: rank, then suit. `QS` is the queen of spades, `TH` the ten of hearts."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

Card = Annotated[str, Meta(description="A card, such as `7C`, `TH` or `QS`; a Joker is `X`.", extra={"kind": "card"})]
Suit = str

RANKS = "23456789TJQKA"
SUITS = "CDHS"


def rank(card: Card) -> str:
    """Returns the rank, one of `RANKS`."""
    return card[0]


def suit(card: Card) -> Suit:
    """Returns the suit, one of `SUITS`."""
    return card[1]


def pack(ranks: Iterable[str] = RANKS, suits: Iterable[Suit] = SUITS) -> tuple[Card, ...]:
    """Returns every card of these ranks and suits once, suit by suit."""
    ranks = tuple(ranks)
    return tuple(r + s for s in suits for r in ranks)


def by_suit(cards: Iterable[Card]) -> dict[Suit, frozenset[Card]]:
    """Returns the cards of each suit that occurs."""
    cards = tuple(cards)
    return {s: frozenset(c for c in cards if suit(c) == s) for s in {suit(c) for c in cards}}


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Returns the hand less one copy of a card that is in it."""
    at = hand.index(card)
    return hand[:at] + hand[at + 1 :]
