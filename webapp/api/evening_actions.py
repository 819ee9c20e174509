"""Changes of an evening by programs: it is opened, joined, its rounds are seated, and lines are added."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar

import msgspec
from flask import Response, url_for
from msgspec import Meta, Struct

from webapp.access.device import hashed_form_key, network_here
from webapp.api import evening_json
from webapp.api.bodies import (
    body_object,
    caller_or_new_device,
    idempotency_key,
    invite_of_typed,
    json_response,
    key_of_request,
    unauthorized,
)
from webapp.api.calls import Body, Code, Count, Id, Token, body, ref
from webapp.api.problems import Problem
from webapp.evening import lines as kinds
from webapp.evening.acts import act
from webapp.evening.fold import after
from webapp.evening.follower import EveningTables
from webapp.evening.joining.running_table import sit_down
from webapp.evening.keeper import (
    KEY_USED,
    EveningKeeper,
    EveningNow,
    LineRefused,
    UnknownEvening,
)
from webapp.evening.lines import EveningRefusal, Line, judged, line_of
from webapp.evening.lines.running import is_playable
from webapp.evening.plan import Plan
from webapp.evening.refusal_words import said, status
from webapp.evening.rounds import seated
from webapp.evening.standing.scoring import Absence
from webapp.evening.standing_of import usual_absence
from webapp.evening.state import EveningState
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import evening_viewer
from webapp.http.limits import LONGEST_NAME, LONGEST_TITLE, MOST_PEOPLE
from webapp.journal.lines import body_of
from webapp.services import services
from webapp.store import PersonTaken
from webapp.store.evening_changes import NOTHING_ELSE, Admission, EveningChange, NewLine
from webapp.store.evening_models import EveningLine
from webapp.store.join_codes import format_code
from webapp.store.models import now as moment
from webapp.store.roles import Role, Scope

Name = Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST_NAME})]


class NewEvening(Body, frozen=True):
    """An evening with its plan and the people on its list."""

    problem: ClassVar[str] = "not-an-evening"

    title: Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": LONGEST_TITLE})]
    plan: Annotated[dict[str, Any], Meta(extra_json_schema=ref("Plan"))]
    people: Annotated[tuple[Name, ...], Meta(extra_json_schema={"maxItems": MOST_PEOPLE})] = ()


class JoinEvening(Body, frozen=True):
    """The code of the check-in; `name` on the list, or a new one. Without a name: to watch."""

    problem: ClassVar[str] = "not-a-wish"

    code: str
    name: Name = ""


class NewRound(Body, frozen=True):
    """Who sits where: for each table people by seat; `byes` sit out."""

    problem: ClassVar[str] = "not-a-seating"

    tables: list[tuple[Count, ...]]
    byes: tuple[Count, ...] = ()


class OpenedEvening(Struct, frozen=True):
    """A new evening."""

    id: Id
    token: Token
    code: Code


class JoinedEvening(Struct, frozen=True):
    """The person for whom the token stands at this evening."""

    id: Id
    person: int | None
    token: Token


def visit_evening_by_token(evening_id: int) -> tuple[EveningNow, EveningViewer]:
    """Returns an evening and the caller as its viewer. Raises `Problem` 401, or 404 for who has not joined it."""
    viewer = evening_viewer(evening_id)
    if viewer.device_id is None:
        raise unauthorized()
    if not viewer.may_see:
        raise Problem(404, "no-evening")
    try:
        return services().part(EveningKeeper).at(evening_id), replace(viewer, is_program=True)
    except UnknownEvening:
        raise Problem(404, "no-evening") from None


def shown(now: EveningNow, viewer: EveningViewer, code: int = 200) -> Response:
    """Returns the evening as the answer."""
    tables = services().part(EveningTables).at(now.row.id)
    return json_response(evening_json.evening(now, tables, viewer), code)


def open_evening() -> Response:
    """Opens an evening with the caller as its organiser; a caller without a token gets one."""
    sent = body(NewEvening)
    title = sent.title.strip()
    if not 0 < len(title) <= LONGEST_TITLE:
        raise Problem(400, "not-an-evening")
    line = _line({"type": "planned", "plan": sent.plan, "title": title})
    people = enumerate(sent.people[: MOST_PEOPLE + 1], 1)
    added = [line, *(kinds.Listed(number, name.strip()) for number, name in people)]
    _require_fit(added)
    added[0] = _with_absence(line, sent.plan)
    key = idempotency_key()
    caller = caller_or_new_device(key or "")
    op = hashed_form_key(f"evening {caller.device_id} {key}") if key else None
    evening = services().store.open_evening(
        title,
        [NewLine(*body_of(one)) for one in added],
        device_id=caller.device_id,
        network=network_here(),
        op=op,
    )
    if op is not None and not _begins_with(evening.id, added):
        raise Problem(422, "key-used")
    invite = services().store.invites(evening.id, Scope.EVENING)[Role.PLAYER]
    opened = OpenedEvening(evening.id, caller.token, format_code(invite.code))
    return json_response(opened, 201, Location=url_for("api_evenings.show", evening_id=evening.id))


def _begins_with(evening_id: int, lines: Sequence[Line]) -> bool:
    """Tells whether an evening began with these lines: its key may have opened it with others before."""
    begun = services().store.evening_lines(evening_id)[: len(lines)]
    return [line_of(line.kind, line.body) for line in begun] == list(lines)


def join() -> Response:
    """Lets the caller in with the code of the check-in, as somebody who has no phone, as somebody new, or to watch."""
    sent = body(JoinEvening)
    invite, name = invite_of_typed(sent.code, Scope.EVENING), sent.name
    if invite.role not in (Role.PLAYER, Role.WATCHER):
        raise Problem(404, "no-code")
    caller = caller_or_new_device()
    now = services().part(EveningKeeper).at(invite.owner)
    if name and invite.role == Role.WATCHER:
        raise Problem(403, "not-by-this-code")
    own = next((grant for grant in now.grants if grant.device_id == caller.device_id), None)
    if own is not None and not (own.role == Role.WATCHER and name):  # one device is one thing at an evening
        return json_response(JoinedEvening(now.row.id, own.person, caller.token), 201)
    line, admission = _admission(now.state, caller.device_id, name.strip())
    who = EveningViewer(caller.device_id, is_program=True)
    try:
        if line is None:
            services().store.add_to_evening(
                invite.owner,
                [],
                after=now.state.seq,
                device_id=caller.device_id,
                change=EveningChange(admit=[admission]),
            )
        else:
            _added(now, who, line, change=EveningChange(admit=[admission]))
    except PersonTaken:
        raise Problem(409, "person-taken") from None
    if admission.person is not None:
        sit_down(services().part(EveningKeeper).at(invite.owner), admission.person, caller.device_id)
    return json_response(JoinedEvening(invite.owner, admission.person, caller.token), 201)


def add(now: EveningNow, viewer: EveningViewer) -> Response:
    """Adds a line. Raises `Problem` 400 for what is none, or what does not stand alone."""
    sent = body_object()
    line = _line(sent)
    if not line.alone:
        raise Problem(400, "not-a-line")
    line = _with_absence(_alone(line), sent.get("plan", {}), now.state.plan)
    return shown(_added(now, viewer, line), viewer, 201)


def _alone(line: Line) -> Line:
    """Returns a line without what it says only together with a phone that is let in."""
    return msgspec.structs.replace(line, asked=0) if isinstance(line, kinds.Listed) else line


def _with_absence(line: Line, plan: Mapping[str, Any], held: Plan | None = None) -> Line:
    """Returns a plan with what a round counts for who does not play in it, where it does not say so: what is usual."""
    if not isinstance(line, kinds.Planned) or "absence" in plan or not line.plan.is_tournament:
        return line
    if held is not None and held.is_tournament:
        absence = held.absence
    elif "bye" in plan or not is_playable(line.plan):
        absence = Absence.POINTS
    else:
        absence = usual_absence(line.plan)
    return msgspec.structs.replace(line, plan=msgspec.structs.replace(line.plan, absence=absence))


def seat(now: EveningNow, viewer: EveningViewer) -> Response:
    """Seats the next round: `tables` are lists of people by seat, `byes` who sits out."""
    if not viewer.runs:
        raise Problem(403)
    sent = body(NewRound)
    tables, byes = sent.tables, sent.byes
    known, sizes = now.state.people, now.state.plan.sizes
    if any(person not in known for people in (*tables, byes) for person in people) or any(
        len(people) not in sizes for people in tables
    ):
        raise Problem(422, "not-a-seating")
    line, change = seated(now, [(number, people) for number, people in enumerate(tables, 1)], byes, moment())
    return shown(_added(now, viewer, line, change=change), viewer, 201)


def _admission(state: EveningState, device_id: int, name: str) -> tuple[Line | None, Admission]:
    if not name:
        return None, Admission(device_id, Role.WATCHER)
    known = next((one for one in state.people.values() if one.name.casefold() == name.casefold()), None)
    number = len(state.people) + 1 if known is None else known.number
    line: Line = kinds.Listed(number, name) if known is None else kinds.LetIn(number)
    return line, Admission(device_id, Role.PLAYER, number)


def _added(now: EveningNow, viewer: EveningViewer, *lines: Line, change: EveningChange = NOTHING_ELSE) -> EveningNow:
    op = key_of_request() if idempotency_key() else None
    outcome = act(now, viewer, *lines, op=op, change=change)
    if isinstance(outcome, LineRefused) and outcome.refusal == KEY_USED:
        raise Problem(422, "key-used")
    if isinstance(outcome, LineRefused):
        raise _problem(outcome.refusal)
    return outcome.now


def _problem(refusal: EveningRefusal) -> Problem:
    return Problem(status(refusal), "evening-refused", message=said(refusal), more={"code": refusal.code})


def _line(body: Mapping[str, Any]) -> Line:
    """Returns the line of a body. Raises `Problem` 400."""
    try:
        return line_of(str(body.get("type")), {name: it for name, it in body.items() if name != "type"})
    except (ValueError, msgspec.ValidationError, TypeError):
        raise Problem(400, "not-a-line") from None


def _require_fit(added: list[Line]) -> None:
    """Raises `Problem` where the lines with which an evening begins do not fit."""
    state, organiser = EveningState(), EveningViewer(1, Role.ORGANISER)
    for line in added:
        if (refusal := judged(state, organiser, line)) is not None:
            raise _problem(refusal)
        kind, body = body_of(line)
        state = after(state, EveningLine(evening_id=0, seq=state.seq + 1, kind=kind, body=body))
