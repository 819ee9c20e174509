"""Invites of evenings by role: watching, helping, moving, check-in, cards of tables."""

from collections.abc import Mapping

from flask import request
from werkzeug.wrappers import Response

from webapp.access.device import current_or_new_device
from webapp.access.joining import Page, Pages, ended_page, go_in
from webapp.evening import lines as kinds
from webapp.evening.joining import check_in, table_card
from webapp.evening.joining.answers import watch
from webapp.evening.keeper import EveningKeeper, EveningNow, LineRefused
from webapp.evening.refusal_words import said, status
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import EveningVisit, visit_by_invite
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_NAME_INPUT
from webapp.services import services
from webapp.store.errors import InviteSpent
from webapp.store.evening_models import Admission, EveningChange
from webapp.store.models import Invite
from webapp.store.roles import CARD, InviteRole, Role
from webapp.table.player_names import fault_of, tidy
from webapp.words.invite_words import fault_said


def show_watch(invite: Invite) -> Response | Page:
    """Shows the evening to watch; devices with a role there are redirected."""
    here = visit_by_invite(invite.owner)
    if here.viewer.may_see:
        return go_in(invite)
    return here.page("evening/watch.html", token=invite.token), 200


def take_watch(invite: Invite) -> Response | Page:
    here = visit_by_invite(invite.owner)
    watch(here.now, here.viewer, current_or_new_device().id)
    return go_in(invite)


def show_helper(invite: Invite) -> Response | Page:
    """Explains the role, and asks for a name; devices with the role are redirected to the evening."""
    here = visit_by_invite(invite.owner)
    if here.viewer.role == invite.role:
        return go_in(invite)
    why = _barred(invite, here.viewer, here.now)
    return _page(invite, here, "", barred=why), 409 if why else 200


def take_helper(invite: Invite) -> Response | Page:
    """Spends the invite: this phone has the role from now on."""
    here, name = visit_by_invite(invite.owner), tidy(request.form.get("name", ""))
    if here.viewer.role == invite.role:
        return go_in(invite)
    if why := _barred(invite, here.viewer, here.now):
        return _page(invite, here, name, barred=why), 409
    if invite.role != Role.ORGANISER and (fault := _fault(here.now, name)):
        return _page(invite, here, name, fault), 422
    device_id = current_or_new_device().id
    change = EveningChange(
        admit=[Admission(device_id, Role(invite.role), None, name or None)],
        expelled=_replaced(invite, here.now),
        spent=invite.id,
    )
    who, line = EveningViewer(device_id), kinds.Helper(str(invite.role), name)
    try:
        done = services().part(EveningKeeper).add(invite.owner, who, line, change=change)
    except InviteSpent:
        return ended_page(invite)
    if isinstance(done, LineRefused):
        return _page(invite, here, name, said(done.refusal)), status(done.refusal)
    _refresh_tables(invite.owner)
    return go_in(invite)


def _replaced(invite: Invite, now: EveningNow) -> list[int]:
    """The phone whose place a recovery code takes: it was lost."""
    if invite.role != Role.ORGANISER:
        return []
    return [grant.device_id for grant in now.grants if grant.is_organiser]


def _barred(invite: Invite, viewer: EveningViewer, now: EveningNow) -> str:
    """Returns why this phone cannot take the role: a phone has one role here, and players do not referee."""
    if viewer.is_referee:
        return _("This phone rules at this evening. Take the invitation on another phone.")
    if invite.role == Role.REFEREE and viewer.person is not None:
        name = now.state.name(viewer.person)
        return _("%(name)s plays here, and who plays does not rule. Take the invitation on another phone.", name=name)
    if viewer.runs and invite.role != Role.ORGANISER:
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


def _page(invite: Invite, here: EveningVisit, name: str, problem: str = "", barred: str = "") -> str:
    return here.page(
        "evening/helper.html",
        role=str(invite.role),
        token=invite.token,
        name=name[:LONGEST_NAME_INPUT],
        problem=problem,
        barred=barred,
    )


PAGES: Mapping[InviteRole, Pages] = {
    Role.PLAYER: Pages(check_in.show, check_in.take),
    Role.WATCHER: Pages(show_watch, take_watch),
    Role.DEPUTY: Pages(show_helper, take_helper),
    Role.REFEREE: Pages(show_helper, take_helper),
    Role.ORGANISER: Pages(show_helper, take_helper),
    CARD: Pages(table_card.show, table_card.take),
}
