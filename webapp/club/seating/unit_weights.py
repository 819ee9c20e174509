"""What it costs that two units sit at one table, as a matrix."""

from collections.abc import Sequence

from webapp.club.seating.byes import Unit
from webapp.club.seating.meetings import Meetings


def add_meetings(weights: list[list[int]], units: Sequence[Unit], past: Meetings, each: int = 1) -> None:
    """Adds the meetings so far of any two units, squared so that repeats are spread evenly, times `each`."""
    number = {one: place for place, unit in enumerate(units) for one in unit}
    for (one, other), times in past.met.items():
        if one in number and other in number and number[one] != number[other]:
            weights[number[one]][number[other]] += each * times**2
            weights[number[other]][number[one]] += each * times**2


def no_weights(count: int) -> list[list[int]]:
    """Returns a matrix for so many units that costs nothing."""
    return [[0] * count for _ in range(count)]
