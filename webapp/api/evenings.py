"""JSON API of evenings, version 1: the same evenings for other programs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from flask import Response, request, url_for
from msgspec import Meta, Struct

from webapp.access.device import require
from webapp.api import evening_json
from webapp.api.bodies import (
    body_object,
    caller_and_key,
    caller_or_new_device,
    check_own,
    idempotency_key,
    invite_of_typed,
    json_response,
    key_of_request,
    plain,
    unauthorized,
    written,
)
from webapp.api.changes_json import answered
from webapp.api.endpoints import (
    LOCATION,
    ApiBlueprint,
    Body,
    Code,
    Count,
    Events,
    Id,
    NewLine,
    Token,
    WithHeaders,
    asked,
    body,
    ref,
)
from webapp.api.problems import Problem, need
from webapp.evening import lines as kinds
from webapp.evening.acts import act
from webapp.evening.closed_rounds import answer_at_table
from webapp.evening.follower import EveningTables
from webapp.evening.joining.identity_requests import be_listed, stand_for, watch
from webapp.evening.keeper import KEY_USED, EveningKeeper, EveningNow, Outcome
from webapp.evening.lines import EveningRefusal, Line, line_of
from webapp.evening.lines.evening import is_playable
from webapp.evening.organising import evenings
from webapp.evening.plan import Plan
from webapp.evening.refusal_words import said, status
from webapp.evening.rounds import seat_round
from webapp.evening.standing.scoring import Absence
from webapp.evening.standings import usual_absence
from webapp.evening.stream import EveningPage, Shown, open_evening_stream
from webapp.evening.summary import Tables
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import EveningVisit, evening_viewer, visit_by_invite
from webapp.http.integers import parse_integer
from webapp.http.limits import LONGEST_NAME, LONGEST_TITLE, MOST_PEOPLE
from webapp.services import services
from webapp.store.errors import PersonTaken
from webapp.store.invites import format_code
from webapp.store.roles import Role, Scope
from webapp.table.player_names import tidy

Name = Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_NAME})]


class NewEvening(Body, frozen=True):
    """An evening with its plan and the people on its list."""

    problem: ClassVar[str] = "not-an-evening"

    title: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_TITLE})]
    plan: Annotated[dict[str, Any], Meta(extra_json_schema=ref("Plan"))]
    people: Annotated[tuple[Name, ...], Meta(extra_json_schema={"maxItems": MOST_PEOPLE})] = ()


class JoinEvening(Body, frozen=True):
    """The code of the check-in; `name` on the list, or a new one. Without a name: to watch."""

    problem: ClassVar[str] = "not-a-wish"

    code: str
    name: Name = ""


class NewRound(Body, frozen=True):
    """The seats of a round: for each table people by seat; `byes` sit out."""

    problem: ClassVar[str] = "not-a-seating"

    tables: list[tuple[Count, ...]]
    byes: tuple[Count, ...] = ()


class Signature(Body, frozen=True):
    """The organiser's answer to a change of a closed round."""

    problem: ClassVar[str] = "not-an-answer"

    answer: Literal["sign", "refuse"]


class OpenedEvening(Struct, frozen=True):
    """A new evening."""

    id: Id
    token: Token
    code: Code


class JoinedEvening(Struct, frozen=True):
    """The token's person at this evening."""

    id: Id
    person: int | None
    token: Token


bp = ApiBlueprint("api_evenings", __name__)
EVENING = "/evenings/<int:evening_id>"


@bp.address(
    "POST /evenings",
    "openEvening",
    {201: WithHeaders(OpenedEvening, LOCATION)},
    NewEvening,
    once=True,
    needs_token=None,
)
def create() -> Response:
    """Opens an evening with the caller as its organiser."""
    sent = body(NewEvening)
    line = _with_absence(_line({"type": "planned", "plan": sent.plan}, NewEvening.problem), sent.plan)
    by = cache(partial(caller_and_key, "evening"))
    assert isinstance(line, kinds.Planned)
    plan = line.plan
    evening = evenings.open_evening(plan, sent.title, sent.people, lambda: by()[1])
    if isinstance(evening, EveningRefusal):
        raise _problem(evening)
    caller, opener = by()
    check_own(evening.id, Scope.EVENING, caller)
    if opener.op is not None and not _begins_with(evening.id, evenings.first_lines(plan, sent.title, sent.people)):
        raise Problem(422, "key-used")
    invite = services().store.invites(evening.id, Scope.EVENING)[Role.PLAYER]
    opened = OpenedEvening(evening.id, caller.token, format_code(invite.code))
    return json_response(opened, 201, Location=url_for("api_evenings.show", evening_id=evening.id))


