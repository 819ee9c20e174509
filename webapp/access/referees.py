"""Invites of referees: who may become one, and under what name."""

from collections.abc import Collection
from typing import NamedTuple

from flask import render_template, request
from werkzeug.wrappers import Response

from webapp.access import joining
from webapp.access.device import current_or_new_device, viewer_of
from webapp.access.joining import Page
from webapp.services import services
from webapp.store import InviteSpent, SeatHeld
from webapp.store.models import Invite, Table
from webapp.table.lines.house import RefereeCame
from webapp.table.permissions import has_referee
from webapp.table.player_names import (
    Fault,
    fault_of,
    faults_of,
    tidy,
    twin_of,
)
from webapp.table.viewer import Viewer
from webapp.words.invite_words import (
    decided_here,
    fault_said,
    not_agreed,
    sits_here,
)


class NameFault(NamedTuple):
    """Why a name is not taken as it is, and the sentence for it."""

    fault: Fault
    said: str


def fault_of_referee(table: Table, name: str, agreed: Collection[str], held: str | None = None) -> NameFault | None:
    """Returns what is wrong with a tidy name, None where it is taken.

    Who also plays may keep the own name, `held`. `agreed` are names that may look like another one at the table.
    """
    players = [player for player in table.players if player != held]
    if fault := fault_of(name) or faults_of([*players, name], agreed)[-1]:
        return NameFault(fault, fault_said(fault, name, twin_of([*players, name], len(players))))
    ruling = [grant.name for grant in services().store.grants(table.id) if grant.name is not None]
    twin = None if name in agreed else twin_of([*ruling, name], len(ruling))
    return None if twin is None else NameFault(Fault.ALIKE, fault_said(Fault.ALIKE, name, twin))


def has_taken_part(table_id: int, device_id: int) -> bool:
    """Tells whether this device hosts the table, or has ever held a seat at it."""
    held = (grant for grant in services().store.all_grants(table_id) if grant.device_id == device_id)
    return any(grant.is_host or grant.seat is not None for grant in held)


def is_barred(table_id: int, device_id: int | None) -> bool:
    """Tells whether this device may not rule here: it would change what another referee, or all sides, decided."""
    now = services().play.at(table_id)
    decided = has_referee(now) or bool(now.desk.fixed)
    return decided and device_id is not None and has_taken_part(table_id, device_id)


def show(invite: Invite) -> Response | Page:
    """Asks for a name, or says why this device may not be the referee."""
    viewer = viewer_of(invite.owner)
    if viewer.is_referee:
        return joining.go_in(invite)
    held = _held(invite, viewer)
    refused = is_barred(invite.owner, viewer.device_id) or (held is not None and not invite.agreed)
    return _page(invite, viewer, held or ""), 409 if refused else 200


def take(invite: Invite) -> Response | Page:
    """Uses up the invite: this device is a referee from now on."""
    viewer = viewer_of(invite.owner)
    if viewer.is_referee:
        return joining.go_in(invite)
    name, held = tidy(request.form.get("name", "")), _held(invite, viewer)
    if is_barred(invite.owner, viewer.device_id):
        return _page(invite, viewer, name), 409
    if held is not None and invite.agreed and request.form.get("agreed") != "yes":
        return _page(invite, viewer, name, not_agreed()), 422
    table, agreed = joining.table_of(invite), request.form.getlist("alike")
    if found := fault_of_referee(table, name, agreed, held):
        asked = name if found.fault is Fault.ALIKE else ""
        return _page(invite, viewer, name, found.said, at_name=True, asked=asked), 422
    try:
        grant = services().store.appoint(invite, current_or_new_device().id, name)
    except SeatHeld:
        return _page(invite, viewer, name), 409
    except InviteSpent:
        return joining.ended_page(invite)
    services().play.note(invite.owner, viewer_of(invite.owner), RefereeCame(name, grant.seat, grant.agreed))
    return joining.redirect_after_joining(invite)


def _held(invite: Invite, viewer: Viewer) -> str | None:
    return None if viewer.seat is None else joining.table_of(invite).players[viewer.seat]


def _page(
    invite: Invite, viewer: Viewer, name: str, problem: str | None = None, *, at_name: bool = False, asked: str = ""
) -> str:
    held = _held(invite, viewer)
    refused = sits_here(held) if held is not None and not invite.agreed else None
    if is_barred(invite.owner, viewer.device_id):
        refused = decided_here()
    return render_template(
        "site/invites/referee.html",
        table=joining.table_of(invite),
        token=invite.token,
        viewer=viewer,
        held=held,
        refused=refused,
        name=name,
        problem=problem,
        at_name=at_name,
        asked=asked,
    )
