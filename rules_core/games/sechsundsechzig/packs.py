"""The packs, the values of cards, and which card takes which (SU-1, 2, 8, 9, 10)."""

from collections.abc import Mapping

from msgspec import Struct

from rules_core.cards import SUITS, Card, Suit, by_suit, pack, rank

ORDER = "789JQKTA"
"""The ranks from low to high: the ten ranks above the king (SU-9)."""

FACES: tuple[Card, ...] = pack(ORDER)
AUGEN: Mapping[Card, int] = {c: {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(rank(c), 0) for c in FACES}  # SU-9
COUNTING = tuple([(r, AUGEN[r + "C"]) for r in reversed(ORDER) if AUGEN[r + "C"]])
"""The counting ranks with their points, the best first."""
SUIT: Mapping[Suit, frozenset[Card]] = by_suit(FACES)

_HEIGHT = {card: ORDER.index(rank(card)) for card in FACES}


class Pack(Struct, frozen=True):
    """The pack of a number of players: `cards` are the faces, each in as many `copies`; `ranks` from low to high.

    A hand has `size` cards; the `talon`, the turned-up card included, is enough for `draws` rounds of drawing.
    Played to the end a hand has `tricks` tricks. All cards together count `augen`.
    """

    players: int
    ranks: str
    cards: tuple[Card, ...]
    copies: int
    size: int
    faces: frozenset[Card]
    talon: int
    draws: int
    tricks: int
    augen: int


def _packed(players: int, ranks: str, copies: int, size: int) -> Pack:
    cards = pack(ranks)
    talon = len(cards) * copies - players * size
    draws = talon // players  # SU-6: fewer cards than players are not drawn any more
    augen = copies * sum(AUGEN[card] for card in cards)
    return Pack(players, ranks, cards, copies, size, frozenset(cards), talon, draws, size + draws, augen)


PACKS: Mapping[int, Pack] = {2: _packed(2, ORDER, 1, 6), 3: _packed(3, ORDER, 1, 7), 4: _packed(4, ORDER[2:], 2, 7)}


def _taking(trump: Suit, best: Card) -> frozenset[Card]:
    higher = {card for card in SUIT[best[1]] if _HEIGHT[card] > _HEIGHT[best]}
    return frozenset(higher | SUIT[trump] if best[1] != trump else higher)


TAKES: Mapping[Suit, Mapping[Card, frozenset[Card]]] = {s: {card: _taking(s, card) for card in FACES} for s in SUITS}
"""By trump suit and by the card that is ahead: the cards that take the trick from it (SU-8). None identical (SU-10)."""


def lowest(pack: Pack, trump: Suit) -> Card:
    """Returns the lowest trump: the 7, or the 9 with four players (SU-V2)."""
    return next(card for card in pack.cards if card[1] == trump)
