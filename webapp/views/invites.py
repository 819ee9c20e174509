"""What a code opens: a seat at a table, or watching it."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from webapp.access import Viewer, known_device, require, viewer_of
from webapp.codes import read_code, show_code
from webapp.models import Invite, Table
from webapp.rooms import rooms
from webapp.store import SeatTaken
from webapp.typed import whole

bp = Blueprint("invites", __name__)
LONGEST_ECHO = 40
Page = tuple[str, int]


@bp.get("/join/<code>")
def show(code: str) -> Response | Page:
    """Shows what there is to join. A phone that is in already goes straight to its table."""
    invite = rooms().store.invite(code)
    if invite is None:
        return _unknown(code)
    if _is_in(viewer_of(invite.table_id), invite):
        return redirect(url_for("tables.show", table_id=invite.table_id), 303)
    return _page(invite), 200


@bp.post("/join/<code>")
def accept(code: str) -> Response | Page:
    """Lets this phone in, on the seat that it chose or to watch."""
    invite = rooms().store.invite(code)
    if invite is None:
        return _unknown(code)
    chosen = request.form.get("as", "")
    if chosen == "watch":
        return _admit(invite, "watcher", None)
    require(invite.role == "player")
    seat = whole(chosen, most=len(_table(invite).players) - 1)
    if seat is None:
        abort(400)
    return _admit(invite, "player", seat)


def _admit(invite: Invite, role: str, seat: int | None) -> Response | Page:
    try:
        rooms().store.admit(invite.table_id, known_device().id, role=role, seat=seat)
    except SeatTaken:
        return _page(invite, _("Somebody has just taken this seat. Choose another one.")), 409
    rooms().play.refresh(invite.table_id)
    return redirect(url_for("tables.show", table_id=invite.table_id), 303)


def _is_in(viewer: Viewer, invite: Invite) -> bool:
    """Tells whether the code adds nothing. A player without a seat may take one, a watcher may become a player."""
    return viewer.is_host or viewer.seat is not None or (viewer.may_see and invite.role == "watcher")


def _page(invite: Invite, problem: str | None = None) -> str:
    table = _table(invite)
    taken = {grant.seat for grant in rooms().store.grants(table.id)}
    return render_template(
        "invites/show.html", table=table, role=invite.role, code=show_code(invite.code), taken=taken, problem=problem
    )


def _unknown(code: str) -> Page:
    stored = read_code(code)
    shown = show_code(stored) if stored else code[:LONGEST_ECHO]
    return render_template("invites/unknown.html", code=shown), 404


def _table(invite: Invite) -> Table:
    table = rooms().store.table(invite.table_id)
    assert table is not None  # the database keeps every invite's table
    return table
