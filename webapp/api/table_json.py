"""Table as JSON: the result (record, section 2) as the viewer may see it."""

import json
import re
from dataclasses import replace
from typing import Any

from flask import Response, request

from rules_core import findings as rules
from rules_core import replay, result
from rules_core.findings import Refusal
from rules_core.replay import Fold
from webapp.http.limits import EVENTS_A_TURN
from webapp.http.turns import let_others
from webapp.services import services
from webapp.table.change_requests import ChangeRequest
from webapp.table.permissions import entered_alone
from webapp.table.snapshot import Snapshot, header_of
from webapp.table.table_view import looking
from webapp.table.viewer import Viewer

LINE_ENDS = re.compile("[\x85\u2028\u2029]")
"""Ends of lines that JSON may hold as they are. In a stream of lines they must not: a name has them in old tables."""


def table(now: Snapshot, viewer: Viewer) -> dict[str, Any]:
    """Returns the table as this viewer may see it."""
    return {
        "id": now.table.id,
        "seq": now.fold.seq,
        "title": now.table.title,
        "game": now.table.game,
        "players": now.table.players,
        "options": now.table.options,
        "result": result_json(now, viewer),
        "changes": [change(one) for one in now.desk.waiting],
    }


def change(one: ChangeRequest) -> dict[str, Any]:
    """Returns a change that waits, or was decided on; what it puts in is told by the log once it is made."""
    return {
        "number": one.number,
        "by": one.by,
        "reason": one.why,
        "events": [event["type"] for event in one.entries],
        "state": one.state,
        "agreed": sorted(one.agreed),
        "answer": one.answer,
    }


def result_json(now: Snapshot, viewer: Viewer) -> dict[str, Any]:
    """Returns the result of the table, as this viewer may see it."""
    return result.seen(now.fold, _looking(now, viewer))


def result_json_at(now: Snapshot, viewer: Viewer, seq: int) -> dict[str, Any]:
    """Returns the result after an event that this device has made, as it was answered then."""
    if seq == now.fold.seq:
        return result_json(now, viewer)
    past = now.at(_fold_at(now, seq))
    return result_json(past, viewer if _sat_then(now, viewer, seq) else replace(viewer, seat=None))


def stream_data(now: Snapshot, viewer: Viewer) -> str:
    """Returns the data of an event of the stream: what a GET of the table answers."""
    data = json.dumps(table(now, replace(viewer, is_program=True)), ensure_ascii=False)
    return LINE_ENDS.sub(_escaped, data)


def json_response(body: Any, status: int = 200, *, seq: int | None = None, **headers: str) -> Response:
    """Returns an answer; with `seq` it can be asked for again by its ETag."""
    answer = Response(json.dumps(body, ensure_ascii=False), status, headers, content_type="application/json")
    if seq is not None:
        answer.set_etag(str(seq))
        answer.headers["Cache-Control"] = "private, no-cache"
        answer.make_conditional(request)
    return answer


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def _looking(now: Snapshot, viewer: Viewer) -> rules.Viewer:
    return rules.Viewer("referee") if entered_alone(now, viewer) else looking(now, viewer)


def _fold_at(now: Snapshot, seq: int) -> Fold:
    fold = replay.begin(header_of(now.table))
    for number, line in enumerate(services().store.events(now.table.id)[:seq], 1):
        after = replay.step(fold, json.loads(line.body))
        assert not isinstance(after, Refusal)  # a log folds
        if number % EVENTS_A_TURN == 0:
            let_others()
        fold = after
    return fold


def _sat_then(now: Snapshot, viewer: Viewer, seq: int) -> bool:
    """Tells whether the caller held its seat when it made this event: else it is told no secret of that seat."""
    made_at = services().store.events(now.table.id, seq - 1)[0].made_at
    held = (grant for grant in now.people.grants if grant.device_id == viewer.device_id)
    return any(grant.since <= made_at for grant in held)
