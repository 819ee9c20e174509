"""Seatings as written down or changed by hand, and what is told about the change."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.cases import each
from tests.web.evening.seating.rounds import seat
from webapp.evening.seating.drawbacks import Drawback, DrawbackKind, NotInSeating, drawbacks, moved, swapped
from webapp.evening.seating.shape import (
    Seating,
    SeatingKind,
    SeatingRequest,
)

BEFORE = Seating(((1, 2, 3, 4), (5, 6, 7, 8)), (9,))


def people(seating: Seating) -> list[tuple[int, ...]]:
    """Returns the tables of a seating, and who sits out last."""
    return [*seating.tables, seating.byes]


def request(**changed: object) -> SeatingRequest:
    """Returns a request for nine people at tables of four."""
    asked: dict[str, object] = {"kind": SeatingKind.EVERYBODY, "people": tuple(range(1, 10)), "sizes": (4,)}
    return SeatingRequest(**{**asked, **changed})  # type: ignore[arg-type]


@each(
    "change after",
    [
        (lambda: swapped(BEFORE, 1, 6), [(6, 2, 3, 4), (5, 1, 7, 8), (9,)]),
        (lambda: swapped(BEFORE, 9, 2), [(1, 9, 3, 4), (5, 6, 7, 8), (2,)]),
        (lambda: swapped(BEFORE, 1, 2), [(2, 1, 3, 4), (5, 6, 7, 8), (9,)]),
        (lambda: moved(BEFORE, 1, 1), [(2, 3, 4), (5, 6, 7, 8, 1), (9,)]),
        (lambda: moved(BEFORE, 9, 0), [(1, 2, 3, 4, 9), (5, 6, 7, 8), ()]),
        (lambda: moved(BEFORE, 5, None), [(1, 2, 3, 4), (6, 7, 8), (9, 5)]),
        (lambda: moved(BEFORE, 10, 0), [(1, 2, 3, 4, 10), (5, 6, 7, 8), (9,)]),
    ],
)
def test_a_seating_is_changed_by_hand(change: Callable[[], Seating], after: list[tuple[int, ...]]) -> None:
    assert people(change()) == after


@pytest.mark.parametrize(
    "change",
    [
        lambda: swapped(BEFORE, 1, 10),
        lambda: moved(BEFORE, 1, 2),
    ],
)
def test_a_change_of_what_is_not_there_is_refused(change: Callable[[], Seating]) -> None:
    with pytest.raises(NotInSeating):
        change()


def told(request: SeatingRequest, seating: Seating, kind: DrawbackKind) -> list[Drawback]:
    """Returns the drawbacks of a kind."""
    return [one for one in drawbacks(request, seating) if one.kind is kind]


def test_a_seating_without_fault_has_no_drawbacks() -> None:
    assert drawbacks(request(), BEFORE) == ()


def test_what_is_the_matter_with_the_list_comes_first() -> None:
    wrong = Seating(((1, 2, 3), (5, 6, 7, 8, 11)), (9, 1))
    assert drawbacks(request(), wrong) == (
        Drawback(DrawbackKind.NOT_SEATED, (4,)),
        Drawback(DrawbackKind.SEATED_TWICE, (1,), 2),
        Drawback(DrawbackKind.NOT_PLAYING, (11,)),
        Drawback(DrawbackKind.SIZE, (1, 2, 3), 3),
        Drawback(DrawbackKind.SIZE, (5, 6, 7, 8, 11), 5),
    )


def test_meetings_partners_seats_and_byes_again_are_counted() -> None:
    past = Seating(((1, 5, 3, 6), (2, 4, 7, 8)), (9,))
    asked = request(past=(past, past), pairs=True)
    assert told(asked, BEFORE, DrawbackKind.MEET_AGAIN)[0] == Drawback(DrawbackKind.MEET_AGAIN, (1, 3), 3)
    assert told(asked, BEFORE, DrawbackKind.PARTNERS_AGAIN) == [Drawback(DrawbackKind.PARTNERS_AGAIN, (1, 3), 3)]
    assert told(asked, BEFORE, DrawbackKind.BYE_AGAIN) == [Drawback(DrawbackKind.BYE_AGAIN, (9,), 3)]
    assert Drawback(DrawbackKind.SAME_SEAT, (1,), 3) in drawbacks(asked, BEFORE)
    assert not told(replace(asked, pairs=False), BEFORE, DrawbackKind.PARTNERS_AGAIN)


def test_fixed_partners_who_sit_side_by_side_are_told_and_those_opposite_are_not() -> None:
    asked = request(pairs=True, partners=((1, 3), (5, 6)))
    assert told(asked, BEFORE, DrawbackKind.PARTNERS_APART) == [Drawback(DrawbackKind.PARTNERS_APART, (5, 6))]


def test_first_and_last_at_one_table_are_told_in_a_round_of_equals() -> None:
    ranks = {one: float(-one) for one in range(1, 41)}
    asked = request(kind=SeatingKind.SWISS, ranks=ranks, people=tuple(range(1, 41)))
    seating = seat(asked)
    assert not told(asked, seating, DrawbackKind.UNEQUAL)
    first, last = seating.tables[0][0], seating.tables[-1][0]
    worse = {
        one.people for one in drawbacks(asked, swapped(seating, first, last)) if one not in drawbacks(asked, seating)
    }
    assert worse
    assert all({first, last} & set(two) for two in worse)


def test_a_change_by_hand_brings_who_meets_again() -> None:
    past = Seating(((1, 5, 2, 6), (3, 7, 4, 8)), (9,))
    asked = request(past=(past,))
    before, after = drawbacks(asked, BEFORE), drawbacks(asked, swapped(BEFORE, 3, 6))
    brought = Drawback(DrawbackKind.MEET_AGAIN, (1, 6), 2)
    assert brought in after
    assert brought not in before


def test_written_seats_are_kept_and_stand_ins_take_the_seats_of_the_missing() -> None:
    asked = request(kind=SeatingKind.FIXED, fixed=((4, 2, 1, 3), (8, 6, 7, 5)), people=(1, 2, 3, 4, 5, 6, 7, 9))
    assert people(seat(asked)) == [(4, 2, 1, 3), (9, 6, 7, 5), ()]


def test_a_written_table_that_is_too_small_is_dissolved_and_its_people_find_others() -> None:
    asked = request(kind=SeatingKind.FIXED, fixed=((1, 2, 3, 4), (5, 6, 7, 8)), people=(1, 2, 3, 5, 6, 7, 8))
    assert people(seat(asked)) == [(5, 6, 7, 8), (1, 2, 3)]
    mixed = seat(replace(asked, sizes=(4, 3)))
    assert people(mixed) == [(1, 2, 3), (5, 6, 7, 8), ()]


def test_who_is_not_written_down_is_drawn_to_further_tables() -> None:
    seating = seat(request(kind=SeatingKind.FIXED, fixed=((4, 2, 1, 3),)))
    assert seating.tables[0] == (4, 2, 1, 3)
    assert sorted(seating.people) == list(range(1, 10))
    assert len(seating.tables) == 2
