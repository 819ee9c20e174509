"""Rounds of an evening, seated one after the other."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from types import SimpleNamespace
from unittest.mock import patch

from webapp.evening.seating import search, solver
from webapp.evening.seating.shape import Past, Seating, SeatingKind, SeatingRequest, counted_rounds


def seat(request: SeatingRequest, progress: Callable[[float], None] = lambda share: None) -> Seating:
    """Returns what a search finds that ends by itself, however slow the machine is."""
    return solver.seat(request, progress, seconds=60)


def seat_in_haste(request: SeatingRequest) -> Seating:
    """Returns what a search finds in eight looks at a clock on which each look is a second, on every machine."""
    with patch.object(search, "time", SimpleNamespace(monotonic=count().__next__)):
        return solver.seat(request, seconds=8)


def request_for(count: int, *sizes: int, kind: SeatingKind = SeatingKind.EVERYBODY) -> SeatingRequest:
    """Returns the request of a first round for people numbered from 1."""
    return SeatingRequest(kind, tuple(range(1, count + 1)), sizes)


def after(request: SeatingRequest, *seatings: Seating) -> SeatingRequest:
    """Returns the request of the round after these."""
    return replace(request, past=(*request.past, *seatings))


def seat_rounds(request: SeatingRequest, rounds: int) -> SeatingRequest:
    """Returns the request after so many rounds, in each of which the lower number of a table wins."""
    for _ in range(rounds):
        seating = seat(request)
        points = Counter(request.ranks)
        for table in seating.tables:
            for place, one in enumerate(sorted(table, reverse=True)):
                points[one] += place
        request = replace(after(request, seating), ranks=dict(points))
    return request


def counted(request: SeatingRequest) -> Past:
    """Returns what the rounds of a request have come to."""
    return counted_rounds(request.past)


def repeats(request: SeatingRequest) -> int:
    """Returns how often two people met who had met before."""
    return sum(times - 1 for times in counted(request).met.values())
