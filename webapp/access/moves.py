"""Moving a place at a table to another device, by the link that the first one shows."""

from collections.abc import Mapping
from typing import Any

from flask import (
    Blueprint,
    make_response,
    redirect,
    render_template,
    url_for,
)
from werkzeug.wrappers import Response

from webapp.access import joining
from webapp.access.device import current_or_new_device, viewer_of
from webapp.access.joining import Page, join_link
from webapp.access.visit import not_here, open_table, visit
from webapp.http.answers import wants_fragment
from webapp.journal.lines import body_of
from webapp.services import services
from webapp.store import AlreadyHere, InviteSpent
from webapp.store.models import Grant, Invite, Table
from webapp.table.lines.house import Moved
from webapp.table.viewer import Viewer
from webapp.words import invite_words as words
from webapp.words.invite_words import until


def show_invite(invite: Invite) -> Response | Page:
    """Shows the place that this device would take over, or why it cannot."""
    viewer = viewer_of(invite.owner)
    grant = _offered(invite)
    if grant is None:
        return joining.ended_page(invite)
    return _page(invite, grant, viewer), 409 if _problem(invite, grant, viewer) else 200


def take(invite: Invite) -> Response | Page:
    """Moves the place to this device."""
    viewer = viewer_of(invite.owner)
    grant = _offered(invite)
    if grant is None:
        return joining.ended_page(invite)
    if _problem(invite, grant, viewer):
        return _page(invite, grant, viewer), 409
    try:
        services().store.move(invite, current_or_new_device().id, moved_line(joining.table_of(invite), grant))
    except (InviteSpent, AlreadyHere):
        return joining.ended_page(invite)
    return joining.redirect_after_joining(invite)


def place_name(table: Table, grant: Grant) -> str:
    """Returns the place of a device at a table in words."""
    return words.place(None if grant.seat is None else table.players[grant.seat], grant.role)


def _offered(invite: Invite) -> Grant | None:
    grants = services().store.grants(invite.owner)
    return next((grant for grant in grants if grant.device_id == invite.device_id), None)


def _problem(invite: Invite, grant: Grant, viewer: Viewer) -> str | None:
    if viewer.device_id is not None and viewer.device_id == grant.device_id:
        return words.own_link()
    own = next((own for own in services().store.grants(invite.owner) if own.device_id == viewer.device_id), None)
    return None if own is None or not own.has_place else words.has_place(place_name(joining.table_of(invite), own))


def moved_line(table: Table, grant: Grant) -> Mapping[str, Any]:
    """Returns the line of the desk about a move: whose place it was, by player or referee name, else by the role."""
    name = grant.name if grant.seat is None else table.players[grant.seat]
    line = Moved(grant.device_id, name) if name else Moved(grant.device_id, role=grant.role)
    return body_of(line)[1]


def _page(invite: Invite, grant: Grant, viewer: Viewer) -> str:
    table = joining.table_of(invite)
    return render_template(
        "site/invites/move.html",
        table=table,
        token=invite.token,
        place=place_name(table, grant),
        problem=_problem(invite, grant, viewer),
        viewer=viewer,
    )


bp = Blueprint("moves", __name__, url_prefix="/tables/<int:table_id>/move")


@bp.get("")
def show(table_id: int) -> Response | str:
    """Says what moves, and shows the link once it is made; a page that asks again goes on when it has been read."""
    viewer = viewer_of(table_id)
    # Asked for once: the place may go while this page looks.
    grants = services().store.grants(table_id)
    grant = next((grant for grant in grants if grant.device_id == viewer.device_id), None)
    if grant is None:
        return _gone(table_id, viewer)
    here = open_table(table_id, viewer)
    offered = services().store.offered_move(table_id, grant.device_id)
    return render_template(
        "access/moves/show.html",
        table=here.table,
        place=place_name(here.table, grant),
        link=None if offered is None else join_link(offered),
        until=None if offered is None or offered.expires_at is None else until(offered.expires_at),
    )


@bp.post("")
def offer(table_id: int) -> Response:
    """Makes the link."""
    services().store.offer_move(table_id, visit(table_id).device_id)
    return redirect(url_for("moves.show", table_id=table_id), 303)


@bp.post("/stop")
def stop(table_id: int) -> Response:
    """Lets the link lead nowhere: the place stays on this device."""
    services().store.take_back_move(table_id, visit(table_id).device_id)
    return redirect(url_for("seats.share", table_id=table_id), 303)


def _gone(table_id: int, viewer: Viewer) -> Response:
    """Loads the page anew where it asks whether its place is still here: the whole page says where that went."""
    lost = None if viewer.device_id is None else services().store.how_place_was_lost(table_id, viewer.device_id)
    if not (wants_fragment() and (viewer.may_see or lost is not None)):
        not_here(table_id, viewer)
    answer = make_response("", 200)
    answer.headers["HX-Redirect"] = url_for("moves.show", table_id=table_id)
    return answer
