"""Lists of which a page shows the first items at once, and totals in their order."""

import pytest

from webapp.site.home import Folded, folded
from webapp.words.turn import ranked


@pytest.mark.parametrize(
    ("most", "parts"), [(0, ([], [1, 2, 3])), (2, ([1, 2], [3])), (3, ([1, 2, 3], [])), (9, ([1, 2, 3], []))]
)
def test_no_more_than_so_many_are_shown_at_once(most: int, parts: tuple[list[int], list[int]]) -> None:
    assert folded([1, 2, 3], most) == Folded(*parts)


def test_the_best_total_comes_first_and_equal_ones_as_they_sit() -> None:
    assert ranked((3, -1, 8, 3)) == [2, 0, 3, 1]
    assert ranked((3, -1, 8, 3), low_wins=True) == [1, 0, 3, 2]
