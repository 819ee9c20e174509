"""Pairs and teams: ranked by what their people have together, with the tie-breaks of the standing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from webapp.evening.standing.accounts import Sums
from webapp.evening.standing.ranking import TieStep, ranked
from webapp.evening.standing.scoring import Points, Scoring, exact

RoundOf = tuple[Points | None, Points]
"""The points of a person from a round, None for none, and which of them are penalties."""
Groups = Mapping[int, tuple[int, ...]]
"""The people of each group, by the lowest of their numbers, which names the group."""


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
    """Returns the fixed pairs of a scoring."""
    return {min(pair): tuple(sorted(pair)) for pair in scoring.pairs}


def teams_of(scoring: Scoring, people: Iterable[int]) -> Groups:
    """Returns the teams of these people."""
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
