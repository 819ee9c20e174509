"""Pages behind the invites of evenings: watching, helping, moving, check-in; and behind the cards of tables."""

from collections.abc import Mapping
from dataclasses import replace

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from webapp.access import join_links, joining
from webapp.access.device import current_or_new_device, require, viewer_of
from webapp.access.joining import Pages, ended_page, go_in, go_on
from webapp.evening import lines as kinds
from webapp.evening.clock import ClockFace, clock_face
from webapp.evening.joining import check_in
from webapp.evening.joining.identity_requests import Listing, listings, over_page, sit_down, watch
from webapp.evening.joining.running_table import join
from webapp.evening.keeper import EveningKeeper, EveningNow
from webapp.evening.lines import EveningRefusal
from webapp.evening.refusal_words import said, status
from webapp.evening.state import Sitting
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import EveningVisit, visit_by_invite
from webapp.games.common.names import game_about
from webapp.games.registry import looks
from webapp.http.answers import Page
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_NAME_INPUT
from webapp.services import services
from webapp.store.errors import InviteSpent
from webapp.store.evening_models import Admission, EveningChange
from webapp.store.models import Invite, Table, utc_now
from webapp.store.roles import CARD, InviteRole, Role
from webapp.table.player_names import fault_of, tidy
from webapp.table.viewer import Viewer
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
    if invite.role != Role.ORGANISER and (fault := _fault(here.now, invite, name)):
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
    if isinstance(done, EveningRefusal):
        return _page(invite, here, name, said(done)), status(done)
    for table in services().store.tables_of_evening(invite.owner):
        services().tables.refresh(table.id)
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


def _fault(now: EveningNow, invite: Invite, name: str) -> str:
    """Returns why a helper may not sign so: as another helper does, or a referee as a player is called."""
    if fault := fault_of(name):
        return fault_said(fault, name)
    if invite.role == Role.REFEREE and now.state.named(name) in now.state.present:
        return said(EveningRefusal("name-taken"))
    signing = (grant.name for grant in now.grants if grant.name is not None)
    if any(other.casefold() == name.casefold() for other in signing):
        return _("Another helper signs with this name. Add a letter.")
    return ""


def _page(invite: Invite, here: EveningVisit, name: str, problem: str = "", barred: str = "") -> str:
    return here.page(
        "evening/helper.html",
        role=str(invite.role),
        token=invite.token,
        name=name[:LONGEST_NAME_INPUT],
        problem=problem,
        barred=barred,
    )


SIT = "sit"
MIDDLE = "middle"
"""The value of a card's key: sit down where this phone's player sits; lie in the middle of the table."""


def show_card(invite: Invite) -> Response | Page:
    """Redirects to the table where this phone has a place there, else shows the use of the card for it."""
    here = visit_by_invite(invite.owner)
    if here.now.state.is_closed:
        return over_page(here.now)
    table_id = _table(here, invite)
    if table_id is not None and viewer_of(table_id).may_see:
        return go_on(url_for("tables.show", table_id=table_id))
    if not here.now.state.plan.is_tournament:
        if table_id is not None:
            way = services().store.invites(table_id)[Role.PLAYER].token
            return join_links.remember_link(redirect(url_for("invites.show"), 303), way)
        games = {game: game_about(game) for game in looks()}
        to_circle = here.now.row.circle_id is not None
        return here.page("evening/open_at_card.html", number=invite.number, to_circle=to_circle, games=games), 200
    if here.viewer.person is None and not here.viewer.helps and _sitting(here, invite) is None:
        return _card_page(invite, here), 200
    if here.viewer.person is None and not here.viewer.helps and not _is_alone(table_id):
        return check_in.show(invite)
    return _card_page(invite, here), 200


def take_card(invite: Invite) -> Response | Page:
    here, chosen = visit_by_invite(invite.owner), request.form.get("as", "")
    if here.now.state.is_closed:
        return over_page(here.now)
    table_id = _table(here, invite)
    if chosen == SIT and here.viewer.person is not None:
        require(_sits_here(here, invite))
        table_id = sit_down(here.now, here.viewer.person, current_or_new_device().id)
        return show_card(invite) if table_id is None else go_on(url_for("tables.show", table_id=table_id))
    if chosen == MIDDLE:
        if table_id is None or not _is_alone(table_id):
            return show_card(invite)
        services().store.admit(table_id, current_or_new_device().id, role=Role.HOST)
        services().tables.refresh(table_id)
        return go_on(url_for("tables.show", table_id=table_id))
    return check_in.take(invite)


def opened_at_card(table: Table, device_id: int) -> None:
    """Joins a table that was opened from the card that this device has read, under the number of the card."""
    invite = evening_card(join_links.remembered_link())
    if invite is None or not invite.is_valid or invite.number is None:
        return
    here = visit_by_invite(invite.owner)
    who = replace(here.viewer, device_id=device_id)
    if not here.now.state.is_closed and invite.number not in here.now.state.guests:
        number = None if here.now.state.plan.is_tournament else invite.number
        join(here.now, who, table, number=number)


def evening_card(token: str) -> Invite | None:
    found = joining.invite_of(token)
    return found if found is not None and found.role == CARD else None


def _sitting(here: EveningVisit, invite: Invite) -> Sitting | None:
    running = here.now.state.running
    return None if running is None else running.sittings.get(invite.number or 0)


def _table(here: EveningVisit, invite: Invite) -> int | None:
    sitting, guest = _sitting(here, invite), here.now.state.guests.get(invite.number or 0)
    if sitting is not None:
        return sitting.table
    return None if guest is None else guest.table


def _sits_here(here: EveningVisit, invite: Invite) -> bool:
    sitting = here.now.state.sitting_now(here.viewer.person)
    return sitting is not None and sitting.number == invite.number


def _is_alone(table_id: int | None) -> bool:
    if table_id is None:
        return False
    grants = services().store.grants(table_id)
    return not any(Viewer.of(grant).may_enter for grant in grants)


def _card_page(invite: Invite, here: EveningVisit) -> str:
    state, running = here.now.state, here.now.state.running
    face: ClockFace | None = None if running is None else clock_face(state, running, utc_now())
    person = here.viewer.person
    return here.page(
        "evening/card.html",
        number=invite.number,
        token=invite.token,
        me=None if person is None else state.name(person),
        mine=state.sitting_now(person),
        sits_here=_sits_here(here, invite),
        sitting=_sitting(here, invite),
        people=_people(here, invite),
        alone=_is_alone(_table(here, invite)),
        next_round=len(state.rounds) + 1,
        face=face,
        runs=here.viewer.helps,
    )


def _people(here: EveningVisit, invite: Invite) -> list[Listing]:
    sitting = _sitting(here, invite)
    return [] if sitting is None else listings(here.now, list(sitting.people))


PAGES: Mapping[InviteRole, Pages] = {
    Role.PLAYER: Pages(check_in.show, check_in.take),
    Role.WATCHER: Pages(show_watch, take_watch),
    Role.DEPUTY: Pages(show_helper, take_helper),
    Role.REFEREE: Pages(show_helper, take_helper),
    Role.ORGANISER: Pages(show_helper, take_helper),
    CARD: Pages(show_card, take_card),
}
