"""What the searches count while they exchange people."""

from dataclasses import replace
from random import Random

import pytest

from tests.web.evening.seating.rounds import seat
from webapp.evening.seating.planned_rounds import FirstRound, Rings
from webapp.evening.seating.search import Grouping, chance_from
from webapp.evening.seating.shape import (
    Seating,
    SeatingKind,
    SeatingRequest,
    counted_rounds,
    opposite,
)
from webapp.evening.seating.solver import places, seat_order


def test_the_cost_that_an_exchange_adds_is_that_of_the_tables_after_it() -> None:
    chance = Random(1)
    weights = [[(one * other * 7 + one + other) % 13 * (one != other) for one in range(9)] for other in range(9)]
    grouping = Grouping([[0, 1, 2, 3], [4, 5], [6, 7, 8]], weights)
    for _ in range(50):
        one, other = chance.sample(range(9), 2)
        if grouping.table_of[one] != grouping.table_of[other]:
            grouping.exchange(one, other, grouping.rise(one, other))
    assert grouping.cost == Grouping([list(table) for table in grouping.tables], weights).cost


@pytest.mark.parametrize("pairs", [True, False])
def test_the_clashes_after_many_exchanges_are_those_of_the_round_that_came_of_them(pairs: bool) -> None:
    chance = Random(1)
    first = FirstRound(Rings(14, 4), (4, 4, 3), list(range(14)), pairs)
    for _ in range(200):
        one, other = chance.sample(range(14), 2)
        if first.table_of[one] != first.table_of[other]:
            first.exchange(one, other, chance.choice([-1, 0, 2]))
    assert first.clashes == FirstRound(Rings(14, 4), (4, 4, 3), list(first.places), pairs).clashes


def test_equal_points_share_the_middle_of_their_places() -> None:
    assert places([5, 3, 3, 3, 1]) == [0, 4, 4, 4, 8]


def test_partners_change_while_they_can() -> None:
    past = counted_rounds([Seating(((1, 2, 3, 4),)), Seating(((1, 3, 2, 4),))])
    for seed in range(5):
        order = seat_order([(1,), (2,), (3,), (4,)], past, pairs=True, chance=chance_from(seed))
        assert {frozenset(two) for two in opposite(order)} == {frozenset({1, 4}), frozenset({2, 3})}


def test_who_sat_out_plays_also_where_the_plan_would_have_it_otherwise() -> None:
    request = SeatingRequest(SeatingKind.EVERYBODY, tuple(range(9)), (4,))
    (out,) = seat(request).byes
    alone = tuple((one,) for one in range(9) if one != out)
    assert seat(replace(request, past=(Seating(alone, (out,)),))).byes != (out,)
