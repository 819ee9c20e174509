"""Rows of a standing, and what changed in them."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from webapp.evening.standing.points import AdjustedPart, GamePart, Part, PenaltyPart, PlacePart
from webapp.evening.standing.ranking import GroupRow, TieStep
from webapp.evening.standing.scoring import Points, Scoring


@dataclass(frozen=True)
class Cell:
    """A person's points of one round: None without any. `waits`: the table's result is not in."""

    round: int
    points: Points | None
    waits: bool


@dataclass(frozen=True)
class StandingRow:
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

    def penalties_in(self, round_: int | None) -> Points:
        """Returns the points of the penalties of a round, None: of the whole evening."""
        return sum(part.points for part in self.parts if isinstance(part, PenaltyPart) and part.round == round_)

    @property
    def adjusted(self) -> tuple[int, ...]:
        """The rounds whose worth a ruling has set."""
        return tuple(part.round for part in self.parts if isinstance(part, AdjustedPart))

    @property
    def stand_ins(self) -> dict[int, str]:
        played = (part for part in self.parts if isinstance(part, PlacePart | GamePart))
        return {part.round: part.played_by for part in played if part.played_by is not None}


@dataclass(frozen=True)
class Standing:
    """A standing, the best first. `before` is the one without the newest round, where the scoring may hide it."""

    scoring: Scoring
    rounds: tuple[int, ...]
    rows: tuple[StandingRow, ...]
    pairs: tuple[GroupRow, ...]
    teams: tuple[GroupRow, ...]
    before: "Standing | None" = None

    @property
    def stand_ins(self) -> bool:
        return any(row.stand_ins for row in self.rows)

    @property
    def adjusted(self) -> bool:
        """Tells whether a ruling has set what a round is worth to anybody."""
        return any(row.adjusted for row in self.rows)

    @property
    def has_begun(self) -> bool:
        """Tells whether anything counts yet: until then no row is ahead of another."""
        return any(row.parts for row in self.rows)

    def row(self, person: int) -> StandingRow | None:
        return next((row for row in self.rows if row.person == person), None)


@dataclass(frozen=True)
class PlaceChange:
    """A person's totals and place before and now; None where there was or is no row."""

    person: int
    total_before: Points | None
    total: Points | None
    game_points_before: Points | None
    game_points: Points | None
    place_before: int | None
    place: int | None


def changes(before: Standing, after: Standing) -> tuple[PlaceChange, ...]:
    """Returns the people whose totals or place differ, in the order of the standing now; those without a row last."""
    was = {row.person: row for row in before.rows}
    now = {row.person: row for row in after.rows}
    people = [*now, *(person for person in was if person not in now)]
    found = (_change(person, was.get(person), now.get(person)) for person in people)
    return tuple(one for one in found if _differs(one))


def _change(person: int, was: StandingRow | None, now: StandingRow | None) -> PlaceChange:
    return PlaceChange(
        person,
        was.total if was else None,
        now.total if now else None,
        was.game_points if was else None,
        now.game_points if now else None,
        was.place if was else None,
        now.place if now else None,
    )


def _differs(one: PlaceChange) -> bool:
    return (one.total_before, one.game_points_before, one.place_before) != (one.total, one.game_points, one.place)


Value = int | str | Decimal | None
HUNDREDTH = Decimal("0.01")


def plain_rows(standing: Standing, names: Mapping[int, str]) -> list[list[Value]]:
    """Returns each person's cells: place, name, team, points by round, penalties of the evening, total, game points.

    There is a team where the scoring has teams, game points where they are a second number, and last who stood in, by
    round, where anybody did, and the rounds that rulings have set. Shares of points are rounded to hundredths, halves
    up. None where somebody had nothing, and for the place before anything counts.
    """
    return [_cells(standing, row, names) for row in standing.rows]


def _cells(standing: Standing, row: StandingRow, names: Mapping[int, str]) -> list[Value]:
    scoring = standing.scoring
    team: list[Value] = [scoring.teams.get(row.person, "")] if scoring.teams else []
    rounds = [None if cell.points is None else plain(scoring.shown_total(cell.points)) for cell in row.by_round]
    evening = row.penalties_in(None)
    second: list[Value] = [plain(scoring.good(row.game_points))] if scoring.game_points_next else []
    return [
        row.place if standing.has_begun else None,
        names[row.person],
        *team,
        *rounds,
        plain(scoring.shown_total(evening)) if evening else None,
        plain(scoring.shown_total(row.total)),
        *second,
        *(["x" if row.person in scoring.left else None] if scoring.left else []),
        *([", ".join(f"{round_}: {name}" for round_, name in row.stand_ins.items())] if standing.stand_ins else []),
        *([", ".join(map(str, row.adjusted))] if standing.adjusted else []),
    ]


def group_cells(standing: Standing, row: GroupRow, name: str) -> list[Value]:
    """Returns the cells of a pair or a team: place, name, points by round, total, game points."""
    scoring = standing.scoring
    second: list[Value] = [plain(scoring.good(row.game_points))] if scoring.game_points_next else []
    rounds = [None if points is None else plain(scoring.shown_total(points)) for points in row.by_round]
    place = row.place if standing.has_begun else None
    return [place, name, *rounds, plain(scoring.shown_total(row.total)), *second]


def plain(points: Points) -> int | Decimal:
    """Returns points as a spreadsheet reads them: a whole number, or rounded to hundredths.

    >>> from fractions import Fraction
    >>> plain(3), plain(Fraction(5, 2)), plain(Fraction(10, 3))
    (3, Decimal('2.50'), Decimal('3.33'))
    """
    if points.denominator == 1:
        return points.numerator
    exact = Decimal(points.numerator) / Decimal(points.denominator)
    return exact.quantize(HUNDREDTH, ROUND_HALF_UP)
