"""Who sits out: those who did so least often, by standing the lowest of them, else by chance."""

from collections.abc import Sequence
from random import Random

from webapp.club.seating.meetings import Meetings
from webapp.club.seating.request import SeatingKind, SeatingRequest
from webapp.club.seating.round_shape import RoundShape

Unit = tuple[int, ...]
"""Who is always seated together: one person, or two fixed partners."""


def units_of(request: SeatingRequest, people: Sequence[int]) -> list[Unit]:
    """Returns these people as couples and singles; who has no partner here is single."""
    here = set(people)
    units: list[Unit] = [two for two in request.partners if request.pairs and here.issuperset(two)]
    paired = {one for two in units for one in two}
    units.extend((one,) for one in sorted(here - paired))
    return units


def sit_out(request: SeatingRequest, shape: RoundShape, past: Meetings, chance: Random) -> set[Unit]:
    """Returns who sits out: nobody a further time while another has sat out less, as far as couples stay together."""
    by_turn = request.kind is SeatingKind.SWISS
    units = units_of(request, request.people)
    chance.shuffle(units)
    units.sort(key=lambda unit: (_byes(unit, past), _points(unit, request) if by_turn else 0.0))
    couples = [unit for unit in units if len(unit) > 1]
    singles = [unit for unit in units if len(unit) == 1]
    choices = [[*couples[:out], *singles[: shape.byes - 2 * out]] for out in shape.couples_out]
    return set(min(choices, key=lambda units: sorted((past.byes[one] for unit in units for one in unit), reverse=True)))


def _byes(unit: Unit, past: Meetings) -> int:
    return max(past.byes[one] for one in unit)


def _points(unit: Unit, request: SeatingRequest) -> float:
    return sum(request.ranks.get(one, 0.0) for one in unit) / len(unit)
