"""Hands of a match as spans of its log: from the deal to the score, or to where a hand was void."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules_core import replay
from rules_core.events import Play, VoidHand
from rules_core.replay import Fold, Node, state_before
from rules_core.tricks import TrickHand


@dataclass(frozen=True)
class HandSpan:
    """A hand by its number from 1, and its entries in order; `under_way`: it is neither scored nor void."""

    number: int
    nodes: tuple[Node, ...]
    under_way: bool

    @property
    def is_void(self) -> bool:
        """Tells whether the hand was void."""
        return isinstance(self.nodes[-1].event, VoidHand)

    @property
    def last_state(self) -> Any:
        """The state as the hand stood last: now, or just before it ended."""
        before = self.nodes[-1].before
        return self.nodes[-1].state if self.under_way or before is None else before.state

    @property
    def without_cards(self) -> bool:
        """Tells whether the hand went on without its cards: by tricks, or as totals."""
        last = self.last_state.hand
        tally = not self.under_way and self.nodes[-1].event.__struct_config__.tag == "tally"
        return tally or (isinstance(last, TrickHand) and last.by_tricks)


def hand_spans(fold: Fold) -> Iterator[HandSpan]:
    """Yields the hands of a match, the one under way last."""
    entries: list[Node] = []
    for node in replay.nodes(fold):
        before = state_before(fold, node)
        ended = len(node.state.finished) > len(before.finished)
        if not entries and node.state.hand is None and not ended:
            continue  # between two hands
        entries.append(node)
        if ended or node.state.hand is None:
            yield _span(fold, entries, under_way=False)
            entries = []
    if entries:
        yield _span(fold, entries, under_way=True)


def span_of(fold: Fold, index: int) -> HandSpan | None:
    """Returns the hand in which the event at this place of the log fell, None where it fell between two."""
    return next((hand for hand in hand_spans(fold) if any(node.index == index for node in hand.nodes)), None)


def span_numbered(fold: Fold, number: int) -> HandSpan | None:
    """Returns the hand of this number; of those that were dealt again the last."""
    return next((hand for hand in reversed(list(hand_spans(fold))) if hand.number == number), None)


def cards_left(fold: Fold, hand: HandSpan, seat: int) -> int:
    """Returns how many cards of this seat have not been seen in this hand."""
    if not hand.under_way and isinstance(hand.nodes[-1].event, Play):
        return 0  # a card that ends a hand is the last of all
    return fold.game.cards_held(hand.last_state, seat)


def _span(fold: Fold, entries: list[Node], *, under_way: bool) -> HandSpan:
    return HandSpan(len(state_before(fold, entries[0]).finished) + 1, tuple(entries), under_way)
