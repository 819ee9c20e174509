"""Equals meet, and nobody meets anybody again while it can be avoided."""

from dataclasses import replace

from tests.web.evening.seating.rounds import after, repeats, seat, seat_rounds
from webapp.evening.seating.shape import (
    Seating,
    SeatingKind,
    SeatingRequest,
)


def swiss(count: int, *sizes: int) -> SeatingRequest:
    """Returns a request for people of whom each has a point more than the next."""
    ranks = {one: float(count - one) for one in range(count)}
    return SeatingRequest(SeatingKind.SWISS, tuple(range(count)), sizes, ranks=ranks)


def together(request: SeatingRequest) -> set[frozenset[int]]:
    """Returns who sits together at each table."""
    return {frozenset(table) for table in seat(request).tables}


def test_those_next_to_each_other_meet() -> None:
    assert together(swiss(12, 4)) == {frozenset(range(first, first + 4)) for first in (0, 4, 8)}


def test_equal_points_are_one_place() -> None:
    request = replace(swiss(8, 2), ranks={0: 3, 1: 3, 2: 3, 3: 3}, past=(past((0, 1), (2, 3), (4, 5), (6, 7)),))
    assert all(table <= {0, 1, 2, 3} or table <= {4, 5, 6, 7} for table in together(request))
    assert repeats(after(request, seat(request))) == 0


def past(*tables: tuple[int, ...]) -> Seating:
    """Returns a round that was played at these tables."""
    return Seating(tuple(tables))


def test_neighbours_who_have_met_make_way_for_the_next() -> None:
    assert together(replace(swiss(4, 2), past=(past((0, 1), (2, 3)),))) == {frozenset({0, 2}), frozenset({1, 3})}


def test_no_meeting_is_repeated_while_one_way_is_left() -> None:
    rounds = [past((0, 1), (2, 3), (4, 5)), past((0, 2), (1, 4), (3, 5)), past((0, 3), (1, 5), (2, 4))]
    rounds.append(past((0, 4), (1, 3), (2, 5)))
    assert together(replace(swiss(6, 2), past=tuple(rounds))) == {
        frozenset({0, 5}),
        frozenset({1, 2}),
        frozenset({3, 4}),
    }


def test_the_lowest_sits_out_and_next_time_another() -> None:
    request = swiss(9, 4)
    first = seat(request)
    assert first.byes == (8,)
    assert seat(after(request, first)).byes == (7,)


def test_many_people_meet_nobody_again_for_four_rounds() -> None:
    assert repeats(seat_rounds(replace(swiss(48, 4), ranks={}), 4)) == 0
