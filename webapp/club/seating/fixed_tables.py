"""Seats as written down: stand-ins take the seats of the missing, a table that stays too small is dissolved."""

from dataclasses import replace

from webapp.club.seating.request import SeatedTable, Seating, SeatingKind, SeatingRequest


def fixed_tables(request: SeatingRequest) -> tuple[Seating, SeatingRequest | None]:
    """Returns the tables as written down, and a request for a draw among all others, if there are any."""
    here = set(request.people)
    written = {one for table in request.fixed for one in table}
    waiting = [one for one in request.people if one not in written]
    tables: list[SeatedTable] = []
    loose: list[int] = []
    for table in request.fixed:
        people = _with_stand_ins(table, here, waiting)
        if len(people) in request.sizes:
            tables.append(SeatedTable(people))
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
