"""What a code opens: a seat at a table, watching it, or ruling there."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp import admitting
from webapp.access import Viewer, known_device, require, viewer_of
from webapp.codes import read_code, show_code
from webapp.i18n import gettext as _
from webapp.models import Invite, Table
from webapp.names import Fault, fault_of, faults_of, tidy
from webapp.rooms import rooms
from webapp.store import InviteSpent, NotAdmitted, SeatHeld, SeatTaken
from webapp.typed import whole
from webapp.words.invitations import fault_said, no_table, not_agreed, rules_here, sits_here

bp = Blueprint("invites", __name__)
LONGEST_ECHO = 40
Page = tuple[str, int]


@bp.get("/join/<code>")
def show(code: str) -> Response | Page:
    """Shows what there is to join. A phone that is in already goes straight to its table."""
    invite = rooms().store.invite(code)
    if invite is None:
        return _unknown(code)
    viewer = viewer_of(invite.table_id)
    if _is_in(viewer, invite):
        return _to_the_table(invite)
    if invite.role == "referee":
        held = _held(invite, viewer)
        refused = held is not None and not invite.agreed
        return _referee_page(invite, viewer, held or ""), 409 if refused else 200
    return _page(invite), 200


@bp.post("/join/<code>")
def accept(code: str) -> Response | Page:
    """Lets this phone in: on the seat that it chose, to watch, or to rule."""
    invite = rooms().store.invite(code)
    if invite is None:
        return _unknown(code)
    if invite.role == "referee":
        return _appoint(invite, viewer_of(invite.table_id))
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
        admitting.admit(invite.table_id, known_device().id, role=role, seat=seat)
    except SeatTaken:
        return _page(invite, _("Somebody has just taken this seat. Choose another one.")), 409
    except NotAdmitted:
        return _page(invite, rules_here()), 409
    return _changed(invite)


def _is_in(viewer: Viewer, invite: Invite) -> bool:
    """Tells whether the code adds nothing. A player without a seat may take one, a watcher may become a player."""
    if viewer.role == "referee" or (viewer.is_referee and invite.role == "referee"):
        return True
    if invite.role == "referee":
        return False
    return viewer.is_host or viewer.seat is not None or (viewer.may_see and invite.role == "watcher")


# Who is asked to rule


def _appoint(invite: Invite, viewer: Viewer) -> Response | Page:
    """Spends the invitation: this phone rules from now on."""
    if _is_in(viewer, invite):
        return _to_the_table(invite)
    name, held = tidy(request.form.get("name", "")), _held(invite, viewer)
    if held is not None and invite.agreed and request.form.get("agreed") != "yes":
        return _referee_page(invite, viewer, name, not_agreed()), 422
    if fault := _fault(name, invite, held):
        return _referee_page(invite, viewer, name, fault_said(fault, name), at_name=True), 422
    try:
        grant = rooms().store.appoint(invite, known_device().id, name)
    except SeatHeld:
        return _referee_page(invite, viewer, name), 409
    except InviteSpent:
        return _unknown(invite.code)
    came = {"name": name} if grant.seat is None else {"name": name, "seat": grant.seat}
    rooms().play.note(invite.table_id, viewer_of(invite.table_id), "referee", came)
    return _changed(invite)


def _held(invite: Invite, viewer: Viewer) -> str | None:
    """The name of the player whose seat this phone holds."""
    return None if viewer.seat is None else _table(invite).players[viewer.seat]


def _fault(name: str, invite: Invite, held: str | None) -> Fault | None:
    """A referee is told from the players by name; who also plays may keep the own one."""
    others = [player for player in _table(invite).players if player != held]
    return fault_of(name) or faults_of([*others, name])[-1]


def _referee_page(
    invite: Invite, viewer: Viewer, name: str, problem: str | None = None, *, at_name: bool = False
) -> str:
    table, held = _table(invite), _held(invite, viewer)
    return render_template(
        "invites/referee.html",
        table=table,
        code=show_code(invite.code),
        invite=invite,
        viewer=viewer,
        held=held,
        refused=sits_here(held) if held is not None and not invite.agreed else None,
        name=name,
        problem=problem,
        at_name=at_name,
    )


# Pages and ways on


def _page(invite: Invite, problem: str | None = None) -> str:
    table = _table(invite)
    taken = {grant.seat for grant in rooms().store.grants(table.id)}
    return render_template(
        "invites/show.html", table=table, role=invite.role, code=show_code(invite.code), taken=taken, problem=problem
    )


def _unknown(code: str) -> Response | Page:
    """A referee's own phone that reads its spent code again goes to its table."""
    spent = rooms().store.spent_invite(code)
    if spent is not None and viewer_of(spent.table_id).is_referee:
        return _to_the_table(spent)
    stored = read_code(code)
    shown = show_code(stored) if stored else code[:LONGEST_ECHO]
    return render_template("invites/unknown.html", code=shown, error=no_table(shown, spent=spent is not None)), 404


def _changed(invite: Invite) -> Response:
    rooms().play.refresh(invite.table_id)
    return _to_the_table(invite)


def _to_the_table(invite: Invite) -> Response:
    return redirect(url_for("tables.show", table_id=invite.table_id), 303)


def _table(invite: Invite) -> Table:
    table = rooms().store.table(invite.table_id)
    assert table is not None  # the database keeps every invite's table
    return table
