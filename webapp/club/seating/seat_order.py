"""Which seat each person of a table gets: partners opposite, few partnerships again, then seats varied."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random

from webapp.club.seating.meetings import Meetings, pair
from webapp.club.seating.request import TABLE_OF_PARTNERS, opposite

Units = Sequence[tuple[int, ...]]
"""Who sits at a table; two in one unit are partners."""

ALL_ORDERS = 5
"""At tables up to this size all orders are compared, at larger ones as many as at this size, taken by chance."""
TRIED = 120
FIRST_SEAT = 4
"""Weighs so many times as much as another seat: who sits there deals first."""
PARTNERS_AGAIN = 1000
"""Weighs more than any order of seats."""


def seat_order(units: Units, past: Meetings, pairs: bool, chance: Random) -> tuple[int, ...]:
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


def _price(order: tuple[int, ...], past: Meetings, pairs: bool) -> int:
    again = sum(past.partnered[pair(*two)] for two in opposite(order)) if pairs else 0
    seats = sum((FIRST_SEAT if seat == 0 else 1) * past.seats[one, seat] ** 2 for seat, one in enumerate(order))
    return PARTNERS_AGAIN * again + seats
