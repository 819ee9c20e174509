"""A standing: its rows, the rows of teams, and what of it is shown while the last round is hidden."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from webapp.club.standing.point_parts import Part
from webapp.club.standing.ranking import TieStep
from webapp.club.standing.scoring import Points, Scoring, exact


@dataclass(frozen=True)
class Cell:
    """What a person has from one round: no points where there was nothing. `waits`: the table's result is not in."""

    round: int
    points: Points | None
    waits: bool


@dataclass(frozen=True)
class Row:
    """A person's row.

    `total` is the sum of all parts that count in it; `game_points` are the game's own, more being better. `moved`:
    places won in the newest round, below zero for places lost, None for who had nothing before it.
    """

    place: int
    shared: bool
    person: int
    total: Points
    game_points: Points
    by_round: tuple[Cell, ...]
    parts: tuple[Part, ...]
    ties: tuple[TieStep, ...]
    moved: int | None


@dataclass(frozen=True)
class TeamRow:
    """A team's row: what its people have together. Teams that are equal share a place."""

    place: int
    shared: bool
    team: str
    total: Points
    game_points: Points
    people: tuple[int, ...]


@dataclass(frozen=True)
class Standing:
    """A standing, the best first. `before` is the one without the newest round, where the scoring may hide it."""

    scoring: Scoring
    rounds: tuple[int, ...]
    rows: tuple[Row, ...]
    teams: tuple[TeamRow, ...]
    before: "Standing | None" = None

    @property
    def has_begun(self) -> bool:
        """Tells whether anything counts yet: until then no row is ahead of another."""
        return any(row.parts for row in self.rows)

    def row(self, person: int) -> Row | None:
        """Returns the row of a person."""
        return next((row for row in self.rows if row.person == person), None)


def visible(standing: Standing, hidden: bool) -> Standing:
    """Returns what may be shown: where the newest round is hidden, a standing in which nothing of it is found.

    Raises ValueError where the scoring does not hide a round.
    """
    if not hidden:
        return replace(standing, before=None)
    if standing.before is None:
        raise ValueError("This scoring hides no round.")
    return standing.before


def team_rows(scoring: Scoring, rows: tuple[Row, ...]) -> tuple[TeamRow, ...]:
    """Returns the rows of teams, the best first; equals by name."""
    members: dict[str, list[Row]] = {}
    for row in rows:
        if (team := scoring.teams.get(row.person)) is not None:
            members.setdefault(team, []).append(row)
    sums = {team: _sums(found) for team, found in members.items()}
    keys = {team: found if scoring.game_points_next else found[:1] for team, found in sums.items()}
    every = list(keys.values())
    return tuple(
        TeamRow(
            place=1 + sum(key > keys[team] for key in every),
            shared=every.count(keys[team]) > 1,
            team=team,
            total=sums[team][0],
            game_points=sums[team][1],
            people=tuple(row.person for row in members[team]),
        )
        for team in sorted(sorted(members), key=keys.__getitem__, reverse=True)
    )


def _sums(rows: Sequence[Row]) -> tuple[Points, Points]:
    return exact(sum(row.total for row in rows)), exact(sum(row.game_points for row in rows))
