"""Joining a table through the API."""

from collections.abc import Callable, Collection, Sequence
from typing import Annotated, ClassVar, TypeVar

import msgspec
from flask import Response, request, url_for
from msgspec import Meta, Struct

from webapp.access import join_links, joining
from webapp.access.seat_invite import NoSuchSeat, NotByThisInvite, Wish, take_place
from webapp.api.bodies import Caller, caller_or_new_device, invite_of_typed, json_response
from webapp.api.endpoints import LOCATION, ApiBlueprint, Body, Id, TableRole, Token, WithHeaders, asked, body
from webapp.api.problems import Problem
from webapp.referee.referees import become_referee
from webapp.services import services
from webapp.store.errors import (
    AlreadyHere,
    DoorClosed,
    HostsHere,
    InviteSpent,
    NotAdmitted,
    RequestGone,
    SeatHeld,
    SeatTaken,
    TooManyRequests,
)
from webapp.store.models import Grant, Invite, SeatRequest
from webapp.store.roles import MOVE, InviteRole, Role, Scope
from webapp.table.player_names import Fault, faults_of, tidy, twin_of
from webapp.words import invite_words as words
from webapp.words.invite_words import fault_said

D = TypeVar("D")
AGREED = "alike"
ALIKE = asked(AGREED, type="string", description="`yes`: names that look alike are right.")


def agreed_names(names: Sequence[str]) -> Collection[str]:
    """Returns those of these names that may look like others: all where the request says so."""
    return names if request.args.get(AGREED) == "yes" else ()


def check_names(players: Sequence[str]) -> None:
    """Raises `Problem` 422 where two names look alike, and the request does not say that they are right."""
    names = [tidy(name) for name in players]
    faults = faults_of(names, agreed_names(names))
    if Fault.ALIKE in faults:
        place = faults.index(Fault.ALIKE)
        message = fault_said(Fault.ALIKE, names[place], twin_of(names, place))
        raise Problem(422, "alike-names", message=message, more={"seat": place})


PROBLEMS: dict[type[Exception], tuple[int, str]] = {
    NotByThisInvite: (403, "not-by-this-code"),
    SeatTaken: (409, "seat-taken"),
    HostsHere: (409, "not-admitted"),
    NotAdmitted: (409, "not-admitted"),
    DoorClosed: (409, "door-closed"),
    AlreadyHere: (409, "already-here"),
    SeatHeld: (409, "seat-held"),
    InviteSpent: (410, "over"),
    RequestGone: (409, "request-gone"),
    TooManyRequests: (429, "too-many"),
}


class Join(Body, frozen=True):
    """A code, or the link of a share page; where there is a choice, `as` a seat, to watch or to keep the score."""

    problem: ClassVar[str] = "not-a-wish"

    code: Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": 200})]
    wanted: Wish = msgspec.field(name="as", default=None)
    name: Annotated[str, Meta(description="How a referee signs.")] = ""


class Joined(Struct, frozen=True):
    """The token's rights at this table."""

    id: Id
    role: TableRole
    seat: int | None
    token: Token


class Waiting(Struct, frozen=True):
    """The host has to admit the device. `word` identifies it to the host."""

    id: Id
    role: None
    seat: int | None
    token: Token
    word: str


bp = ApiBlueprint("api_joining", __name__)


@bp.address(
    "POST /join",
    "join",
    {201: WithHeaders(Joined, LOCATION), 202: Waiting},
    Join,
    asks=[ALIKE],
    fails=(403, 404, 410),
    needs_token=None,
)
def join() -> Response:
    """Admits the caller with a code or a link; 202: the host has to approve first, then send it again."""
    request = body(Join)
    invite = _invite(request.code)
    way = JOIN_BY_ROLE.get(invite.role, _take_seat)
    caller = caller_or_new_device()
    try:
        done = admitted(lambda: way(invite, request, caller))
    except NoSuchSeat as problem:
        raise Problem(422, "no-seat", most=problem.last) from None
    services().tables.refresh(invite.owner)
    return let_in(done, caller)


def admitted(act: Callable[[], D]) -> D:
    """Returns what an act comes to that admits somebody. Raises `Problem`."""
    try:
        return act()
    except tuple(PROBLEMS) as problem:
        raise Problem(*PROBLEMS[type(problem)]) from None


def let_in(done: Grant | SeatRequest, caller: Caller) -> Response:
    """Returns the answer for a caller who is at a table now, or waits for its host."""
    if isinstance(done, SeatRequest):
        return json_response(Waiting(done.table_id, None, done.seat, caller.token, done.word), 202)
    joined = Joined(done.owner, done.role, done.seat, caller.token)
    return json_response(joined, 201, Location=url_for("api.table", table_id=done.owner))


def _invite(code: str) -> Invite:
    """Returns the invite of a link or a code, where it stands. Raises `Problem` 404, 410 or 429."""
    token = join_links.token_in(code)
    invite = joining.invite_of(token) if token else invite_of_typed(code, Scope.TABLE)
    if invite is None or invite.scope is not Scope.TABLE:
        raise Problem(404, "no-code")
    if not invite.is_valid:
        raise Problem(410, "over", message=words.over(invite))
    return invite


def _take_seat(invite: Invite, request: Join, caller: Caller) -> Grant | SeatRequest:
    return take_place(invite, request.wanted, lambda: caller.device_id)


def _become_referee(invite: Invite, request: Join, caller: Caller) -> Grant:
    name = tidy(request.name)
    done = become_referee(invite, caller.device_id, name, alike=agreed_names([name]), agreed=True)
    if isinstance(done, Grant):
        return done
    if done.fault is None:
        raise Problem(403, "decided-here")
    raise Problem(422, "alike-names" if done.fault.fault is Fault.ALIKE else "no-name", message=done.fault.said)


JOIN_BY_ROLE: dict[InviteRole, Callable[[Invite, Join, Caller], Grant | SeatRequest]] = {
    Role.REFEREE: _become_referee,
    MOVE: lambda invite, request, caller: services().store.move(invite, caller.device_id),
    Role.HOST: lambda invite, request, caller: services().store.recover(invite, caller.device_id),
}
