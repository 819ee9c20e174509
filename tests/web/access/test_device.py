"""Who a phone is, what it may do, and that looking leaves no trace."""

import hashlib
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import text
from sqlmodel import select

from tests.cases import each
from tests.databases import reading
from tests.web.support.site import Site, build_app
from webapp.access.device import (
    COOKIE,
    DEVICE_COOKIE_LASTS,
    current_device,
    current_or_new_device,
    require,
    viewer_of,
)
from webapp.store import Store
from webapp.store.models import Device, EventRow, Grant, Invite, Table
from webapp.table.viewer import Viewer


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, fresh_database: Path) -> Flask:
    """Has addresses that show what the helpers answer."""
    app = build_app(tmp_path_factory.mktemp("built"), fresh_database)

    @app.get("/probe/<int:table_id>")
    def look(table_id: int) -> str:
        current_device()
        require((viewer := viewer_of(table_id)).may_see)
        return viewer.kind

    @app.post("/probe/<int:table_id>")
    def come_in(table_id: int) -> str:
        return f"{current_or_new_device().id} {viewer_of(table_id).device_id}"

    return app


def _rows(store: Store) -> int:
    with reading(store) as session:
        return sum(len(session.exec(select(model)).all()) for model in (Table, EventRow, Device, Grant, Invite))


@each(
    "viewer sees enters sits kind",
    [
        (Viewer(), False, False, False, "stranger"),
        (Viewer(1), False, False, False, "stranger"),
        (Viewer(1, "watcher"), True, False, False, "watcher"),
        (Viewer(1, "player"), True, False, True, "player"),
        (Viewer(1, "player", 0), True, True, True, "player:0"),
        (Viewer(1, "host"), True, True, True, "host"),
        (Viewer(1, "host", 2), True, True, True, "host:2"),
    ],
)
def test_what_each_may_do(viewer: Viewer, sees: bool, enters: bool, sits: bool, kind: str) -> None:
    assert (viewer.may_see, viewer.may_enter, viewer.may_sit, viewer.kind) == (sees, enters, sits, kind)


def test_each_phone_is_seen_as_what_it_is(site: Site, table: Table, host: FlaskClient) -> None:
    phones = {"host": host, "player:1": site.seat(table, 1), "watcher": site.watcher(table)}
    for kind, phone in phones.items():
        assert phone.get(f"/probe/{table.id}").text == kind


def test_a_stranger_who_looks_leaves_no_trace(site: Site, table: Table) -> None:
    before = _rows(site.store)
    stranger = site.phone()
    for path in (f"/probe/{table.id}", "/probe/999", "/settings", "/", f"/tables/{table.id}", "/join/KQ7-M3XP"):
        answer = stranger.get(path)
        assert COOKIE not in answer.headers.get("Set-Cookie", "")
    assert stranger.get(f"/probe/{table.id}").status_code == 403
    assert _rows(site.store) == before


def test_who_comes_in_is_known_from_then_on(site: Site) -> None:
    phone = site.phone()
    first = phone.post("/probe/1")
    assert first.text == "1 1"  # also within the request that made the device
    cookie = first.headers["Set-Cookie"]
    assert all(
        part in cookie
        for part in (f"{COOKIE}=", f"Max-Age={DEVICE_COOKIE_LASTS}", "HttpOnly", "SameSite=Lax", "Path=/")
    )
    assert "Secure" not in cookie
    assert phone.post("/probe/1").text == "1 1"
    assert site.phone().post("/probe/1").text == "2 2"


def test_over_https_the_cookie_is_secure(site: Site) -> None:
    assert "Secure" in site.phone().post("/probe/1", base_url="https://localhost").headers["Set-Cookie"]


def test_the_database_does_not_hold_the_token(site: Site) -> None:
    phone = site.phone()
    phone.post("/probe/1")
    cookie = phone.get_cookie(COOKIE)
    assert cookie is not None
    assert len(cookie.value) == 43  # 256 bits
    kept = {column: str(value) for column, value in _only_device(site).items()}
    assert [column for column, value in kept.items() if cookie.value in value] == []
    assert kept["token_hash"] == hashlib.sha256(cookie.value.encode()).hexdigest()


def _only_device(site: Site) -> dict[str, Any]:
    with reading(site.store) as session:
        return dict(session.execute(text("SELECT * FROM devices")).mappings().one())


@each("planted", ["planted", "x" * 4000, "", "\u00e9", '"quoted', "a b"])
def test_a_token_is_never_taken_over_from_the_browser(site: Site, planted: str) -> None:
    phone = site.phone()
    phone.set_cookie(COOKIE, planted)
    assert phone.get("/probe/1").status_code == 403
    phone.post("/probe/1")
    cookie = phone.get_cookie(COOKIE)
    assert cookie is not None
    assert cookie.value != planted


def test_an_ended_grant_counts_at_once(site: Site, table: Table) -> None:
    phone = site.seat(table, 1)
    assert phone.get(f"/probe/{table.id}").status_code == 200
    site.store.end_grant(table.id, site.device(phone))
    assert phone.get(f"/probe/{table.id}").status_code == 403


def test_a_freed_seat_is_no_longer_seen_from(site: Site, table: Table) -> None:
    phone = site.seat(table, 1)
    site.store.free_seat(table.id, 1)
    assert phone.get(f"/probe/{table.id}").text == "player"


def test_the_same_phone_finds_its_seat_after_a_restart(site: Site, table: Table) -> None:
    from webapp import create_app

    phone = site.seat(table, 1)
    token = phone.get_cookie(COOKIE)
    assert token is not None
    config = site.app.extensions["sixfold"].config
    site.store.close()
    later = create_app(config)
    with later.test_request_context(headers={"Cookie": f"{COOKIE}={token.value}"}):
        assert viewer_of(table.id).kind == "player:1"
    later.extensions["sixfold"].store.close()
