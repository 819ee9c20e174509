"""Counts what the rounds so far have brought: who met whom, who were partners, who sat where, who sat out."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from webapp.evening.seating.request import PastRound, Seating, opposite

Pair = tuple[int, int]
"""Two people, the smaller number first."""


@dataclass(frozen=True)
class Meetings:
    """How often each of these things has happened; what never happened counts 0."""

    met: Counter[Pair]
    partnered: Counter[Pair]
    seats: Counter[tuple[int, int]]
    """By person and seat."""
    byes: Counter[int]
    short: Counter[int]
    """By person: how many people in all were missing at the tables, against the largest table of the same round."""


def pair(one: int, other: int) -> Pair:
    """Returns two people in the order in which they are counted."""
    return (one, other) if one < other else (other, one)


def counted_rounds(past: Iterable[PastRound | Seating]) -> Meetings:
    """Returns what these rounds come to; opposite seats are counted as partners also where the game has none."""
    counts = Meetings(Counter(), Counter(), Counter(), Counter(), Counter())
    for played in past:
        counts.byes.update(played.byes)
        largest = max((len(table.people) for table in played.tables), default=0)
        for table in played.tables:
            counts.met.update(pair(*two) for two in combinations(table.people, 2))
            counts.partnered.update(pair(*two) for two in opposite(table.people))
            counts.seats.update((one, seat) for seat, one in enumerate(table.people))
            counts.short.update(dict.fromkeys(table.people, largest - len(table.people)))
    return counts
