"""Repeated meetings of seated rounds, against seatings drawn at random for as long, of which the best is taken.

Both are asked round by round, in the same run; the random search has the CPU time that the seating took for that round,
and at least as much as one draw takes. Then rounds of a large evening by standing, and a draw.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from _ratio import cpu_seconds, say

from webapp.evening.seating.shape import (
    Seating,
    SeatingKind,
    SeatingRequest,
)
from webapp.evening.seating.solver import seat

ANCHORS = ((16, 4, 5), (9, 3, 4), (15, 3, 7), (32, 4, 7), (32, 4, 8), (32, 4, 9), (48, 4, 10), (30, 3, 10))
"""People, at a table, rounds: with no repeat in any of them."""
MANY, SWISS_ROUNDS = 400, 6
SWISS_SECONDS, DRAW_SECONDS = 2.0, 1.0
LEAST_SECONDS = 0.2
"""What the random search has for a round at the least."""


@dataclass
class Evening:
    """The rounds of an evening so far."""

    past: tuple[Seating, ...] = ()
    seconds: float = 0.0

    def add(self, tables: Iterable[tuple[int, ...]], seconds: float) -> None:
        self.past += (Seating(tuple(tables)),)
        self.seconds += seconds

    def repeats(self) -> int:
        """How often two people met who had met before."""
        met = Counter(frozenset(two) for played in self.past for table in played.tables for two in meetings(table))
        return sum(times - 1 for times in met.values())


def meetings(table: tuple[int, ...]) -> Iterable[tuple[int, int]]:
    return combinations(sorted(table), 2)


def seated(people: int, size: int, rounds: int) -> Evening:
    evening = Evening()
    for _ in range(rounds):
        request = SeatingRequest(
            SeatingKind.EVERYBODY, tuple(range(people)), (size,), evening.past, rounds_planned=rounds
        )
        before = time.process_time()
        tables = seat(request).tables
        evening.add(tables, time.process_time() - before)
    return evening


def at_random(people: int, size: int, rounds: int, seconds: float) -> Evening:
    """Returns rounds of which each is the best of all that were drawn in its time."""
    chance, evening, each = random.Random(1), Evening(), max(seconds / rounds, LEAST_SECONDS)
    met: Counter[tuple[int, int]] = Counter()
    for _ in range(rounds):
        end = time.process_time() + each
        best, fewest = drawn(chance, people, size), people**3
        while fewest and time.process_time() < end:
            tables = drawn(chance, people, size)
            again = sum(met[two] for table in tables for two in meetings(table))
            if again < fewest:
                best, fewest = tables, again
        met.update(two for table in best for two in meetings(table))
        evening.add(best, each)
    return evening


def drawn(chance: random.Random, people: int, size: int) -> list[tuple[int, ...]]:
    order = chance.sample(range(people), people)
    return [tuple(order[first : first + size]) for first in range(0, people, size)]


def by_standing() -> float:
    """Seats rounds of a large evening by standing, with points by place, and returns the longest in seconds."""
    request = SeatingRequest(SeatingKind.SWISS, tuple(range(MANY)), (4,))
    chance, evening, points, longest = random.Random(2), Evening(), Counter[int](), 0.0
    for _ in range(SWISS_ROUNDS):
        before = time.process_time()
        tables = seat(replace(request, past=evening.past, ranks=dict(points)), seconds=10).tables
        taken = time.process_time() - before
        evening.add(tables, taken)
        longest = max(longest, taken)
        for table in tables:
            order = sorted(table, key=lambda one: one + chance.gauss(0, MANY / 4))
            points.update({one: place for place, one in enumerate(order)})
    print(f"{MANY} people, {SWISS_ROUNDS} rounds by standing: {evening.repeats()} repeats, longest {longest:.2f} s")
    return longest


def main() -> int:
    held = True
    for people, size, rounds in ANCHORS:
        ours = seated(people, size, rounds)
        theirs = at_random(people, size, rounds, ours.seconds)
        print(
            f"{people} people, {size} at a table, {rounds} rounds: {ours.repeats()} repeats in {ours.seconds:.2f} s, "
            f"at random {theirs.repeats()} in {theirs.seconds:.2f} s"
        )
        held = say(f"repeats {people}/{size}/{rounds}", ours.repeats(), 0.0, at_least=False) and held
    held = say(f"seconds for {MANY} people by standing", by_standing(), SWISS_SECONDS, at_least=False) and held
    draw = SeatingRequest(SeatingKind.DRAW, tuple(range(MANY)), (4,))
    drawing = cpu_seconds(lambda: seat(draw))
    held = say(f"seconds to draw {MANY} people", drawing, DRAW_SECONDS, at_least=False) and held
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
