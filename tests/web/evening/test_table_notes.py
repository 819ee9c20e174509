"""Pages of tables that are open while their evening goes on: which of them hear of it."""

from collections.abc import Callable

import pytest
from flask import Flask

from tests.web.support.hall import Hall
from webapp.evening import lines as kinds
from webapp.services import services_in


@pytest.fixture
def hall(app: Flask) -> Hall:
    """The second round is seated; nobody has said a result of the second table of the first."""
    hall = Hall(services_in(app))
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    hall.add(kinds.Confirmed(1, 1, (9, 5, 2, 1)), kinds.Ended(1))
    return hall


def _hears(hall: Hall, table: int, happens: Callable[[], object]) -> bool:
    """Tells whether an open page of a table is woken by what happens."""
    hall.tables.follow()
    with hall.services.hub.watch(table, None) as page:
        happens()
        hall.tables.follow()
        return page.wait(0)


def test_a_table_of_an_earlier_round_hears_of_its_result_and_of_announcements(hall: Hall) -> None:
    first, second = hall.table(1), hall.table(2)
    hall.seat((1, 2, 3, 5), (4, 6, 7, 8))
    confirmed = kinds.Confirmed(1, 2, (9, 5, 2, 1))
    assert _hears(hall, second, lambda: hall.add(confirmed))
    assert not _hears(hall, first, lambda: hall.add(kinds.Confirmed(2, 1, (9, 5, 2, 1))))
    assert _hears(hall, first, lambda: hall.add(kinds.Announced("We play on upstairs", "")))
