"""Invites that make a phone a deputy or a referee of an evening, under a name, and one to its organiser (recovery)."""

from flask import render_template, request
from werkzeug.wrappers import Response

from webapp.club.evening import lines as kinds
from webapp.club.evening.evening_viewer import EveningViewer
from webapp.club.evening.evening_visit import EveningVisit, evening_viewer, open_evening_page
from webapp.club.evening.joining.evening_answers import Page, ended_invite_page, to_evening
from webapp.club.evening.keeper import EveningKeeper, EveningNow, LineRefused
from webapp.club.evening.refusal_words import said, status
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_NAME_INPUT
from webapp.seats.device import current_or_new_device
from webapp.services import services
from webapp.store import InviteSpent
from webapp.store.evening_changes import Admission, EveningChange
from webapp.store.evening_models import EveningInvite
from webapp.store.evening_roles import EveningRole
from webapp.table.player_names import fault_of, tidy
from webapp.words.invite_words import fault_said


def show(invite: EveningInvite) -> Response | Page:
    """Says what the role is, and asks for a name; whoever has the role goes on to the evening."""
    here = _visit(invite)
    if here.viewer.role == invite.role:
        return to_evening(invite.evening_id)
    why = _barred(invite, here.viewer, here.now)
    return _page(invite, here, "", barred=why), 409 if why else 200


def take(invite: EveningInvite) -> Response | Page:
    """Spends the invite: this phone has the role from now on."""
    here, name = _visit(invite), tidy(request.form.get("name", ""))
    if here.viewer.role == invite.role:
        return to_evening(invite.evening_id)
    if why := _barred(invite, here.viewer, here.now):
        return _page(invite, here, name, barred=why), 409
    if invite.role != EveningRole.ORGANISER and (fault := _fault(here.now, name)):
        return _page(invite, here, name, fault), 422
    device_id = current_or_new_device().id
    change = EveningChange(
        admit=[Admission(device_id, EveningRole(invite.role), None, name or None)],
        expelled=_replaced(invite, here.now),
        spent=invite.id,
    )
    who, line = EveningViewer(device_id), kinds.Helper(str(invite.role), name)
    try:
        done = services().part(EveningKeeper).add(invite.evening_id, who, line, change=change)
    except InviteSpent:
        return ended_invite_page(invite)
    if isinstance(done, LineRefused):
        return _page(invite, here, name, said(done.refusal)), status(done.refusal)
    _refresh_tables(invite.evening_id)
    return to_evening(invite.evening_id)


def _visit(invite: EveningInvite) -> EveningVisit:
    return open_evening_page(invite.evening_id, evening_viewer(invite.evening_id))


def _replaced(invite: EveningInvite, now: EveningNow) -> list[int]:
    """The phone whose place a recovery code takes: it was lost."""
    if invite.role != EveningRole.ORGANISER:
        return []
    return [grant.device_id for grant in now.grants if grant.is_organiser]


def _barred(invite: EveningInvite, viewer: EveningViewer, now: EveningNow) -> str:
    """Why this phone does not take the role: one phone is one thing here, and who plays does not rule."""
    if viewer.is_referee:
        return _("This phone rules at this evening. Take the invitation on another phone.")
    if invite.role == EveningRole.REFEREE and viewer.person is not None:
        name = now.state.name(viewer.person)
        return _("%(name)s plays here, and who plays does not rule. Take the invitation on another phone.", name=name)
    if viewer.runs and invite.role != EveningRole.ORGANISER:
        return _("This phone runs the evening. Take the invitation on another phone.")
    return ""


def _fault(now: EveningNow, name: str) -> str:
    if fault := fault_of(name):
        return fault_said(fault, name)
    signing = (grant.name for grant in now.grants if grant.name is not None)
    if any(other.casefold() == name.casefold() for other in signing):
        return _("Another helper signs with this name. Add a letter.")
    return ""


def _refresh_tables(evening_id: int) -> None:
    for table in services().store.tables_of_evening(evening_id):
        services().play.refresh(table.id)


def _page(invite: EveningInvite, here: EveningVisit, name: str, problem: str = "", barred: str = "") -> str:
    return render_template(
        "evenings/helper.html",
        evening=here.now.state,
        evening_id=here.now.row.id,
        role=str(invite.role),
        token=invite.token,
        name=name[:LONGEST_NAME_INPUT],
        problem=problem,
        barred=barred,
    )
