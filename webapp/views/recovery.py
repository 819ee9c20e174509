"""Recovery code of a table, which its host keeps in case the device is lost."""

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from webapp.seats.join_link import join_link
from webapp.seats.visit import visit_as_host
from webapp.services import services
from webapp.store.roles import Role

bp = Blueprint("recovery", __name__, url_prefix="/tables/<int:table_id>/recovery")


@bp.get("")
def show(table_id: int) -> str:
    """Shows the code to the host, to be printed or noted down."""
    here = visit_as_host(table_id)
    invite = services().store.invites(table_id).get(Role.HOST)
    link = None if invite is None else join_link(invite)
    return render_template("recovery/show.html", table=here.table, link=link)


@bp.post("")
def renew(table_id: int) -> Response:
    """Makes a new code; the old one opens nothing any more."""
    visit_as_host(table_id)
    services().store.renew_invite(table_id, Role.HOST)
    return redirect(url_for("recovery.show", table_id=table_id), 303)
