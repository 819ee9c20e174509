"""Seats of a table: who sits where, requests for one, the codes to share; the devices, and the choices of the host."""

from collections.abc import Mapping
from functools import partial
from typing import Literal, NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access import visit as admission
from webapp.access.device import require, viewer_of
from webapp.access.join_links import join_link
from webapp.access.joining import go_on
from webapp.access.visit import Visit, not_here, open_table, visit, visit_as_host
from webapp.http.answers import Page, local_path
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.services import services
from webapp.store.errors import DoorClosed, NotAdmitted, RequestGone, SeatTaken
from webapp.store.models import Grant, SeatRequest
from webapp.store.roles import Role, Scope, may_show
from webapp.store.seat_requests import is_waiting
from webapp.table.lines.people import Chosen, Freed, LetIn, LetOut, Scorekeeper
from webapp.table.penalties import of_seat
from webapp.table.permissions import may_invite_referee
from webapp.table.player_names import is_title, tidy
from webapp.table.snapshot import Snapshot, desk_line
from webapp.table.viewer import Viewer
from webapp.words.invite_words import rules_here
from webapp.words.phrases import WAITS_NO_LONGER
from webapp.words.table_choices import TABLE_CHOICES, title_fault


class WaitingDevice(NamedTuple):
    """A device that waits for the seat of this name, and shows this word."""

    word: str
    name: str


def waiting_devices(now: Snapshot, viewer: Viewer) -> list[WaitingDevice]:
    """Returns the devices that the host may admit now."""
    if not viewer.is_host:
        return []
    names = now.table.players
    return [WaitingDevice(r.word, names[r.seat]) for r in now.people.requests if r.seat is not None and is_waiting(r)]


State = Literal["mine", "here", "away", "free"]


class SeatPresence(NamedTuple):
    """A seat and its device: this one, one that has the table open, one that has not, or none; with its role.

    `penalties` counts those of its player that hold.
    """

    seat: int
    name: str
    state: State
    role: Role | None = None
    penalties: int = 0


class Presence(NamedTuple):
    """The seats in their order, the referees, and the number of other devices without a seat that have the table open.

    `scorekeeper`: the state of the scorekeeper's device, where it holds no seat.
    """

    places: list[SeatPresence]
    referees: list[tuple[Grant, State]]
    onlookers: int
    scorekeeper: State | None = None


def presence(here: Visit) -> Presence:
    """Returns the devices present at this table."""
    grants = services().store.grants(here.table.id)
    present = services().hub.present(here.table.id)
    sitting = {grant.seat: grant for grant in grants if grant.seat is not None}

    def state(device: int) -> State:
        if device == here.viewer.device_id:
            return "mine"
        return "here" if present[device] else "away"

    def place(seat: int, name: str) -> SeatPresence:
        grant, given = sitting.get(seat), len(of_seat(here.now.desk.penalties, seat))
        if grant is None:
            return SeatPresence(seat, name, "free", penalties=given)
        return SeatPresence(seat, name, state(grant.device_id), grant.role, given)

    places = [place(seat, name) for seat, name in enumerate(here.table.players)]
    ruling = [(grant, state(grant.device_id)) for grant in grants if grant.is_referee]
    unseated = [grant for grant in grants if grant.seat is None and not grant.is_referee]
    scorekeeper = next((state(grant.device_id) for grant in unseated if grant.keeps_score), None)
    others = {grant.device_id for grant in unseated if not grant.keeps_score} - {here.viewer.device_id}
    return Presence(places, ruling, sum(1 for device in others if present[device]), scorekeeper)


SHOWN_ROLES = (Role.PLAYER, Role.WATCHER, Role.SCOREKEEPER, Role.REFEREE)
"""The roles whose codes the page shows; the first one by default."""


def share_page(here: Visit, problem: str | None = None) -> str:
    role = role_shown(here.viewer, request.args.get("role", ""))
    invites_referee = may_invite_referee(here.now, here.viewer)
    invite = services().store.invites(here.table.id).get(role) if role != Role.REFEREE or invites_referee else None
    # The request of this device, if it waits.
    own = (r for r in here.now.people.requests if r.device_id == here.viewer.device_id and is_waiting(r))
    return render_template(
        "access/share.html",
        table=here.table,
        viewer=here.viewer,
        role=role,
        roles=_roles(here, role),
        invite=invite,
        invites_referee=invites_referee,
        link=join_link(invite) if invite is not None else None,
        presence=presence(here),
        asking=waiting_devices(here.now, here.viewer),
        own=next(own, None),
        choices=TABLE_CHOICES,
        problem=problem,
    )


def _roles(here: Visit, chosen: Role) -> list[tuple[str, str, bool]]:
    """Returns the roles whose codes are shown here: address, name, whether it is the one shown."""
    names = {Role.PLAYER: _("Player")}
    if here.viewer.is_host:
        names[Role.SCOREKEEPER] = _("Scorekeeper")
    if here.viewer.is_host or here.viewer.is_referee:
        names[Role.REFEREE] = _("Referee")
    names[Role.WATCHER] = _("Watch")
    address = partial(url_for, "seats.share", table_id=here.table.id)
    return [(address(role=role), name, role == chosen) for role, name in names.items()]