@bp.address(
    "POST /evenings/join",
    "joinEvening",
    {201: JoinedEvening},
    JoinEvening,
    fails=[403, 404],
    needs_token=None,
)
def join() -> Response:
    """Admits the caller to an evening by the code of its check-in: as a person on the list, a new one, or to watch."""
    sent = body(JoinEvening)
    invite, name = invite_of_typed(sent.code, Scope.EVENING), tidy(sent.name)
    if invite.role not in (Role.PLAYER, Role.WATCHER):
        raise Problem(404, "no-code")
    if name and invite.role == Role.WATCHER:
        raise Problem(403, "not-by-this-code")
    caller, here = caller_or_new_device(), visit_by_invite(invite.owner)
    now, who = here.now, replace(here.viewer, device_id=caller.device_id)
    person = who.person
    if name and who.may_check_in:
        person = _checked_in(now, who, name)
    else:
        watch(now, who, caller.device_id)
    return json_response(JoinedEvening(invite.owner, person, caller.token), 201)


def _checked_in(now: EveningNow, who: EveningViewer, name: str) -> int:
    """Returns the number of the caller's person now: on the list, or new there. Raises `Problem`."""
    known, device_id, key = now.state.named(name), who.device_id or 0, line_key() or ""
    try:
        if known is None:
            done = be_listed(now, who, device_id, name, key)
        else:
            done = stand_for(now, who, device_id, known.number, key)
    except PersonTaken:
        raise Problem(409, "person-taken") from None
    if isinstance(done, EveningRefusal):
        raise _problem(done)
    return done


@bp.address(f"GET {EVENING}", "readEvening", {200: evening_json.Evening})
def show(evening_id: int) -> Response:
    """The evening."""
    return shown(*visit_evening_by_token(evening_id))


@bp.address(
    f"GET {EVENING}/lines",
    "readLines",
    {200: evening_json.Lines},
    asks=[asked("after", type="integer", minimum=0)],
    fails=[400],
)
def lines(evening_id: int) -> Response:
    """All lines of the evening, for those who run it and its referees."""
    now, viewer = visit_evening_by_token(evening_id)
    require(viewer.helps)
    after = parse_integer(request.args.get("after", "0"))
    if after is None:
        raise Problem(400)
    return json_response({"lines": evening_json.lines(now, after)})


@bp.address(f"POST {EVENING}/lines", "addLine", {201: evening_json.Evening}, NewLine, once=True)
def add(evening_id: int) -> Response:
    """Adds a line, if the caller may add one of its type."""
    now, viewer = visit_evening_by_token(evening_id)
    sent = body_object()
    line = _line(sent)
    if not line.alone:
        raise Problem(400, "not-a-line")
    # `asked` is set only together with the admission of that phone.
    alone = msgspec.structs.replace(line, asked=0) if isinstance(line, kinds.Listed) else line
    line = _with_absence(alone, sent.get("plan", {}), now.state.plan)
    return shown(taken(act(now, viewer, line, op=line_key())), viewer, 201)


@bp.address(f"POST {EVENING}/rounds", "seatRound", {201: evening_json.Evening}, NewRound, once=True)
def seat(evening_id: int) -> Response:
    """Seats the next round."""
    now, viewer = visit_evening_by_token(evening_id)
    require(viewer.runs)
    sent = body(NewRound)
    seats = [(number, people) for number, people in enumerate(sent.tables, 1)]
    return shown(taken(seat_round(now, viewer, seats, sent.byes, op=line_key())), viewer, 201)


