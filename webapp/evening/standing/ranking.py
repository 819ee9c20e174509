"""Ranking with tie-breaks: of people, and of pairs and teams by what their people have together."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from webapp.evening.standing.points import Sums
from webapp.evening.standing.scoring import Points, Scoring, TieBreak, exact

Value = tuple[Points, ...]
Values = Mapping[int, Value]
Everybody = Mapping[int, Sums]
RoundOf = tuple[Points | None, Points]
"""The points of a person from a round, None for none, and which of them are penalties."""
Groups = Mapping[int, tuple[int, ...]]
"""The people of each group, by the lowest of their numbers, which names the group."""


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


def lot(seed: int, person: int) -> int:
    """Returns the lot of a person at an evening; it does not depend on who else is there."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{person}".encode()).digest()[:8], "big")


TIE_BREAKS: Mapping[TieBreak, Callable[[Scoring, Sequence[int], Everybody], Values | None]] = {
    TieBreak.HEAD_TO_HEAD: _head_to_head,
    TieBreak.OPPONENTS: _opponents,
    TieBreak.BEST_TABLE: lambda _scoring, tied, sums: {person: sums[person].best_table for person in tied},
    TieBreak.GAME_POINTS: lambda _scoring, tied, sums: {person: (sums[person].game_points,) for person in tied},
    TieBreak.DRAW: lambda scoring, tied, _sums: {person: (lot(scoring.draw_seed, person),) for person in tied},
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
        return len(self.order) > 1

    @cached_property
    def _group(self) -> Mapping[int, int]:
        return {person: number for number, group in enumerate(self.order) for person in group}

    def ahead_of(self, person: int) -> tuple[int, ...]:
        """Returns the people placed behind this person by it."""
        return tuple(other for group in self.order[self._group[person] + 1 :] for other in group)

    def behind(self, person: int) -> tuple[int, ...]:
        """Returns the people placed ahead of this person by it."""
        return tuple(other for group in self.order[: self._group[person]] for other in group)


@dataclass(frozen=True)
class RankedPerson:
    """The place of a person, shared by those whom nothing tells apart, and the tie-breaks that were asked."""

    person: int
    place: int
    shared: bool
    ties: tuple[TieStep, ...]


def ranked(scoring: Scoring, people: Iterable[int], sums: Mapping[int, Sums]) -> list[RankedPerson]:
    """Returns people in order; those who share a place by their numbers. `sums` has their opponents, too."""
    keys = {person: (person not in scoring.left, *_first_key(scoring, sums[person])) for person in people}
    placed: list[RankedPerson] = []
    for group in _grouped(sorted(keys), keys):
        for tied, ties in _untied(scoring, group, scoring.tie_breaks, sums):
            place = len(placed) + 1
            placed += [RankedPerson(person, place, len(tied) > 1, ties) for person in tied]
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
    values = TIE_BREAKS[first](scoring, tied, sums)
    order = [tied] if values is None else _grouped(tied, values)
    step = TieStep(first, values or {}, tuple(order))
    return [(equal, (step, *further)) for group in order for equal, further in _untied(scoring, group, others, sums)]


@dataclass(frozen=True)
class GroupRow:
    """The row of a pair or a team. `by_round` are the points of the rounds, None where nobody of it had any.

    `ties` name groups as `group` does. A pair counts what it has at a table once.
    """

    place: int
    shared: bool
    group: int
    people: tuple[int, ...]
    total: Points
    game_points: Points
    by_round: tuple[Points | None, ...]
    ties: tuple[TieStep, ...]


def pairs_of(scoring: Scoring) -> Groups:
    return {min(pair): tuple(sorted(pair)) for pair in scoring.pairs}


def teams_of(scoring: Scoring, people: Iterable[int]) -> Groups:
    members: dict[str, list[int]] = {}
    for person in sorted(people):
        if (team := scoring.teams.get(person)) is not None:
            members.setdefault(team, []).append(person)
    return {found[0]: tuple(found) for found in members.values()}


def group_rows(
    scoring: Scoring,
    groups: Groups,
    sums: Mapping[int, Sums],
    rounds: Mapping[int, Sequence[RoundOf]],
    *,
    once: bool,
) -> tuple[GroupRow, ...]:
    """Returns the rows of groups, the best first. `rounds` are those of each person.

    `once`: what the people of a group earn counts once, by its average, as of partners at a table; penalties of each
    count whole. A group has left once all of its people have.
    """
    scoring = replace(scoring, left=frozenset(one for one, people in groups.items() if scoring.left >= set(people)))
    group_of = {person: group for group, people in groups.items() for person in people}
    together = {
        group: _together([sums[one] for one in people], group_of, group, once) for group, people in groups.items()
    }
    return tuple(
        GroupRow(
            placed.place,
            placed.shared,
            placed.person,
            groups[placed.person],
            together[placed.person].total,
            together[placed.person].game_points,
            _by_round([rounds[one] for one in groups[placed.person]], once),
            placed.ties,
        )
        for placed in ranked(scoring, groups, together)
    )


def _together(members: Sequence[Sums], group_of: Mapping[int, int], group: int, once: bool) -> Sums:
    share = len(members) if once else 1
    met: dict[int, list[Points]] = {}
    for one in members:
        for opponent, went in one.met.items():
            if (other := group_of.get(opponent, group)) != group:
                met.setdefault(other, []).extend(went)
    earned = exact(sum(one.earned for one in members), share)
    return Sums(
        total=exact(earned + sum(one.total - one.earned for one in members)),
        game_points=exact(sum(one.game_points for one in members), share),
        earned=earned,
        best_table=max((one.best_table for one in members), default=()),
        met=met,
        started=any(one.started for one in members),
    )


def _by_round(members: Sequence[Sequence[RoundOf]], once: bool) -> tuple[Points | None, ...]:
    found: list[Points | None] = []
    for cells in zip(*members, strict=True):
        points, penalties = [cell for cell, _ in cells if cell is not None], sum(lost for _, lost in cells)
        earned = exact(sum(points) - penalties, len(cells) if once else 1)
        found.append(exact(earned + penalties) if points else None)
    return tuple(found)
