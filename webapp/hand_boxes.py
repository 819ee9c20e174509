"""The boxes in which a whole hand is ticked, shaped like the pad of its game: a row a suit, a box a copy."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules_core.cards import Card
from rules_core.replay import Fold
from webapp.deck import suits
from webapp.words.cards import JOKER

MOST_COLUMNS = 8
HALF = 7
"""Where a suit has more ranks than a phone is wide, it takes two rows."""


@dataclass(frozen=True)
class Shape:
    """The cards of a pack as they stand on a pad: ranks from left to right, each in so many copies, and a Joker."""

    ranks: str
    copies: int = 1
    joker: bool = False


SHAPES: Mapping[str, Shape] = {
    "sixes-and-sevens": Shape("23456789TJQKA"),
    "sichere-six": Shape("6789TJ", joker=True),
    "deep-six": Shape("2345678", copies=2),
    "sechsundsechzig": Shape("789JQKTA"),
}
OF_FOUR: Mapping[str, Shape] = {"sechsundsechzig": Shape("9JQKTA", copies=2)}
"""Four players may have another pack (SU-1)."""


@dataclass(frozen=True)
class Box:
    """One copy of a card: which of how many, and whether it is ticked."""

    card: Card
    copy: int
    of: int
    ticked: bool


@dataclass(frozen=True)
class Boxes:
    """All boxes of a page: for each suit one row of them a copy, and the Joker's. `columns`: how many
    ranks; `twice`: every card is there in two copies."""

    columns: int
    suits: list[tuple[str, list[list[Box]]]]
    joker: Box | None
    twice: bool


def own_hand(fold: Fold, seat: int) -> tuple[Card, ...]:
    """Returns the hand that this seat has entered, less what it has played since. For that seat's phone alone."""
    declared = getattr(getattr(fold.state, "hand", None), "declared", ())
    return (declared[seat] if seat < len(declared) else None) or ()


def boxes(game: str, players: int, picked: Sequence[Card]) -> Boxes:
    """Returns the boxes of a game, those of the picked cards ticked."""
    shape = OF_FOUR.get(game, SHAPES[game]) if players > 3 else SHAPES[game]
    held = Counter(picked)

    def box(card: Card, copy: int) -> Box:
        return Box(card, copy, shape.copies, held[card] >= copy)

    return Boxes(
        len(shape.ranks) if len(shape.ranks) <= MOST_COLUMNS else HALF,
        [
            (suit, [[box(rank + suit, copy) for rank in shape.ranks] for copy in range(1, shape.copies + 1)])
            for suit in suits()
        ],
        box(JOKER, 1) if shape.joker else None,
        shape.copies > 1,
    )
