"""Phones of a circle: listed, and put out by another one."""

import re

import pytest
from flask.testing import FlaskClient

from tests.web.support.circle_phones import is_now, member, numbers
from tests.web.support.circle_tables import Tables
from tests.web.support.german_pages import visible
from tests.web.support.site import Site
from webapp.store.roles import RECOVERY, Role, Scope


@pytest.fixture
def tables(site: Site) -> Tables:
    tables = Tables(site)
    tables.play(tables.open("Ann", "Ben"), 0)
    return tables


def _page(tables: Tables, phone: FlaskClient) -> str:
    return phone.get(f"/circles/{tables.circle.id}/phones").text


def _out(page: str) -> list[str]:
    """Returns where the phones of a page are put out."""
    return re.findall(r'href="([^"]+/out)"', page)


def test_the_phones_of_a_circle_are_listed_by_whom_they_stand_for(tables: Tables) -> None:
    ben = member(tables)
    assert is_now(tables, ben, numbers(tables)["Ben"]) == 303
    page = _page(tables, tables.host)
    assert "A phone that is nobody yet" in visible(page)
    assert "Put out: Ben" in page
    assert len(_out(page)) == 1, "the own one is not put out here"
    assert f'href="/circles/{tables.circle.id}/phones"' in tables.host.get(f"/circles/{tables.circle.id}/more").text


def test_a_phone_that_is_put_out_sees_nothing_and_does_not_come_back_by_the_old_code(tables: Tables) -> None:
    store, circle = tables.site.store, tables.circle.id
    other = member(tables)
    old = store.invites(circle, Scope.CIRCLE)
    (address,) = _out(_page(tables, tables.host))
    assert "sees nothing of the circle any more" in tables.host.get(address).text
    assert other.get(f"/circles/{circle}").status_code == 200
    assert tables.host.post(address).location == f"/circles/{circle}/phones"
    assert other.get(f"/circles/{circle}").status_code == 404
    assert tables.site.opens(other, f"/join/{old[Role.MEMBER].token}").status_code == 410
    new = store.invites(circle, Scope.CIRCLE)
    assert new[Role.MEMBER].is_valid
    assert new[RECOVERY].token == old[RECOVERY].token, "what was printed goes on"
    assert _out(_page(tables, tables.host)) == []
    assert tables.host.post(address).status_code == 404


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_only_other_phones_of_this_circle_are_put_out(tables: Tables, method: str) -> None:
    store, circle = tables.site.store, tables.circle.id
    member(tables)
    own, other = (grant.id for grant in store.grants(circle, Scope.CIRCLE))
    for phone, number in ((tables.host, own), (tables.site.phone(), other), (tables.host, other + 1)):
        assert phone.open(f"/circles/{circle}/phones/{number}/out", method=method).status_code == 404
    elsewhere = store.open_circle("Strangers", device_id=tables.site.device(tables.site.phone()))
    (foreign,) = store.grants(elsewhere.id, Scope.CIRCLE)
    assert tables.host.open(f"/circles/{circle}/phones/{foreign.id}/out", method=method).status_code == 404
    assert len(store.grants(elsewhere.id, Scope.CIRCLE)) == 1
    assert len(store.grants(circle, Scope.CIRCLE)) == 2
