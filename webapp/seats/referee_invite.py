"""Invite of a referee: asks for a name, and grants the role."""

from flask import render_template, request
from werkzeug.wrappers import Response

from webapp.seats import join_result
from webapp.seats.device import current_or_new_device, viewer_of
from webapp.seats.join_result import Page
from webapp.seats.referee_name import fault_of_referee
from webapp.seats.referee_right import is_barred
from webapp.services import services
from webapp.store import InviteSpent, SeatHeld
from webapp.store.desk_kinds import DeskKind
from webapp.store.models import Invite
from webapp.store.referees import coming
from webapp.table.player_names import Fault, tidy
from webapp.table.viewer import Viewer
from webapp.words.invite_words import decided_here, not_agreed, sits_here


def show(invite: Invite, viewer: Viewer) -> Response | Page:
    """Asks for a name, or says why this device may not be the referee."""
    if viewer.is_referee:
        return join_result.redirect_to_table(invite)
    held = _held(invite, viewer)
    refused = is_barred(invite.table_id, viewer.device_id) or (held is not None and not invite.agreed)
    return _page(invite, viewer, held or ""), 409 if refused else 200


def take(invite: Invite, viewer: Viewer) -> Response | Page:
    """Uses up the invite: this device is a referee from now on."""
    if viewer.is_referee:
        return join_result.redirect_to_table(invite)
    name, held = tidy(request.form.get("name", "")), _held(invite, viewer)
    if is_barred(invite.table_id, viewer.device_id):
        return _page(invite, viewer, name), 409
    if held is not None and invite.agreed and request.form.get("agreed") != "yes":
        return _page(invite, viewer, name, not_agreed()), 422
    table, agreed = join_result.table_of(invite), request.form.getlist("alike")
    if found := fault_of_referee(table, name, agreed, held):
        asked = name if found.fault is Fault.ALIKE else ""
        return _page(invite, viewer, name, found.said, at_name=True, asked=asked), 422
    try:
        grant = services().store.appoint(invite, current_or_new_device().id, name)
    except SeatHeld:
        return _page(invite, viewer, name), 409
    except InviteSpent:
        return join_result.ended_page(invite)
    services().play.note(invite.table_id, viewer_of(invite.table_id), DeskKind.REFEREE, coming(grant))
    return join_result.redirect_after_joining(invite)


def _held(invite: Invite, viewer: Viewer) -> str | None:
    """The name of the player whose seat this device holds."""
    return None if viewer.seat is None else join_result.table_of(invite).players[viewer.seat]


def _page(
    invite: Invite, viewer: Viewer, name: str, problem: str | None = None, *, at_name: bool = False, asked: str = ""
) -> str:
    held = _held(invite, viewer)
    refused = sits_here(held) if held is not None and not invite.agreed else None
    if is_barred(invite.table_id, viewer.device_id):
        refused = decided_here()
    return render_template(
        "invites/referee.html",
        table=join_result.table_of(invite),
        token=invite.token,
        viewer=viewer,
        held=held,
        refused=refused,
        name=name,
        problem=problem,
        at_name=at_name,
        asked=asked,
    )
