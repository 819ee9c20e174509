"""Seats a round: the entry of this package."""

from collections.abc import Callable
from random import Random

from webapp.club.seating.by_standing import by_standing
from webapp.club.seating.chance import chance_from
from webapp.club.seating.everybody import everybody
from webapp.club.seating.fixed_tables import fixed_tables
from webapp.club.seating.line_up import Grouped, LineUp, by_turn, line_up
from webapp.club.seating.meetings import Meetings, counted_rounds
from webapp.club.seating.request import (
    SeatedTable,
    Seating,
    SeatingKind,
    SeatingRefused,
    SeatingRequest,
    Unseatable,
)
from webapp.club.seating.seat_order import seat_order
from webapp.club.seating.stopwatch import Stopwatch
from webapp.http.limits import MOST_PEOPLE


def seat(
    request: SeatingRequest, progress: Callable[[float], None] = lambda share: None, seconds: float = 2.0
) -> Seating:
    """Returns a seating, the same for the same request unless it had to end early, after about so many seconds.

    `progress` is told the share that is done, from 0 to 1, every few milliseconds; it may let other work go on.
    Raises `SeatingRefused` where there is no seating.
    """
    _check(request)
    seating = _fixed(request) if request.kind is SeatingKind.FIXED else _searched(request, Stopwatch(progress, seconds))
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
        if not request.byes_allowed:
            raise SeatingRefused(Unseatable.BYES_NEEDED, len(others.people))
        return Seating(written.tables, tuple(sorted(others.people)))
    rest = _searched(others, Stopwatch(lambda share: None, 0))
    return Seating(written.tables + rest.tables, rest.byes)


def _searched(request: SeatingRequest, stopwatch: Stopwatch) -> Seating:
    past = counted_rounds(request.past)
    chance = chance_from(request.kind, request.seed, len(request.past))
    grouped = _grouped(request, line_up(request, past, chance), past, chance, stopwatch)
    tables = [SeatedTable(seat_order(units, past, request.pairs, chance)) for units in grouped.tables]
    return Seating(tuple(tables), grouped.byes)


def _grouped(request: SeatingRequest, line: LineUp, past: Meetings, chance: Random, stopwatch: Stopwatch) -> Grouped:
    if request.kind is SeatingKind.EVERYBODY:
        return everybody(request, line, past, chance, stopwatch)
    if request.kind is SeatingKind.SWISS:
        return by_standing(request, line, past, chance, stopwatch)
    return Grouped(by_turn(chance.sample(line.units, len(line.units)), line.sizes, chance), line.byes)
