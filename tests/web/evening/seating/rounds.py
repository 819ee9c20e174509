"""Rounds of an evening, seated one after the other."""

from collections import Counter
from dataclasses import replace

from webapp.evening.seating.shape import Past, Seating, SeatingKind, SeatingRequest, counted_rounds
from webapp.evening.seating.solver import seat


def request_for(count: int, *sizes: int, kind: SeatingKind = SeatingKind.EVERYBODY) -> SeatingRequest:
    """Returns the request of a first round for people numbered from 1."""
    return SeatingRequest(kind, tuple(range(1, count + 1)), sizes)


def after(request: SeatingRequest, *seatings: Seating) -> SeatingRequest:
    """Returns the request of the round after these."""
    return replace(request, past=(*request.past, *seatings))


def seat_rounds(request: SeatingRequest, rounds: int) -> SeatingRequest:
    """Returns the request after so many rounds, in each of which the lower number of a table wins."""
    for _ in range(rounds):
        seating = seat(request, seconds=60)  # the search ends by itself, however slow the machine is
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
