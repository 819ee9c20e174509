"""Rounds planned ahead without search, for as many tables as a finite field has elements: the lines of its plane.

The place in column x and row y meets those with whom it lies on a line: one round for each slope, one table for each
line of that slope. Two places of different columns lie on one line, those of one column on none. The columns make a
last round where tables fill them. Where the last column is not full, some tables are smaller by one.
"""

from collections.abc import Callable, Sequence

from webapp.club.seating.round_plan import Plan, PlannedRound

Operation = Callable[[int, int], int]

PRIMES = (3, 5, 7, 11, 13, 17, 19)
POWERS = {4: (2, (1, 1)), 8: (2, (1, 1, 0)), 9: (3, (2, 0)), 16: (2, (1, 1, 0, 0))}
"""Fields of prime powers: the prime, and the polynomial that x to the highest power is equal to, lowest power first.

An element is a number whose digits to the base of the prime are the coefficients of a polynomial.
"""


def plan_of_lines(sizes: Sequence[int]) -> Plan | None:
    """Returns the plan for tables of one size, or of two that differ by one; `None` where no field has their number."""
    order, size, places = len(sizes), max(sizes), sum(sizes)
    if order < size or min(sizes) < size - 1 or order not in (*PRIMES, *POWERS):
        return None
    rounds = [PlannedRound(tuple(_parallels(slope, order, size, places))) for slope in range(order)]
    if order % size == 0 and min(sizes) == size:
        rounds.append(PlannedRound(tuple(tuple(range(first, first + size)) for first in range(0, places, size))))
    return Plan(tuple(rounds))


def _parallels(slope: int, order: int, size: int, places: int) -> list[tuple[int, ...]]:
    """The lines of a slope; the last column ends with the last place."""
    add, multiply = _arithmetic(order)
    lines = [[column * order + add(multiply(slope, column), start) for column in range(size)] for start in range(order)]
    return [tuple(place for place in line if place < places) for line in lines]


def _arithmetic(order: int) -> tuple[Operation, Operation]:
    """Addition and multiplication of a field."""
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
