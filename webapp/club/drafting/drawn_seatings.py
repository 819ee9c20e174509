"""Drafts that are drawn: by the plan of the evening, or around tables that were pasted."""

import time
from collections.abc import Mapping

from webapp.club.drafting.pasted_seats import PastedSeats
from webapp.club.drafting.seating_draft import Draft, draft_of
from webapp.club.drafting.seating_requests import request_of
from webapp.club.evening.keeper import EveningNow
from webapp.club.seating.solver import seat


def drawn(now: EveningNow, draw: int) -> Draft:
    """Returns the draft of the next round; the same for the same draw. Raises SeatingRefused."""
    return draft_of(seat(request_of(now, draw), lambda share: time.sleep(0)), draw)


def drawn_around(now: EveningNow, pasted: PastedSeats, draw: int) -> Draft:
    """Returns the draft with these tables, and a draw among all others. Raises SeatingRefused."""
    seating = seat(request_of(now, draw, pasted.tables), lambda share: time.sleep(0))
    given = dict(zip(pasted.tables, pasted.numbers, strict=False))
    free = (number for number in range(1, 2 * len(seating.tables) + len(given) + 1) if number not in given.values())
    numbers = tuple(_number(given, table.people) or next(free) for table in seating.tables)
    return Draft(numbers, seating, draw)


def _number(given: Mapping[tuple[int, ...], int], people: tuple[int, ...]) -> int | None:
    return given.get(people)
