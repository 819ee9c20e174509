"""What the link of a table opens."""

import pytest
from flask.testing import FlaskClient

from tests.web.house import House
from webapp.seats.device import COOKIE
from webapp.store.models import Grant, Table


def _grant(house: House, table: Table, phone: FlaskClient) -> Grant:
    return next(g for g in house.store.grants(table.id) if g.device_id == house.device(phone))


def test_a_players_code_shows_the_free_seats(house: House, table: Table) -> None:
    house.seat(table, 1)
    stranger = house.phone()
    answer = house.opens(stranger, house.link(table))
    assert answer.status_code == 200
    assert "Sixes and Sevens" in answer.text
    assert all(f'name="as" value="{choice}"' in answer.text for choice in (0, 2, "watch"))
    assert 'name="as" value="1"' not in answer.text
    assert "taken" in answer.text
    assert stranger.get_cookie(COOKIE) is None


def test_a_watchers_code_offers_watching_only(house: House, table: Table) -> None:
    page = house.opens(house.phone(), house.link(table, "watcher")).text
    assert "Ann, Ben, Cat" in page
    assert 'value="watch"' in page
    assert 'value="0"' not in page


def test_taking_a_seat(house: House, table: Table) -> None:
    phone = house.phone()
    answer = house.accepts(phone, house.link(table), "2")
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}")
    assert (_grant(house, table, phone).role, _grant(house, table, phone).seat) == ("player", 2)


@pytest.mark.parametrize("role", ["player", "watcher"])
def test_watching(house: House, table: Table, role: str) -> None:
    phone = house.phone()
    assert house.accepts(phone, house.link(table, role), "watch").location == f"/tables/{table.id}"
    assert (_grant(house, table, phone).role, _grant(house, table, phone).seat) == ("watcher", None)


def test_a_double_tap_takes_one_seat(house: House, table: Table) -> None:
    phone = house.phone()
    for _ in range(2):
        assert house.accepts(phone, house.link(table), "0").status_code == 303
    assert len(house.store.grants(table.id)) == 2


def test_a_seat_that_somebody_has_just_taken(house: House, table: Table) -> None:
    house.seat(table, 0)
    answer = house.accepts(house.phone(), house.link(table), "0")
    assert answer.status_code == 409
    assert "Somebody has just taken this seat" in answer.text
    assert 'value="1"' in answer.text


def test_a_watchers_code_takes_no_seat(house: House, table: Table) -> None:
    phone = house.phone()
    assert house.accepts(phone, house.link(table, "watcher"), "0").status_code == 403
    assert len(house.store.grants(table.id)) == 1


@pytest.mark.parametrize("chosen", ["", "3", "-1", "٠", "1" * 5000, "seat", "0.0"])
def test_what_is_no_seat_is_refused(house: House, table: Table, chosen: str) -> None:
    assert house.accepts(house.phone(), house.link(table), chosen).status_code == 400
    assert len(house.store.grants(table.id)) == 1


def test_who_sits_already_goes_straight_to_the_table(house: House, host: FlaskClient, table: Table) -> None:
    for phone in (host, house.seat(table, 1)):
        answer = house.opens(phone, house.link(table))
        assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}")


def test_a_watcher_may_become_a_player_with_a_players_code(house: House, table: Table) -> None:
    phone = house.watcher(table)
    assert house.opens(phone, house.link(table, "watcher")).status_code == 303
    assert house.opens(phone, house.link(table)).status_code == 200
    house.accepts(phone, house.link(table), "1")
    assert (_grant(house, table, phone).role, _grant(house, table, phone).seat) == ("player", 1)


@pytest.mark.parametrize("way", ["x", "0OI1L00", "A" * 3000, "%00", "%F0%9F%82%A1", "<b>", "_" * 22])
def test_an_unknown_link_is_a_page_with_the_field(house: House, way: str) -> None:
    for answer in (house.opens(house.phone(), f"/join/{way}"), house.accepts(house.phone(), way, "0")):
        assert answer.status_code == 404
        assert "No table has this link." in answer.text
        assert 'name="code"' in answer.text
        assert "<b>" not in answer.text


def test_a_revoked_link_opens_nothing(house: House, table: Table) -> None:
    link = house.link(table)
    house.store.renew_invite(table.id, "player")
    phone = house.phone()
    for answer in (house.opens(phone, link), house.accepts(phone, link, "0")):
        assert answer.status_code == 410
        assert "the host has made a new one" in answer.text
    assert len(house.store.grants(table.id)) == 1


@pytest.mark.parametrize(("method", "path"), [("DELETE", "/join"), ("POST", "/join/abc"), ("GET", "/accept")])
def test_the_wrong_method_is_refused(house: House, method: str, path: str) -> None:
    assert house.phone().open(path, method=method).status_code == 405
