"""Seating of a round by its kind: fixed, by standing, everybody with everybody."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from random import Random

from webapp.evening.seating.planned_rounds import planned_rounds
from webapp.evening.seating.search import Grouping, Schedule, Stopwatch, anneal, chance_from
from webapp.evening.seating.shape import (
    TABLE_OF_PARTNERS,
    Grouped,
    LineUp,
    Past,
    Seating,
    SeatingKind,
    SeatingRefused,
    SeatingRequest,
    Unit,
    Unseatable,
    by_turn,
    counted_rounds,
    line_up,
    opposite,
    pair,
    points,
    units_of,
)
from webapp.http.limits import MOST_PEOPLE


def fixed_tables(request: SeatingRequest) -> tuple[Seating, SeatingRequest | None]:
    """Returns the tables as written down, and a request for a draw among all others, if there are any."""
    here = set(request.people)
    written = {one for table in request.fixed for one in table}
    waiting = [one for one in request.people if one not in written]
    tables: list[tuple[int, ...]] = []
    loose: list[int] = []
    for table in request.fixed:
        people = _with_stand_ins(table, here, waiting)
        if len(people) in request.sizes:
            tables.append(people)
        else:
            loose += people
    loose += waiting
    others = replace(request, kind=SeatingKind.DRAW, people=tuple(loose)) if loose else None
    return Seating(tuple(tables)), others


def _with_stand_ins(table: tuple[int, ...], here: set[int], waiting: list[int]) -> tuple[int, ...]:
    people = []
    for one in table:
        if one in here:
            people.append(one)
        elif waiting:
            people.append(waiting.pop(0))
    return tuple(people)


Units = Sequence[tuple[int, ...]]
"""The people of a table; two in one unit are partners."""
ALL_ORDERS = 5
"""At tables up to this size all orders are compared, at larger ones as many as at this size, taken by chance."""
TRIED = 120
FIRST_SEAT = 4
"""Weight of the first seat relative to the others: it deals first."""
PARTNERS_AGAIN = 1000
"""Weighs more than any order of seats."""


def seat_order(units: Units, past: Past, pairs: bool, chance: Random) -> tuple[int, ...]:
    """Returns the people of a table by seat; among orders that are equally good chance decides."""
    people = [one for unit in units for one in unit]
    chance.shuffle(people)
    couples = [frozenset(unit) for unit in units if len(unit) > 1]
    if pairs and len(people) == TABLE_OF_PARTNERS and couples:
        orders = [one for one in permutations(people) if _together(one, couples)]
    else:
        orders = list(_orders(people, chance))
    return min(orders, key=lambda order: _price(order, past, pairs))


def _orders(people: list[int], chance: Random) -> Iterator[tuple[int, ...]]:
    if len(people) <= ALL_ORDERS:
        yield from permutations(people)
        return
    for _ in range(TRIED):
        yield tuple(chance.sample(people, len(people)))


def _together(order: tuple[int, ...], couples: Sequence[frozenset[int]]) -> bool:
    found = {frozenset(two) for two in opposite(order)}
    return found.issuperset(couples)


def _price(order: tuple[int, ...], past: Past, pairs: bool) -> int:
    again = sum(past.partnered[pair(*two)] for two in opposite(order)) if pairs else 0
    seats = sum((FIRST_SEAT if seat == 0 else 1) * past.seats[one, seat] ** 2 for seat, one in enumerate(order))
    return PARTNERS_AGAIN * again + seats


COOLING = Schedule(steps=120_000, hottest=0.7, coldest=0.05)
"""Temperatures in meetings for the second time. All steps take about 0.3 s; without a repeat it ends earlier."""


def everybody(request: SeatingRequest, line: LineUp, past: Past, chance: Random, stopwatch: Stopwatch) -> Grouped:
    """Returns the groups; others than in the line-up may sit out if that is as fair."""
    fair = _byes(line.byes, past), _short(by_turn(line.units, line.sizes, past, chance), past)
    planned = [
        one
        for one in planned_rounds(request, line, stopwatch)
        if (_byes(one.byes, past), _short(one.tables, past)) == fair
    ]
    best = min(planned, key=lambda one: _repeats(one, past), default=None)
    if best is not None and not _repeats(best, past):
        return best
    found = _searched(request, line, past, chance, stopwatch)
    return min([best, found], key=lambda one: _repeats(one, past)) if best is not None else found


def _byes(byes: tuple[int, ...], past: Past) -> list[int]:
    return sorted(past.byes[one] for one in byes)


def _short(tables: Sequence[Sequence[Unit]], past: Past) -> list[tuple[int, int]]:
    sizes = [sum(map(len, table)) for table in tables]
    return sorted(
        (size, past.short[one])
        for size, table in zip(sizes, tables, strict=True)
        if size < max(sizes)
        for unit in table
        for one in unit
    )


def _repeats(grouped: Grouped, past: Past) -> int:
    tables = [[one for unit in table for one in unit] for table in grouped.tables]
    return sum(past.met[pair(*two)] ** 2 for table in tables for two in combinations(table, 2))


def _searched(request: SeatingRequest, line: LineUp, past: Past, chance: Random, stopwatch: Stopwatch) -> Grouped:
    """Returns the groups that a search finds. Who sits out, a table alone, changes with who has done so as often."""
    tables = by_turn(chance.sample(line.units, len(line.units)), line.sizes, past, chance)
    playing, resting = len(tables), units_of(request, line.byes)
    tables += [[unit] for unit in resting if len(unit) == 1]
    units = [unit for table in tables for unit in table]
    weights = [[0] * len(units) for _ in units]
    add_meetings(weights, units, past)
    numbers = iter(range(len(units)))
    grouping = Grouping([[next(numbers) for _ in table] for table in tables], weights)
    count, may_exchange, at = len(units), grouping.may_exchange(units, past.short), grouping.table_of
    byes = [past.byes[unit[0]] for unit in units]

    def pick() -> tuple[int, int]:
        one, other = int(chance.random() * count), int(chance.random() * count)
        is_fair = byes[one] == byes[other] or max(at[one], at[other]) < playing
        return (one, other) if is_fair and may_exchange(one, other) else (one, one)

    anneal(grouping, pick, COOLING.for_units(count), chance, stopwatch)
    found = [[units[number] for number in table] for table in grouping.tables]
    out = [*(unit for table in found[playing:] for unit in table), *(unit for unit in resting if len(unit) > 1)]
    return Grouped(found[:playing], tuple(sorted(one for unit in out for one in unit)))


def seat(
    request: SeatingRequest, progress: Callable[[float], None] = lambda share: None, seconds: float = 2.0
) -> Seating:
    """Returns a seating within about `seconds`, the same for the same request unless it had to end early.

    `progress` is told the share that is done, from 0 to 1, every few milliseconds; it may let other work go on.
    Raises `SeatingRefused` where there is no seating.
    """
    _check(request)
    seating = (
        _fixed(request)
        if request.kind is SeatingKind.FIXED
        else _found_by_search(request, Stopwatch(progress, seconds))
    )
    progress(1.0)
    return seating


def _check(request: SeatingRequest) -> None:
    if not request.sizes or min(request.sizes) < 2:
        raise SeatingRefused(Unseatable.NO_SIZES)
    if len(request.people) > MOST_PEOPLE:
        raise SeatingRefused(Unseatable.TOO_MANY, len(request.people))
    for listed in (request.people, sum(request.partners, ()), sum(request.fixed, ())):
        twice = [one for place, one in enumerate(listed) if one in listed[:place]]
        if twice:
            raise SeatingRefused(Unseatable.LISTED_TWICE, twice[0])


def _fixed(request: SeatingRequest) -> Seating:
    written, others = fixed_tables(request)
    if others is None:
        return written
    if written.tables and len(others.people) < min(request.sizes):
        return Seating(written.tables, tuple(sorted(others.people)))
    rest = _found_by_search(others, Stopwatch(lambda share: None, 0))
    return Seating(written.tables + rest.tables, rest.byes)


def _found_by_search(request: SeatingRequest, stopwatch: Stopwatch) -> Seating:
    past = counted_rounds(request.past)
    chance = chance_from(request.kind, request.seed, len(request.past))
    grouped = _grouped(request, line_up(request, past, chance), past, chance, stopwatch)
    tables = [seat_order(units, past, request.pairs, chance) for units in grouped.tables]
    return Seating(tuple(tables), grouped.byes)


def _grouped(request: SeatingRequest, line: LineUp, past: Past, chance: Random, stopwatch: Stopwatch) -> Grouped:
    if request.kind is SeatingKind.EVERYBODY:
        return everybody(request, line, past, chance, stopwatch)
    if request.kind is SeatingKind.SWISS:
        return by_standing(request, line, past, chance, stopwatch)
    return Grouped(by_turn(chance.sample(line.units, len(line.units)), line.sizes, past, chance), line.byes)


def add_meetings(weights: list[list[int]], units: Sequence[Unit], past: Past, each: int = 1) -> None:
    """Adds the meetings so far of any two units, squared so that repeats are spread evenly, times `each`."""
    number = {one: place for place, unit in enumerate(units) for one in unit}
    for (one, other), times in past.met.items():
        if one in number and other in number and number[one] != number[other]:
            weights[number[one]][number[other]] += each * times**2
            weights[number[other]][number[one]] += each * times**2


STANDING_COOLING = Schedule(steps=300_000, hottest=20_000.0, coldest=1.0)
"""Temperatures in squares of half places of the standing. All steps take about 0.5 s."""
NEAR = 8
"""An exchange is tried with a person at most this many tables away, one in `FAR` with anybody."""
FAR = 8


def by_standing(request: SeatingRequest, line: LineUp, past: Past, chance: Random, stopwatch: Stopwatch) -> Grouped:
    """Returns the groups by the standing, the first ones at the first table."""
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

    anneal(grouping, pick, STANDING_COOLING.for_units(len(units)), chance, stopwatch)
    return Grouped([[units[one] for one in table] for table in grouping.tables], line.byes)


def places(values: Sequence[float]) -> list[int]:
    """Returns the place of each in half places from the top, those with equal points all in the middle of theirs.

    The values stand from the highest to the lowest.
    """
    first = {value: place for place, value in reversed(list(enumerate(values)))}
    last = {value: place for place, value in enumerate(values)}
    return [first[value] + last[value] for value in values]


def _weights(units: Sequence[Unit], request: SeatingRequest, past: Past) -> list[list[int]]:
    """The distance of two in the standing, squared; a repeat weighs more than the largest of a whole table."""
    found = places([points(unit, request) for unit in units])
    weights = [[(one - other) ** 2 for other in found] for one in found]
    add_meetings(weights, units, past, each=10 * (2 * len(units)) ** 2)
    return weights
