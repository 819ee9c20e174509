"""Who sits where and who rules: sharing a table by QR and code, taking, leaving and freeing seats, dismissing."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from webapp.access import require
from webapp.back import local
from webapp.joining import way_in
from webapp.presence import presence
from webapp.rooms import rooms
from webapp.store import SeatTaken
from webapp.typed import whole
from webapp.visit import Visit, visit
from webapp.words.invitations import rules_here

bp = Blueprint("seats", __name__, url_prefix="/tables/<int(max=9007199254740991):table_id>")
ROLES = ("player", "watcher", "referee")


@bp.get("/share")
def share(table_id: int) -> str:
    """Shows the QR and the code of a role, and who is here."""
    return _page(visit(table_id))


@bp.post("/seat")
def take(table_id: int) -> Response | tuple[str, int]:
    """Sits this phone down, leaving the seat that it held."""
    here = visit(table_id)
    seat = _seat(here, request.form.get("seat"))
    if here.viewer.is_referee and here.viewer.seat is None:
        return _page(here, rules_here()), 409
    require(here.viewer.may_sit)
    try:
        rooms().store.take_seat(table_id, _device(here), seat)
    except SeatTaken:
        return _page(here, _("Somebody has just taken this seat. Choose another one.")), 409
    return _changed(table_id)


@bp.post("/seat/leave")
def leave(table_id: int) -> Response:
    """Gets this phone up from its seat; it stays at the table, or goes on to what it left the seat for."""
    here = visit(table_id)
    rooms().store.leave_seat(table_id, _device(here))
    changed = _changed(table_id)
    back = local(request.form.get("back", ""))
    return redirect(back, 303) if back else changed


@bp.post("/seats/<seat>/free")
def free(table_id: int, seat: str) -> Response:
    """Lets the host get whoever sits there up."""
    here = visit(table_id)
    require(here.viewer.is_host)
    rooms().store.free_seat(table_id, _seat(here, seat))
    return _changed(table_id)


@bp.post("/codes")
def renew(table_id: int) -> Response:
    """Lets the host make a new code for a role; the old one opens nothing any more."""
    here = visit(table_id)
    require(here.viewer.is_host)
    role = request.form.get("role", "")
    if role not in ROLES:
        abort(400)
    rooms().store.renew_invite(table_id, role, agreed=role == "referee" and request.form.get("agreed") == "yes")
    return redirect(url_for("seats.share", table_id=table_id, role=role), 303)


@bp.post("/referees/<int(max=9007199254740991):grant_id>/dismiss")
def dismiss(table_id: int, grant_id: int) -> Response:
    """Lets somebody rule no longer: the host whom it may be, everybody oneself."""
    here = visit(table_id)
    grant = next((grant for grant in here.now.grants if grant.id == grant_id and grant.name is not None), None)
    if grant is None:
        abort(404, description=_("Nobody of this kind rules at this table any more."))
    require(here.viewer.is_host or grant.device_id == here.viewer.device_id)
    rooms().store.dismiss(table_id, grant.device_id)
    rooms().play.note(table_id, here.viewer, "dismissed", {"name": grant.name})
    rooms().play.refresh(table_id)
    if grant.device_id == here.viewer.device_id and grant.role == "referee":
        return redirect(url_for("home.index"), 303)  # who ruled only is a stranger here from now on
    return redirect(url_for("seats.share", table_id=table_id, role="referee"), 303)


def _page(here: Visit, problem: str | None = None) -> str:
    role = _role(here)
    invite = rooms().store.invites(here.table.id).get(role)
    return render_template(
        "seats/share.html",
        table=here.table,
        viewer=here.viewer,
        role=role,
        invite=invite,
        way=way_in(invite) if invite is not None else None,
        presence=presence(here),
        problem=problem,
    )


def _role(here: Visit) -> str:
    """A watcher sees the watchers' code only: others would open a seat. Whom to ask to rule is for the host."""
    role = request.args.get("role", "")
    if not here.viewer.may_sit:
        return "watcher"
    return role if role == "watcher" or (role == "referee" and here.viewer.is_host) else "player"


def _seat(here: Visit, typed: str | None) -> int:
    seat = whole(typed, most=len(here.table.players) - 1)
    if seat is None:
        abort(400)
    return seat


def _device(here: Visit) -> int:
    device_id = here.viewer.device_id
    assert device_id is not None  # whoever may see a table has a device
    return device_id


def _changed(table_id: int) -> Response:
    rooms().play.refresh(table_id)
    return redirect(url_for("seats.share", table_id=table_id), 303)
