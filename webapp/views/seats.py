"""Who sits where: sharing a table by QR and code, taking, leaving and freeing seats."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from webapp.access import require
from webapp.joining import way_in
from webapp.models import Invite
from webapp.presence import presence
from webapp.rooms import rooms
from webapp.store import SeatTaken
from webapp.typed import whole
from webapp.visit import Visit, visit

bp = Blueprint("seats", __name__, url_prefix="/tables/<int(max=9007199254740991):table_id>")
ROLES = ("player", "watcher")


@bp.get("/share")
def share(table_id: int) -> str:
    """Shows the QR and the code of a role, and who is here."""
    return _page(visit(table_id))


@bp.post("/seat")
def take(table_id: int) -> Response | tuple[str, int]:
    """Sits this phone down, leaving the seat that it held."""
    here = visit(table_id)
    require(here.viewer.may_sit)
    seat = _seat(here, request.form.get("seat"))
    try:
        rooms().store.take_seat(table_id, _device(here), seat)
    except SeatTaken:
        return _page(here, _("Somebody has just taken this seat. Choose another one.")), 409
    return _changed(table_id)


@bp.post("/seat/leave")
def leave(table_id: int) -> Response:
    """Gets this phone up from its seat; it stays at the table."""
    here = visit(table_id)
    rooms().store.leave_seat(table_id, _device(here))
    return _changed(table_id)


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
    rooms().store.renew_invite(table_id, role)
    return redirect(url_for("seats.share", table_id=table_id, role=role), 303)


def _page(here: Visit, problem: str | None = None) -> str:
    invite = _invite(here)
    way = way_in(invite)
    return render_template(
        "seats/share.html",
        table=here.table,
        viewer=here.viewer,
        role=invite.role,
        way=way,
        presence=presence(here),
        problem=problem,
    )


def _invite(here: Visit) -> Invite:
    """A watcher sees the watchers' code only: the other one would open a seat."""
    invites = rooms().store.invites(here.table.id)
    watching = request.args.get("role") == "watcher" or not here.viewer.may_sit
    return invites["watcher" if watching else "player"]


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
