"""Referees of a table: their invites and names, and letting one go.

The host is asked once more before a referee goes, and waits while a case is open.
"""

from collections.abc import Collection
from enum import StrEnum
from typing import Literal, NamedTuple

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access import joining
from webapp.access.device import current_or_new_device, once, or_404, question_of, require, viewer_of
from webapp.access.visit import Visit, visit
from webapp.http.answers import Page
from webapp.http.language import gettext as _
from webapp.journal.lines import Key
from webapp.pages.table_page import page_of
from webapp.referee.desk_page import open_cases
from webapp.referee.request_page import shown_change
from webapp.services import services
from webapp.store.errors import InviteSpent, SeatHeld
from webapp.store.models import Grant, Invite, Table
from webapp.store.roles import Role, Scope
from webapp.store.used_keys import KeyedQuestion
from webapp.table.lines.people import Dismissed, RefereeCame
from webapp.table.permissions import has_referee
from webapp.table.player_names import Fault, fault_of, faults_of, tidy, twin_of
from webapp.table.snapshot import desk_line
from webapp.table.viewer import Viewer
from webapp.words.invite_words import decided_here, fault_said, not_agreed, sits_here


class NameFault(NamedTuple):
    """Why a name is not taken as it is, and the sentence for it."""

    fault: Fault
    said: str


