"""The live stream of a table: server-sent events, each the whole fragment for one viewer (newest wins)."""

from collections.abc import Callable, Iterator

from flask import Response, stream_with_context

from webapp.access import Viewer, viewer_of
from webapp.play import TableNow
from webapp.rooms import rooms

HEARTBEAT = 15.0
HEADERS = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}
Fragment = Callable[[TableNow, Viewer], str]


def live(table_id: int, fragment: Fragment, *, key: str) -> Response:
    """Returns the stream of a table for the asking phone: its fragment at once, and again after each change.

    `key` names what else the fragment depends on, such as the language.
    """
    messages = stream_with_context(_messages(table_id, fragment, key))
    return Response(messages, mimetype="text/event-stream", headers=HEADERS)


def _messages(table_id: int, fragment: Fragment, key: str) -> Iterator[str]:
    here = rooms()
    with here.hub.watch(table_id, viewer_of(table_id).device_id) as watch:
        # A first line at once: the browser learns that it is connected.
        yield ": connected\n\n"
        here.hub.publish(table_id)  # the others see that somebody has come
        shown = ""
        while True:
            changed = watch.wait(HEARTBEAT)
            viewer = viewer_of(table_id)  # a grant may have been revoked meanwhile
            if not viewer.may_see:
                yield "event: gone\ndata: \n\n"
                return
            if not changed:
                yield ": still here\n\n"
                continue
            now = here.play.at(table_id)
            html = fragment(now, viewer)
            if html != shown:
                shown = html
                yield message(now.fold.seq, html)


def message(seq: int, html: str) -> str:
    """Returns an unnamed event whose data is this HTML."""
    lines = "".join(f"data: {line}\n" for line in html.splitlines())
    return f"id: {seq}\n{lines}\n"
