"""Live stream of a table: server-sent events, each with the table for one kind of viewer (the newest wins).

`open_stream` answers a request with it. Where our own server holds the socket (webapp/server/access_log.py), one
broadcast a table renders each kind once and writes it to every socket; elsewhere each stream renders for itself. Both
send the same.

`render` is a function of a snapshot and a viewer that returns the data of the event, in a request of this address and
language:

    return streams.open_stream(table_id, kind="json", render=lambda now, viewer: json.dumps(...))

sends `id: <seq>`, `data: <what render returned>` at once and after each change, rendered once for all viewers of the
same `Viewer.kind` (so render may not depend on the viewer beyond that), `event: beat` every 15 seconds and
`event: gone` once the device may not see the table any more. `kind` names the function `render`: the same name, the
same function. Where it returns blocks (webapp/live/blocks.py), a message tells what differs from the one before, or
everything where that one may not have arrived. The caller has checked that the device may see the table; too many
streams are answered with 429 or 503.
"""

import logging
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Event, Thread
from typing import cast

from flask import Flask, Response, abort, current_app, request

from webapp.access.device import viewer_of
from webapp.http import answers
from webapp.http.durations import STREAM_HEARTBEAT, TICK_PERIOD, TICKS_A_HEARTBEAT
from webapp.http.language import gettext as _
from webapp.http.limits import STREAMS_A_DEVICE
from webapp.http.process_limits import streams_allowed
from webapp.http.steps import END_KEY
from webapp.journal.hub import Hub, Watch
from webapp.live.blocks import Render, Rendition, ToldBlocks, seated_names, viewers_by_device
from webapp.live.broadcast import Broadcasts, NewestText, StreamState, Subscriber
from webapp.live.socket_writer import SocketWriter
from webapp.services import Services, services
from webapp.store import Store
from webapp.store.engines import StoreError
from webapp.table.keeper import TableKeeper

HEADERS = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"}
SOCKET_KEY = "sixfold.socket"
log = logging.getLogger(__name__)


def open_stream(
    table_id: int, *, kind: str, render: Render, announces_arrivals: bool = False, told: ToldBlocks | None = None
) -> Response:
    """Returns the stream of a table for the device of this request.

    `announces_arrivals`: a named event `toast` tells for a moment who has sat down. `told`: what the device knows
    already, where `render` returns blocks.
    """
    device_id = viewer_of(table_id).device_id
    refuse_too_many(services().hub, device_id)
    app = cast("Flask", current_app._get_current_object())  # type: ignore[attr-defined]
    rendition = Rendition.of(app, request.environ, kind=kind, render=render, announces_arrivals=announces_arrivals)
    sock = request.environ.get(SOCKET_KEY)
    if sock is None:
        messages = _write_through_server(services(), table_id, device_id, rendition, told)
    else:
        writer = SocketWriter(sock, chunked=request.environ["SERVER_PROTOCOL"] == "HTTP/1.1")
        subscriber = Subscriber(device_id, rendition, writer, told)
        may_end = request.environ[END_KEY]
        messages = _write_to_socket(services().part(Broadcasts), table_id, subscriber, may_end)
    return Response(until_outage(services().store, messages), mimetype="text/event-stream", headers=HEADERS)


def refuse_too_many(hub: Hub, device_id: int | None) -> None:
    """Ends the request with 429 or 503 where its device, or this server, has as many streams open as it may."""
    if device_id is not None and hub.opened_by(device_id) >= STREAMS_A_DEVICE:
        abort(429, description=_("This phone has too many live pages open. Close one of them: this page is live then."))
    of_others = sum(part.open_streams() for part in services().parts.values() if isinstance(part, Hub))
    if len(services().part(Broadcasts)) + of_others >= streams_allowed():
        abort(
            503, description=_("This server has as many live pages open as it can. Pages work without: load them anew.")
        )


def until_outage(store: Store, messages: Iterator[bytes]) -> Iterator[bytes]:
    """Yields the messages; ends when the database cannot be used, and devices reconnect."""
    try:
        yield from messages
    except StoreError as fault:
        store.outage.note(fault)


def _write_to_socket(
    broadcasts: Broadcasts, table_id: int, subscriber: Subscriber, may_end: Callable[[], None]
) -> Iterator[bytes]:
    """Yields the first message to the WSGI server; later ones go straight to the socket.

    `may_end` waits until this stream is the next one to tidy up behind.
    """
    broadcast = broadcasts.subscribe(table_id, subscriber)
    try:
        yield answers.CONNECTED.plain + broadcast.first_message(subscriber).plain
        subscriber.writer.listen()
        subscriber.writer.close()
        may_end()
    finally:
        broadcast.unsubscribe(subscriber)


