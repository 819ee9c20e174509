"""Live stream of a page of an evening: server-sent events, each with the whole live part of the page.

A page gives a `key`: as long as it is equal for a viewer nothing is drawn and nothing sent. Every page of an evening
that is live uses this, with the blocks of htmx that a table's page uses.
"""

import time
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from flask import Flask, Response, abort, current_app, request

from webapp.club.evening.evening_viewer import EveningViewer
from webapp.club.evening.follower import EveningTables
from webapp.club.evening.keeper import EveningHub, EveningKeeper, EveningNow
from webapp.club.evening.summary import TableSummary
from webapp.http import sse
from webapp.http.language import gettext as _
from webapp.http.limits import STREAMS_A_DEVICE
from webapp.http.process_limits import streams_allowed
from webapp.http.rate_limits import EVENING_GATHERED, STREAM_HEARTBEAT
from webapp.live.broadcast import Broadcasts
from webapp.live.rendition import Rendition
from webapp.live.streams import HEADERS
from webapp.services import Services, services
from webapp.table.hub import Watch

Tables = Mapping[int, TableSummary]


@dataclass(frozen=True)
class EveningPage:
    """The live part of a page: `render` draws it, `key` is equal where it would draw the same; `name` is its own."""

    name: str
    key: Callable[[EveningNow, Tables, EveningViewer], Hashable]
    render: Callable[[EveningNow, Tables, EveningViewer], str]


def open_evening_stream(evening_id: int, viewer: EveningViewer, page: EveningPage) -> Response:
    """Returns the stream of a page for a device that may see it: the caller has checked. 429 or 503 for too many."""
    hub = services().part(EveningHub)
    if viewer.device_id is not None and hub.opened_by(viewer.device_id) >= STREAMS_A_DEVICE:
        abort(429, description=_("This phone has too many live pages open. Close one of them: this page is live then."))
    if len(services().part(Broadcasts)) + hub.open_streams() >= streams_allowed():
        abort(
            503, description=_("This server has as many live pages open as it can. Pages work without: load them anew.")
        )
    app = cast("Flask", current_app._get_current_object())  # type: ignore[attr-defined]
    rendition = Rendition.of(
        app, request.environ, kind=page.name, render=lambda now, viewer: "", announces_arrivals=False
    )
    stream = _stream(services(), evening_id, viewer, page, rendition)
    return Response(stream, mimetype="text/event-stream", headers=HEADERS)


def _stream(
    services: Services, evening_id: int, viewer: EveningViewer, page: EveningPage, rendition: Rendition
) -> Iterator[bytes]:
    with services.part(EveningHub).watch(evening_id, viewer.device_id) as watch:
        watch.wake()  # for the first message
        yield sse.CONNECTED.plain
        for message in _messages(services, watch, viewer, page, rendition):
            yield message.plain


def _messages(
    services: Services, watch: Watch, viewer: EveningViewer, page: EveningPage, rendition: Rendition
) -> Iterator[sse.Message]:
    """Yields a message at once and after each change of the page, until the device may not see the evening any more."""
    keeper, tables = services.part(EveningKeeper), services.part(EveningTables)
    shown: Hashable = None
    while True:
        changed = watch.wait(STREAM_HEARTBEAT)
        now = keeper.at(watch.table_id)
        grant = next((one for one in now.grants if one.device_id == viewer.device_id), None)
        if grant is None:
            yield sse.GONE
            return
        viewer = EveningViewer.of(grant)
        here = tables.at(watch.table_id)
        with rendition.request():  # a key may hold words
            newest = page.key(now, here, viewer)
            text = page.render(now, here, viewer) if newest != shown else ""
        if newest != shown:
            yield sse.state_event(now.state.seq, text)
            shown = newest
            time.sleep(EVENING_GATHERED)  # what changes meanwhile is drawn once
        elif not changed:
            yield sse.HEARTBEAT
