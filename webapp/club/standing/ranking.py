"""The order of people: by total, by the game's points where these are next, then by each tie-break once, in order."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from webapp.club.standing.accounts import Sums
from webapp.club.standing.scoring import Scoring, TieBreak
from webapp.club.standing.tie_breaks import Value, Values, tie_values


@dataclass(frozen=True)
class TieStep:
    """One tie-break among people who were equal until then.

    `values` are empty where it said nothing. `order` are the people it told apart, the best first: one group where it
    decided nothing.
    """

    tie_break: TieBreak
    values: Values
    order: tuple[tuple[int, ...], ...]

    @property
    def decided(self) -> bool:
        """Tells whether it told anybody apart."""
        return len(self.order) > 1

    @cached_property
    def _group(self) -> Mapping[int, int]:
        return {person: number for number, group in enumerate(self.order) for person in group}

    def ahead_of(self, person: int) -> tuple[int, ...]:
        """Returns whom it put behind this person."""
        return tuple(other for group in self.order[self._group[person] + 1 :] for other in group)

    def behind(self, person: int) -> tuple[int, ...]:
        """Returns whom it put ahead of this person."""
        return tuple(other for group in self.order[: self._group[person]] for other in group)


@dataclass(frozen=True)
class Placed:
    """The place of a person, shared by those whom nothing tells apart, and the tie-breaks that were asked."""

    person: int
    place: int
    shared: bool
    ties: tuple[TieStep, ...]


def ranked(scoring: Scoring, people: Iterable[int], sums: Mapping[int, Sums]) -> list[Placed]:
    """Returns people in order; those who share a place by their numbers. `sums` has their opponents, too."""
    keys = {person: _first_key(scoring, sums[person]) for person in people}
    placed: list[Placed] = []
    for group in _grouped(sorted(keys), keys):
        for tied, ties in _untied(scoring, group, scoring.tie_breaks, sums):
            place = len(placed) + 1
            placed += [Placed(person, place, len(tied) > 1, ties) for person in tied]
    return placed


def _first_key(scoring: Scoring, own: Sums) -> Value:
    return (own.total, own.game_points) if scoring.game_points_next else (own.total,)


def _grouped(people: Sequence[int], keys: Mapping[int, Value]) -> list[tuple[int, ...]]:
    """Returns groups of equals, the best first; within a group the order stays."""
    in_order = sorted(people, key=keys.__getitem__, reverse=True)
    return [tuple(group) for _, group in groupby(in_order, key=keys.__getitem__)]


Untied = tuple[tuple[int, ...], tuple[TieStep, ...]]


def _untied(
    scoring: Scoring, tied: tuple[int, ...], tie_breaks: Sequence[TieBreak], sums: Mapping[int, Sums]
) -> list[Untied]:
    if len(tied) == 1 or not tie_breaks:
        return [(tied, ())]
    first, *others = tie_breaks
    values = tie_values(first, scoring, tied, sums)
    order = [tied] if values is None else _grouped(tied, values)
    step = TieStep(first, values or {}, tuple(order))
    return [(equal, (step, *further)) for group in order for equal, further in _untied(scoring, group, others, sums)]
