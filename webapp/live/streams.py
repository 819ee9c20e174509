"""The live stream of a table: server-sent events, each the whole table for one kind of viewer (newest wins).

`live` answers a request with it. Where our own server holds the socket (webapp/server/access_log.py), one broadcast a
table draws each kind once and writes it to every phone; elsewhere each phone draws for itself. Both send the same.

For another kind of stream give `live` another `render`: a function of the table as of now and a viewer that returns
what the event's data is to be, in a request of this address and language:

    return streams.live(table_id, kind="json", render=lambda now, viewer: json.dumps(...), greets=False)

sends `id: <seq>`, `data: <what render returned>` at once and after each change, drawn once for all viewers of the same
`Viewer.kind` (so render may not look at who asks beyond that), `event: beat` every 15 seconds and `event: gone` when
the device may look no more. `kind` names what `render` draws: the same name, the same function. The caller has
checked that the device may look; too many streams are answered with 429 or 503 here.
"""

from collections.abc import Iterator
from typing import cast

from flask import Flask, Response, abort, current_app, request

from webapp.http import sse
from webapp.http.language import gettext as _
from webapp.http.limits import STREAMS_A_DEVICE
from webapp.http.process_limits import streams_allowed
from webapp.http.rate_limits import STREAM_HEARTBEAT
from webapp.live.broadcast import Broadcasts, Phone
from webapp.live.rendition import Look, Render, sitting, viewers
from webapp.live.socket_writer import Wire
from webapp.seats.device import viewer_of
from webapp.services import Services, services
from webapp.table.hub import Watch

HEADERS = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}
SOCKET = "sixfold.socket"


def live(table_id: int, *, kind: str, render: Render, greets: bool = False) -> Response:
    """Returns the stream of a table for the asking phone: the table at once, and again after each change.

    `greets`: tell for a moment who has sat down, as a named event `toast`.
    """
    device_id = viewer_of(table_id).device_id
    if device_id is not None and services().hub.opened_by(device_id) >= STREAMS_A_DEVICE:
        abort(429, description=_("This phone has too many live pages open. Close one of them: this page is live then."))
    if len(services().part(Broadcasts)) >= streams_allowed():
        abort(
            503, description=_("This server has as many live pages open as it can. Pages work without: load them anew.")
        )
    app = cast("Flask", current_app._get_current_object())  # type: ignore[attr-defined]
    look = Look.of(app, request.environ, kind=kind, render=render, greets=greets)
    sock = request.environ.get(SOCKET)
    if sock is None:
        messages = _watched(services(), table_id, device_id, look)
    else:
        wire = Wire(sock, chunked=request.environ["SERVER_PROTOCOL"] == "HTTP/1.1")
        messages = _written(services().part(Broadcasts), table_id, Phone(device_id, look, wire))
    return Response(messages, mimetype="text/event-stream", headers=HEADERS)


def _written(broadcasts: Broadcasts, table_id: int, phone: Phone) -> Iterator[bytes]:
    """The server writes what is sent first; what comes later goes past it to the socket."""
    broadcast = broadcasts.join(table_id, phone)
    try:
        yield sse.CONNECTED.plain + broadcast.first(phone).plain
        phone.wire.listen()
    finally:
        broadcast.leave(phone)


def _watched(house: Services, table_id: int, device_id: int | None, look: Look) -> Iterator[bytes]:
    with house.hub.watch(table_id, device_id) as watch:
        house.hub.publish(table_id)  # wakes this stream for its first look, and the others see that somebody has come
        yield sse.CONNECTED.plain
        try:
            for message in _looks(house, watch, look):
                yield message.plain
        finally:
            watch.close()
            house.hub.publish(table_id)


def _looks(house: Services, watch: Watch, look: Look) -> Iterator[sse.Message]:
    """What each look at the table gives, first at once and then after each change, until the phone may not look."""
    shown: str | None = None
    names: frozenset[str] | None = None
    while True:
        changed = watch.wait(STREAM_HEARTBEAT)
        # As the database has them, also without news: a grant may have ended.
        viewer = viewers(house.store.grants(watch.table_id)).get(watch.device_id)
        if viewer is None:
            yield sse.GONE
            return
        now = house.play.at(watch.table_id)
        if look.greets and names is not None and (come := sitting(now) - names):
            yield look.greeting(come)
        if (newest := look.draw(now, viewer)) != shown:
            yield sse.state_event(now.fold.seq, newest)
        elif not changed:
            yield sse.HEARTBEAT
        shown, names = newest, sitting(now)
