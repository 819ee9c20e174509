"""Rounds of an evening: a seating becomes a line, and tables that open with it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from webapp.club.evening import lines as kinds
from webapp.club.evening.keeper import EveningNow
from webapp.club.evening.state import Round
from webapp.store.evening_changes import EveningChange, NewSitting
from webapp.store.models import Table

Seats = Sequence[tuple[int, tuple[int, ...]]]
"""Who sits where: the number of a table and its people by seat."""


def seated(now: EveningNow, seats: Seats, byes: Iterable[int], at: datetime) -> tuple[kinds.Seated, EveningChange]:
    """Returns the line by which the next round is seated, and the tables that open with it.

    Phones of those who sit there have their seat at once; `at` is now, the round starts so much later as planned.
    """
    plan = now.state.plan
    line = kinds.Seated(
        round=len(now.state.rounds) + 1,
        tables=_named(seats),
        byes=tuple(byes),
        starts_at=at + timedelta(minutes=plan.between),
        minutes=plan.minutes,
    )
    return line, EveningChange(opens=_opened(now, seats))


def reseated(now: EveningNow, here: Round, seats: Seats, byes: Iterable[int]) -> tuple[kinds.Reseated, EveningChange]:
    """Returns the line by which the tables that differ are seated otherwise, and what leaves and opens with it.

    `seats` are all tables of the round as they shall be. Nothing may have been played at those that change: the caller
    has looked.
    """
    wanted = dict(seats)
    changed = [(number, people) for number, people in seats if not _is_seated(here, number, people)]
    emptied = tuple(number for number in here.sittings if number not in wanted)
    gone = {number for number, _people in changed} | set(emptied)
    leaves = tuple(one.table for number, one in here.sittings.items() if number in gone and one.table is not None)
    line = kinds.Reseated(here.number, _named(changed), tuple(byes), emptied)
    return line, EveningChange(opens=_opened(now, changed), leaves=leaves)


def _is_seated(here: Round, number: int, people: tuple[int, ...]) -> bool:
    sitting = here.sittings.get(number)
    return sitting is not None and sitting.people == people


def _named(seats: Seats) -> tuple[kinds.TableSeats, ...]:
    # While they are added the tables are named by their place among those that open.
    return tuple(kinds.TableSeats(number, people, opens=place) for place, (number, people) in enumerate(seats))


def _opened(now: EveningNow, seats: Seats) -> tuple[NewSitting, ...]:
    phones = now.seats
    return tuple(NewSitting(_table(now, number, people), _devices(phones, people)) for number, people in seats)


def _devices(phones: Mapping[int, int], people: Sequence[int]) -> dict[int, int]:
    return {seat: phones[person] for seat, person in enumerate(people) if person in phones}


def _table(now: EveningNow, number: int, people: Sequence[int]) -> Table:
    plan = now.state.plan
    assert plan.game is not None  # a tournament has one
    return Table(
        game=plan.game,
        players=[now.state.name(person) for person in people],
        options=dict(plan.options),
        edition=plan.edition,
        choices=dict(plan.choices),
        book=plan.book,
        entry="everyone",
        seats="approved",
        evening_number=number,
    )
