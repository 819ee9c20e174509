"""Invite of a referee: asks for a name, and grants the role."""

from flask import render_template, request
from werkzeug.wrappers import Response

from webapp.seats import join_result
from webapp.seats.device import current_or_new_device, viewer_of
from webapp.seats.join_result import Page
from webapp.services import services
from webapp.store import InviteSpent, SeatHeld
from webapp.store.desk_kinds import DeskKind
from webapp.store.models import Invite
from webapp.table.player_names import Fault, fault_of, faults_of, tidy, twin_of
from webapp.table.viewer import Viewer
from webapp.words.invite_words import fault_said, not_agreed, sits_here


def show(invite: Invite, viewer: Viewer) -> Response | Page:
    """Asks for a name, or says why this device may not be the referee."""
    if viewer.is_referee:
        return join_result.redirect_to_table(invite)
    held = _held(invite, viewer)
    return _page(invite, viewer, held or ""), 409 if held is not None and not invite.agreed else 200


def take(invite: Invite, viewer: Viewer) -> Response | Page:
    """Uses up the invite: this device is a referee from now on."""
    if viewer.is_referee:
        return join_result.redirect_to_table(invite)
    name, held = tidy(request.form.get("name", "")), _held(invite, viewer)
    if held is not None and invite.agreed and request.form.get("agreed") != "yes":
        return _page(invite, viewer, name, not_agreed()), 422
    others = _others(invite, held)
    if fault := fault_of(name) or faults_of([*others, name], request.form.getlist("alike"))[-1]:
        twin = twin_of([*others, name], len(others))
        asked = name if fault is Fault.ALIKE else ""
        return _page(invite, viewer, name, fault_said(fault, name, twin), at_name=True, asked=asked), 422
    try:
        grant = services().store.appoint(invite, current_or_new_device().id, name)
    except SeatHeld:
        return _page(invite, viewer, name), 409
    except InviteSpent:
        return join_result.ended_page(invite)
    came = {"name": name} if grant.seat is None else {"name": name, "seat": grant.seat}
    services().play.note(invite.table_id, viewer_of(invite.table_id), DeskKind.REFEREE, came)
    return join_result.redirect_after_joining(invite)


def _held(invite: Invite, viewer: Viewer) -> str | None:
    """The name of the player whose seat this device holds."""
    return None if viewer.seat is None else join_result.table_of(invite).players[viewer.seat]


def _others(invite: Invite, held: str | None) -> list[str]:
    """A referee is told from the players by name; who also plays may keep the own one."""
    return [player for player in join_result.table_of(invite).players if player != held]


def _page(
    invite: Invite, viewer: Viewer, name: str, problem: str | None = None, *, at_name: bool = False, asked: str = ""
) -> str:
    held = _held(invite, viewer)
    return render_template(
        "invites/referee.html",
        table=join_result.table_of(invite),
        token=invite.token,
        viewer=viewer,
        held=held,
        refused=sits_here(held) if held is not None and not invite.agreed else None,
        name=name,
        problem=problem,
        at_name=at_name,
        asked=asked,
    )
