"""Search for a good seating within a time: simulated annealing."""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random


class Stopwatch:
    """Counts the steps of a search: it reports its share done, never less than before, and ends it by the clock.

    How long a search takes is set by its steps, so that it finds the same on every machine; the clock only ends what
    would take too long.
    """

    EVERY = 1000
    """Steps between two looks at the clock: some milliseconds, so that others of the process are not kept waiting."""

    def __init__(self, progress: Callable[[float], None], seconds: float) -> None:
        self._progress = progress
        self._end = time.monotonic() + seconds
        self._share = 0.0

    def over(self, share: float) -> bool:
        """Reports a share between 0 and 1 of the whole search, and tells whether its time is over."""
        self._share = max(self._share, min(share, 1.0))
        self._progress(self._share)
        return time.monotonic() >= self._end


def chance_from(*values: object) -> Random:
    """Returns a source of chance that depends on these values alone."""
    return Random(" ".join(map(str, values)))  # noqa: S311  # nothing is kept secret by it


STEPS_FOR_EACH = 3000
"""Steps for each unit; more find nothing better where there are few."""

Weights = Sequence[Sequence[int]]
"""The cost of two units at one table; symmetric, 0 with oneself."""
Tables = list[list[int]]
"""The units at each table, numbered from 0."""
Pick = Callable[[], tuple[int, int]]
"""Proposes two units that could exchange their places."""
Units = Sequence[tuple[int, ...]]
"""The people of each unit."""


class Grouping:
    """Units at tables, and what that costs."""

    def __init__(self, tables: Tables, weights: Weights) -> None:
        self.tables = tables
        self.weights = weights
        self.table_of = _places(tables)
        self.cost = sum(weights[one][other] for table in tables for one in table for other in table) // 2

    def rise(self, one: int, other: int) -> int:
        """Returns by how much the cost rises if two units at different tables exchange their places."""
        of_one, of_other = self.weights[one], self.weights[other]
        change = -2 * of_one[other]
        for unit in self.tables[self.table_of[other]]:
            change += of_one[unit] - of_other[unit]
        for unit in self.tables[self.table_of[one]]:
            change += of_other[unit] - of_one[unit]
        return change

    def exchange(self, one: int, other: int, rise: int) -> None:
        """Has two units at different tables exchange their places, by which the cost rises so much."""
        here, there = self.table_of[one], self.table_of[other]
        self.tables[here][self.tables[here].index(one)] = other
        self.tables[there][self.tables[there].index(other)] = one
        self.table_of[one], self.table_of[other] = there, here
        self.cost += rise

    def may_exchange(self, units: Units, short: Mapping[int, int]) -> Callable[[int, int], bool]:
        """Returns whether two units are alike to the tables: of one width, and at tables of one size.

        At tables of two sizes also those who have been `short` of people at their tables equally often.
        """
        widths = [len(unit) for unit in units]
        sizes = [sum(widths[unit] for unit in table) for table in self.tables]
        if len(set(sizes)) == 1:
            return lambda one, other: widths[one] == widths[other]
        missed = [sum(short[person] for person in unit) for unit in units]
        at = self.table_of
        return lambda one, other: (
            widths[one] == widths[other] and (missed[one] == missed[other] or sizes[at[one]] == sizes[at[other]])
        )


def _places(tables: Tables) -> list[int]:
    places = [0] * sum(map(len, tables))
    for number, table in enumerate(tables):
        for unit in table:
            places[unit] = number
    return places


@dataclass(frozen=True)
class Schedule:
    """How an annealing cools: a rise of the temperature is accepted once in e tries."""

    steps: int
    hottest: float
    coldest: float

    def for_units(self, units: int) -> "Schedule":
        """Returns the same search, its steps limited by the number of units."""
        return replace(self, steps=max(min(self.steps, STEPS_FOR_EACH * units), 1))


def anneal(grouping: Grouping, pick: Pick, schedule: Schedule, chance: Random, stopwatch: Stopwatch) -> None:
    """Lowers the cost of a grouping until it is 0, the steps are done or the time is over."""
    temperature, cooling = schedule.hottest, (schedule.coldest / schedule.hottest) ** (Stopwatch.EVERY / schedule.steps)
    for step in range(schedule.steps):
        if step % Stopwatch.EVERY == 0:
            temperature *= cooling
            if grouping.cost == 0 or stopwatch.over(step / schedule.steps):
                return
        one, other = pick()
        if grouping.table_of[one] == grouping.table_of[other]:
            continue
        rise = grouping.rise(one, other)
        if rise <= 0 or chance.random() < math.exp(-rise / temperature):
            grouping.exchange(one, other, rise)
