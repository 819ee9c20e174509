"""Where everything in the chart of running totals lies, in the units of its 358 x 184 picture.

The template only draws it (templates/history/scores/sheet.html).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from webapp.words.phrases import shortened

WIDTH, HEIGHT = 358, 184
LEFT, RIGHT, TOP, BOTTOM = 34, 244, 14, 158
NAME_GAP = 17
"""From one name to the next, and least from a label at the left to another."""
ABOVE_AXIS = 5
"""Least distance of a name from a line."""
MOST_NUMBERS = 10
LONGEST_MATCH = 24
"""More hands than these are not kept room for in advance."""
RACE = 6
"""Hands that the chart of a race has room for at first: their number is unknown."""
LETTER = 7.9
"""So wide is a letter of a name, at most and on average."""


@dataclass(frozen=True)
class Level:
    """A line across a chart, with its number at the left: the axis where all begin or, dashed, another value."""

    value: int
    y: float
    axis: bool


@dataclass(frozen=True)
class Curve:
    """A side's line with its marks, and its name at the end. `mark` is its own form and colour, from 1."""

    mark: int
    points: list[tuple[float, float]]
    name: str
    total: int
    name_x: float
    name_y: float

    @property
    def marked(self) -> list[tuple[float, float]]:
        """The points with its marker: all but the one before the first hand."""
        return self.points[1:]


@dataclass(frozen=True)
class Chart:
    """The whole chart: `numbers` are those of the hands, with their place."""

    levels: list[Level]
    numbers: list[tuple[int, float]]
    curves: list[Curve]


def chart(names: Sequence[str], lines: Sequence[Sequence[int]], planned: int, limits: Sequence[int]) -> Chart:
    """Returns the chart of a match. `planned` hands are played, 0: a race; `limits` are totals that end it.

    Each side has a line: 0, then its total after each hand with what was adjusted until the next.
    """
    played, everything = len(lines[0]) - 1, [total for line in lines for total in line]
    columns = _columns(played, planned)
    low, high = min(0, *everything, *limits), max(*everything, *limits, 0 if limits else 4)

    def x(number: int) -> float:
        return round(LEFT + number * (RIGHT - LEFT) / columns, 1)

    def y(total: int) -> float:
        return round(BOTTOM - (total - low) * (BOTTOM - TOP) / (high - low), 1)

    step = _step(columns)
    return Chart(
        _levels((0, *limits) if limits else (0, high, low), y),
        [(number, x(number)) for number in range(step, columns + 1, step)],
        _curves(names, lines, x, y),
    )


def _columns(played: int, planned: int) -> int:
    if not planned:
        return max(played, RACE)
    return max(played, min(planned, LONGEST_MATCH))


def _step(columns: int) -> int:
    step = 1
    for step in (times * power for power in (1, 10, 100, 1000, 10000) for times in (1, 2, 5)):
        if columns <= step * MOST_NUMBERS:
            break
    return step


def _levels(values: Sequence[int], y: Callable[[int], float]) -> list[Level]:
    """Lines whose numbers would run into one another are left out, the first named stay."""
    levels: list[Level] = []
    for value in values:
        if all(abs(y(value) - level.y) >= NAME_GAP for level in levels):
            levels.append(Level(value, y(value), axis=value == 0))
    return levels


def _curves(
    names: Sequence[str], lines: Sequence[Sequence[int]], x: Callable[[int], float], y: Callable[[int], float]
) -> list[Curve]:
    played = len(lines[0]) - 1
    order = sorted(range(len(lines)), key=lambda side: -lines[side][-1])
    floor, above = BOTTOM - ABOVE_AXIS, float(TOP - NAME_GAP)
    places: dict[int, float] = {}
    for below, side in zip(reversed(range(len(order))), order, strict=True):
        above = min(max(y(lines[side][-1]) + ABOVE_AXIS, above + NAME_GAP), floor - NAME_GAP * below)
        places[side] = round(above, 1)
    return [
        Curve(
            side + 1,
            [(x(number), y(total)) for number, total in enumerate(line)],
            _cut(names[side], WIDTH - x(played) - 10, line[-1]),
            line[-1],
            x(played) + 10,
            places[side],
        )
        for side, line in enumerate(lines)
    ]


def _cut(name: str, room: float, total: int) -> str:
    """The name, cut where it would not leave room for its total with its sign."""
    most = int(room / LETTER) - len(str(total)) - 2
    return shortened(name, most)