def fault_of_referee(table: Table, name: str, agreed: Collection[str], held: str | None) -> NameFault | None:
    """Returns the fault of a normalised name, None where it is accepted.

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
    """Tells whether this device may not rule here: it would overrule another referee, or all sides."""
    now = services().tables.at(table_id)
    decided = has_referee(now) or bool(now.desk.fixed)
    return decided and device_id is not None and has_taken_part(table_id, device_id)


class NotAppointed(NamedTuple):
    """Why a device does not become a referee: `fault` of the name, where that is the reason."""

    why: Literal["barred", "not-agreed", "name"]
    fault: NameFault | None = None


def become_referee(
    invite: Invite, device_id: int | None, name: str, *, alike: Collection[str], agreed: bool
) -> Grant | NotAppointed:
    """Uses up the invite: this device, a new one for None, rules and signs so; one that rules already goes on.

    `agreed`: the table agreed that somebody rules who plays. Raises SeatHeld, InviteSpent.
    """
    if (own := _grant(invite, device_id)) is not None and own.is_referee:
        return own
    if is_barred(invite.owner, device_id):
        return NotAppointed("barred")
    held = _held(invite, own)
    if held is not None and invite.agreed and not agreed:
        return NotAppointed("not-agreed")
    if fault := fault_of_referee(joining.table_of(invite), name, alike, held):
        return NotAppointed("name", fault)
    grant = services().store.appoint(invite, current_or_new_device().id if device_id is None else device_id, name)
    services().tables.add(invite.owner, Viewer.of(grant), RefereeCame(name, grant.seat, grant.agreed))
    return grant


def show_invite(invite: Invite) -> Response | Page:
    """Asks for a name, or says why this device may not be the referee."""
    viewer = viewer_of(invite.owner)
    if viewer.is_referee:
        return joining.go_in(invite)
    held = _held(invite, _grant(invite, viewer.device_id))
    refused = is_barred(invite.owner, viewer.device_id) or (held is not None and not invite.agreed)
    return _invite_page(invite, viewer, held or ""), 409 if refused else 200


def take_invite(invite: Invite) -> Response | Page:
    """Uses up the invite: this device is a referee from now on."""
    viewer, name, alike = viewer_of(invite.owner), tidy(request.form.get("name", "")), request.form.getlist("alike")
    try:
        done = become_referee(invite, viewer.device_id, name, alike=alike, agreed=request.form.get("agreed") == "yes")
    except SeatHeld:
        return _invite_page(invite, viewer, name), 409
    except InviteSpent:
        return joining.ended_page(invite)
    match done:
        case NotAppointed("barred"):
            return _invite_page(invite, viewer, name), 409
        case NotAppointed("not-agreed"):
            return _invite_page(invite, viewer, name, not_agreed()), 422
        case NotAppointed(fault=NameFault() as found):
            asked = name if found.fault is Fault.ALIKE else ""
            return _invite_page(invite, viewer, name, found.said, at_name=True, asked=asked), 422
    return joining.redirect_after_joining(invite)


def _grant(invite: Invite, device_id: int | None) -> Grant | None:
    return next((one for one in services().store.grants(invite.owner) if one.device_id == device_id), None)


def _held(invite: Invite, own: Grant | None) -> str | None:
    return None if own is None or own.seat is None else joining.table_of(invite).players[own.seat]


def _invite_page(
    invite: Invite, viewer: Viewer, name: str, problem: str | None = None, *, at_name: bool = False, asked: str = ""
) -> str:
    held = _held(invite, _grant(invite, viewer.device_id))
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


bp = Blueprint("referees", __name__, url_prefix="/tables/<int:table_id>/referees/<int:grant_id>")


class Stays(StrEnum):
    """Why a referee is not dismissed."""

    OF_EVENING = "of-evening"
    """The one who lets this referee go runs the evening."""
    CASE = "case-open"
    UNSURE = "not-sure"


def let_go_of(here: Visit, grant: Grant, sure: str, question: KeyedQuestion | None) -> Stays | None:
    """Ends a referee's grant: the own at once, that of another once that is `sure`, by *waiting* where requests wait.

    Nobody sends away who is to rule on an open case. Raises KeyUsed.
    """
    if grant.device_id != here.viewer.device_id:
        if _is_of_evening(here, grant):
            return Stays.OF_EVENING
        if open_cases(here.now, here.viewer):
            return Stays.CASE
        if sure != ("waiting" if here.now.desk.waiting else "yes"):
            return Stays.UNSURE
    line = desk_line(here.now, here.viewer, Dismissed(grant.name or ""))
    services().store.dismiss(here.table.id, grant.device_id, line, question)
    services().tables.refresh(here.table.id)
    return None


@bp.get("/dismiss")
def dismissal(table_id: int, grant_id: int) -> str:
    """Asks for confirmation and says what stays; or says why it is not possible now."""
    here, grant = _asked(table_id, grant_id)
    return _page(here, grant)


@bp.post("/dismiss")
def dismiss(table_id: int, grant_id: int) -> Response | Page:
    """Ends a referee's grant: the own at once, that of another by the host once confirmed.

    409 while a case is open: nobody sends away who is to rule on it. Where requests wait, that is confirmed as well.
    """

    def let_go(key: Key | None) -> Page | None:
        here, grant = _asked(table_id, grant_id)
        asked = None if key is None else question_of(Scope.TABLE, table_id, here.device_id, key)
        why = let_go_of(here, grant, request.form.get("sure", ""), asked)
        return None if why is None else (_page(here, grant), 422 if why is Stays.UNSURE else 409)

    if (refused := once(Scope.TABLE, table_id, let_go)) is not None:
        return refused
    if not viewer_of(table_id).may_see:  # it had no other grant here
        return redirect(url_for("home.index"), 303)
    return redirect(url_for("seats.share", table_id=table_id, role=Role.REFEREE), 303)


def _asked(table_id: int, grant_id: int) -> tuple[Visit, Grant]:
    here = visit(table_id)
    grant = or_404(
        next((grant for grant in here.now.people.grants if grant.id == grant_id and grant.name is not None), None),
        _("Nobody of this kind rules at this table any more."),
    )
    require(here.viewer.is_host or grant.device_id == here.viewer.device_id)
    return here, grant


def _is_of_evening(here: Visit, grant: Grant) -> bool:
    """Tells whether this referee was appointed for the whole evening: the host of its table cannot dismiss them."""
    if here.table.evening_id is None:
        return False
    held = services().store.grants(here.table.evening_id, Scope.EVENING)
    return any(one.device_id == grant.device_id and one.is_referee for one in held)


def _page(here: Visit, grant: Grant) -> str:
    cases = [(case.title, case.url) for case in open_cases(here.now, here.viewer)]
    shown = {
        "name": grant.name,
        "number": grant.id,
        "cases": cases,
        "requests": [shown_change(here.now, here.viewer, change) for change in here.now.desk.waiting],
        "of_evening": _is_of_evening(here, grant),
    }
    return render_template("access/dismiss.html", page=page_of(here.now, here.viewer), referee=shown)
