"""Points that people agree on: works, wrong method, no right, somebody else's, bad input kept."""

import pytest
from flask.testing import FlaskClient

from tests.web.house import House
from tests.web.phone import Phone
from webapp.models import Table


@pytest.fixture
def phone(host: FlaskClient, table: Table) -> Phone:
    return Phone(host, table)


def adjust(phone: Phone, points: tuple[object, ...], reason: str) -> tuple[int, str]:
    phone.look()
    fields = {f"points-{seat}": str(number) for seat, number in enumerate(points)}
    answer = phone.client.post(f"{phone.url}/adjustments", data={**phone.stamps(), **fields, "reason": reason})
    return answer.status_code, answer.get_data(as_text=True)


@pytest.mark.rule("GEN-3")
def test_points_are_added_with_their_reason(house: House, phone: Phone, table: Table) -> None:
    assert adjust(phone, (0, -2, 0), "a revoke in trick 3")[0] == 303
    assert house.play.at(table.id).fold.state.totals == (0, -2, 0)
    assert "a revoke in trick 3" in phone.client.get(f"{phone.url}/scores").get_data(as_text=True)


@pytest.mark.parametrize(
    ("points", "reason", "says"),
    [
        ((0, 0, 0), "nothing", "No points were changed."),
        ((1, 0, 0), "  ", "Say why"),
        ((100, 0, 0), "too many", "At most 99 points"),
    ],
)
def test_what_is_not_taken_is_kept(
    house: House, phone: Phone, table: Table, points: tuple[int, ...], reason: str, says: str
) -> None:
    status, page = adjust(phone, points, reason)
    assert status == 422
    assert says in page
    assert f'value="{points[0]}"' in page
    assert house.store.events(table.id) == []


def test_a_number_for_each_side(house: House, phone: Phone, table: Table) -> None:
    assert adjust(phone, (1, 0), "one short")[0] == 400
    assert house.store.events(table.id) == []


@pytest.mark.parametrize("sent", ["x", "", "1.5", "9" * 300])
def test_points_that_are_no_numbers(phone: Phone, sent: str) -> None:
    assert adjust(phone, (sent, 0, 0), "why")[0] == 400


def test_only_who_may_enter(house: House, phone: Phone, table: Table) -> None:
    for other in (house.watcher(table), house.phone()):
        assert other.get(f"{phone.url}/adjustments").status_code == 403
        assert other.post(f"{phone.url}/adjustments", data=phone.stamps()).status_code == 403
    assert phone.client.put(f"{phone.url}/adjustments").status_code == 405
    assert phone.client.get("/tables/999/adjustments").status_code == 404
