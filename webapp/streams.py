"""The live stream of a table: server-sent events, each the whole fragment for one viewer (newest wins)."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager

from flask import Response, current_app, request

from webapp import seating
from webapp.access import viewer_of
from webapp.i18n import gettext as _
from webapp.live import Watch
from webapp.rooms import rooms
from webapp.words.lists import joined

Request = Callable[[], AbstractContextManager[object]]
HEARTBEAT = 15.0
HEADERS = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}
GONE = "event: gone\ndata: \n\n"
BEAT = "event: beat\ndata: \n\n"
"""Unlike a comment the browser's script hears it, and knows that silence means a lost connection."""


def live(table_id: int) -> Response:
    """Returns the stream of a table for the asking phone: its fragment at once, and again after each change."""
    app, environ = current_app._get_current_object(), request.environ  # type: ignore[attr-defined]

    # The request is taken up anew for each look: nothing of it is held while the phone only waits.
    def asked_again() -> AbstractContextManager[object]:
        again: AbstractContextManager[object] = app.request_context(environ)
        return again

    return Response(_messages(table_id, asked_again), mimetype="text/event-stream", headers=HEADERS)


def _messages(table_id: int, asked_again: Request) -> Iterator[str]:
    with asked_again():
        hub, device = rooms().hub, viewer_of(table_id).device_id
    with hub.watch(table_id, device) as watch:
        hub.publish(table_id)  # wakes this stream for its first look, and the others see that somebody has come
        # A first line at once: the browser learns that it is connected.
        yield ": connected\n\n"
        try:
            yield from _looks(watch, table_id, asked_again)
        finally:
            watch.close()
            hub.publish(table_id)


def _looks(watch: Watch, table_id: int, asked_again: Request) -> Iterator[str]:
    """What each look at the table gives, first at once and then after each change, until the phone may not look."""
    shown, names = "", None
    while shown != GONE:
        changed = watch.wait(HEARTBEAT)
        with asked_again():  # also without news: a grant may have ended
            newest, sitting = _newest(table_id), frozenset(seating.seated(rooms().play.at(table_id)).values())
            if names is not None and newest != GONE and (come := sitting - names):
                yield _greeting(come)
        if newest != shown:
            yield newest
        elif not changed:
            yield BEAT
        shown, names = newest, sitting


def _greeting(come: Iterable[str]) -> str:
    """Who has sat down since the last look, shown on the others' phones for a moment."""
    greeting = _("%(name)s has joined", name=joined(sorted(come)))
    return f"event: toast\ndata: {greeting}\n\n"


def _newest(table_id: int) -> str:
    viewer = viewer_of(table_id)
    if not viewer.may_see:
        return GONE
    now = rooms().play.at(table_id)
    return message(now.fold.seq, rooms().fragments.of(now, viewer))


def message(seq: int, html: str) -> str:
    """Returns an unnamed event whose data is this HTML."""
    lines = "".join(f"data: {line}\n" for line in html.splitlines())
    return f"id: {seq}\n{lines}\n"
