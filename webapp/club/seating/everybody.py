"""Everybody meets everybody: the rounds of a plan as long as they fit what was played, else what a search finds."""

from itertools import combinations
from random import Random

from webapp.club.seating.annealing import Grouping, Schedule, anneal
from webapp.club.seating.line_up import Grouped, LineUp, by_turn
from webapp.club.seating.meetings import Meetings, pair
from webapp.club.seating.planned_rounds import planned_rounds
from webapp.club.seating.request import SeatingRequest
from webapp.club.seating.stopwatch import Stopwatch
from webapp.club.seating.unit_weights import add_meetings, no_weights

COOLING = Schedule(steps=120_000, hottest=0.7, coldest=0.05)
"""Temperatures in meetings for the second time. All steps take about 0.3 s; without a repeat it ends earlier."""


def everybody(request: SeatingRequest, line: LineUp, past: Meetings, chance: Random, stopwatch: Stopwatch) -> Grouped:
    """Returns who sits together; others than in the line-up may sit out if that is as fair."""
    fair = _byes(line.byes, past)
    planned = [one for one in planned_rounds(request, line, stopwatch) if _byes(one.byes, past) == fair]
    best = min(planned, key=lambda one: _repeats(one, past), default=None)
    if best is not None and not _repeats(best, past):
        return best
    found = _searched(line, past, chance, stopwatch)
    return min([best, found], key=lambda one: _repeats(one, past)) if best is not None else found


def _byes(byes: tuple[int, ...], past: Meetings) -> list[int]:
    return sorted(past.byes[one] for one in byes)


def _repeats(grouped: Grouped, past: Meetings) -> int:
    """The meetings before of all who sit together, squared."""
    tables = [[one for unit in table for one in unit] for table in grouped.tables]
    return sum(past.met[pair(*two)] ** 2 for table in tables for two in combinations(table, 2))


def _searched(line: LineUp, past: Meetings, chance: Random, stopwatch: Stopwatch) -> Grouped:
    tables = by_turn(chance.sample(line.units, len(line.units)), line.sizes, chance)
    units = [unit for table in tables for unit in table]
    weights = no_weights(len(units))
    add_meetings(weights, units, past)
    numbers = iter(range(len(units)))
    grouping = Grouping([[next(numbers) for _ in table] for table in tables], weights)
    count, widths = len(units), [len(unit) for unit in units]

    def pick() -> tuple[int, int]:
        one, other = int(chance.random() * count), int(chance.random() * count)
        return (one, other) if widths[one] == widths[other] else (one, one)

    anneal(grouping, pick, COOLING.for_units(count), chance, stopwatch)
    return Grouped([[units[number] for number in table] for table in grouping.tables], line.byes)
