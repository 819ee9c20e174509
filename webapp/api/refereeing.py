"""Calls, rulings and appeals for programs."""

from collections.abc import Callable
from typing import Annotated, ClassVar, Literal

from flask import Response
from msgspec import Meta, Struct

from webapp.access.device import require
from webapp.api.bodies import json_response, key_of_request, visit_by_token
from webapp.api.changes_json import Asked, Rulings, answered, listed
from webapp.api.endpoints import TABLE, ApiBlueprint, Body, body
from webapp.api.problems import Problem, need
from webapp.http.limits import LONGEST_DISPUTE_TEXT, LONGEST_RULING_CODE, LONGEST_RULING_TEXT
from webapp.referee import disputes
from webapp.referee.amending.adjustments import ShownEffect
from webapp.referee.cases import appeals, making, taking_back
from webapp.referee.cases.remedies import TypedRuling, own_words
from webapp.referee.cases.subject import Subject, dispute_of, ruling_at, subject_of
from webapp.referee.cases.verdict import may_note, note_admission
from webapp.referee.filing import FiledOrSaid
from webapp.referee.pointing import pointer
from webapp.services import services
from webapp.table.desk import Dispute
from webapp.table.lines.matters import Withdrawn
from webapp.table.permissions import not_ruling
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


class _Ruling(Body, frozen=True):
    rule: Code = "GEN-1"
    reason: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_RULING_TEXT})] = ""
    points: tuple[int, ...] | None = None
    ready: Code = ""


class Decision(_Ruling, frozen=True, kw_only=True):
    """End of an appeal: “upheld”, “withdrawn” by the appellant, or else the new ruling once the old one is lifted.

    `points`, one number a side, only for “adjusted”; `ready` is the code of a ready ruling.
    """

    problem: ClassVar[str] = "not-an-appeal"

    remedy: Literal["upheld", "withdrawn", "none", "stands", "corrected", "taken-back", "adjusted", "void"]


class NewRuling(_Ruling, frozen=True, kw_only=True):
    """The ruling on a case: “dispute-1”, “revoke-12” by its play, “contradiction”.

    `points`, one number a side, only for “adjusted”; `ready` is the code of a ready ruling.
    """

    problem: ClassVar[str] = "not-a-ruling"

    case: str
    remedy: Literal["none", "stands", "corrected", "taken-back", "adjusted", "void"]


class Reopening(Body, frozen=True):
    """Why a ruling is reopened, and whether what it did is taken back."""

    problem: ClassVar[str] = "not-a-ruling"

    reason: Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": LONGEST_RULING_TEXT})]
    undo: bool = False


class NewCall(Body, frozen=True):
    """A call of the referee: `about` an entry (“event-12”), a hand (“hand-3”), a trick of it (“trick-3.2”), or “match”.

    `why` is the code of a reason of the game, or “other” with a `text`.
    """

    problem: ClassVar[str] = "not-a-call"

    about: str
    why: str = ""
    text: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_DISPUTE_TEXT})] = ""
    pause: bool = False


class PointAt(Body, frozen=True):
    """What a call is about, in the words of a new one."""

    problem: ClassVar[str] = "not-a-call"

    about: str


class Admit(Body, frozen=True):
    """The duty that was broken, by its code, and the card that was owed, if it was said."""

    problem: ClassVar[str] = "not-a-call"

    code: str
    card: str = ""


class SetPause(Body, frozen=True):
    """Whether play pauses."""

    pause: bool


class Call(Struct, frozen=True):
    """A call by its number; `rulings` by their places in the log. One that `appeals` names the place of that ruling."""

    number: Annotated[int, Meta(ge=1)]
    about: str
    why: str
    text: str
    by: str
    open: bool
    withdrawn: bool
    rulings: list[int]
    admitted: str | None
    appeals: int | None


class Calls(Struct, frozen=True):
    """The calls of a table, the oldest first; whether play pauses, and whether only a referee resumes it."""

    calls: list[Call]
    paused: bool
    held: bool


