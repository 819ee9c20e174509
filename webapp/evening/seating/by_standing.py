"""Seats by standing: equals meet, nobody meets again while that can be avoided."""

from collections.abc import Sequence
from random import Random

from webapp.evening.seating.request import SeatingRequest
from webapp.evening.seating.search import (
    Grouping,
    Schedule,
    Stopwatch,
    anneal,
)
from webapp.evening.seating.shape import (
    Grouped,
    LineUp,
    Meetings,
    Unit,
    by_turn,
)


def add_meetings(weights: list[list[int]], units: Sequence[Unit], past: Meetings, each: int = 1) -> None:
    """Adds the meetings so far of any two units, squared so that repeats are spread evenly, times `each`."""
    number = {one: place for place, unit in enumerate(units) for one in unit}
    for (one, other), times in past.met.items():
        if one in number and other in number and number[one] != number[other]:
            weights[number[one]][number[other]] += each * times**2
            weights[number[other]][number[one]] += each * times**2


def no_weights(count: int) -> list[list[int]]:
    """Returns a matrix for so many units that costs nothing."""
    return [[0] * count for _ in range(count)]


COOLING = Schedule(steps=300_000, hottest=20_000.0, coldest=1.0)
"""Temperatures in squares of half places of the standing. All steps take about 0.5 s."""
NEAR = 8
"""An exchange is tried with somebody at most so many tables away, one in `FAR` with anybody."""
FAR = 8


def by_standing(request: SeatingRequest, line: LineUp, past: Meetings, chance: Random, stopwatch: Stopwatch) -> Grouped:
    """Returns who sits together, the first of the standing at the first table."""
    units = sorted(chance.sample(line.units, len(line.units)), key=lambda unit: -points(unit, request))
    tables = by_turn(units, line.sizes, past, chance)
    number = {unit: place for place, unit in enumerate(units)}
    grouping = Grouping([[number[unit] for unit in table] for table in tables], _weights(units, request, past))
    reach, may_exchange = NEAR * max(line.sizes), grouping.may_exchange(units, past.short)

    def pick() -> tuple[int, int]:
        one = int(chance.random() * len(units))
        if chance.random() * FAR < 1:
            other = int(chance.random() * len(units))
        else:
            other = min(one + 1 + int(chance.random() * reach), len(units) - 1)
        return (one, other) if may_exchange(one, other) else (one, one)

    anneal(grouping, pick, COOLING.for_units(len(units)), chance, stopwatch)
    return Grouped([[units[one] for one in table] for table in grouping.tables], line.byes)


def points(unit: Unit, request: SeatingRequest) -> float:
    """Returns what counts for the standing: of partners the mean."""
    return sum(request.ranks.get(one, 0.0) for one in unit) / len(unit)


def places(values: Sequence[float]) -> list[int]:
    """Returns the place of each in half places from the top, those with equal points all in the middle of theirs.

    The values stand from the highest to the lowest.
    """
    first = {value: place for place, value in reversed(list(enumerate(values)))}
    last = {value: place for place, value in enumerate(values)}
    return [first[value] + last[value] for value in values]


def _weights(units: Sequence[Unit], request: SeatingRequest, past: Meetings) -> list[list[int]]:
    """The distance of two in the standing, squared; a repeat weighs more than the largest of a whole table."""
    found = places([points(unit, request) for unit in units])
    weights = [[(one - other) ** 2 for other in found] for one in found]
    add_meetings(weights, units, past, each=10 * (2 * len(units)) ** 2)
    return weights
