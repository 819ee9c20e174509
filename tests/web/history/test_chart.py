"""The chart of the totals: everything in its place, whatever the match."""

from itertools import pairwise

import pytest

from webapp.history.scores.chart import BOTTOM, LEFT, NAME_GAP, RIGHT, TOP, WIDTH, Chart, chart


def drawn(*lines: list[int], planned: int = 0, limits: tuple[int, ...] = ()) -> Chart:
    names = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
    return chart(names[: len(lines)], lines, planned, limits)


def test_the_limits_are_drawn_and_the_axis_at_nought() -> None:
    found = drawn([0, 2, -3], [0, -2, 1], planned=9, limits=(9, -9))
    assert [(level.value, level.axis) for level in found.levels] == [(0, True), (9, False), (-9, False)]
    assert found.levels[1].y == TOP
    assert found.levels[2].y == BOTTOM
    assert found.levels[0].y == pytest.approx((TOP + BOTTOM) / 2)


def test_without_a_limit_the_best_total_is_the_level() -> None:
    assert [level.value for level in drawn([0, 9], [0, 4], planned=3).levels] == [0, 9]


def test_levels_whose_numbers_would_run_into_one_another_are_left_out() -> None:
    assert [level.value for level in drawn([0, -2, 120], [0, 80, 90], limits=(500,)).levels] == [0, 500]


def test_a_line_ends_at_its_total_and_beyond_the_limit_there_is_room() -> None:
    found = drawn([0, 300, 540], [0, 100, 200], limits=(500,))
    assert found.curves[0].points[-1] == (found.curves[0].name_x - 10, TOP)
    assert found.curves[0].total == 540
    assert found.levels[1].y > TOP


def test_six_names_stand_above_the_axis_and_apart() -> None:
    """With equal totals at the bottom, too, no name lies on the axis or on another."""
    for last in ([1] * 6, [0] * 6, [8, 7, 0, 0, 0, 0]):
        places = sorted(curve.name_y for curve in drawn(*([0, total] for total in last), planned=6).curves)
        assert places[-1] < BOTTOM
        assert all(below - above >= NAME_GAP - 0.1 for above, below in pairwise(places))
        assert places[0] > 0


@pytest.mark.parametrize(("planned", "numbers"), [(9, 9), (3, 3), (24, 4), (999, 4)])
def test_a_long_match_has_room_for_its_numbers(planned: int, numbers: int) -> None:
    found = drawn([0, 1, 2, 3], planned=planned)
    assert len(found.numbers) == numbers
    assert all(LEFT < x <= RIGHT for _number, x in found.numbers)


def test_more_hands_than_planned_fit_in() -> None:
    found = drawn([0] * 31, planned=9)
    assert max(x for x, _y in found.curves[0].points) == RIGHT
    assert len(found.numbers) <= 10


def test_a_race_has_room_for_hands_to_come() -> None:
    assert [number for number, _x in drawn([0, 60]).numbers] == [1, 2, 3, 4, 5, 6]


def test_a_long_name_is_cut_where_its_total_needs_the_room() -> None:
    names, lines = ["Maximiliane and Konstantin", "Al"], [[0, 10, 20, 30, 40, 50, 495], [0] * 7]
    (first, second) = chart(names, lines, 0, (500,)).curves
    assert first.name.endswith("…")
    assert 7 * len(f"{first.name} 495") < WIDTH - first.name_x
    assert second.name == "Al"
    early = [line[:2] for line in lines]
    assert len(chart(names, early, 0, (500,)).curves[0].name) > len(first.name)
