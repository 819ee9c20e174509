"""Seats of a table: sharing it, taking, leaving and freeing seats, scorekeeper."""

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from webapp.http.back_link import local_path
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.seats import admission
from webapp.seats.device import require
from webapp.seats.share_page import role_shown, share_page
from webapp.seats.visit import Visit, visit, visit_as_host
from webapp.services import services
from webapp.store import DoorClosed, NotAdmitted, SeatTaken, TooManyRequests
from webapp.store.desk_kinds import DeskKind
from webapp.store.models import SeatRequest
from webapp.store.roles import Role
from webapp.table.snapshot import desk_line
from webapp.words.invite_words import rules_here
from webapp.words.limits_reached import too_many_seat_requests

bp = Blueprint("seats", __name__, url_prefix="/tables/<int:table_id>")
ROLES = (Role.PLAYER, Role.SCOREKEEPER, Role.WATCHER, Role.REFEREE)


@bp.get("/share")
def share(table_id: int) -> str:
    """Shows the QR and the code of a role, and who is here."""
    return share_page(visit(table_id))


@bp.post("/seat")
def take(table_id: int) -> Response | tuple[str, int]:
    """Sits this device down, leaving the seat that it held; or asks the host, where the host lets in."""
    here = visit(table_id)
    seat = _seat(here, request.form.get("seat"))
    require(here.viewer.may_sit or here.viewer.is_referee)
    try:
        done = admission.admit(table_id, here.device_id, role=Role.PLAYER, seat=seat, invited=False)
    except DoorClosed:  # let out since it asked
        abort(403)
    except SeatTaken:
        return share_page(here, _("Somebody has just taken this seat. Choose another one.")), 409
    except NotAdmitted:
        return share_page(here, rules_here()), 409
    except TooManyRequests:
        return share_page(here, too_many_seat_requests()), 429
    changed = _changed(table_id)
    return redirect(url_for("requests.show", table_id=table_id), 303) if isinstance(done, SeatRequest) else changed


@bp.post("/seat/leave")
def leave(table_id: int) -> Response:
    """Gets this device up from its seat; it stays at the table, or goes on to what it left the seat for."""
    here = visit(table_id)
    services().store.leave_seat(table_id, here.device_id)
    changed = _changed(table_id)
    back = local_path(request.form.get("back", ""))
    return redirect(back, 303) if back else changed


@bp.post("/seats/<seat>/free")
def free(table_id: int, seat: str) -> Response:
    """Lets the host get whoever sits there up."""
    here = visit_as_host(table_id)
    freed = _seat(here, seat)
    held = any(grant.seat == freed and grant.device_id != here.device_id for grant in here.now.people.grants)
    services().store.free_seat(table_id, freed)
    if held:
        body = {"seat": freed, "name": here.table.players[freed]}
        services().play.note(table_id, here.viewer, DeskKind.FREED, body)
    changed = _changed(table_id)
    back = local_path(request.form.get("back", ""))
    return redirect(back, 303) if back else changed


@bp.post("/codes")
def renew(table_id: int) -> Response:
    """Lets the host make a new code for a role; the old one opens nothing any more."""
    visit_as_host(table_id)
    if request.form.get("role", "") not in ROLES:
        abort(400)
    role = Role(request.form["role"])
    services().store.renew_invite(table_id, role, agreed=role == Role.REFEREE and request.form.get("agreed") == "yes")
    return redirect(url_for("seats.share", table_id=table_id, role=role), 303)


@bp.post("/codes/fresh")
def show_code(table_id: int) -> Response:
    """Shows a code to type again where the one of before has ended, to whoever may see it; the link stays."""
    here = visit(table_id)
    if request.form.get("role", "") not in ROLES:
        abort(400)
    role = Role(request.form["role"])
    require(role_shown(here.viewer, role) == role)
    services().store.fresh_code(table_id, role)
    return redirect(url_for("seats.share", table_id=table_id, role=role), 303)


@bp.post("/scorekeeper")
def give_score(table_id: int) -> Response:
    """Lets the host make a seated player the scorekeeper."""
    here = visit_as_host(table_id)
    seat = _seat(here, request.form.get("seat"))
    grant = next((grant for grant in here.now.people.grants if grant.seat == seat), None)
    if grant is None or grant.is_host:
        abort(409, description=_("Nobody sits there who could keep the score. Look at the seats again."))
    line = desk_line(here.now, here.viewer, DeskKind.SCOREKEEPER, {"name": here.table.players[seat]})
    services().store.give_score(table_id, grant.device_id, line)
    return _changed(table_id, Role.SCOREKEEPER)


@bp.post("/scorekeeper/end")
def take_score(table_id: int) -> Response:
    """Lets the host keep the score again."""
    here = visit_as_host(table_id)
    if any(grant.keeps_score for grant in here.now.people.grants):
        services().store.end_scorekeeping(table_id, desk_line(here.now, here.viewer, DeskKind.SCOREKEEPER, {}))
    return _changed(table_id, Role.SCOREKEEPER)


def _seat(here: Visit, typed: str | None) -> int:
    seat = parse_integer(typed, most=len(here.table.players) - 1)
    if seat is None:
        abort(400)
    return seat


def _changed(table_id: int, role: Role | None = None) -> Response:
    services().play.refresh(table_id)
    return redirect(url_for("seats.share", table_id=table_id, role=role), 303)
