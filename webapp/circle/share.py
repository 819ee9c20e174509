"""The code with which another device joins a circle."""

from flask import Blueprint, render_template

from webapp.access.joining import join_link
from webapp.circle.tables import visit_circle
from webapp.services import services
from webapp.store.roles import Role, Scope

bp = Blueprint("circle_share", __name__, url_prefix="/circles/<int:circle_id>")


@bp.get("/share")
def show(circle_id: int) -> str:
    """Shows the QR and the code with which a device joins."""
    circle = visit_circle(circle_id).circle
    link = join_link(services().store.invites(circle_id, Scope.CIRCLE)[Role.MEMBER])
    return render_template("circle/share.html", circle=circle, link=link)
