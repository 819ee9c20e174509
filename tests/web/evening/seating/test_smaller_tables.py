"""Smaller tables are shared out as sitting out is: nobody sits at one twice before everybody has once."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.web.evening.seating.rounds import after, counted, request_for, seat, seat_rounds
from webapp.evening.seating.drawbacks import DrawbackKind, drawbacks
from webapp.evening.seating.shape import Seating, SeatingKind

DRAWN = [SeatingKind.DRAW, SeatingKind.EVERYBODY, SeatingKind.SWISS]


@settings(max_examples=8)
@given(
    kind=st.sampled_from(DRAWN),
    people=st.integers(6, 24),
    sizes=st.sampled_from([(4, 3), (5, 4), (3, 2)]),
    rounds=st.integers(1, 5),
)
def test_nobody_sits_at_them_more_than_once_more_than_another(
    kind: SeatingKind, people: int, sizes: tuple[int, ...], rounds: int
) -> None:
    done = seat_rounds(request_for(people, *sizes, kind=kind), rounds)
    if any(played.byes for played in done.past):
        return
    times = [counted(done).short[one] for one in done.people]
    assert max(times) - min(times) <= 1


@pytest.mark.parametrize("kind", DRAWN)
def test_who_comes_late_takes_them_first(kind: SeatingKind) -> None:
    done = seat_rounds(request_for(10, 4, 3, kind=kind), 2)
    late = after(request_for(14, 4, 3, kind=kind), *(Seating(played.tables, played.byes) for played in done.past))
    tables = seat(late).tables
    assert {11, 12, 13, 14} <= {one for table in tables if len(table) == 3 for one in table}


def test_who_is_put_at_one_again_by_hand_is_told() -> None:
    done = after(request_for(7, 4, 3), Seating(((1, 2, 3, 4), (5, 6, 7))))
    fair = Seating(((5, 6, 7, 4), (1, 2, 3)))
    unfair = Seating(((1, 6, 7, 4), (5, 2, 3)))
    assert not [one for one in drawbacks(done, fair) if one.kind is DrawbackKind.SMALL_AGAIN]
    (found,) = [one for one in drawbacks(done, unfair) if one.kind is DrawbackKind.SMALL_AGAIN]
    assert found.people == (5,)
    assert found.number == 2
