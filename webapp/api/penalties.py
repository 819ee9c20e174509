"""Penalties for programs; the list of rulings has them."""

from typing import Annotated, ClassVar

from flask import Response
from msgspec import Meta, Struct

from webapp.access.device import require
from webapp.api.bodies import json_response, key_of_request, visit_by_token
from webapp.api.changes_json import Asked, answered
from webapp.api.endpoints import TABLE, Body, body
from webapp.api.problems import Problem, need
from webapp.api.refereeing import bp
from webapp.http.limits import LONGEST_REASON, LONGEST_RULING_CODE
from webapp.referee import penalties as giving
from webapp.referee.amending.adjustments import ShownEffect
from webapp.referee.penalty_list import TypedPenalty, reason_in
from webapp.services import services
from webapp.table import penalties
from webapp.table.penalties import USUAL_RULE, Step, numbered
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

Reason = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": LONGEST_REASON})]
Rule = Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_RULING_CODE})]


class NewPenalty(Body, frozen=True):
    """A penalty of the player on a seat; `points`, a number a side, only for “points” and “hand”.

    `ready` is the code of what was the matter, as in a dispute, such as “slow”; `reason` adds to it.
    """

    problem: ClassVar[str] = "not-a-penalty"

    seat: Annotated[int, Meta(ge=0)]
    step: Step
    reason: str = ""
    rule: Rule | None = None
    points: tuple[int, ...] | None = None
    ready: Rule = ""


class Penalty(Struct, frozen=True):
    """A penalty; `lifted` is why it was lifted, else empty."""

    number: Annotated[int, Meta(ge=1)]
    seat: int
    step: Step
    reason: str
    rule: str
    points: tuple[int, ...]
    lifted: str
    ready: str


class Lift(Body, frozen=True):
    """Why a penalty is lifted."""

    problem: ClassVar[str] = "not-a-penalty"

    reason: Reason


@bp.address(f"POST {TABLE}/penalties", "givePenalty", {201: Penalty, 202: Asked}, NewPenalty, once=True)
def give_penalty(table_id: int) -> Response:
    """The referee gives a penalty; its points, if it costs any, are adjusted in the same entry."""
    now, viewer = visit_by_token(table_id)
    require(viewer.is_referee)
    typed, key = _typed_penalty(now, body(NewPenalty)), key_of_request()
    outcome = giving.give(now, viewer, typed, op=key)
    return answered(
        outcome, lambda later: json_response(_told_penalty(_given_with(later, viewer, key)), 201), "no-penalty"
    )


@bp.address(f"POST {TABLE}/penalties/<int:number>/lift", "liftPenalty", {200: Penalty, 202: Asked}, Lift, once=True)
def lift_penalty(table_id: int, number: int) -> Response:
    """The referee lifts a penalty and gives its points back; it stays in the list."""
    now, viewer = visit_by_token(table_id)
    require(viewer.is_referee)
    penalty = need(numbered(now.desk.penalties, number), "no-such-penalty")
    outcome = giving.lift_penalty(now, viewer, penalty, body(Lift).reason, op=key_of_request())
    return answered(outcome, lambda later: json_response(_told_penalty(later.desk.penalties[number - 1])), "no-penalty")


def _typed_penalty(now: Snapshot, sent: NewPenalty) -> TypedPenalty:
    """Returns the penalty in the body. Raises `Problem` 400 where this table has no such penalty."""
    sides = len(now.fold.state.totals)
    amounts = (0,) * sides if sent.points is None else sent.points
    if sent.seat >= len(now.table.players) or len(amounts) != sides:
        raise Problem(400, "not-a-penalty")
    return TypedPenalty(
        sent.seat, sent.step, reason_in(sent.reason), sent.rule or USUAL_RULE, amounts, ShownEffect(amounts), sent.ready
    )


def _given_with(now: Snapshot, viewer: Viewer, key: str) -> penalties.Penalty:
    entered = services().store.event_of_key(now.table.id, op=key, device_id=viewer.device_id)
    for one in now.desk.penalties:
        if one.entry is not None and entered is not None and one.entry == entered.seq - 1:
            return one
        line = now.desk.lines[one.line]
        if line.device_id == viewer.device_id and line.body.get("op") == key:
            return one
    return now.desk.penalties[-1]


def _told_penalty(one: penalties.Penalty) -> Penalty:
    lifted = "" if one.lifted is None else one.lifted.why
    return Penalty(one.number, one.seat, one.step, one.reason, one.rule, one.points, lifted, one.ready)
