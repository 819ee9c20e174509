"""Moving a place at a table to another device, by the link that the first one shows."""

from typing import Any

from flask import render_template
from werkzeug.wrappers import Response

from webapp.seats import join_result
from webapp.seats.device import current_or_new_device
from webapp.seats.join_result import Page
from webapp.services import services
from webapp.store import AlreadyHere, InviteSpent, has_place
from webapp.store.models import Grant, Invite, Table
from webapp.table.viewer import Viewer
from webapp.words import invite_words as words


def show(invite: Invite, viewer: Viewer) -> Response | Page:
    """Shows the place that this device would take over, or why it cannot."""
    grant = _offered(invite)
    if grant is None:
        return join_result.ended_page(invite)
    return _page(invite, grant, viewer), 409 if _problem(invite, grant, viewer) else 200


def take(invite: Invite, viewer: Viewer) -> Response | Page:
    """Moves the place to this device."""
    grant = _offered(invite)
    if grant is None:
        return join_result.ended_page(invite)
    if _problem(invite, grant, viewer):
        return _page(invite, grant, viewer), 409
    try:
        services().store.move(invite, current_or_new_device().id, moved_line(join_result.table_of(invite), grant))
    except (InviteSpent, AlreadyHere):
        return join_result.ended_page(invite)
    return join_result.redirect_after_joining(invite)


def place_name(table: Table, grant: Grant) -> str:
    """Returns the place of a device at a table in words."""
    return words.place(None if grant.seat is None else table.players[grant.seat], grant.role)


def _offered(invite: Invite) -> Grant | None:
    grants = services().store.grants(invite.table_id)
    return next((grant for grant in grants if grant.device_id == invite.device_id), None)


def _problem(invite: Invite, grant: Grant, viewer: Viewer) -> str | None:
    if viewer.device_id is not None and viewer.device_id == grant.device_id:
        return words.own_link()
    own = next((own for own in services().store.grants(invite.table_id) if own.device_id == viewer.device_id), None)
    return None if own is None or not has_place(own) else words.has_place(place_name(join_result.table_of(invite), own))


def moved_line(table: Table, grant: Grant) -> dict[str, Any]:
    """Returns the line of the desk about a move: whose place it was, by player or referee name, else by the role."""
    name = grant.name if grant.seat is None else table.players[grant.seat]
    return {"name": name} if name else {"role": grant.role}


def _page(invite: Invite, grant: Grant, viewer: Viewer) -> str:
    table = join_result.table_of(invite)
    return render_template(
        "invites/move.html",
        table=table,
        token=invite.token,
        place=place_name(table, grant),
        problem=_problem(invite, grant, viewer),
        viewer=viewer,
    )
