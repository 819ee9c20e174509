"""Coming to a table with its code or its link: on a seat, to enter for everybody, to watch, or to rule."""

from typing import Any

from flask import Response, url_for

from webapp import admitting
from webapp.access import Viewer
from webapp.api import shown
from webapp.api.bodies import sent_object
from webapp.api.callers import Caller, caller_or_newcomer
from webapp.api.problems import Problem
from webapp.codes import read_code
from webapp.models import Grant, Invite
from webapp.names import fault_of, faults_of, tidy
from webapp.rooms import rooms
from webapp.store import DoorClosed, InviteSpent, NotAdmitted, SeatHeld, SeatTaken, TriedTooOften
from webapp.ways import link
from webapp.ways.typed import try_code
from webapp.words.invitations import fault_said

WATCH = "watch"
OF_PEOPLE = ("host", "move")
"""Links that hand a place on from phone to phone."""


def join() -> Response:
    """Lets the caller in, a newcomer with a token of its own; 202 where the host has to say yes first."""
    found = sent_object()
    code, wish, name = found.get("code"), found.get("as"), found.get("name", "")
    if not (isinstance(code, str) and isinstance(name, str) and (wish in (None, WATCH) or type(wish) is int)):
        raise Problem(400, "not-a-wish")
    invite = _invite(code)
    if invite.role == "referee":
        return _appoint(invite, name)
    seat = _seat(invite, wish)
    return _admitted(invite, "player" if seat is not None else "watcher", seat)


def _invite(code: str) -> Invite:
    """The invitation of a typed code or of a link. Raises `Problem` 404, and 429 after many wrong codes."""
    token, typed = link.token_in(code), read_code(code)
    try:
        invite = link.invite_of(token) if token else try_code(typed) if typed else None
    except TriedTooOften as often:
        raise Problem(429, "too-many", headers={"Retry-After": str(often.seconds)}) from None
    if invite is None or not invite.stands or invite.role in OF_PEOPLE:
        raise Problem(404, "no-code")
    return invite


def _seat(invite: Invite, wish: Any) -> int | None:
    """Returns the seat that is wanted, None to watch. Raises `Problem` 403 or 422."""
    if wish == WATCH or (wish is None and invite.role == "watcher"):
        return None
    if invite.role != "player":
        raise Problem(403, "watchers-code")
    players = _players(invite)
    if wish is None or not 0 <= wish < len(players):
        raise Problem(422, "no-seat", most=len(players) - 1)
    return int(wish)


def _admitted(invite: Invite, role: str, seat: int | None) -> Response:
    caller = caller_or_newcomer()
    try:
        admitted = admitting.admit(invite.table_id, caller.device_id, role=role, seat=seat)
    except SeatTaken:
        raise Problem(409, "seat-taken") from None
    except NotAdmitted:
        raise Problem(409, "not-admitted") from None
    except DoorClosed:
        raise Problem(403, "door-closed") from None
    rooms().play.refresh(invite.table_id)
    if isinstance(admitted, Grant):
        return _joined(admitted, caller)
    waiting = {"id": invite.table_id, "role": None, "seat": admitted.seat, "token": caller.token, "word": admitted.word}
    return shown.written(waiting, 202)


def _joined(grant: Grant, caller: Caller) -> Response:
    body = {"id": grant.table_id, "role": grant.role, "seat": grant.seat, "token": caller.token}
    return shown.written(body, 201, Location=url_for("api.table", table_id=grant.table_id))


def _appoint(invite: Invite, name: str) -> Response:
    """Spends the invitation of a referee, who signs as `name`."""
    name = tidy(name)
    if fault := fault_of(name) or faults_of([*_players(invite), name])[-1]:
        raise Problem(422, "no-name", message=fault_said(fault, name))
    caller = caller_or_newcomer()
    try:
        grant = rooms().store.appoint(invite, caller.device_id, name)
    except SeatHeld:
        raise Problem(409, "seat-held") from None
    except InviteSpent:
        raise Problem(404, "no-code") from None
    came = {"name": name} if grant.seat is None else {"name": name, "seat": grant.seat}
    viewer = Viewer(caller.device_id, grant.role, grant.seat, grant.agreed)
    rooms().play.note(invite.table_id, viewer, "referee", came)
    rooms().play.refresh(invite.table_id)
    return _joined(grant, caller)


def _players(invite: Invite) -> list[str]:
    table = rooms().store.table(invite.table_id)
    assert table is not None  # the database keeps every invite's table
    return table.players