def role_shown(viewer: Viewer, asked: str) -> Role:
    """Returns the role whose code is shown: to a watcher only that of watchers; host and referees invite a referee."""
    invites = (Role.REFEREE,) if viewer.is_referee else ()
    shown = [role for role in SHOWN_ROLES if may_show(viewer.role, role, Scope.TABLE) or role in invites]
    return next((role for role in shown if role == asked), shown[0])


def admit_waiting(here: Visit, word: str) -> None:
    """Admits the device that shows this word, on the seat that it asks for, by the host.

    Raises RequestGone, SeatTaken, NotAdmitted.
    """
    asked = next((request for request in here.now.people.requests if request.word == word), None)
    if asked is None:
        raise RequestGone
    name = here.table.players[asked.seat or 0]
    services().store.approve_request(here.table.id, word, desk_line(here.now, here.viewer, LetIn(name)))
    services().tables.refresh(here.table.id)


def refuse_waiting(here: Visit, word: str) -> None:
    """Refuses the device that shows this word, by the host. Raises RequestGone."""
    services().store.refuse_request(here.table.id, word)
    services().tables.refresh(here.table.id)


def sit_down(here: Visit, seat: int) -> Grant | SeatRequest:
    """Seats this device, which leaves the seat that it held; a request where the host lets in. Raises as `admit`."""
    require(here.viewer.may_sit or here.viewer.is_referee)
    done = admission.admit(here.table.id, here.device_id, role=Role.PLAYER, seat=seat, invited=False)
    services().tables.refresh(here.table.id)
    return done


def leave_seat(here: Visit) -> None:
    """Gives up this device's seat; it stays at the table."""
    services().store.leave_seat(here.table.id, here.device_id)
    services().tables.refresh(here.table.id)


def free_seat(here: Visit, seat: int) -> None:
    """Takes a seat from its device, by the host."""
    line = desk_line(here.now, here.viewer, Freed(seat, here.table.players[seat]))
    services().store.free_seat(here.table.id, seat, line)
    services().tables.refresh(here.table.id)


def choose_scorekeeper(here: Visit, seat: int | None) -> None:
    """Has the player on this seat keep the score, None: the host again. Raises LookupError where nobody else sits."""
    if seat is None:
        services().store.end_scorekeeping(here.table.id, desk_line(here.now, here.viewer, Scorekeeper()))
    else:
        line = desk_line(here.now, here.viewer, Scorekeeper(here.table.players[seat]))
        if services().store.give_score(here.table.id, seat, line) is None:
            raise LookupError
    services().tables.refresh(here.table.id)


def choose(here: Visit, title: str, sent: Mapping[str, str]) -> bool | str:
    """Changes the title and the choices, by the host; unchanged ones are not logged.

    Returns whether anything changed, or the fault of the title.
    """
    title = tidy(title)
    if not is_title(title):
        return title_fault()
    wanted = {"title": title, **sent}
    chosen = {choice: answer for choice, answer in wanted.items() if answer != getattr(here.table, choice)}
    if chosen:
        services().store.change_choices(here.table.id, chosen, desk_line(here.now, here.viewer, Chosen(**chosen)))
        services().tables.refresh(here.table.id)
    return bool(chosen)


def grant_now(here: Visit, grant_id: int) -> Grant | None:
    """Returns the grant that the device of this grant has here now; None where it has left.

    A device that has changed its seat since has another one.
    """
    held = {grant.id: grant.device_id for grant in services().store.all_grants(here.table.id)}
    device_id = held.get(grant_id)
    return next((grant for grant in here.now.people.grants if grant.device_id == device_id), None)


def let_device_out(here: Visit, grant: Grant) -> None:
    """Dismisses a device that neither hosts nor rules, by the host."""
    name = here.table.players[grant.seat] if grant.seat is not None else grant.name
    line = desk_line(here.now, here.viewer, LetOut(name or ""))
    services().store.end_grant(here.table.id, grant.device_id, line)
    services().tables.refresh(here.table.id)


def table_devices(here: Visit) -> list[tuple[Grant, str, str, bool]]:
    """Returns the grants of devices: those on seats in the order of the seats, then the others.

    With each its name, its further rights, and whether it is here.
    """
    present = services().hub.present(here.table.id)
    grants = sorted(here.now.people.grants, key=lambda grant: (grant.seat is None, grant.seat or 0, grant.id))
    return [(grant, _device_name(here, grant), _does(grant), bool(present[grant.device_id])) for grant in grants]


def _device_name(here: Visit, grant: Grant) -> str:
    if grant.seat is not None:
        return here.table.players[grant.seat]
    if grant.role == Role.REFEREE:
        return grant.name or _("Referee")
    return {Role.HOST: _("Host"), Role.SCOREKEEPER: _("Scorekeeper"), Role.PLAYER: _("Without a seat")}.get(
        grant.role, _("Watcher")
    )


