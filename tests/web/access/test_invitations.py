"""What the link of a table opens."""

import pytest
from flask.testing import FlaskClient

from tests.cases import each
from tests.web.support.site import Site
from webapp.access.device import COOKIE
from webapp.store.models import Grant, Table


def _grant(site: Site, table: Table, phone: FlaskClient) -> Grant:
    return next(g for g in site.store.grants(table.id) if g.device_id == site.device(phone))


def test_a_players_code_shows_the_free_seats(site: Site, table: Table) -> None:
    site.seat(table, 1)
    stranger = site.phone()
    answer = site.opens(stranger, site.link(table))
    assert answer.status_code == 200
    assert "Sixes and Sevens" in answer.text
    assert all(f'name="as" value="{choice}"' in answer.text for choice in (0, 2, "watch"))
    assert 'name="as" value="1"' not in answer.text
    assert "taken" in answer.text
    assert stranger.get_cookie(COOKIE) is None


def test_a_watchers_code_offers_watching_only(site: Site, table: Table) -> None:
    page = site.opens(site.phone(), site.link(table, "watcher")).text
    assert "Ann, Ben, Cat" in page
    assert 'value="watch"' in page
    assert 'value="0"' not in page


def test_a_phone_takes_the_seat_that_it_chooses(site: Site, table: Table) -> None:
    phone = site.phone()
    answer = site.accepts(phone, site.link(table), "2")
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}")
    assert (_grant(site, table, phone).role, _grant(site, table, phone).seat) == ("player", 2)


@pytest.mark.parametrize("role", ["player", "watcher"])
def test_either_code_lets_a_phone_watch(site: Site, table: Table, role: str) -> None:
    phone = site.phone()
    assert site.accepts(phone, site.link(table, role), "watch").location == f"/tables/{table.id}"
    assert (_grant(site, table, phone).role, _grant(site, table, phone).seat) == ("watcher", None)


def test_a_double_tap_takes_one_seat(site: Site, table: Table) -> None:
    phone = site.phone()
    for _ in range(2):
        assert site.accepts(phone, site.link(table), "0").status_code == 303
    assert len(site.store.grants(table.id)) == 2


def test_a_seat_that_somebody_has_just_taken(site: Site, table: Table) -> None:
    site.seat(table, 0)
    answer = site.accepts(site.phone(), site.link(table), "0")
    assert answer.status_code == 409
    assert "Somebody has just taken this seat" in answer.text
    assert 'value="1"' in answer.text


def test_a_watchers_code_takes_no_seat(site: Site, table: Table) -> None:
    phone = site.phone()
    assert site.accepts(phone, site.link(table, "watcher"), "0").status_code == 403
    assert len(site.store.grants(table.id)) == 1


@each("chosen", ["", "3", "-1", "٠", "1" * 5000, "seat", "0.0"])
def test_what_is_no_seat_is_refused(site: Site, table: Table, chosen: str) -> None:
    assert site.accepts(site.phone(), site.link(table), chosen).status_code == 400
    assert len(site.store.grants(table.id)) == 1


def test_who_sits_already_goes_straight_to_the_table(site: Site, host: FlaskClient, table: Table) -> None:
    for phone in (host, site.seat(table, 1)):
        answer = site.opens(phone, site.link(table))
        assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}")


def test_a_watcher_may_become_a_player_with_a_players_code(site: Site, table: Table) -> None:
    phone = site.watcher(table)
    assert site.opens(phone, site.link(table, "watcher")).status_code == 303
    assert site.opens(phone, site.link(table)).status_code == 200
    site.accepts(phone, site.link(table), "1")
    assert (_grant(site, table, phone).role, _grant(site, table, phone).seat) == ("player", 1)


@each("way", ["x", "0OI1L00", "A" * 3000, "%00", "%F0%9F%82%A1", "<b>", "_" * 22])
def test_an_unknown_link_is_a_page_with_the_field(site: Site, way: str) -> None:
    for answer in (site.opens(site.phone(), f"/join/{way}"), site.accepts(site.phone(), way, "0")):
        assert answer.status_code == 404
        assert "No table has this link." in answer.text
        assert 'name="code"' in answer.text
        assert "<b>" not in answer.text


def test_a_revoked_link_opens_nothing(site: Site, table: Table) -> None:
    link = site.link(table)
    site.store.renew_invite(table.id, "player")
    phone = site.phone()
    for answer in (site.opens(phone, link), site.accepts(phone, link, "0")):
        assert answer.status_code == 410
        assert "the host has made a new one" in answer.text
    assert len(site.store.grants(table.id)) == 1
