"""Plain packs by their size, for photos of cards that belong to no game."""

from collections import Counter
from collections.abc import Mapping

from rules_core.cards import Card, pack

JOKER = "X"


def _plain(ranks: str, copies: int = 1, jokers: int = 0) -> Mapping[Card, int]:
    return {**dict.fromkeys(pack(ranks), copies), **({JOKER: jokers} if jokers else {})}


PACKS: Mapping[str, Mapping[Card, int]] = {
    "24": _plain("9TJQKA"),
    "32": _plain("789TJQKA"),
    "36": _plain("6789TJQKA"),
    "52": _plain("23456789TJQKA"),
    "54": _plain("23456789TJQKA", jokers=2),
    "48": _plain("9TJQKA", copies=2),
    "64": _plain("789TJQKA", copies=2),
    "104": _plain("23456789TJQKA", copies=2),
    "108": _plain("23456789TJQKA", copies=2, jokers=4),
}


def most_of(hands: Mapping[int, tuple[Card, ...]]) -> Mapping[Card, int]:
    """Returns how often each card can be on one table of a game, with any number of players."""
    most = Counter[Card]()
    for cards in hands.values():
        most |= Counter(cards)
    return most


SUITS_SHOWN = "CSHD"
"""In this order the rows of a pack are shown that is learned."""


def cards_left(ranks: str, known: str) -> tuple[Card, ...]:
    """Returns the cards of the suits that are not known yet, row by row."""
    return pack(ranks, (suit for suit in SUITS_SHOWN if suit not in known))
