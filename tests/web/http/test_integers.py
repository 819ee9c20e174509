"""Numbers at the edge of the house."""

from flask.testing import FlaskClient

from tests.cases import each
from tests.web.support.site import Site
from webapp.http.integers import parse_integer
from webapp.http.limits import LARGEST_INTEGER
from webapp.store.models import Table


@each("text, number", [("0", 0), ("7", 7), ("007", 7), (str(LARGEST_INTEGER), LARGEST_INTEGER)])
def test_plain_digits_are_a_number(text: str, number: int) -> None:
    assert parse_integer(text) == number


@each(
    "text",
    [None, "", " 7", "-1", "+1", "1.0", "1_0", "0x7", "\u0663", "\u00b2", "7\n", "9" * 5000, str(LARGEST_INTEGER + 1)],
)
def test_what_is_no_whole_number(text: str | None) -> None:
    assert parse_integer(text) is None


def test_a_number_may_be_too_large_for_its_place() -> None:
    assert parse_integer("5", most=5) == 5
    assert parse_integer("6", most=5) is None


def test_a_table_has_one_address(site: Site, table: Table, host: FlaskClient) -> None:
    assert table.id == 1
    assert host.get("/tables/1").status_code == 200
    assert host.get("/tables/\u0661").status_code == 404