bp = ApiBlueprint("api_refereeing", __name__)


@bp.address(f"POST {TABLE}/rulings/<int:number>/appeal", "appeal", {201: Appeal}, NewAppeal, once=True)
def appeal(table_id: int, number: int) -> Response:
    """A side appeals against the ruling at this place of the log."""
    now, viewer = visit_by_token(table_id)
    require(viewer.may_enter)
    ruling = need(ruling_at(now, number), "no-ruling")
    outcome = appeals.appeal(now, viewer, ruling, body(NewAppeal).reason, op=key_of_request())
    return answered(
        outcome,
        lambda later: json_response(_told_appeal(later, later.desk.appeals_against(number)[-1]), 201),
        "not-an-appeal",
    )


@bp.address(f"POST {TABLE}/appeals/<int:number>", "decideAppeal", {200: Appeal, 202: Asked}, Decision, once=True)
def decide_appeal(table_id: int, number: int) -> Response:
    """Decides on an appeal, or withdraws it; 202: all sides have to agree first."""
    now, viewer = visit_by_token(table_id)
    subject = dispute_of(now, viewer, number)
    if subject is None or subject.dispute is None or subject.dispute.appeals is None:
        raise Problem(404 if viewer.takes_part else 403, "no-appeal" if viewer.takes_part else "")
    sent, op = body(Decision), key_of_request()
    if sent.remedy == "withdrawn":
        require(viewer.may_enter)
        outcome: FiledOrSaid = services().tables.add(table_id, viewer, Withdrawn(number), op=op)
    else:
        outcome = _ruled(subject, sent, sent.remedy, op)
    return answered(
        outcome, lambda later: json_response(_told_appeal(later, later.desk.disputes[number - 1])), "not-an-appeal"
    )


def _ruled(subject: Subject, sent: _Ruling, remedy: str, op: str) -> FiledOrSaid:
    """Makes the ruling in the body. Raises `Problem` 400 where its points are not those of each side."""
    require(making.may_decide(subject))
    sides = len(subject.now.fold.state.totals)
    points = (0,) * sides if sent.points is None else sent.points
    if len(points) != sides or (any(points) and remedy != "adjusted"):
        raise Problem(400, sent.problem)
    typed = TypedRuling(remedy, sent.rule, own_words(sent.reason), points, ShownEffect(points), sent.ready)
    return making.make(subject, typed, op=op, seen=None)


@bp.address(f"POST {TABLE}/rulings", "rule", {201: Rulings, 202: Asked}, NewRuling, once=True)
def rule(table_id: int) -> Response:
    """The referee rules on a case; 202: all sides have to agree first."""
    now, viewer = visit_by_token(table_id)
    require(viewer.takes_part)
    sent = body(NewRuling)
    subject = need(subject_of(now, viewer, sent.case), "no-case")
    outcome = _ruled(subject, sent, sent.remedy, key_of_request())
    return answered(outcome, lambda later: json_response(listed(later, viewer), 201), "not-a-ruling")


@bp.address(
    f"POST {TABLE}/rulings/<int:number>/reopen", "reopenRuling", {200: Rulings, 202: Asked}, Reopening, once=True
)
def reopen_ruling(table_id: int, number: int) -> Response:
    """Reopens the ruling at this place of the log: it settles nothing any more; 202: all sides have to agree first."""
    now, viewer = visit_by_token(table_id)
    require(viewer.takes_part and not_ruling(now, viewer) is None)
    ruling = need(ruling_at(now, number), "no-ruling")
    sent = body(Reopening)
    why = own_words(sent.reason)
    if not why:
        raise Problem(400, sent.problem)
    outcome = taking_back.reopen(now, viewer, ruling, why, undo=sent.undo, op=key_of_request(), seen=None)
    return answered(outcome, lambda later: json_response(listed(later, viewer)), "not-a-ruling")


