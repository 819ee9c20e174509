"""A round as somebody at a table sees it."""

from tests.cases import each
from webapp.evening.player_page import own_seat
from webapp.evening.state import Round, Sitting

ROUND = Round(1, {1: Sitting(1, (1, 2, 3, 4)), 2: Sitting(2, (5, 6, 7)), 3: Sitting(3, (8, 9))}, byes=(10,))


@each(
    "person, others, opposite, neighbours",
    [
        (1, (2, 3, 4), 3, (2, 4)),
        (3, (4, 1, 2), 1, (4, 2)),
        (6, (7, 5), None, (7, 5)),
        (9, (8,), 8, ()),
    ],
)
def test_the_others_sit_clockwise_from_the_own_chair(
    person: int, others: tuple[int, ...], opposite: int | None, neighbours: tuple[int, ...]
) -> None:
    seen = own_seat(ROUND, person)
    assert seen is not None
    assert (seen.others, seen.opposite, seen.neighbours) == (others, opposite, neighbours)


def test_who_sits_out_sees_no_seat() -> None:
    assert own_seat(ROUND, 10) is None