@bp.address(f"POST {EVENING}/changes/<int:table_id>/<int:number>", "signChange", {200: Signature}, Signature, once=True)
def sign(evening_id: int, table_id: int, number: int) -> Response:
    """The organiser signs a change of a table in a closed round, or refuses it."""
    now, viewer = visit_evening_by_token(evening_id)
    require(viewer.runs)
    sent, op = body(Signature), key_of_request()
    outcome = answer_at_table(now, viewer, table_id, number, signs=sent.answer == "sign", op=op)
    if outcome is None:
        raise Problem(404, "no-change")
    return answered(outcome, lambda _later: json_response(sent))


@bp.address(f"GET {EVENING}/standing", "readStanding", {200: evening_json.Standing})
def standing(evening_id: int) -> Response:
    """The standing."""
    return json_response(evening_json.standing(*visit_evening_by_token(evening_id)))


@bp.address(f"GET {EVENING}/stream", "streamEvening", {200: Events}, fails=[429])
def stream(evening_id: int) -> Response:
    """The evening live."""
    _now, viewer = visit_evening_by_token(evening_id)
    return open_evening_stream(evening_id, viewer, JSON_PAGE)


def _told(now: EveningNow, tables: Tables, viewer: EveningViewer) -> Shown:
    """Leaves out the seconds of clocks, which pass without a change."""
    told = plain(evening_json.evening(now, tables, viewer))
    seconds = tuple(one.pop("seconds") for one in told["rounds"])
    return {"told": told, "seconds": seconds}


def _written(shown: Shown) -> str:
    rounds = [{**one, "seconds": it} for one, it in zip(shown["told"]["rounds"], shown["seconds"], strict=True)]
    return written({**shown["told"], "rounds": rounds})


JSON_PAGE = EveningPage("json", _told, _written)


def visit_evening_by_token(evening_id: int) -> EveningVisit:
    """Returns an evening and the caller as its viewer. Raises `Problem` 401, or 404 without a role there."""
    viewer = evening_viewer(evening_id)
    if viewer.device_id is None:
        raise unauthorized()
    if not viewer.may_see:
        raise Problem(404, "no-evening")
    now = need(services().part(EveningKeeper).find(evening_id), "no-evening")
    return EveningVisit(now, viewer)


def shown(now: EveningNow, viewer: EveningViewer, code: int = 200) -> Response:
    tables = services().part(EveningTables).at(now.row.id)
    return json_response(evening_json.evening(now, tables, viewer), code)


def line_key() -> str | None:
    """Returns the key of a line of the evening, None where the request has none. Raises `Problem` 400."""
    return key_of_request() if idempotency_key() else None


def taken(outcome: Outcome) -> EveningNow:
    """Returns the evening after an act. Raises `Problem` where it was refused."""
    if isinstance(outcome, EveningRefusal):
        raise _problem(outcome)
    return outcome


def _begins_with(evening_id: int, lines: Sequence[Line] | EveningRefusal) -> bool:
    """Tells whether an evening began with these lines: its key may have opened it with others before."""
    assert not isinstance(lines, EveningRefusal)  # it was opened with them
    begun = services().store.evening_lines(evening_id)[: len(lines)]
    return [line_of(line.kind, line.body) for line in begun] == list(lines)


def _with_absence(line: Line, plan: Mapping[str, Any], held: Plan | None = None) -> Line:
    """Returns a plan with the default worth of a missed round, where it names none."""
    if not isinstance(line, kinds.Planned) or "absence" in plan or not line.plan.is_tournament:
        return line
    if held is not None and held.is_tournament:
        absence = held.absence
    elif "bye" in plan or not is_playable(line.plan):
        absence = Absence.POINTS
    else:
        absence = usual_absence(line.plan)
    return msgspec.structs.replace(line, plan=msgspec.structs.replace(line.plan, absence=absence))


def _problem(refusal: EveningRefusal) -> Problem:
    if refusal == KEY_USED:
        return Problem(422, "key-used")
    return Problem(status(refusal), "evening-refused", message=said(refusal), more={"code": refusal.code})


def _line(body: Mapping[str, Any], problem: str = "not-a-line") -> Line:
    """Returns the line of a body. Raises `Problem` 400."""
    try:
        return line_of(str(body.get("type")), {name: it for name, it in body.items() if name != "type"})
    except (ValueError, msgspec.ValidationError, TypeError):
        raise Problem(400, problem) from None
