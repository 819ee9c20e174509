"""Scoring of an evening: points by place, own points of the game, tie-breaks; results of tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

Points = Fraction | int
"""Points of an evening: exact, since who shares places shares points. Whole ones are int, which adds up faster."""


def exact(numerator: Points, denominator: int = 1) -> Points:
    """Returns a quotient as points, as an int where it is whole."""
    if isinstance(numerator, int) and numerator % denominator == 0:
        return numerator // denominator
    found = Fraction(numerator) / denominator
    return found.numerator if found.denominator == 1 else found


class TieBreak(StrEnum):
    """Tie-breaks among people with the same points."""

    HEAD_TO_HEAD = "head-to-head"
    """Their results against each other; says nothing unless every two of them have met."""
    OPPONENTS = "opponents"
    """The opponents' average earnings, once for each meeting; penalties are left out."""
    BEST_TABLE = "best-table"
    """Their best table: what it brought in the standing, then the game's own points there."""
    GAME_POINTS = "game-points"
    """The game's own points over all tables."""
    DRAW = "draw"
    """A lot that each person draws once an evening."""


class Absence(StrEnum):
    """Worth of a round for a person who did not play in it: sat out, came later, paused or had left."""

    POINTS = "points"
    """The same points each time."""
    AVERAGE = "average"
    """The average of those who played in the round; who never had a seat in the whole evening gets the worst."""
    OWN = "own"
    """The average of the rounds that this person has played so far; who has played none gets the worst."""
    WORST = "worst"
    """As many points as the worst of the round has."""
    SAT_OUT = "sat-out"
    """Points for sitting out alone, as in evenings of before: a round that was missed counts nothing."""


class AdjustedTo(StrEnum):
    """Worth of a table's round for a person by a ruling (docs/adjusted-results.md)."""

    OWN = "own-average"
    """The average of the other rounds that this person has played; of who has played none, that of the round."""
    ROUND = "round-average"
    """The average of those whose result of the round counts as it was played."""
    PERCENT = "percentage"
    """So far from the worst to the best: of the places at that table, and of the game's own points in the round."""
    POINTS = "points"
    """A number of points."""
    PLAYED = "played"
    """The result as it was played; it ends an earlier ruling."""


@dataclass(frozen=True, kw_only=True)
class Scoring:
    """Settings of a standing.

    `place_points` are the points by place at a table, the first place first; later places bring nothing. Without any,
    places do not count. They hold for `full_table` sides; at other tables sides have as much on average. Sides that
    tie share the average of the places they hold. `turned`: few points of the game are good. `absence` says what a
    round counts for who did not play in it, `bye` the points where these are always the same: points by place, or the
    game's own where only these count. Who has `left` ranks behind all others. `draw_seed` fixes the lots of an
    evening. `teams` names the team of a person, `pairs` are those who always play together.
    """

    place_points: tuple[Points, ...] = ()
    full_table: int = 0
    game_points: bool = False
    turned: bool = False
    tie_breaks: tuple[TieBreak, ...] = ()
    bye: Points = 0
    absence: Absence = Absence.POINTS
    left: frozenset[int] = frozenset()
    hidden_last: bool = False
    draw_seed: int = 0
    teams: Mapping[int, str] = field(default_factory=dict)
    pairs: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        if not self.place_points and not self.game_points:
            raise ValueError("Neither places nor the game's own points count.")
        if len(set(self.tie_breaks)) < len(self.tie_breaks):
            raise ValueError("A tie-break stands twice.")

    @property
    def only_game_points(self) -> bool:
        """Tells whether totals are points of the game."""
        return not self.place_points

    @property
    def game_points_next(self) -> bool:
        """Tells whether the game's own points are a second number, which orders those with the same total."""
        return bool(self.place_points) and self.game_points

    def points_by_place(self, sides: int) -> Sequence[Points]:
        """Returns the points by place at a table with this number of sides.

        Each place of another table stands for as large a share of the full one: of 3, 2, 1, 0 three have 2¾, 1½, ¼.
        """
        if not self.full_table or sides == self.full_table:
            return self.place_points
        full = [self.place_points[place] if place < len(self.place_points) else 0 for place in range(self.full_table)]
        parts = [points for points in full for _ in range(sides)]
        return [exact(sum(parts[at : at + len(full)]), len(full)) for at in range(0, len(parts), len(full))]

    def good(self, score: Points) -> Points:
        """Returns points of the game so that more is better, turned over where few are good; or turns these back."""
        return -score if self.turned else score

    def shown_total(self, total: Points) -> Points:
        """Returns a total as people count it: turned back where it is made of game points turned over."""
        return -total if self.only_game_points and self.turned else total

    def bye_points(self) -> Points:
        """Returns the points of a round that was not played, where they are the same each time."""
        return exact(self.shown_total(self.bye))


@dataclass(frozen=True, kw_only=True)
class TableResult:
    """The result of one table in one round.

    `people` by seat are who gets the points; `stand_ins` names who plays for a person. `sides` are the seats that
    win together (each seat alone where none are named), `scores` the points of each side. It counts once it is
    `confirmed`; until then its people are waited for. `number` is what its table is called at an open evening, where
    it is in no round.
    """

    round: int
    table: int
    people: tuple[int, ...]
    scores: tuple[int, ...]
    sides: tuple[tuple[int, ...], ...] = ()
    confirmed: bool = True
    stand_ins: Mapping[int, str] = field(default_factory=dict)
    hands: int = 0
    game: str = ""
    number: int = 0

    def __post_init__(self) -> None:
        seats = sorted(seat for side in self.by_side for seat in side)
        if seats != list(range(len(self.people))) or len(self.by_side) != len(self.scores):
            raise ValueError("Every seat is of one side, and every side has a score.")
        if len(set(self.people)) < len(seats):
            raise ValueError("Nobody plays at two seats of a table.")

    @property
    def key(self) -> tuple[str, int, int]:
        """The key of this result: a later one with the same key replaces it."""
        return self.game, self.round, self.table

    @property
    def by_side(self) -> tuple[tuple[int, ...], ...]:
        return self.sides or tuple((seat,) for seat in range(len(self.people)))


@dataclass(frozen=True)
class Bye:
    """A person does not play in a round: sits out, or has `missed` it.

    `unseated`: that person never had a seat or sat out, in the whole evening.
    """

    person: int
    round: int
    missed: bool = False
    unseated: bool = False


@dataclass(frozen=True)
class PenaltyPoints:
    """A penalty takes `points` from a person's total, in a round or the whole evening. `number` is the penalty's."""

    person: int
    points: Points
    round: int | None
    number: int


@dataclass(frozen=True)
class AdjustedPoints:
    """A ruling sets what the `table` of a round is worth to a person; `value` is the percentage, or the points."""

    person: int
    round: int
    table: int
    to: AdjustedTo
    value: int = 0
    why: str = ""
