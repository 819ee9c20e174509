"""Appeals against rulings, for programs: made by a side, decided by another referee, the organiser, or all sides."""

from typing import Annotated, ClassVar, Literal

from flask import Response
from msgspec import Meta, Struct

from webapp.access.device import require
from webapp.api.bodies import json_response, key_of_request, visit_by_token
from webapp.api.calls import Body, Programs, body
from webapp.api.changes_json import Asked, answered
from webapp.api.problems import Problem
from webapp.http.limits import LONGEST_DISPUTE_TEXT, LONGEST_RULING_CODE, LONGEST_RULING_TEXT
from webapp.referee.asking.filing import FiledOrSaid
from webapp.referee.cases import appeals, making
from webapp.referee.cases.remedies import TypedRuling, own_words
from webapp.referee.cases.subject import dispute_of, ruling_at
from webapp.services import services
from webapp.table.desk import Dispute
from webapp.table.lines.matters import Withdrawn
from webapp.table.snapshot import Snapshot
from webapp.telling.decided import outcome_of

Code = Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_RULING_CODE})]


class NewAppeal(Body, frozen=True):
    """The reason for an appeal."""

    problem: ClassVar[str] = "not-an-appeal"

    reason: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_DISPUTE_TEXT})] = ""


class Appeal(Struct, frozen=True):
    """An appeal by its number among the disputes; `outcome` in the language that was asked for."""

    number: Annotated[int, Meta(ge=1)]
    ruling: str
    by: str
    reason: str
    open: bool
    outcome: str
    decides: Literal["referee", "organiser", "all"]
    until: str


class Decision(Body, frozen=True):
    """End of an appeal: “upheld”, “withdrawn” by the appellant, or else the new ruling once the old one is lifted.

    `points`, one number a side, only for “adjusted”; `ready` is the code of a ready ruling.
    """

    problem: ClassVar[str] = "not-an-appeal"

    remedy: Literal["upheld", "withdrawn", "none", "stands", "corrected", "taken-back", "adjusted", "void"]
    rule: Code = "GEN-1"
    reason: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_RULING_TEXT})] = ""
    points: tuple[int, ...] | None = None
    ready: Code = ""


bp = Programs("api_appeals", __name__)
TABLE = "/tables/<int:table_id>"


@bp.call(f"POST {TABLE}/rulings/<int:number>/appeal", "appeal", {201: Appeal}, NewAppeal, once=True)
def appeal(table_id: int, number: int) -> Response:
    """A side appeals against the ruling at this place of the log."""
    now, viewer = visit_by_token(table_id)
    require(viewer.may_enter)
    ruling = ruling_at(now, number)
    if ruling is None:
        raise Problem(404, "no-ruling")
    outcome = appeals.appeal(now, viewer, ruling, body(NewAppeal).reason, op=key_of_request())
    return answered(
        outcome,
        lambda later: json_response(_told(later, later.desk.appeals_against(number)[-1]), 201),
        "not-an-appeal",
    )


@bp.call(f"POST {TABLE}/appeals/<int:number>", "decideAppeal", {200: Appeal, 202: Asked}, Decision, once=True)
def decide(table_id: int, number: int) -> Response:
    """Decides on an appeal, or withdraws it; 202: all sides have to agree first."""
    now, viewer = visit_by_token(table_id)
    subject = dispute_of(now, viewer, number)
    if subject is None or subject.dispute is None or subject.dispute.appeals is None:
        raise Problem(404 if viewer.takes_part else 403, "no-appeal" if viewer.takes_part else "")
    sent, op = body(Decision), key_of_request()
    sides = len(now.fold.state.totals)
    points = (0,) * sides if sent.points is None else sent.points
    if len(points) != sides or (any(points) and sent.remedy != "adjusted"):
        raise Problem(400, "not-an-appeal")
    if sent.remedy == "withdrawn":
        require(viewer.may_enter)
        outcome: FiledOrSaid = services().play.note(table_id, viewer, Withdrawn(number), op=op)
    else:
        require(making.may_decide(subject))
        typed = TypedRuling(sent.remedy, sent.rule, own_words(sent.reason), points, points, sent.ready)
        outcome = making.make(subject, typed, op=op, seen=None)
    return answered(
        outcome, lambda later: json_response(_told(later, later.desk.disputes[number - 1])), "not-an-appeal"
    )


def _told(now: Snapshot, one: Dispute) -> Appeal:
    ends, decides = appeals.period(now), appeals.decider(now, one)
    outcome = outcome_of(now, one)
    return Appeal(one.number, f"entry-{one.appeals}", one.by, one.text, one.is_open, outcome, decides.value, ends.until)
