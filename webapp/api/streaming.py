"""The table as server-sent events for programs: each `data:` is what a GET of the table answers."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace

from flask import Response, current_app, request

from webapp.access import viewer_of
from webapp.api import shown
from webapp.rooms import rooms
from webapp.streams import HEADERS, HEARTBEAT, message

Asked = Callable[[], AbstractContextManager[object]]


def live(table_id: int) -> Response:
    """Returns the stream of a table for the asking program: the table at once, and again after each change."""
    app, environ = current_app._get_current_object(), request.environ  # type: ignore[attr-defined]
    device_id = viewer_of(table_id).device_id

    def asked() -> AbstractContextManager[object]:
        again: AbstractContextManager[object] = app.request_context(environ)
        return again

    return Response(_messages(rooms().hub, table_id, device_id, asked), mimetype="text/event-stream", headers=HEADERS)


def _messages(hub: object, table_id: int, device_id: int | None, asked: Asked) -> Iterator[str]:
    shown_last = ""
    with hub.watch(table_id, device_id) as watch:  # type: ignore[attr-defined]
        watch.wake()
        while True:
            watch.wait(HEARTBEAT)
            with asked():
                newest = _newest(table_id)
            if newest is None:
                return
            yield ": beat\n\n" if newest == shown_last else newest
            shown_last = newest


def _newest(table_id: int) -> str | None:
    viewer = viewer_of(table_id)
    if not viewer.may_see:
        return None
    now = rooms().play.at(table_id)
    return message(now.fold.seq, json.dumps(shown.table(now, replace(viewer, is_program=True)), ensure_ascii=False))
