"""Rounds planned for a whole evening in which everybody meets everybody: cyclic, by finite fields, the best plan."""

import math
from collections.abc import Callable, Iterable, Sequence

from webapp.evening.seating.search import Stopwatch, chance_from
from webapp.evening.seating.shape import (
    TABLE_OF_PARTNERS,
    Grouped,
    LineUp,
    PlannedRound,
    PlannedRounds,
    SeatingRequest,
    Unit,
    most_rounds,
    units_of,
)
from webapp.http.limits import MOST_PLANNED_PLACES, MOST_SEATING_PLANS

STEPS = 40_000
"""Exchanges tried for one number of rounds: about 0.15 s. Most plans without repeats are found by half of them."""
HOTTEST, HOTTEST_WITH_PARTNERS, COLDEST = 1.0, 2.0, 0.15
"""In clashes of two pairs; where partners count too, more of them have to be overcome at once."""
TRIES = 3
"""Numbers of rounds that are tried from the wanted one up, and as many down."""


class Rings:
    """Places on rings of `rounds` places each, and how any two of them lie to each other."""

    def __init__(self, places: int, rounds: int) -> None:
        self.rounds = rounds
        self.turning = places // rounds * rounds
        """The places below this one turn."""
        self.kinds: list[list[int]] = [[0] * places for _ in range(places)]
        """How two places lie: alike where the numbers are equal."""
        self.weights: list[int] = []
        """By kind: how often a pair meets over all rounds that lies so once in the first."""
        self._numbers: dict[tuple[int, ...], int] = {}
        for one in range(places):
            for other in range(one):
                self.kinds[one][other] = self.kinds[other][one] = self._kind(other, one)
        self.byes = [self._bye(place) for place in range(places)]
        """The kind of a place that sits out."""

    def turned(self, place: int, by: int) -> int:
        """Returns the place, `by` rounds later, of the person who began here."""
        if place >= self.turning:
            return place
        return place // self.rounds * self.rounds + (place + by) % self.rounds

    def _bye(self, place: int) -> int:
        if place < self.turning:
            return self._number((-1, place // self.rounds), 1)
        return self._number((-1, -place), self.rounds)

    def _kind(self, one: int, other: int) -> int:
        if one >= self.turning:
            return self._number((one, other, -1), self.rounds)
        if other >= self.turning:
            return self._number((one // self.rounds, other, -1), 1)
        rings, apart = (one // self.rounds, other // self.rounds), (other - one) % self.rounds
        if rings[0] != rings[1]:
            return self._number((*rings, apart, 0), 1)
        apart = min(apart, self.rounds - apart)
        return self._number((*rings, apart, 0), 2 if 2 * apart == self.rounds else 1)

    def _number(self, kind: tuple[int, ...], weight: int) -> int:
        if kind not in self._numbers:
            self._numbers[kind] = len(self.weights)
            self.weights.append(weight)
        return self._numbers[kind]


class FirstRound:
    """Places at tables, and how many pairs of pairs clash because they lie alike."""

    def __init__(self, rings: Rings, sizes: Sequence[int], places: list[int], pairs: bool) -> None:
        self.rings = rings
        self.places = places
        """By slot: table by table, then those who sit out."""
        self.table_of = [number for number, size in enumerate(sizes) for _ in range(size)]
        self.table_of += [-1] * (len(places) - len(self.table_of))
        self.others = [
            [other for other, table in enumerate(self.table_of) if table == mine != -1 and other != slot]
            for slot, mine in enumerate(self.table_of)
        ]
        self.partner = [_partner(slot, others) if pairs else None for slot, others in enumerate(self.others)]
        kinds = len(rings.weights)
        self.weights = rings.weights * 2
        self.counts = [0] * (2 * kinds)
        """How often each kind occurs; in the second half partners at that distance."""
        self.clashes = self._add(kind for slot in range(len(places)) for kind in self._kinds(slot, places[slot], slot))

    def _kinds(self, slot: int, place: int, below: int | None = None) -> list[int]:
        kinds = self.rings.kinds[place]
        others = self.others[slot] if below is None else [one for one in self.others[slot] if one < below]
        found = [kinds[self.places[other]] for other in others]
        partner = self.partner[slot]
        if partner is not None and (below is None or partner < below):
            found.append(len(self.rings.weights) + kinds[self.places[partner]])
        if self.table_of[slot] == -1:
            found.append(self.rings.byes[place])
        return found

    def _add(self, kinds: Iterable[int]) -> int:
        counts, weights, more = self.counts, self.weights, 0
        for kind in kinds:
            weight = weights[kind]
            more += counts[kind] * weight + weight * (weight - 1) // 2
            counts[kind] += weight
        return more

    def _take(self, kinds: Iterable[int]) -> int:
        counts, weights, less = self.counts, self.weights, 0
        for kind in kinds:
            weight = weights[kind]
            counts[kind] -= weight
            less += counts[kind] * weight + weight * (weight - 1) // 2
        return less

    def exchange(self, one: int, other: int, most: float) -> None:
        """Has the places in two slots of different tables exchanged, if that brings no more clashes than `most`."""
        first, second = self.places[one], self.places[other]
        before = self._kinds(one, first), self._kinds(other, second)
        after = self._kinds(one, second), self._kinds(other, first)
        change = -self._take(before[0]) - self._take(before[1]) + self._add(after[0]) + self._add(after[1])
        if change <= most:
            self.places[one], self.places[other] = second, first
            self.clashes += change
            return
        self._take(after[0]), self._take(after[1])
        self._add(before[0]), self._add(before[1])

    def turned(self, by: int) -> PlannedRound:
        """Returns the round `by` rounds later."""
        tables: list[list[int]] = [[] for _ in range(max(self.table_of) + 1)]
        byes: list[int] = []
        for slot, table in enumerate(self.table_of):
            (byes if table == -1 else tables[table]).append(self.rings.turned(self.places[slot], by))
        return PlannedRound(tuple(map(tuple, tables)), tuple(byes))


def _partner(slot: int, others: Sequence[int]) -> int | None:
    if len(others) != TABLE_OF_PARTNERS - 1:
        return None
    first = min(slot, *others)
    return first + ((slot - first) ^ 1)


def _searched(places: int, sizes: tuple[int, ...], rounds: int, pairs: bool, stopwatch: Stopwatch) -> FirstRound:
    chance = chance_from(places, rounds)
    first = FirstRound(Rings(places, rounds), sizes, chance.sample(range(places), places), pairs)
    hottest = HOTTEST_WITH_PARTNERS if pairs else HOTTEST
    for step in range(STEPS):
        if not first.clashes or (step % Stopwatch.EVERY == 0 and stopwatch.over(0)):
            break
        temperature = hottest * (COLDEST / hottest) ** (step / STEPS)
        one, other = int(chance.random() * places), int(chance.random() * places)
        if first.table_of[one] != first.table_of[other]:
            first.exchange(one, other, -temperature * math.log(1 - chance.random()))
    return first


def _opposites(places: int) -> FirstRound:
    """Returns the known first round for tables of two: people at equal distances from place 0 play each other."""
    rounds = places - 1 + places % 2
    around = [place for one in range(1, (rounds + 1) // 2) for place in (one, rounds - one)]
    rest = [0] if places % 2 else [0, rounds]
    return FirstRound(Rings(places, rounds), (2,) * (places // 2), around + rest, pairs=False)


def cyclic_plan(
    places: int, sizes: tuple[int, ...], wanted: int | None, pairs: bool, stopwatch: Stopwatch
) -> PlannedRounds:
    """Returns a plan for tables of these sizes, the same for the same values unless the time is over.

    It has the rounds that are wanted if they are found without clashes, or more; else as many as are found so; if there
    are none at all, the wanted ones with few clashes. Asked for no number, it has about as many as are found without.
    """
    if set(sizes) == {2}:
        return _written(_opposites(places))
    most = most_rounds(places, sizes)
    tries = _from_most(most) if wanted is None else _from_wanted(wanted, most)
    first = found = _searched(places, sizes, tries[0], pairs, stopwatch)
    for rounds in tries[1:]:
        if not found.clashes:
            break
        found = _searched(places, sizes, rounds, pairs, stopwatch)
    return _written(first if found.clashes else found)


def _from_most(most: int) -> list[int]:
    """The numbers of rounds to try where none is wanted; more than `most` cannot be without repeats."""
    return sorted({most, -(-most * 4 // 5), -(-most * 2 // 3)}, reverse=True)


def _from_wanted(wanted: int, most: int) -> list[int]:
    if wanted > most:
        return [wanted]
    return [*range(wanted, most + 1)][:TRIES] + [*range(wanted - 1, 1, -1)][:TRIES]


def _written(first: FirstRound) -> PlannedRounds:
    return PlannedRounds(tuple(first.turned(by) for by in range(first.rings.rounds)), first.clashes)


Operation = Callable[[int, int], int]

PRIMES = (3, 5, 7, 11, 13, 17, 19)
POWERS = {4: (2, (1, 1)), 8: (2, (1, 1, 0)), 9: (3, (2, 0)), 16: (2, (1, 1, 0, 0))}
"""Fields of prime powers: the prime, and the polynomial that x to the highest power is equal to, lowest power first.

An element is a number whose digits to the base of the prime are the coefficients of a polynomial.
"""


def plan_of_lines(sizes: Sequence[int]) -> PlannedRounds | None:
    """Returns the plan for tables of one size, or of two that differ by one; `None` where no field has their number."""
    order, size, places = len(sizes), max(sizes), sum(sizes)
    if order < size or min(sizes) < size - 1 or order not in (*PRIMES, *POWERS):
        return None
    rounds = [PlannedRound(tuple(_parallels(slope, order, size, places))) for slope in range(order)]
    if order % size == 0 and min(sizes) == size:
        rounds.append(PlannedRound(tuple(tuple(range(first, first + size)) for first in range(0, places, size))))
    return PlannedRounds(tuple(rounds))


def _parallels(slope: int, order: int, size: int, places: int) -> list[tuple[int, ...]]:
    """The lines of a slope; the last column ends with the last place."""
    add, multiply = _arithmetic(order)
    lines = [[column * order + add(multiply(slope, column), start) for column in range(size)] for start in range(order)]
    return [tuple(place for place in line if place < places) for line in lines]


def _arithmetic(order: int) -> tuple[Operation, Operation]:
    if order not in POWERS:
        return (lambda one, other: (one + other) % order), (lambda one, other: one * other % order)
    prime, highest = POWERS[order]
    degree = len(highest)

    def digits(element: int) -> list[int]:
        return [element // prime**power % prime for power in range(degree)]

    def number(coefficients: Sequence[int]) -> int:
        return sum(one % prime * prime**power for power, one in enumerate(coefficients))

    def add(one: int, other: int) -> int:
        return number([a + b for a, b in zip(digits(one), digits(other), strict=True)])

    def multiply(one: int, other: int) -> int:
        product = [0] * degree
        for coefficient in reversed(digits(other)):
            carried = product.pop()
            product = [a + carried * b for a, b in zip([0, *product], highest, strict=True)]
            product = [a + coefficient * b for a, b in zip(product, digits(one), strict=True)]
        return number(product)

    return add, multiply


_kept: dict[tuple[int, tuple[int, ...], int | None, bool], PlannedRounds] = {}


def best_plan(
    places: int, sizes: tuple[int, ...], wanted: int | None, pairs: bool, stopwatch: Stopwatch
) -> PlannedRounds | None:
    """Returns a plan, the same for the same values unless the time is over; `None` for one table or too many people."""
    if len(sizes) < 2 or (places > MOST_PLANNED_PLACES and set(sizes) != {2}):
        return None
    asked = places, sizes, wanted, pairs
    if asked not in _kept:
        found = _best(places, sizes, wanted, pairs, stopwatch)
        if stopwatch.over(0):
            return found
        if len(_kept) >= MOST_SEATING_PLANS:
            _kept.clear()
        _kept[asked] = found
    return _kept[asked]


def _best(places: int, sizes: tuple[int, ...], wanted: int | None, pairs: bool, stopwatch: Stopwatch) -> PlannedRounds:
    """The lines if they have as many rounds as are wanted or can be; else the longer plan of those without clashes.

    Where lines of equal tables lack a single round, no plan that the search finds has it: that round repeats a little.
    """
    lines = plan_of_lines(sizes) if places == sum(sizes) else None
    enough = most_rounds(places, sizes) if wanted is None else wanted
    if lines is not None and len(lines.rounds) >= enough - (len(set(sizes)) == 1):
        return lines
    found = cyclic_plan(places, sizes, wanted, pairs, stopwatch)
    if lines is None or (not found.clashes and len(found.rounds) >= len(lines.rounds)):
        return found
    return lines


def planned_rounds(request: SeatingRequest, line: LineUp, stopwatch: Stopwatch) -> list[Grouped]:
    """Returns all rounds of the plan: none where couples and singles mix, or one table is all."""
    holders = _holders(request)
    widths = {len(unit) for unit in holders}
    if len(widths) > 1:
        return []
    width = widths.pop()
    pairs = request.pairs and width == 1
    sizes = tuple(size // width for size in line.sizes)
    plan = best_plan(len(holders), sizes, request.rounds_planned, pairs, stopwatch)
    return [_with_people(one, holders, pairs) for one in plan.rounds] if plan else []


def _holders(request: SeatingRequest) -> list[Unit]:
    """Assigns places: by chance at first; a newcomer takes over from somebody who left.

    Where the number of people changes, all places are assigned again.
    """
    holders: list[Unit] = []
    for people in [*(played.people for played in request.past), request.people]:
        units = units_of(request, people)
        if len(units) != len(holders):
            holders = units
            chance_from("places", request.seed).shuffle(holders)
        new = iter([unit for unit in units if unit not in holders])
        holders = [unit if unit in units else next(new) for unit in holders]
    return holders


def _with_people(planned: PlannedRound, holders: list[Unit], pairs: bool) -> Grouped:
    byes = tuple(sorted(one for place in planned.byes for one in holders[place]))
    return Grouped([_units([holders[place] for place in table], pairs) for table in planned.tables], byes)


def _units(units: list[Unit], pairs: bool) -> list[Unit]:
    if not pairs or len(units) != TABLE_OF_PARTNERS:
        return units
    return [units[0] + units[1], units[2] + units[3]]
