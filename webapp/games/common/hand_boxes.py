"""The boxes in which a whole hand is ticked, shaped like the pad of its game: a row a suit, a box a copy."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rules_core.cards import Card, Suit
from rules_core.replay import Fold
from rules_core.tricks import declared_hands
from webapp.words.cards import JOKER, suits

MOST_COLUMNS = 8
HALF = 7
"""Where a suit has more ranks than a phone is wide, it takes two rows."""


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
    declared = declared_hands(fold.state)
    return (declared[seat] if seat < len(declared) else None) or ()


def boxes(cards: Sequence[Card], picked: Sequence[Card]) -> Boxes:
    """Returns the boxes of these cards, of which some may be there twice; those of the picked ones are ticked."""
    ranks = dict.fromkeys(card[0] for card in cards if card != JOKER)
    copies, held = max(Counter(cards).values()), Counter(picked)

    def row(suit: Suit, copy: int) -> list[Box]:
        return [Box(rank + suit, copy, copies, held[rank + suit] >= copy) for rank in ranks]

    return Boxes(
        len(ranks) if len(ranks) <= MOST_COLUMNS else HALF,
        [(suit, [row(suit, copy) for copy in range(1, copies + 1)]) for suit in suits()],
        Box(JOKER, 1, 1, held[JOKER] > 0) if JOKER in cards else None,
        copies > 1,
    )
