"""Points that people agree on: works, wrong method, no right, somebody else's, bad input kept."""

import re

import pytest
from flask.testing import FlaskClient

from tests.web.support.html_forms import Form
from tests.web.support.phone import Phone
from tests.web.support.site import Site
from webapp.store.models import Table


@pytest.fixture
def phone(host: FlaskClient, table: Table) -> Phone:
    return Phone(host, table)


def adjust(phone: Phone, points: tuple[object, ...], reason: str, **more: str) -> tuple[int, str]:
    phone.look()
    fields = {f"points-{seat}": str(number) for seat, number in enumerate(points)} | more
    answer = phone.client.post(f"{phone.url}/adjustments", data={**phone.stamps(), **fields, "reason": reason})
    return answer.status_code, answer.get_data(as_text=True)


@pytest.mark.rule("GEN-3")
def test_points_are_added_with_their_reason(site: Site, phone: Phone, table: Table) -> None:
    assert adjust(phone, (0, -2, 0), "a revoke in trick 3", shown="0,-2,0")[0] == 303
    assert site.tables.at(table.id).fold.state.totals == (0, -2, 0)
    assert "a revoke in trick 3" in phone.client.get(f"{phone.url}/scores").get_data(as_text=True)


@pytest.mark.rule("GEN-3")
@pytest.mark.parametrize("shown", ["", "0,-1,0", "x", "0,-2"])
def test_the_effect_is_on_the_page_before_anything_is_taken(site: Site, phone: Phone, table: Table, shown: str) -> None:
    status, page = adjust(phone, (0, -2, 0), "a revoke", shown=shown)
    assert status == 422
    assert '<p class="ask" role="alert">This is what the points do.' in page, "a question, and no fault"
    assert re.search(r'Ben</th><td class="num">0</td>.*?<td class="num">−2</td>', page)
    assert 'name="shown" value="0,-2,0"' in page
    assert 'value="a revoke"' in page
    assert site.store.events(table.id) == []


@pytest.mark.rule("GEN-3")
def test_points_are_added_only_to_the_totals_that_the_page_has_shown(site: Site, phone: Phone, table: Table) -> None:
    ben = Phone(site.seat(table, 1), table)
    _status, page = adjust(phone, (0, -2, 0), "a revoke")
    sent = Form(page, "adjust").filled()
    assert adjust(ben, (0, -2, 0), "a revoke", shown="0,-2,0")[0] == 303
    stale = phone.client.post(f"{phone.url}/adjustments", data=sent)
    assert stale.status_code == 422
    assert '<p class="ask" role="alert">The score has changed meanwhile.' in stale.text
    assert site.tables.at(table.id).fold.state.totals == (0, -2, 0)
    again = Form(stale.text, "adjust").filled()
    answers = [phone.client.post(f"{phone.url}/adjustments", data=again) for _time in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303], "sent again it is answered as it was"
    assert site.tables.at(table.id).fold.state.totals == (0, -4, 0)


@pytest.mark.rule("GEN-3")
def test_the_effect_has_an_address_to_which_back_leads(site: Site, phone: Phone, table: Table) -> None:
    asked = {"points-0": "0", "points-1": "-2", "points-2": "0", "reason": "a revoke"}
    page = phone.client.get(f"{phone.url}/adjustments", query_string=asked).text
    assert '<p class="ask" role="alert">This is what the points do.' in page
    sent = Form(page, "adjust")
    assert sent.action == f"{phone.url}/adjustments"
    assert phone.client.post(sent.action, data=sent.filled()).status_code == 303
    assert site.tables.at(table.id).fold.state.totals == (0, -2, 0)
    plain = phone.client.get(f"{phone.url}/adjustments", query_string={"points-0": "many", "reason": "a revoke"}).text
    assert 'value="a revoke"' in plain
    assert 'role="alert"' not in plain


def test_it_says_whether_the_match_would_end(site: Site, host: FlaskClient) -> None:
    table = site.open_table(host, game="sichere-six")
    _status, page = adjust(Phone(host, table), (9, 0, 0), "agreed")
    assert "The match would be over; winning: Ann." in page
    _status, page = adjust(Phone(host, table), (8, 0, 0), "agreed")
    assert "The match goes on." in page


@pytest.mark.parametrize(
    ("points", "reason", "says"),
    [
        ((0, 0, 0), "nothing", "No points were changed."),
        ((1, 0, 0), "  ", "Say why"),
        ((100, 0, 0), "too many", "At most 99 points"),
    ],
)
def test_what_is_not_taken_is_kept(
    site: Site, phone: Phone, table: Table, points: tuple[int, ...], reason: str, says: str
) -> None:
    status, page = adjust(phone, points, reason)
    assert status == 422
    assert says in page
    assert f'value="{points[0]}"' in page
    assert site.store.events(table.id) == []


def test_a_number_for_each_side(site: Site, phone: Phone, table: Table) -> None:
    assert adjust(phone, (1, 0), "one short")[0] == 400
    assert site.store.events(table.id) == []


@pytest.mark.parametrize("sent", ["x", "", "1.5", "9" * 300])
def test_points_that_are_no_numbers(phone: Phone, sent: str) -> None:
    assert adjust(phone, (sent, 0, 0), "why")[0] == 400
