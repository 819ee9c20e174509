"""What holds of every seating, whoever plays and whatever was before."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.web.evening.seating.rounds import after, counted, seat, seat_in_haste, seat_rounds
from webapp.evening.seating import solver
from webapp.evening.seating.shape import SeatingKind, SeatingRequest, opposite, pair

SEARCHED = [kind for kind in SeatingKind if kind is not SeatingKind.FIXED]
SIZES = st.sampled_from([(4,), (3,), (4, 3), (2,), (3, 4), (4, 5, 3), (2, 3, 4), (6, 5)])


@st.composite
def evenings(draw: st.DrawFn) -> SeatingRequest:
    """Requests after up to three rounds between which people came and went."""
    sizes = draw(SIZES)
    chance = Random(draw(st.integers(0, 999)))
    kind = draw(st.sampled_from(SEARCHED))
    request = SeatingRequest(
        kind, (), sizes, seed=draw(st.integers(0, 9)), rounds_planned=draw(st.sampled_from([None, 3]))
    )
    for _ in range(draw(st.integers(0, 3))):
        people = chance.sample(range(24), chance.randint(max(sizes), 20))
        request = replace(request, people=tuple(people), ranks={one: chance.randint(-3, 9) for one in people})
        request = after(request, seat_in_haste(request))
    return replace(request, people=tuple(chance.sample(range(24), chance.randint(max(sizes), 20))))


@settings(max_examples=12, deadline=None)
@given(evenings())
def test_everybody_is_seated_once_at_tables_of_allowed_sizes(request: SeatingRequest) -> None:
    seating = seat_in_haste(request)
    assert sorted(seating.people) == sorted(request.people)
    assert {len(table) for table in seating.tables} <= set(request.sizes)
    assert len(seating.byes) < min(request.sizes) * 2
    before = counted(request).byes
    playing = set(request.people) - set(seating.byes)
    assert max((before[one] for one in seating.byes), default=0) <= min(before[one] for one in playing)


@pytest.mark.parametrize("kind", SEARCHED)
def test_the_same_request_has_the_same_answer_in_whatever_order_people_are_listed(kind: SeatingKind) -> None:
    request = seat_rounds(SeatingRequest(kind, tuple(range(14)), (4, 3), seed=3), 2)
    turned = replace(request, people=request.people[::-1])
    assert seat(request) == seat(turned)


def test_another_seed_seats_others_together() -> None:
    request = SeatingRequest(SeatingKind.EVERYBODY, tuple(range(16)), (4,))
    assert seat(request) != seat(replace(request, seed=1))


@pytest.mark.parametrize("kind", SEARCHED)
@pytest.mark.parametrize(("people", "size", "rounds"), [(9, 4, 9), (7, 2, 7), (5, 3, 5), (6, 4, 3)])
def test_byes_go_round(kind: SeatingKind, people: int, size: int, rounds: int) -> None:
    byes = counted(seat_rounds(SeatingRequest(kind, tuple(range(people)), (size,)), rounds)).byes
    assert len({byes[one] for one in range(people)}) == 1


@settings(max_examples=8, deadline=None)
@given(st.integers(2, 9), st.integers(0, 6), st.sampled_from(SEARCHED), st.integers(0, 9))
def test_fixed_partners_sit_opposite_each_other_or_out_together(
    couples: int, singles: int, kind: SeatingKind, seed: int
) -> None:
    partners = tuple((2 * one, 2 * one + 1) for one in range(couples))
    people = tuple(range(2 * couples + singles))
    request = SeatingRequest(kind, people, (4, 3), pairs=True, partners=partners, seed=seed)
    for _ in range(2):
        seating = seat_in_haste(request)
        together = {pair(*two) for table in seating.tables for two in opposite(table)}
        assert all(two in together or set(two) <= set(seating.byes) for two in partners)
        request = after(request, seating)


def test_everybody_deals_first_about_as_often() -> None:
    for kind in SEARCHED:
        done = seat_rounds(SeatingRequest(kind, tuple(range(16)), (4,)), 8)
        first = [counted(done).seats[one, 0] for one in range(16)]
        assert max(first) - min(first) <= 2


def test_progress_never_goes_back_and_ends_with_all() -> None:
    told: list[float] = []
    points = {one: float(one) for one in range(40)}
    seat(SeatingRequest(SeatingKind.SWISS, tuple(points), (4,), ranks=points), told.append)
    assert told == sorted(told)
    assert len(set(told)) > 10
    assert told[-1] == 1


def test_a_search_whose_time_is_over_seats_everybody_all_the_same() -> None:
    points = {one: float(one) for one in range(40)}
    for kind in SEARCHED:
        told: list[float] = []
        seating = solver.seat(SeatingRequest(kind, tuple(points), (4,), ranks=points), told.append, seconds=0)
        assert sorted(seating.people) == list(points)
        assert len(told) < 10
