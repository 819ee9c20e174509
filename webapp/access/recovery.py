"""Recovery of a lost host: another device becomes the host with the recovery code."""

from flask import (
    Blueprint,
    redirect,
    render_template,
    url_for,
)
from werkzeug.wrappers import Response

from webapp.access import joining
from webapp.access.device import current_or_new_device, viewer_of
from webapp.access.joining import Page, join_link
from webapp.access.visit import visit_as_host
from webapp.services import services
from webapp.store import AlreadyHere, InviteSpent
from webapp.store.models import Invite
from webapp.store.roles import Role
from webapp.table.viewer import Viewer


def show_invite(invite: Invite) -> Response | Page:
    """Shows what the code does; the host's own device is redirected to its table."""
    viewer = viewer_of(invite.owner)
    if viewer.is_host:
        return joining.go_in(invite)
    return render_template("site/invites/recover.html", **_context(invite, viewer)), 200


def take(invite: Invite) -> Response | Page:
    """Makes this device the host, and shows the new recovery code."""
    viewer = viewer_of(invite.owner)
    if viewer.is_host:
        return joining.go_in(invite)
    try:
        services().store.recover(invite, current_or_new_device().id)
    except (InviteSpent, AlreadyHere):
        return joining.ended_page(invite)
    services().play.refresh(invite.owner)
    return redirect(url_for("recovery.show", table_id=invite.owner), 303)


def _context(invite: Invite, viewer: Viewer) -> dict[str, object]:
    """Returns the context of the page: whose seat comes with it, where this device has none and is no referee."""
    table = joining.table_of(invite)
    host = next((grant for grant in services().store.grants(table.id) if grant.is_host), None)
    sits = viewer.seat is None and not viewer.is_referee and host is not None and host.seat is not None
    seat = table.players[host.seat] if sits and host is not None and host.seat is not None else None
    return {"table": table, "token": invite.token, "seat": seat}


bp = Blueprint("recovery", __name__, url_prefix="/tables/<int:table_id>/recovery")


@bp.get("")
def show(table_id: int) -> str:
    """Shows the code to the host, to be printed or noted down."""
    here = visit_as_host(table_id)
    invite = services().store.invites(table_id).get(Role.HOST)
    link = None if invite is None else join_link(invite)
    return render_template("access/recovery/show.html", table=here.table, link=link)


@bp.post("")
def renew(table_id: int) -> Response:
    """Makes a new code; the old one opens nothing any more."""
    visit_as_host(table_id)
    services().store.renew_invite(table_id, Role.HOST)
    return redirect(url_for("recovery.show", table_id=table_id), 303)