@bp.address(f"GET {TABLE}/calls", "readCalls", {200: Calls})
def read_calls(table_id: int) -> Response:
    """The calls of the referee at a table, with the appeals."""
    return _calls(visit_by_token(table_id).now)


@bp.address(f"POST {TABLE}/calls", "callReferee", {201: Calls}, NewCall, once=True)
def call(table_id: int) -> Response:
    """Calls the referee."""
    now, viewer = visit_by_token(table_id)
    require(viewer.takes_part)
    sent, op = body(NewCall), key_of_request()
    typed = {"about": sent.about, "why": sent.why, "text": sent.text, "play": "pause" if sent.pause else "on"}
    outcome = _not_a_call(lambda: disputes.call_referee(now, viewer, disputes.read(now, typed), op=op))
    return answered(outcome, lambda later: _calls(later, 201), "not-a-call")


@bp.address(
    f"POST {TABLE}/calls/<int:number>/withdraw", "withdrawCall", {200: Calls}, once=True, fails=[400, 409, 422, 429]
)
def withdraw_call(table_id: int, number: int) -> Response:
    """Withdraws a call, by the token that has made it; play resumes where nothing else is open."""
    subject = _called(table_id, number)
    outcome = services().tables.add(table_id, subject.viewer, Withdrawn(number), op=key_of_request())
    return answered(outcome, _calls)


@bp.address(f"POST {TABLE}/calls/<int:number>/point", "pointCall", {200: Calls}, PointAt, once=True)
def point(table_id: int, number: int) -> Response:
    """The referee changes what a call is about."""
    subject = _called(table_id, number)
    now, viewer, op = subject.now, subject.viewer, key_of_request()
    require(not_ruling(now, viewer) is None)
    about = body(PointAt).about
    outcome = _not_a_call(lambda: disputes.point_at(now, viewer, number, about, op=op))
    return answered(outcome, _calls)


@bp.address(f"POST {TABLE}/calls/<int:number>/admission", "admitBreach", {200: Calls}, Admit)
def admit(table_id: int, number: int) -> Response:
    """Notes that a player has admitted a breach of a duty by the play in question."""
    subject = _called(table_id, number)
    require(may_note(subject))
    sent = body(Admit)
    outcome = note_admission(subject, sent.code, sent.card)
    return answered(outcome, _calls, "not-a-call")


@bp.address(f"POST {TABLE}/pause", "pause", {200: Calls}, SetPause)
def pause(table_id: int) -> Response:
    """Pauses the table until there is a ruling, or resumes play before."""
    now, viewer = visit_by_token(table_id)
    require(viewer.takes_part)
    outcome = disputes.set_pause(now, viewer, paused=body(SetPause).pause)
    return answered(outcome, _calls)


def _called(table_id: int, number: int) -> Subject:
    """Returns a dispute for a caller who takes part. Raises `Problem` 404."""
    now, viewer = visit_by_token(table_id)
    require(viewer.takes_part)
    return need(dispute_of(now, viewer, number), "no-call")


def _not_a_call(act: Callable[[], FiledOrSaid]) -> FiledOrSaid:
    try:
        return act()
    except disputes.NotACall:
        raise Problem(400, "not-a-call") from None


def _calls(now: Snapshot, status: int = 200) -> Response:
    told = Calls([_told_call(one) for one in now.desk.disputes], now.desk.paused, now.desk.held)
    return json_response(told, status)


def _told_call(one: Dispute) -> Call:
    about, admitted = pointer(one.about, one.hand, one.trick), None if one.admitted is None else one.admitted.code
    said = one.number, about, one.why, one.text, one.by, one.is_open, one.withdrawn
    return Call(*said, [*one.rulings], admitted, one.appeals)


def _told_appeal(now: Snapshot, one: Dispute) -> Appeal:
    ends, decides = appeals.period(now), appeals.decider(now, one)
    outcome = outcome_of(now, one)
    return Appeal(one.number, f"entry-{one.appeals}", one.by, one.text, one.is_open, outcome, decides.value, ends.until)
