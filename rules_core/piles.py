"""Piles of captured cards: the possible ones of a hand, places of a missing card, their totals."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from rules_core.cards import Card
from rules_core.counts import Worth
from rules_core.events import Event

Piles = tuple[tuple[Card, ...], ...]
"""The cards that each side has captured."""


class NothingTold(Struct, frozen=True):
    """No fields: the piles alone give the totals."""


class PileRules(Struct, frozen=True, kw_only=True):
    """Which piles of captured cards a hand can end with, one a side, and the totals that they score.

    `cards` is the whole pack, each copy. A pile holds tricks of `trick` cards. `spare` is how many cards may belong to
    no trick: nobody has them, or where `buried` one of them lies in a pile. `captured` are cards that somebody always
    has, `counting` those that count for more than their trick. `told` is a struct of further fields to be filled in;
    from piles and fields `tally` makes the totals once `enough` is true, and `leads` the events between deal and
    totals. `worth` are counts of a pile that are shown, by name. `rule` is the number of the rule of scoring.
    """

    rule: str
    cards: tuple[Card, ...]
    tally: Callable[[Piles, Any], Event]
    told: type[Struct] = NothingTold
    enough: Callable[[Piles, Any], bool] = lambda _piles, _told: True
    leads: Callable[[Any], Sequence[Event]] = lambda _told: ()
    trick: int = 1
    spare: range = range(1)
    buried: bool = False
    captured: frozenset[Card] = frozenset()
    counting: frozenset[Card] = frozenset()
    worth: Mapping[str, Worth] = {}

    def over(self, size: int) -> int:
        """Returns how many cards of a pile make no whole trick."""
        return size % self.trick

    def fit(self, sizes: Sequence[int], aside: int) -> bool:
        """Tells whether piles of these sizes are possible, with `aside` cards that nobody has."""
        over = sum(map(self.over, sizes))
        return any(sizes) and over <= self.buried and over + aside in self.spare

    def can_have(self, sizes: Sequence[int], missing: int) -> list[int | None]:
        """Returns the sides that can have one of the missing cards, None: nobody, if the others can be anybody's."""
        grown = ([size + (at == side) for at, size in enumerate(sizes)] for side in range(len(sizes)))
        found: list[int | None] = [side for side, one in enumerate(grown) if self._can_grow(one, missing - 1, 0)]
        return [*found, None] if self._can_grow(sizes, missing - 1, 1) else found

    def _can_grow(self, sizes: Sequence[int], more: int, aside: int) -> bool:
        """Tells whether `more` cards, `aside` of them nobody's, can make these piles fit."""
        left = [
            more - lacking - (out - over - aside)
            for lacking, over in self._lacking(sizes)
            for out in self.spare
            if out >= over + aside
        ]
        return any(many >= 0 and many % self.trick == 0 for many in left)

    def _lacking(self, sizes: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yields how many cards the piles lack, and how many lie in them beyond their tricks then."""
        lacking = [-size % self.trick for size in sizes]
        yield sum(lacking), 0
        for side, size in enumerate(sizes if self.buried else ()):
            yield sum(lacking) - lacking[side] + (1 - size) % self.trick, 1
