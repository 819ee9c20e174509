"""Codes of an evening: for people to check in, and for screens and guests to look on."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access.joining import join_link
from webapp.evening.visit import visit_to_help, visit_to_run
from webapp.services import services
from webapp.store.roles import Role, Scope

bp = Blueprint("evening_share", __name__, url_prefix="/evenings/<int:evening_id>/share")
SHARED = (Role.PLAYER, Role.WATCHER)


@bp.get("")
def show(evening_id: int) -> str:
    """Shows the QR and the code of a role."""
    here, role = visit_to_help(evening_id), _role(request.args.get("role", Role.PLAYER))
    invite = services().store.invites(evening_id, Scope.EVENING).get(role)
    return render_template(
        "evening/share.html",
        evening=here.now.state,
        evening_id=evening_id,
        viewer=here.viewer,
        role=role,
        link=None if invite is None else join_link(invite),
    )


@bp.post("")
def renew(evening_id: int) -> Response:
    """Makes a new code for a role; the old one opens nothing any more."""
    visit_to_run(evening_id)
    role = _role(request.form.get("role", Role.PLAYER))
    services().store.renew_invite(evening_id, role, Scope.EVENING)
    return redirect(url_for("evening_share.show", evening_id=evening_id, role=role), 303)


@bp.post("/fresh")
def show_code(evening_id: int) -> Response:
    """Shows a code to type again where the one of before has ended; the link stays."""
    visit_to_help(evening_id)
    role = _role(request.form.get("role", ""))
    services().store.fresh_code(evening_id, role, Scope.EVENING)
    return redirect(url_for("evening_share.show", evening_id=evening_id, role=role), 303)


def _role(sent: str) -> Role:
    """Returns a role whose code is for everybody; else ends the request with 400."""
    if sent not in SHARED:
        abort(400)
    return Role(sent)
