"""A database of before is put back while phones know more: they tell the table, and are not believed unproven."""

import re

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from tests.databases import changing
from tests.web.support.desk import page_of
from tests.web.support.phone import Phone
from tests.web.support.site import Site
from webapp.store.chain.links import chain_anew
from webapp.store.models import Table


def mark_of(page: str) -> dict[str, str]:
    """Returns what a phone keeps of the newest entry that it saw."""
    found = re.search(r'data-seq="(\d+)" data-mark="(\w+)"', page)
    assert found is not None
    return {"seen": found[1], "mark": found[2]}


def put_back_to(site: Site, table: Table, seq: int) -> None:
    """Does what a restore of an older database does to a table."""
    with changing(site.store) as session:
        session.execute(text(f"DELETE FROM events WHERE seq > {seq}"))
        chain_anew(session.connection(), site.store.chain)
    site.tables.rewrite(table.id, lambda: None)


@pytest.fixture
def ben(site: Site, table: Table) -> FlaskClient:
    return site.seat(table, 1)


def test_every_phone_is_told_until_the_log_is_as_long_again(
    site: Site, trick: Phone, table: Table, ben: FlaskClient
) -> None:
    seen = mark_of(page_of(ben, table))
    put_back_to(site, table, 4)
    assert "backup" not in page_of(trick.client, table)
    assert ben.post(f"/tables/{table.id}/put-back", data=seen).status_code == 200
    told = "A phone here had seen entry 5; the table ended at 4: a backup was put back."
    for phone in (ben, trick.client, site.watcher(table)):
        assert told in page_of(phone, table)
    assert "A phone had seen entry 5 here: a backup was put back" in page_of(ben, table, "/log")
    ben.post(f"/tables/{table.id}/put-back", data=seen)
    assert len(site.store.desk(table.id)) == 1, "it is told once"
    trick.look()
    assert trick.play(0, "3D") == 303
    assert told not in page_of(ben, table)


def test_nobody_is_believed_without_the_mark(site: Site, trick: Phone, table: Table, ben: FlaskClient) -> None:
    true = mark_of(page_of(ben, table))
    put_back_to(site, table, 4)
    for lie in (
        {"seen": "5", "mark": "0" * 32},
        {**true, "seen": "6"},
        {**true, "mark": ""},
        {**true, "seen": "x"},
        {},
    ):
        assert ben.post(f"/tables/{table.id}/put-back", data=lie).status_code == 400
    successor = site.store.create_successor(table.id, first_dealer=0)
    assert successor is not None
    assert ben.post(f"/tables/{successor.id}/put-back", data=true).status_code == 400, "a mark is one table's"
    assert site.store.desk(table.id) == []


def test_a_page_that_is_merely_behind_or_before_tells_nothing(site: Site, trick: Phone, table: Table) -> None:
    seen = mark_of(page_of(trick.client, table))
    assert trick.client.post(f"/tables/{table.id}/put-back", data=seen).status_code == 204
    assert site.store.desk(table.id) == []


def test_what_was_entered_on_a_later_page_is_asked_about(site: Site, trick: Phone, table: Table) -> None:
    put_back_to(site, table, 4)
    assert trick.play(1, "4D") == 409
    assert "This phone had seen entry 5; the table now ends at 4: a backup was put back." in trick.page
    assert site.store.last_seq(table.id) == 4
