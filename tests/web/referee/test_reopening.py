"""Rulings that are reopened: with a reason, by who rules, and never erased."""

import pytest
from flask.testing import FlaskClient

from tests.web.support.german_pages import visible
from tests.web.support.phone import Phone
from tests.web.support.proven import POINTS, totals
from tests.web.support.ruling import agreed, grant_of, proven, rule
from tests.web.support.site import Site
from webapp.store.models import Table


@pytest.fixture
def phone(host: FlaskClient, table: Table) -> Phone:
    return proven(host, table)


@pytest.fixture
def ruled(site: Site, phone: Phone, case: str) -> int:
    """The place of a ruling that adjusted the score."""
    assert rule(phone.client, phone.table, case, "adjusted", shown="0,1,-2", **POINTS).status_code == 303
    return site.tables.at(phone.table.id).fold.seq - 1


@pytest.mark.rule("GEN-1")
def test_a_ruling_is_reopened_with_a_reason_and_stays_in_the_book(
    site: Site, phone: Phone, case: str, ruled: int
) -> None:
    assert "had a club" not in phone.look()
    again = f"{phone.url}/rulings/{ruled}/reopen"
    assert f'href="{again}"' in phone.client.get(case).text
    assert "The score was adjusted." in phone.client.get(again).text
    for reason in ({}, {"reason": " "}):
        assert phone.client.post(again, data=reason).status_code == 422
    answer = phone.client.post(again, data={"reason": "the club was mine"})
    assert agreed(phone.client, answer, case).location == case
    page = visible(phone.client.get(case).text)
    assert "the club was mine" in page
    assert "The score was adjusted." in page
    assert "had a club" in phone.look()
    assert totals(site, phone.table) == (0, 1, -2)
    assert phone.client.post(again, data={"reason": "again"}).status_code == 409


def test_a_reopened_case_offers_to_take_the_points_back(site: Site, phone: Phone, case: str, ruled: int) -> None:
    agreed(phone.client, phone.client.post(f"{phone.url}/rulings/{ruled}/reopen", data={"reason": "no"}), case)
    page = phone.client.get(case).text
    assert "What earlier rulings of this case have adjusted still counts; this takes it back." in page
    assert 'value="0,-1,2"' in page
    back = {"points-0": "0", "points-1": "-1", "points-2": "2"}
    assert rule(phone.client, phone.table, case, "adjusted", shown="0,-1,2", **back).status_code == 303
    assert totals(site, phone.table) == (0, 0, 0)
    assert visible(phone.client.get(case).text).count("Settled: The score was adjusted.") == 2


def test_who_may_reopen(site: Site, phone: Phone, ruled: int) -> None:
    again = f"{phone.url}/rulings/{ruled}/reopen"
    eva = site.referee(phone.table)
    for other in (site.watcher(phone.table), site.phone(), site.seat(phone.table, 1)):
        assert other.get(again).status_code == site.denied(phone.table, other)
        assert other.post(again, data={"reason": "no"}).status_code == site.denied(phone.table, other)
    for place in (0, 2, 999):
        assert eva.get(f"{phone.url}/rulings/{place}/reopen").status_code == 404
        assert eva.post(f"{phone.url}/rulings/{place}/reopen", data={"reason": "no"}).status_code == 404
    assert eva.post(again, data={"reason": "no", "op": "0" * 16}).status_code == 303
    line = site.tables.at(phone.table.id).desk.lines[-1]
    assert (line.kind, line.body["why"], line.body["by"]) == ("reopen", "no", "Eva")


def test_players_do_not_undo_a_ruling(site: Site, phone: Phone, ruled: int) -> None:
    assert "data-undo" not in phone.look()
    assert phone.enter({"type": "undo"}) == 422
    assert grant_of(site, phone.table, phone.client).role == "host"
    assert totals(site, phone.table) == (0, 1, -2)


@pytest.mark.parametrize("undo", ["true", "false"])
@pytest.mark.parametrize("is_referee", [True, False], ids=["referee", "all sides"])
def test_what_reopens_is_done_once_however_often_it_is_sent(
    site: Site, phone: Phone, case: str, ruled: int, undo: str, is_referee: bool
) -> None:
    client = site.referee(phone.table) if is_referee else phone.client
    again = f"{phone.url}/rulings/{ruled}/reopen"
    sent = {
        "reason": "the club was mine",
        "undo": undo,
        "op": "7" * 16,
        "seen": str(site.tables.at(phone.table.id).fold.seq),
    }
    first, second = (client.post(again, data=sent) for _time in range(2))
    assert (first.status_code, second.status_code) == (303, 303)
    assert first.location == second.location
    agreed(client, first, case)
    assert client.post(again, data=sent).status_code == 303, "also when all have agreed meanwhile"
    assert totals(site, phone.table) == ((0, 0, 0) if undo == "true" else (0, 1, -2))
    kinds = [line.kind for line in site.store.desk(phone.table.id)]
    assert kinds.count("reopen") == 1
    assert client.post(again, data={**sent, "op": "8" * 16}).status_code == 409
