"""A call points at a trick by its number, and the referee points it at the card; what may be ruled follows."""

import re
from itertools import count

import pytest
from flask.testing import FlaskClient

from tests.web.support.ruling import call, proven, rule
from tests.web.support.site import Site
from webapp.store.models import Table

OPS = count(1)


def point(phone: FlaskClient, case: str, about: str, op: int | None = None) -> int:
    """Says what a dispute is about, as the form of its page does."""
    return phone.post(f"{case}/point", data={"about": about, "op": f"{op or next(OPS):08}"}).status_code


def test_a_trick_is_shown_as_it_fell_and_taken_back_from_its_lead(site: Site, host: FlaskClient, table: Table) -> None:
    proven(host, table)
    case, eva = call(site, table, host, "revoke", hand=1, trick=2), site.referee(table)
    page = eva.get(case).text
    assert "Hand 1, trick 2" in page
    trick = page[page.index('class="tl"') : page.index("</ol>")]
    cards = re.findall(r'role="img" aria-label="([^"]+)"', trick)
    assert cards == ["3 of diamonds", "4 of diamonds", "5 of clubs"]
    assert "lc ring" not in trick
    assert "3 entries are taken back." in page
    assert "Common in Bridge" not in page  # whose revoke it was nobody has said
    assert rule(eva, table, case, "taken-back", rule="ODD-7").status_code == 303
    assert site.tables.at(table.id).fold.state.hand.trick == ()


def test_the_referee_points_a_call_at_the_card(site: Site, host: FlaskClient, table: Table) -> None:
    proven(host, table)
    case, eva = call(site, table, host, "revoke", hand=1), site.referee(table)
    assert "Not possible: no single entry is in question" in eva.get(case).text
    assert point(eva, case, "trick-1.1") == 303
    assert point(eva, case, "event-2") == 303
    page = eva.get(case).text
    assert "To the proven case" in page
    assert "Common in Bridge" in page
    assert "5 entries are taken back." in page
    dispute = site.tables.at(table.id).desk.disputes[0]
    assert (dispute.about, dispute.hand, dispute.trick) == (2, None, None)
    assert "Dispute 1 is about something else" in eva.get(f"/tables/{table.id}/log").text


def test_a_call_that_is_pointed_twice_by_one_form_has_one_line(site: Site, host: FlaskClient, table: Table) -> None:
    proven(host, table)
    case, eva = call(site, table, host, "revoke", hand=1), site.referee(table)
    before = len(site.tables.at(table.id).desk.lines)
    assert [point(eva, case, "event-2", op=99) for _time in range(2)] == [303, 303]
    assert len(site.tables.at(table.id).desk.lines) == before + 1
    keys = re.findall(r'/point"><input type="hidden" name="op" value="([^"]+)"', eva.get(case).text)
    assert len(keys) == 1
    assert eva.post(f"{case}/point", data={"about": "hand-1", "op": keys[0]}).status_code == 303
    assert eva.post(f"{case}/point", data={"about": "hand-1"}).status_code == 400, "without a key"


@pytest.mark.parametrize(
    ("about", "status"),
    [("event-99", 409), ("trick-1.9", 409), ("trick-9.1", 409), ("hand-2", 409), ("", 400), ("event-x", 400)],
)
def test_what_is_not_there_cannot_be_pointed_at(
    site: Site, host: FlaskClient, table: Table, about: str, status: int
) -> None:
    proven(host, table)
    case, eva = call(site, table, host, "revoke", hand=1), site.referee(table)
    assert point(eva, case, about) == status
    assert site.tables.at(table.id).desk.disputes[0].hand == 1


def test_nobody_else_points(site: Site, host: FlaskClient, table: Table) -> None:
    proven(host, table)
    case, eva = call(site, table, host, "revoke", hand=1), site.referee(table)
    assert [point(phone, case, "event-2") for phone in (host, site.seat(table, 1), site.watcher(table))] == [403] * 3
    assert 'id="point"' not in host.get(case).text
    assert rule(eva, table, case, "stands").status_code == 303
    assert point(eva, case, "event-2") == 409
