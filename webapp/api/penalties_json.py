"""Penalties, for programs: given and lifted by the token of a referee. What was given stands in the list of rulings."""

from typing import Any

from flask import Response

from webapp.api import table_json
from webapp.api.bodies import body_object
from webapp.api.problems import Problem, refused
from webapp.api.table_json import key_of_request
from webapp.http.limits import LONGEST_REASON
from webapp.referee.penalties import giving
from webapp.referee.penalties.penalty_form import USUAL_RULE, Typed, missing
from webapp.services import services
from webapp.table.penalties import LADDER, Penalty, Step, numbered
from webapp.table.play import Made, Moved, Outcome
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer


def give(now: Snapshot, viewer: Viewer) -> Response:
    """Gives a penalty. Raises `Problem` 400, 403 or 422."""
    _require_referee(viewer)
    typed = _typed(now, body_object())
    if problem := missing(now, typed):
        raise Problem(422, "no-penalty", message=problem)
    key = key_of_request()
    later = _made(giving.give(now, viewer, typed, op=key))
    if isinstance(later, Response):
        return later
    return table_json.json_response(_told(_given_with(later, viewer, key)), 201)


def lift(now: Snapshot, viewer: Viewer, number: int) -> Response:
    """Lifts a penalty with its points. Raises `Problem` 400, 403 or 404."""
    _require_referee(viewer)
    penalty, body = numbered(now.desk.penalties, number), body_object()
    if penalty is None:
        raise Problem(404, "no-such-penalty")
    why = _words(body)
    if not why:
        raise Problem(400, "not-a-penalty")
    later = _made(giving.lift_penalty(now, viewer, penalty, why, op=key_of_request()))
    if isinstance(later, Response):
        return later
    return table_json.json_response(_told(later.desk.penalties[number - 1]))


def _require_referee(viewer: Viewer) -> None:
    if not viewer.is_referee:
        raise Problem(403)


def _typed(now: Snapshot, body: dict[str, Any]) -> Typed:
    """What the body says. Raises `Problem` 400 where it is no penalty of this table."""
    seat, step, rule, points = (body.get(name) for name in ("seat", "step", "rule", "points"))
    sides = len(now.fold.state.totals)
    if type(seat) is not int or not 0 <= seat < len(now.table.players) or step not in LADDER:
        raise Problem(400, "not-a-penalty")
    amounts = [0] * sides if points is None else points
    if not isinstance(amounts, list) or len(amounts) != sides or any(type(each) is not int for each in amounts):
        raise Problem(400, "not-a-penalty")
    named = USUAL_RULE if rule is None else rule
    if not isinstance(named, str):
        raise Problem(400, "not-a-penalty")
    return Typed(seat, Step(step), _words(body), named, tuple(amounts), tuple(amounts))


def _words(body: dict[str, Any]) -> str:
    why = body.get("reason", "")
    if not isinstance(why, str):
        raise Problem(400, "not-a-penalty")
    return why.strip()[:LONGEST_REASON]


def _made(outcome: Outcome) -> Snapshot | Response:
    match outcome:
        case Made(now=now):
            return services().play.at(now.table.id)
        case Moved(now=now):
            raise Problem(409, seq=now.fold.seq)
    return refused(outcome.refusal, outcome.now.table.players)


def _given_with(now: Snapshot, viewer: Viewer, key: str) -> Penalty:
    entered = services().store.event_of_key(now.table.id, op=key, device_id=viewer.device_id)
    for one in now.desk.penalties:
        if one.entry is not None and entered is not None and one.entry == entered.seq - 1:
            return one
        line = now.desk.lines[one.line]
        if line.device_id == viewer.device_id and line.body.get("op") == key:
            return one
    return now.desk.penalties[-1]


def _told(penalty: Penalty) -> dict[str, Any]:
    return {
        "number": penalty.number,
        "seat": penalty.seat,
        "step": str(penalty.step),
        "reason": penalty.reason,
        "rule": penalty.rule,
        "points": list(penalty.points),
        "lifted": "" if penalty.lifted is None else penalty.lifted.why,
    }
