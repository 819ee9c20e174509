"""Matches of a circle whose people differ in strength: what ratings are chosen by, as no model of theirs supposes it.

A match is a number of hands. In each a side is as strong as its people and the cards it is dealt, and takes tricks one
by one with a chance that follows from that; the most tricks of all hands win, equal sums are equal places.
"""

import random
from bisect import bisect
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from math import exp

from webapp.circle.ratings import RatedMatch

GAME = "any game"
START = datetime(2020, 1, 1, tzinfo=UTC)
SIDES = ((1, 1), (1, 1, 1), (1, 1, 1, 1), (1, 1, 1, 1, 1), (1, 1, 1, 1, 1, 1), (2, 2), (2, 2, 2))
"""How many people sit on each side of a table: each as likely as another."""
HANDS, TRICKS = 8, 10
STRENGTH, CARDS, LEARNS = 0.45, 0.8, 0.01
"""Standard deviations: of how people differ, of what cards they are dealt; how much somebody changes with a match."""


def circle_matches(
    matches: int, people: int, seed: int, sides: tuple[tuple[int, ...], ...] = SIDES
) -> list[RatedMatch]:
    """Returns so many matches, an hour apart; some people come more often than others."""
    chance = random.Random(seed)
    strong = [chance.gauss(0, STRENGTH) for _ in range(people)]
    comes = [chance.paretovariate(1.5) for _ in range(people)]
    found = []
    for number in range(matches):
        teams = tuple(_teams(chance, chance.choice(sides), comes))
        scores = _scores(chance, [sum(strong[one] for one in team) / len(team) for team in teams])
        for one in (one for team in teams for one in team):
            strong[one] += chance.gauss(0, LEARNS)
        persons = tuple(tuple(f"{one:05}" for one in team) for team in teams)
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        found.append(RatedMatch(f"{number:05}", GAME, START + timedelta(hours=number), persons, places))
    return found


def _teams(chance: random.Random, sizes: tuple[int, ...], comes: list[float]) -> Iterator[tuple[int, ...]]:
    people = sorted(range(len(comes)), key=lambda one: chance.expovariate(comes[one]))
    for size in sizes:
        yield tuple(people.pop(0) for _ in range(size))


def _scores(chance: random.Random, strong: list[float]) -> list[int]:
    scores = [0] * len(strong)
    for _hand in range(HANDS):
        takes = list(accumulate(exp(one + chance.gauss(0, CARDS)) for one in strong))
        for _trick in range(TRICKS):
            scores[bisect(takes, chance.random() * takes[-1])] += 1
    return scores
