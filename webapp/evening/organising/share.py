"""Codes of an evening: for people to check in, and for screens and guests to look on."""

from flask import Blueprint, abort, render_template, request

from webapp.access.joining import join_link
from webapp.evening.visit import visit_to_help
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


def _role(sent: str) -> Role:
    """Returns a role whose code is for everybody; else ends the request with 400."""
    if sent not in SHARED:
        abort(400)
    return Role(sent)
