"""Where everything of the curve of somebody's rating lies, in the units of its 358 x 176 picture.

The template only draws it (templates/macros/curve.html).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from webapp.club.ratings.rated_matches import START
from webapp.club.small_samples import sample
from webapp.http.limits import CURVE_POINTS
from webapp.store.player_matches import PlayedMatch

LEFT, RIGHT, TOP, BOTTOM = 44, 306, 12, 146
STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
"""How far apart the dashed lines may lie, in points of the rating."""
LEVELS = 5
HUNDRED = 100


@dataclass(frozen=True)
class CurvePoint:
    """The rating after a match: the `number`-th, at table `match`. `corrected`: after its end."""

    number: int
    match: int
    ended_at: datetime
    strength: int
    doubt: int
    x: float
    y: float
    corrected: bool


@dataclass(frozen=True)
class CurveLevel:
    """A line across the picture: the axis where everybody starts, or a dashed one."""

    value: int
    y: float
    axis: bool


@dataclass(frozen=True)
class RatingCurve:
    """The whole picture. `band` is the outline of the doubt, `numbers` are those of matches with their place."""

    points: list[CurvePoint]
    band: list[tuple[float, float]]
    levels: list[CurveLevel]
    numbers: list[tuple[int, float]]

    @property
    def last(self) -> CurvePoint:
        """The rating as it stands."""
        return self.points[-1]


def rating_curve(matches: Sequence[PlayedMatch]) -> RatingCurve | None:
    """Returns the curve over these matches of one game, the oldest first; None for too few to say anything.

    Of many matches every second, third … is drawn, counted from the last; those that were corrected always are.
    """
    if sample(len(matches)) != "enough":
        return None
    every = -(-len(matches) // CURVE_POINTS)
    drawn = [
        (number, row) for number, row in enumerate(matches, 1) if (len(matches) - number) % every == 0 or row.corrected
    ]
    edges = [row.strength + way * row.uncertainty for _number, row in drawn for way in (1, -1)]
    low, high = min(START, *edges), max(START, *edges)

    def x(number: int) -> float:
        return round(LEFT + (number - 1) * (RIGHT - LEFT) / (len(matches) - 1), 1)

    def y(strength: int) -> float:
        return round(BOTTOM - (strength - low) * (BOTTOM - TOP) / (high - low), 1)

    return RatingCurve(
        [_point(number, row, x(number), y(row.strength)) for number, row in drawn],
        [(x(number), y(row.strength + row.uncertainty)) for number, row in drawn]
        + [(x(number), y(row.strength - row.uncertainty)) for number, row in reversed(drawn)],
        _levels(low, high, y),
        [(number, x(number)) for number in _numbers(len(matches))],
    )


def _point(number: int, row: PlayedMatch, x: float, y: float) -> CurvePoint:
    strength, doubt = round(row.strength / HUNDRED), round(row.uncertainty / HUNDRED)
    return CurvePoint(number, row.table_id, row.ended_at, strength, doubt, x, y, row.corrected)


def _levels(low: int, high: int, y: Callable[[int], float]) -> list[CurveLevel]:
    start = START // HUNDRED
    step = next((one for one in STEPS if (high - low) / HUNDRED <= LEVELS * one), STEPS[-1])
    first = start - (START - low) // HUNDRED // step * step
    values = range(first, high // HUNDRED + 1, step)
    return [CurveLevel(value, y(value * HUNDRED), value == start) for value in values]


def _numbers(matches: int) -> list[int]:
    """Returns four numbers of matches at most, the last one among them."""
    step = -(-matches // 4)
    return list(range(matches % step or step, matches + 1, step))
