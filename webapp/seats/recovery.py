"""Recovery of a lost host: another device becomes the host with the recovery code."""

from flask import redirect, render_template, url_for
from werkzeug.wrappers import Response

from webapp.seats import join_result
from webapp.seats.device import current_or_new_device
from webapp.seats.join_result import Page
from webapp.services import services
from webapp.store import AlreadyHere, InviteSpent
from webapp.store.models import Invite
from webapp.table.viewer import Viewer


def show(invite: Invite, viewer: Viewer) -> Response | Page:
    """Shows what the code does; the host's own device is redirected to its table."""
    if viewer.is_host:
        return join_result.redirect_to_table(invite)
    return render_template("invites/recover.html", **_context(invite, viewer)), 200


def take(invite: Invite, viewer: Viewer) -> Response | Page:
    """Makes this device the host, and shows the new recovery code."""
    if viewer.is_host:
        return join_result.redirect_to_table(invite)
    try:
        services().store.recover(invite, current_or_new_device().id)
    except (InviteSpent, AlreadyHere):
        return join_result.ended_page(invite)
    services().play.refresh(invite.table_id)
    return redirect(url_for("recovery.show", table_id=invite.table_id), 303)


def _context(invite: Invite, viewer: Viewer) -> dict[str, object]:
    """Returns the context of the page: whose seat comes with it, where this device has none and is no referee."""
    table = join_result.table_of(invite)
    host = next((grant for grant in services().store.grants(table.id) if grant.is_host), None)
    sits = viewer.seat is None and not viewer.is_referee and host is not None and host.seat is not None
    seat = table.players[host.seat] if sits and host is not None and host.seat is not None else None
    return {"table": table, "token": invite.token, "seat": seat}
