"""Lists of which a page shows the first items at once, and totals in their order."""

import pytest
from flask.testing import FlaskClient

from tests.web.support.site import Site
from webapp.words.turn import ranked


@pytest.mark.parametrize(("opened", "older"), [(3, 0), (4, 0), (5, 1), (7, 3)])
def test_no_more_than_four_tables_are_shown_at_once(site: Site, host: FlaskClient, opened: int, older: int) -> None:
    for _table in range(opened):
        site.open_table(host)
    shown, _fold, folded = host.get("/").text.partition('<details class="fold-in">')
    assert shown.count('href="/tables/') - shown.count('href="/tables/new/') == opened - older
    assert folded.partition("</details>")[0].count('class="mine') == older
    assert (f"{older} older table" in folded) is bool(older)


def test_the_best_total_comes_first_and_equal_ones_as_they_sit() -> None:
    assert ranked((3, -1, 8, 3)) == [2, 0, 3, 1]
    assert ranked((3, -1, 8, 3), low_wins=True) == [1, 0, 3, 2]
