"""Sharing a table, and who sits where."""

import re
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.cases import each
from tests.web.support.site import Site
from webapp.access.device import COOKIE
from webapp.config import Config
from webapp.store.invites import format_code
from webapp.store.models import Table


def _code(site: Site, table: Table, role: str = "player") -> str:
    return format_code(site.store.invites(table.id)[role].code)


def _seats(site: Site, table: Table) -> dict[int, int]:
    return {g.seat: g.device_id for g in site.store.grants(table.id) if g.seat is not None}


@pytest.mark.parametrize("role", ["player", "watcher"])
def test_the_page_shows_the_code_of_the_role_and_its_qr(site: Site, host: FlaskClient, table: Table, role: str) -> None:
    page = host.get(f"/tables/{table.id}/share?role={role}").text
    assert f'<p class="code">{_code(site, table, role)}</p>' in page
    assert site.link(table, role) in page
    assert '<path d="M' in page
    assert "style=" not in page


def test_the_qr_changes_with_the_role(host: FlaskClient, table: Table) -> None:
    drawn = {
        re.search(r'<path d="([^"]+)" fill="#000"', host.get(f"/tables/{table.id}/share?role={role}").text)[1]  # type: ignore[index]
        for role in ("player", "watcher")
    }
    assert len(drawn) == 2


def test_a_role_that_does_not_exist_is_the_players(site: Site, host: FlaskClient, table: Table) -> None:
    assert _code(site, table) in host.get(f"/tables/{table.id}/share?role=<b>").text


def test_a_watcher_never_sees_the_code_that_opens_a_seat(site: Site, table: Table) -> None:
    page = site.watcher(table).get(f"/tables/{table.id}/share?role=player").text
    assert _code(site, table, "watcher") in page
    assert _code(site, table) not in page
    assert f"/tables/{table.id}/seat" not in page


def test_the_share_page_says_who_is_here(site: Site, host: FlaskClient, table: Table) -> None:
    ben = site.seat(table, 1)
    site.seat(table, 2)
    onlooker = site.device(site.watcher(table))
    with site.hub.watch(table.id, site.device(ben)), site.hub.watch(table.id, onlooker):
        page = host.get(f"/tables/{table.id}/share").text
        assert re.findall(r"<small[^>]*>([^<]+)</small>", page) == ["free", "here", "not here"]
        assert "1 phone here has no seat." in page
        assert "this phone" in ben.get(f"/tables/{table.id}/share").text


def test_taking_another_seat_leaves_the_one_held(site: Site, table: Table) -> None:
    phone = site.seat(table, 1)
    answer = phone.post(f"/tables/{table.id}/seat", data={"seat": "2"})
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}/share")
    assert _seats(site, table) == {2: site.device(phone)}


def test_the_host_may_sit_down_and_stays_host(site: Site, host: FlaskClient, table: Table) -> None:
    host.post(f"/tables/{table.id}/seat", data={"seat": "0"})
    assert [(g.role, g.seat) for g in site.store.grants(table.id)] == [("host", 0)]


def test_who_leaves_a_seat_stays_at_the_table(site: Site, table: Table) -> None:
    phone = site.seat(table, 1)
    for _ in range(2):
        assert phone.post(f"/tables/{table.id}/seat/leave").status_code == 303
    assert _seats(site, table) == {}
    assert phone.get(f"/tables/{table.id}/share").status_code == 200


def test_a_taken_seat_stays_taken(site: Site, table: Table) -> None:
    site.seat(table, 0)
    answer = site.seat(table, 1).post(f"/tables/{table.id}/seat", data={"seat": "0"})
    assert answer.status_code == 409
    assert "Somebody has just taken this seat" in answer.text
    assert set(_seats(site, table)) == {0, 1}


@each("seat", ["", "3", "-1", "9" * 400, "x"])
def test_what_is_no_seat_is_refused(site: Site, host: FlaskClient, table: Table, seat: str) -> None:
    assert host.post(f"/tables/{table.id}/seat", data={"seat": seat}).status_code == 400
    assert host.post(f"/tables/{table.id}/seats/{seat or 'x'}/free").status_code == 400


def test_the_host_frees_a_seat(site: Site, host: FlaskClient, table: Table) -> None:
    phone = site.seat(table, 1)
    assert host.post(f"/tables/{table.id}/seats/1/free").status_code == 303
    assert _seats(site, table) == {}
    assert phone.get(f"/tables/{table.id}/share").status_code == 200


@pytest.mark.parametrize("role", ["player", "watcher"])
def test_the_host_makes_a_new_code(site: Site, host: FlaskClient, table: Table, role: str) -> None:
    old = _code(site, table, role)
    answer = host.post(f"/tables/{table.id}/codes", data={"role": role})
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}/share?role={role}")
    assert _code(site, table, role) != old
    assert site.phone().post("/join", data={"code": old}).status_code == 422


def test_a_code_for_no_role_is_refused(host: FlaskClient, table: Table) -> None:
    assert host.post(f"/tables/{table.id}/codes", data={"role": "move"}).status_code == 400


def test_other_phones_hear_of_it(site: Site, table: Table) -> None:
    phone = site.seat(table, 1)
    with site.hub.watch(table.id, None) as watch:
        phone.post(f"/tables/{table.id}/seat/leave")
        assert watch.wait(0)


def _configured(app: Flask, **settings: str) -> None:
    services = app.extensions["sixfold"]
    app.extensions["sixfold"] = replace(services, config=Config(**settings))


def test_the_qr_carries_the_configured_address(app: Flask, host: FlaskClient, table: Table) -> None:
    _configured(app, public_url="https://cards.example.org")
    page = host.get(f"/tables/{table.id}/share").text
    assert "https://cards.example.org/join/" in page
    assert "or type it at cards.example.org<" in page


def _share_by(host: FlaskClient, table: Table, name: str) -> str:
    """The share page as a phone sees it that came by this host name."""
    cookie = host.get_cookie(COOKIE)
    assert cookie is not None
    host.set_cookie(COOKIE, cookie.value, domain=name)
    return host.get(f"/tables/{table.id}/share", base_url=f"http://{name}:8066").text


def test_the_qr_carries_the_address_that_this_phone_came_by(app: Flask, host: FlaskClient, table: Table) -> None:
    app.config["TRUSTED_HOSTS"] = ["192.168.1.7"]
    assert "http://192.168.1.7:8066/join/" in _share_by(host, table, "192.168.1.7")


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1"])
def test_no_phone_is_sent_to_this_machines_own_name(
    host: FlaskClient, table: Table, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.http.network.lan_address", lambda: "192.168.1.9")
    assert "http://192.168.1.9:8066/join/" in _share_by(host, table, name)
