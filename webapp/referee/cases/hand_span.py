"""The hands of a match as stretches of its log: from the deal to the score, or to where a hand was scrapped."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules_core import replay
from rules_core.events import VoidHand
from rules_core.replay import Fold, Node
from webapp.table import tricks_played


@dataclass(frozen=True)
class Stretch:
    """A hand by its number from 1, and its entries in order; `under_way`: it is neither scored nor scrapped."""

    number: int
    nodes: tuple[Node, ...]
    under_way: bool

    @property
    def scrapped(self) -> bool:
        """Tells whether the hand was void."""
        return isinstance(self.nodes[-1].event, VoidHand)

    @property
    def last_state(self) -> Any:
        """The state as the hand stood last: now, or just before it ended."""
        before = self.nodes[-1].before
        return self.nodes[-1].state if self.under_way or before is None else before.state


def stretches(fold: Fold) -> Iterator[Stretch]:
    """Yields the hands of a match, the one under way last."""
    entries: list[Node] = []
    for node in replay.nodes(fold):
        before = tricks_played.before(fold, node)
        ended = len(node.state.finished) > len(before.finished)
        if not entries and node.state.hand is None and not ended:
            continue  # between two hands
        entries.append(node)
        if ended or node.state.hand is None:
            yield _stretch(fold, entries, under_way=False)
            entries = []
    if entries:
        yield _stretch(fold, entries, under_way=True)


def stretch_of(fold: Fold, index: int) -> Stretch | None:
    """Returns the hand in which the event at this place of the log fell, None where it fell between two."""
    return next((hand for hand in stretches(fold) if any(node.index == index for node in hand.nodes)), None)


def stretch_numbered(fold: Fold, number: int) -> Stretch | None:
    """Returns the hand of this number; of those that were dealt again the last."""
    return next((hand for hand in reversed(list(stretches(fold))) if hand.number == number), None)


def _stretch(fold: Fold, entries: list[Node], *, under_way: bool) -> Stretch:
    return Stretch(len(tricks_played.before(fold, entries[0]).finished) + 1, tuple(entries), under_way)
