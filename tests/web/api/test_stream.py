"""The stream of a table as JSON: at once, after each change, and no longer than the token may look."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from tests.databases import changing
from tests.web.support.api_client import ApiClient, host_of, problem
from tests.web.support.records import DEAL, play
from tests.web.support.site import Site
from webapp.store.models import Table

pytestmark = pytest.mark.both_databases


def pieces(program: ApiClient) -> Iterator[str]:
    """Yields the pieces of the stream as they come, without comments."""
    answer = program.client.get(f"{program.url}/stream", headers=program.headers, buffered=False)
    assert answer.content_type == "text/event-stream; charset=utf-8"
    try:
        for piece in answer.response:
            text = piece.decode() if isinstance(piece, bytes) else piece
            if not text.startswith(":"):
                yield text
    finally:
        answer.close()


def data(piece: str) -> Any:
    lines = dict(line.split(": ", 1) for line in piece.strip().splitlines())
    body = json.loads(lines["data"])
    assert lines["id"] == str(body["seq"])
    return body


def test_it_sends_at_once_what_a_get_answers(host: ApiClient) -> None:
    stream = pieces(host)
    assert data(next(stream)) == host.get().json
    stream.close()


def test_an_old_name_with_an_end_of_a_line_tears_nothing(site: Site, host: ApiClient) -> None:
    with changing(site.store) as session:
        table = session.get(Table, host.table_id)
        assert table is not None
        table.players = ["A\u2028nn", "B\x85en", "C\u2029at\v"]
    site.tables.refresh(host.table_id)
    stream = pieces(host)
    assert data(next(stream)) == host.get().json
    stream.close()


def test_it_sends_the_table_after_each_event(host: ApiClient) -> None:
    stream = pieces(host)
    next(stream)
    for raw in (DEAL, play(1, "7C")):
        assert host.enter(raw).status_code == 201
        assert data(next(stream)) == host.get().json
    stream.close()


def test_each_sees_what_it_may(app: Flask, site: Site) -> None:
    host = host_of(app)
    watcher = host.join(site.store.invites(host.table_id)["watcher"].code, "watch")
    stream = pieces(watcher)
    assert data(next(stream)) == watcher.get().json
    stream.close()


def test_it_ends_when_the_grant_ends(app: Flask, site: Site, host: ApiClient) -> None:
    watcher = host.join(site.store.invites(host.table_id)["watcher"].code, "watch")
    stream = pieces(watcher)
    next(stream)
    device = next(grant.device_id for grant in site.store.grants(host.table_id) if grant.role == "watcher")
    site.store.end_grant(host.table_id, device)
    site.tables.refresh(host.table_id)
    assert not [piece for piece in stream if "id:" in piece]
    assert problem(watcher.get("/stream")) == (404, "no-table")


def test_it_is_kept_by_nobody_on_the_way(host: ApiClient) -> None:
    answer = host.client.get(f"{host.url}/stream", headers=host.headers, buffered=False)
    assert answer.headers["Cache-Control"] == "no-store, no-transform"
    assert answer.headers["X-Accel-Buffering"] == "no"
    answer.close()
