"""Changes that wait and decisions at a table as JSON."""

from typing import Any

from flask import Response

from webapp.api import table_json
from webapp.api.bodies import body_object
from webapp.api.problems import Problem, refused
from webapp.api.table_json import key_of_request
from webapp.http.limits import LONGEST_REASON
from webapp.http.steps import in_steps
from webapp.referee.asking import deciding
from webapp.referee.asking import filing as sides
from webapp.referee.asking.filing import file
from webapp.referee.decisions import Decision, decisions, mark_read
from webapp.services import services
from webapp.table.change_requests import ChangeRequest
from webapp.table.play import (
    Made,
    Moved,
    Outcome,
    Refused,
)
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer


def ask(now: Snapshot, viewer: Viewer) -> Response:
    """Asks for an event that this table does not take without leave. Raises `Problem` 400 or 403."""
    if not viewer.may_enter:
        raise Problem(403)
    body = body_object()
    event = body.get("event")
    if not isinstance(event, dict) or not isinstance(event.get("type"), str):
        raise Problem(400, "not-an-event")
    filed = file(now, viewer, [event], op=key_of_request(), why=_words(body))
    if isinstance(filed, Refused):
        return refused(filed.refusal, now.table.players)
    return table_json.json_response({"number": filed.number}, 201)


def decide(now: Snapshot, viewer: Viewer, number: int) -> Response:
    """Allows, refuses, agrees to or takes back what waits. Raises `Problem` 400, 403 or 404."""
    change, body = now.desk.change(number), body_object()
    if change is None:
        raise Problem(404, "no-change")
    outcome = _decided(now, viewer, change, body)
    if isinstance(outcome, Made):
        later = services().play.at(now.table.id)
        found = later.desk.change(number)
        return table_json.json_response(table_json.change(found or change))
    if isinstance(outcome, Moved):
        raise Problem(409, seq=outcome.now.fold.seq)
    return refused(outcome.refusal, now.table.players)


def _decided(now: Snapshot, viewer: Viewer, change: ChangeRequest, body: dict[str, Any]) -> Outcome:
    answer, op = body.get("answer"), key_of_request()
    if not (viewer.is_referee if answer in ("allow", "refuse") else viewer.may_enter):
        raise Problem(403)
    match answer:
        case "allow":
            return deciding.allow(now, viewer, change, op=op, why=_words(body))
        case "refuse":
            return deciding.deny(now, viewer, change, op=op, why=_words(body))
        case "withdraw":
            return deciding.drop(now, viewer, change, op=op)
        case "agree":
            return deciding.agree(now, viewer, change, _side(now, viewer, body), op=op)
    raise Problem(400, "not-an-answer")


def _side(now: Snapshot, viewer: Viewer, body: dict[str, Any]) -> int:
    side = body.get("side", sides.own_side(now, viewer))
    if type(side) is not int or not 0 <= side < sides.number_of_sides(now):
        raise Problem(400, "not-an-answer")
    return side


def _words(body: dict[str, Any]) -> str:
    why = body.get("reason", "")
    if not isinstance(why, str):
        raise Problem(400, "not-an-answer")
    return why.strip()[:LONGEST_REASON]


def listed(now: Snapshot, viewer: Viewer) -> dict[str, Any]:
    """Returns all decisions, the newest first; `read` is what is sent back once they were read."""
    found = decisions(now, viewer)
    return {
        "read": {"events": now.fold.seq, "lines": len(now.desk.lines)},
        "unread": sum(one.is_new for one in found),
        "rulings": [_told(one) for one in in_steps(found)],
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