def _write_through_server(
    services: Services, table_id: int, device_id: int | None, rendition: Rendition, told: ToldBlocks | None
) -> Iterator[bytes]:
    with services.hub.watch(table_id, device_id) as watch:
        services.hub.publish(table_id)  # wakes this stream for its first message, and the others show the new device
        yield answers.CONNECTED.plain
        try:
            for message in _messages(services, watch, rendition, told):
                yield message.plain
        finally:
            watch.close()
            services.hub.publish(table_id)


def _messages(
    services: Services, watch: Watch, rendition: Rendition, told: ToldBlocks | None
) -> Iterator[answers.Message]:
    """Yields a message at once and after each change, until the device may not see the table any more."""
    state, text = StreamState(told), NewestText()
    names: frozenset[str] | None = None
    while True:
        changed = watch.wait(STREAM_HEARTBEAT)
        # Read from the database also where nothing was notified: a grant may have ended.
        viewer = viewers_by_device(services.store.grants(watch.table_id)).get(watch.device_id)
        if viewer is None:
            yield answers.GONE
            return
        now = services.tables.at(watch.table_id)
        if rendition.announces_arrivals and names is not None and (added := seated_names(now) - names):
            yield rendition.arrival_toast(added)
        content = rendition.of_table(now, viewer)
        newest = text.message(now.fold.seq, content) if isinstance(content, str) else content
        before, state = state, state.after(newest)
        if state is not before and state.sent is not None:
            yield state.sent
        elif not changed:
            yield answers.HEARTBEAT
        names = seated_names(now)


class Heartbeat:
    """Timer of one process, to be started after the fork."""

    def __init__(self, store: Store, hub: Hub, tables: TableKeeper, broadcasts: Broadcasts) -> None:
        self._store, self._hub, self._tables, self._broadcasts = store, hub, tables, broadcasts
        self._worker = secrets.token_hex(8)
        self._published: dict[int, Counter[int]] = {}
        self._versions: dict[int, tuple[int, int]] = {}
        self._ended = Event()
        self._thread = Thread(target=self._run, name="heartbeat", daemon=True)

    def start(self) -> None:
        """Starts a thread (a greenlet, where gevent has patched)."""
        self._thread.start()

    def stop(self) -> None:
        """Stops, and withdraws the presence that this process has published."""
        self._ended.set()
        if self._store.is_shared:
            with suppress(StoreError):  # unpublished it counts as gone a little later
                self._store.publish_presence(self._worker, {})

    def tick(self, number: int) -> None:
        beat = number % TICKS_A_HEARTBEAT == 0
        if beat:
            self._broadcasts.send_now(answers.HEARTBEAT)
        self._check_grants()
        self._hub.forget_readers()
        self._hub.tell_of_absent()
        if self._store.is_shared:
            self._exchange_presence(beat)
            if self._store.outage.lasts:
                self._store.write_probe()
                self._store.outage.end()

    def _run(self) -> None:
        number = 0
        while not self._ended.wait(TICK_PERIOD):
            number += 1
            try:
                self.tick(number)
            except StoreError as problem:
                self._store.outage.note(problem)
            except Exception:  # the next tick is due all the same
                log.exception("A periodic check failed.")

    def _check_grants(self) -> None:
        watched = self._hub.watched()
        found = self._store.grant_versions(watched) if watched else {}
        versions = {table_id: found.get(table_id, (0, 0)) for table_id in watched}
        for table_id, version in versions.items():
            if self._versions.get(table_id) != version:
                grants = self._tables.at(table_id).people.grants
                if (len(grants), max((grant.id for grant in grants), default=0)) != version:
                    self._tables.refresh(table_id)
        self._versions = versions

    def _exchange_presence(self, renew: bool) -> None:
        here = self._hub.here()
        if here != self._published:
            self._store.publish_presence(self._worker, here)
            self._published = here
        elif renew:
            self._store.renew_presence(self._worker)
        self._hub.set_elsewhere(self._store.presence_elsewhere(self._worker))


def register(services: Services) -> None:
    """Adds the timer of this process; the broadcasts are added before."""
    services.add(Heartbeat(services.store, services.hub, services.tables, services.part(Broadcasts)))
