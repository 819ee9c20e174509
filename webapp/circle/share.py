"""Codes of a circle: for another phone to join it, and the one that is kept for the case that all phones are lost."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access.joining import join_link
from webapp.circle.tables import visit_circle
from webapp.services import services
from webapp.store.roles import INVITES, RECOVERY, InviteRole, Role, Scope, invite_role

bp = Blueprint("circle_share", __name__, url_prefix="/circles/<int:circle_id>")


@bp.get("/share")
def show(circle_id: int) -> str:
    """Shows the QR and the code with which a phone joins."""
    return _page(circle_id, Role.MEMBER, "circle/share.html")


@bp.get("/recovery")
def recovery(circle_id: int) -> str:
    """Shows the long code that leads back to the circle, made to be printed."""
    return _page(circle_id, RECOVERY, "circle/recovery.html")


@bp.post("/share")
def renew(circle_id: int) -> Response:
    """Makes a new code; the old one opens nothing any more."""
    visit_circle(circle_id)
    role = request.form.get("role", Role.MEMBER)
    if role not in INVITES[Scope.CIRCLE]:
        abort(400)
    services().store.renew_invite(circle_id, invite_role(role), Scope.CIRCLE)
    page = "circle_share.show" if role == Role.MEMBER else "circle_share.recovery"
    return redirect(url_for(page, circle_id=circle_id), 303)


@bp.post("/share/fresh")
def show_code(circle_id: int) -> Response:
    """Shows a code to type again where the one of before has ended; the link stays."""
    visit_circle(circle_id)
    services().store.fresh_code(circle_id, Role.MEMBER, Scope.CIRCLE)
    return redirect(url_for("circle_share.show", circle_id=circle_id), 303)


def _page(circle_id: int, role: InviteRole, template: str) -> str:
    here = visit_circle(circle_id)
    invite = services().store.invites(circle_id, Scope.CIRCLE)[role]
    return render_template(template, circle=here.circle, link=join_link(invite))
