"""Everybody meets everybody: numbers of people, tables and rounds for which no two need to meet twice."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from tests.cases import each
from tests.web.evening.seating.rounds import after, counted, repeats, request_for, seat, seat_rounds
from webapp.evening.seating.planned_rounds import plan_of_lines
from webapp.evening.seating.shape import Seating


@each(
    "people size rounds",
    [(16, 4, 5), (9, 3, 4), (15, 3, 7), (32, 4, 7), (32, 4, 8), (32, 4, 9), (48, 4, 10), (30, 3, 10), (8, 2, 7)],
)
def test_nobody_meets_anybody_twice(people: int, size: int, rounds: int) -> None:
    assert repeats(seat_rounds(replace(request_for(people, size), rounds_planned=rounds), rounds)) == 0


def test_one_round_more_than_can_be_without_repeats_has_few() -> None:
    assert repeats(seat_rounds(replace(request_for(32, 4), rounds_planned=10), 10)) <= 16


@each("sizes", [(4,) * 4, (4,) * 8, (4,) * 9, (4,) * 16, (3,) * 7, (5,) * 5, (4,) * 7 + (3,), (4, 3, 3, 3)])
def test_lines_of_a_field_seat_everybody_in_each_round_and_no_two_twice(sizes: tuple[int, ...]) -> None:
    plan = plan_of_lines(sizes)
    assert plan is not None
    assert len(plan.rounds) >= len(sizes)
    for planned in plan.rounds:
        assert sorted(map(len, planned.tables)) == sorted(sizes)
        assert sorted(place for table in planned.tables for place in table) == list(range(sum(sizes)))
    met = Counter(two for planned in plan.rounds for table in planned.tables for two in combinations(table, 2))
    assert set(met.values()) == {1}


@pytest.mark.parametrize("sizes", [(4,) * 3, (4,) * 6, (5, 3, 3, 3, 3)])
def test_there_are_no_lines_where_no_field_fits(sizes: tuple[int, ...]) -> None:
    assert plan_of_lines(sizes) is None


def test_nobody_meets_anybody_twice_where_the_number_of_rounds_is_open() -> None:
    assert repeats(seat_rounds(request_for(16, 4), 5)) == 0


@pytest.mark.parametrize(("people", "rounds", "most"), [(22, 4, 0), (22, 6, 3), (23, 5, 0), (31, 5, 0)])
def test_at_tables_of_two_sizes_few_meet_twice(people: int, rounds: int, most: int) -> None:
    done = seat_rounds(replace(request_for(people, 4, 3), rounds_planned=rounds), rounds)
    assert repeats(done) <= most
    assert {len(table) for played in done.past for table in played.tables} == {3, 4}


def test_where_all_meet_several_times_they_do_so_evenly_and_change_partners() -> None:
    done = seat_rounds(replace(request_for(8, 4), pairs=True, rounds_planned=7), 7)
    assert set(counted(done).met.values()) == {3}
    assert set(counted(done).partnered.values()) == {1}


def test_a_stand_in_takes_the_place_of_who_left_and_the_plan_goes_on() -> None:
    done = seat_rounds(replace(request_for(16, 4), rounds_planned=5), 2)
    changed = replace(done, people=(*range(1, 16), 17))
    assert repeats(seat_rounds(changed, 3)) == 0


def test_a_round_that_was_changed_by_hand_costs_no_more_than_what_it_changed() -> None:
    begun = replace(request_for(32, 4), rounds_planned=7)
    done = seat_rounds(begun, 3)
    first = done.past[-1]
    (one, *others), (other, *rest), *tables = first.tables
    by_hand = replace(first, tables=((other, *others), (one, *rest), *tables))
    past = (*done.past[:-1], by_hand)
    assert len(tables) == 6
    assert repeats(seat_rounds(replace(done, past=past), 4)) <= 6


def test_others_sit_out_where_nobody_meets_again_by_it() -> None:
    """15 of 17 are there, and nobody has sat out yet; of all choices of three one in 19 lets nobody meet again."""
    first = Seating(((16, 7, 11, 5), (17, 12, 8, 13), (6, 9, 10, 14), (2, 15, 4, 3)))
    second = Seating(((10, 8, 2, 11), (4, 16, 6, 12), (7, 17, 3, 9), (14, 13, 5, 1)))
    request = after(replace(request_for(17, 4), rounds_planned=4), first, second)
    request = replace(request, people=tuple(one for one in request.people if one not in (4, 15)))
    for chosen in range(4):
        seating = seat(replace(request, seed=chosen))
        assert len(seating.byes) == 3
        assert repeats(after(request, seating)) == 0
