"""Ranking with tie-breaks."""

import hashlib
from collections.abc import (
    Callable,
    Iterable,
    Mapping,
    Sequence,
)
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from webapp.evening.standing.accounts import Sums
from webapp.evening.standing.scoring import (
    Points,
    Scoring,
    TieBreak,
    exact,
)

Value = tuple[Points, ...]
Values = Mapping[int, Value]
Everybody = Mapping[int, Sums]


def tie_values(tie_break: TieBreak, scoring: Scoring, tied: Sequence[int], sums: Everybody) -> Values | None:
    """Returns the value of each of the tied, or None where the tie-break says nothing about them."""
    return TIE_BREAKS[tie_break](scoring, tied, sums)


def _head_to_head(_scoring: Scoring, tied: Sequence[int], sums: Everybody) -> Values | None:
    """Each opponent counts once, by the average of all meetings: nobody gains by having met somebody more often."""
    found = {}
    for person in tied:
        met = sums[person].met
        others = [met[other] for other in tied if other in met] if len(met) >= len(tied) - 1 else []
        if len(others) < len(tied) - 1:
            return None
        found[person] = (exact(sum(exact(sum(went), len(went)) for went in others)),)
    return found


def _opponents(_scoring: Scoring, tied: Sequence[int], sums: Everybody) -> Values:
    return {person: (_average_of_opponents(sums[person], sums),) for person in tied}


def _average_of_opponents(own: Sums, sums: Everybody) -> Points:
    times = sum(len(went) for went in own.met.values())
    return exact(sum(sums[other].earned * len(went) for other, went in own.met.items()), times or 1)


def _best_table(_scoring: Scoring, tied: Sequence[int], sums: Everybody) -> Values:
    return {person: sums[person].best_table for person in tied}


def _game_points(_scoring: Scoring, tied: Sequence[int], sums: Everybody) -> Values:
    return {person: (sums[person].game_points,) for person in tied}


def _draw(scoring: Scoring, tied: Sequence[int], _sums: Everybody) -> Values:
    return {person: (lot(scoring.draw_seed, person),) for person in tied}


def lot(seed: int, person: int) -> int:
    """Returns the lot of a person at an evening; it does not depend on who else is there."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{person}".encode()).digest()[:8], "big")


TIE_BREAKS: Mapping[TieBreak, Callable[[Scoring, Sequence[int], Everybody], Values | None]] = {
    TieBreak.HEAD_TO_HEAD: _head_to_head,
    TieBreak.OPPONENTS: _opponents,
    TieBreak.BEST_TABLE: _best_table,
    TieBreak.GAME_POINTS: _game_points,
    TieBreak.DRAW: _draw,
}


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
    keys = {person: (person not in scoring.left, *_first_key(scoring, sums[person])) for person in people}
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
