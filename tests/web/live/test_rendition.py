"""What pages of streams are rendered in: a request like that of the stream, and nothing of any other."""

from contextlib import suppress
from typing import Any

import gevent
import pytest
from flask import g, request, url_for

from tests.web.support.site import Site
from webapp.live.blocks import Rendition
from webapp.store.models import Table
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

HERE = {"REQUEST_METHOD": "GET", "PATH_INFO": "/tables/7/stream", "HTTP_HOST": "localhost:8000", "SERVER_PORT": "80"}
HERE |= {"wsgi.url_scheme": "http", "SERVER_NAME": "localhost", "HTTP_COOKIE": "lang=de", "REMOTE_ADDR": "192.0.2.7"}


@pytest.fixture
def seen() -> list[Any]:
    return []


@pytest.fixture
def rendition(site: Site, seen: list[Any]) -> Rendition:
    """One that notes what it is rendered in, lets others render meanwhile, and fails for a viewer on seat 2."""

    def render(now: Snapshot, viewer: Viewer) -> str:
        seen.append((dict(vars(g)), "left" in request.environ, url_for("tables.show", table_id=7, _external=True)))
        g.left = request.environ["left"] = viewer.seat
        gevent.sleep(0)
        assert g.left == request.environ["left"] == viewer.seat
        del request.environ["left"]
        if viewer.seat == 2:
            raise ValueError
        return ""

    with site.app.test_request_context(environ_overrides=HERE):
        return Rendition.of(site.app, request.environ, kind="page", render=render, announces_arrivals=False)


def test_who_renders_meanwhile_and_who_did_before_leaves_nothing(
    site: Site, table: Table, rendition: Rendition, seen: list[Any]
) -> None:
    now = site.tables.at(table.id)

    def show(seat: int) -> None:
        with suppress(ValueError):
            rendition.of_table(now, Viewer(seat=seat))

    for _ in range(2):
        gevent.joinall([gevent.spawn(show, seat) for seat in range(4)], raise_error=True)
    assert seen == [({"language": "de"}, False, "http://localhost:8000/tables/7")] * 8