def _does(grant: Grant) -> str:
    does = [
        _("host") if grant.is_host and grant.seat is not None else "",
        _("keeps the score") if grant.keeps_score and grant.seat is not None else "",
        _("referee") if grant.is_referee and grant.name else "",
    ]
    return ", ".join(word for word in does if word)


bp = Blueprint("seats", __name__, url_prefix="/tables/<int:table_id>")


@bp.get("/request")
def show_request(table_id: int) -> Response | str:
    """Shows the word for the host, or the answer; once admitted it redirects to the table."""
    here, asked = _visit_request(table_id)
    if asked is None:
        return go_on(url_for("tables.show", table_id=table_id))
    state = "waiting" if is_waiting(asked) else "refused" if asked.until is not None else "late"
    name = here.table.players[asked.seat or 0]
    return render_template(
        "access/request.html", table=here.table, viewer=here.viewer, asked=asked, name=name, state=state
    )


@bp.post("/request/withdraw")
def withdraw_request(table_id: int) -> Response:
    """Wants the seat no longer."""
    here, _asked = _visit_request(table_id)
    if here.viewer.device_id is not None:
        services().store.withdraw_request(table_id, here.viewer.device_id)
        services().tables.refresh(table_id)
    to = url_for("seats.share", table_id=table_id) if here.viewer.may_see else url_for("home.index")
    return redirect(to, 303)


@bp.post("/requests/<word>/let-in")
def let_in(table_id: int, word: str) -> Response | Page:
    """Admits the device that shows this word, on the seat that it asks for."""
    here = visit_as_host(table_id)
    try:
        admit_waiting(here, word)
    except RequestGone:
        return _gone(here)
    except SeatTaken:
        return _refused(here, _("Somebody sits on this seat by now. Free it first, or refuse."))
    except NotAdmitted:
        return _refused(here, rules_here())
    return _back_to(table_id)


@bp.post("/requests/<word>/refuse")
def refuse(table_id: int, word: str) -> Response | Page:
    """Refuses the device that shows this word."""
    here = visit_as_host(table_id)
    try:
        refuse_waiting(here, word)
    except RequestGone:
        return _gone(here)
    return _back_to(table_id)


def _visit_request(table_id: int) -> tuple[Visit, SeatRequest | None]:
    """Returns the table and the request of this device; ends the request with 404 for one that has not asked."""
    viewer = viewer_of(table_id)
    asked = None if viewer.device_id is None else services().store.seat_request_of(table_id, viewer.device_id)
    if asked is None and not viewer.may_see:
        not_here(table_id, Scope.TABLE, viewer.device_id)
    return open_table(table_id, viewer), asked


def _gone(here: Visit) -> Page:
    return _refused(here, _(WAITS_NO_LONGER))


def _refused(here: Visit, why: str) -> Page:
    return share_page(here, why), 409


def _back_to(table_id: int) -> Response:
    back = local_path(request.form.get("back", ""))
    return redirect(back or url_for("seats.share", table_id=table_id), 303)


@bp.get("/share")
def share(table_id: int) -> str:
    """Shows the QR and the code of a role, and the devices present."""
    return share_page(visit(table_id))


@bp.post("/seat")
def take(table_id: int) -> Response | Page:
    """Sits this device down, leaving the seat that it held; or asks the host, where the host lets in."""
    here = visit(table_id)
    try:
        done = sit_down(here, _seat(here, request.form.get("seat")))
    except DoorClosed:  # dismissed since it asked
        abort(403)
    except tuple(admission.NOT_LET_IN) as problem:
        status, said = admission.NOT_LET_IN[type(problem)]
        return share_page(here, said()), status
    if isinstance(done, SeatRequest):
        return redirect(url_for("seats.show_request", table_id=table_id), 303)
    return _shared(table_id)


@bp.post("/seat/leave")
def leave(table_id: int) -> Response:
    """Gives up this device's seat; it stays at the table, or is redirected to the page that it left the seat for."""
    leave_seat(visit(table_id))
    return _back_to(table_id)


@bp.post("/seats/<seat>/free")
def free(table_id: int, seat: str) -> Response:
    here = visit_as_host(table_id)
    free_seat(here, _seat(here, seat))
    return _back_to(table_id)


@bp.post("/scorekeeper")
def give_score(table_id: int) -> Response:
    """Makes a seated player the scorekeeper. For the host."""
    here = visit_as_host(table_id)
    seat = _seat(here, request.form.get("seat"))
    try:
        choose_scorekeeper(here, seat)
    except LookupError:
        abort(409, description=_("Nobody sits there who could keep the score. Look at the seats again."))
    return _shared(table_id, Role.SCOREKEEPER)


@bp.post("/scorekeeper/end")
def take_score(table_id: int) -> Response:
    """Makes the host the scorekeeper again. For the host."""
    choose_scorekeeper(visit_as_host(table_id), None)
    return _shared(table_id, Role.SCOREKEEPER)


def _seat(here: Visit, typed: str | None) -> int:
    seat = parse_integer(typed, most=len(here.table.players) - 1)
    if seat is None:
        abort(400)
    return seat


def _shared(table_id: int, role: Role | None = None) -> Response:
    return redirect(url_for("seats.share", table_id=table_id, role=role), 303)
