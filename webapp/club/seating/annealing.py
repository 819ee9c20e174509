"""Brings units to tables so that those at one table weigh little together: exchanges by simulated annealing."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from webapp.club.seating.stopwatch import Stopwatch

STEPS_FOR_EACH = 3000
"""Steps for each unit; more find nothing better where there are few."""

Weights = Sequence[Sequence[int]]
"""What two units cost at one table; symmetric, 0 with oneself."""
Tables = list[list[int]]
"""The units at each table, numbered from 0."""
Pick = Callable[[], tuple[int, int]]
"""Proposes two units that could exchange their places."""


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
        """Returns it with no more steps than so many units need."""
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
