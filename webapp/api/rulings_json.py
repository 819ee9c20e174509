"""What was decided at a table, for programs: the same list that people read, and how far it was read."""

from typing import Any

from flask import Response

from webapp.api import table_json
from webapp.api.bodies import body_object
from webapp.api.problems import Problem
from webapp.referee.decisions.decision_list import Decision, decisions
from webapp.referee.decisions.reading import mark_read
from webapp.services import services
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer


def listed(now: Snapshot, viewer: Viewer) -> dict[str, Any]:
    """Returns all decisions, the newest first; `read` is what is sent back once they were read."""
    found = decisions(now, viewer)
    return {
        "read": {"events": now.fold.seq, "lines": len(now.desk.lines)},
        "unread": sum(one.is_new for one in found),
        "rulings": [_told(one) for one in found],
    }


def read(now: Snapshot, viewer: Viewer) -> Response:
    """Notes how far the caller has read. Raises `Problem` 400; 403 for who only watches."""
    if not viewer.takes_part or viewer.device_id is None:
        raise Problem(403)
    body = body_object()
    events, lines = body.get("events"), body.get("lines")
    if type(events) is not int or type(lines) is not int or min(events, lines) < 0:
        raise Problem(400, "not-read")
    mark_read(now, viewer.device_id, events, lines)
    return table_json.json_response(listed(services().play.at(now.table.id), viewer))


def _told(one: Decision) -> dict[str, Any]:
    return {
        "id": one.code,
        "title": one.title,
        "text": one.text,
        "points": list(one.amounts),
        "by": one.by,
        "at": one.made_at.isoformat(timespec="seconds"),
        "rule": one.rule,
        "ended": one.ended,
        "source": one.source,
        "new": one.is_new,
    }
