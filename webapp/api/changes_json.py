"""Changes that wait and decisions at a table as JSON."""

from collections.abc import Callable
from typing import Annotated, ClassVar, Literal

from flask import Response
from msgspec import Meta, Struct

from webapp.access.device import require
from webapp.api.bodies import json_response, key_of_request, visit_by_token
from webapp.api.endpoints import TABLE, ApiBlueprint, Body, Count, Event, Moment, Seq, body
from webapp.api.problems import Problem, need, refused
from webapp.http.steps import in_steps
from webapp.referee.decisions import Decision, decisions, mark_read
from webapp.referee.filing import Filed, FiledOrSaid, NotAnAnswer, answer_change, ask_for_change, may_answer
from webapp.services import services
from webapp.table import change_requests
from webapp.table.forms import NotAnEvent
from webapp.table.keeper import Made, MovedOn, Refused
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer


class ChangeRequest(Struct, frozen=True):
    """A change request, for the referee or for all sides: `agreed` are the sides that agree so far.

    In a closed round it waits for two: `signed` says as what it was signed, “organiser”, “referee” or “side”.
    """

    number: Seq
    by: str
    reason: str
    events: list[str]
    state: Literal["waiting", "allowed", "denied", "agreed", "dropped", "signed"]
    agreed: list[int]
    answer: str
    signed: list[str]


class Ask(Body, frozen=True):
    """An event that the table does not take without leave, and why."""

    problem: ClassVar[str] = "not-an-event"

    event: Event
    reason: str = ""


class Asked(Struct, frozen=True):
    """The change waits, by this number."""

    number: Seq


class Answer(Body, frozen=True):
    """The decision; `side`, by default the own one, only for “agree”."""

    problem: ClassVar[str] = "not-an-answer"

    answer: Literal["allow", "refuse", "agree", "withdraw"]
    side: Annotated[int, Meta(ge=0)] | None = None
    reason: str = ""


class Read(Body, frozen=True):
    """Read marks: numbers of events of the log and lines of the desk."""

    problem: ClassVar[str] = "not-read"

    events: Count
    lines: Count


class Ruled(Struct, frozen=True):
    """A ruling, an adjustment, a penalty, or its outcome, in the language of the request.

    `points` are those of each side, none where it cost none; `ended` says why it no longer holds; `new`: the caller has
    not read it.
    """

    id: str
    title: str
    text: str
    points: list[int]
    by: str
    at: Moment
    rule: str | None
    ended: str
    source: str
    new: bool


class Rulings(Struct, frozen=True):
    """All decisions at the table, the newest first. Send `read` back once they were read."""

    read: Read
    unread: Seq
    rulings: list[Ruled]


bp = ApiBlueprint("api_changes", __name__)


@bp.address(f"POST {TABLE}/changes", "askForChange", {201: Asked}, Ask, once=True)
def ask(table_id: int) -> Response:
    """Asks for an event that the table does not take without leave: of the referee, else of all sides.

    One that needs no leave waits as well, and is judged when it is answered: whose leave was needed may have left.
    """
    now, viewer = visit_by_token(table_id)
    require(viewer.takes_part)
    asked = body(Ask)
    try:
        filed = ask_for_change(now, viewer, asked.event, asked.reason, op=key_of_request())
    except NotAnEvent:
        raise Problem(400, "not-an-event") from None
    if isinstance(filed, Refused):
        return refused(filed.refusal, now.table.players)
    return json_response(Asked(filed.number), 201)


@bp.address(f"POST {TABLE}/changes/<int:number>", "decideOnChange", {200: ChangeRequest}, Answer, once=True)
def decide(table_id: int, number: int) -> Response:
    """The referee allows or refuses it, a side agrees, or the requester withdraws."""
    now, viewer = visit_by_token(table_id)
    require(viewer.takes_part)
    change = need(now.desk.change(number), "no-change")
    typed, op = body(Answer), key_of_request()
    require(may_answer(viewer, typed.answer))
    try:
        outcome = answer_change(now, viewer, change, typed.answer, side=typed.side, why=typed.reason, op=op)
    except NotAnAnswer:
        raise Problem(400, "not-an-answer") from None
    return answered(outcome, lambda later: json_response(told_change(later.desk.change(number) or change)))


@bp.address(f"GET {TABLE}/rulings", "readRulings", {200: Rulings})
def rulings(table_id: int) -> Response:
    """All rulings, adjustments and penalties, the newest first; none ever leaves this list."""
    return json_response(listed(*visit_by_token(table_id)))


@bp.address(f"POST {TABLE}/rulings/read", "markRead", {200: Rulings}, Read)
def read(table_id: int) -> Response:
    """Sets the caller's read marks: later decisions are new. Not for watchers."""
    now, viewer = visit_by_token(table_id)
    require(viewer.takes_part)
    so_far = body(Read)
    mark_read(now, viewer, so_far.events, so_far.lines)
    return json_response(listed(services().tables.at(now.table.id), viewer))


def answered(outcome: FiledOrSaid, told: Callable[[Snapshot], Response], lacking: str = "") -> Response:
    """Returns the answer to an act at a table: what is told of it once it is made, 202 where it waits.

    `lacking`: the code where something is missing. Raises `Problem`.
    """
    match outcome:
        case Made(now=now):
            return told(services().tables.at(now.table.id))
        case Filed(number=number):
            return json_response(Asked(number), 202)
        case MovedOn(now=now):
            raise Problem(409, seq=now.fold.seq)
        case str() as lacks:
            raise Problem(422, lacking, message=lacks)
    return refused(outcome.refusal, outcome.now.table.players)


def told_change(one: change_requests.ChangeRequest) -> ChangeRequest:
    """Returns a change request, open or decided; the log has its entries once it is made."""
    types, signed = [event["type"] for event in one.entries], [str(each.role) for each in one.signed]
    return ChangeRequest(one.number, one.by, one.why, types, one.state, sorted(one.agreed), one.answer, signed)


def listed(now: Snapshot, viewer: Viewer) -> Rulings:
    """Returns all decisions, the newest first; `read` is to be sent back once they were read."""
    found = decisions(now, viewer)
    told = [_told(one) for one in in_steps(found)]
    return Rulings(Read(now.fold.seq, len(now.desk.lines)), sum(one.is_new for one in found), told)


def _told(one: Decision) -> Ruled:
    item, at = one.item, one.item.at.isoformat(timespec="seconds")
    points, text = list(item.amounts), str(item.text)
    return Ruled(item.code, item.title, text, points, one.by, at, item.rule, one.ended, item.mark, one.is_new)
