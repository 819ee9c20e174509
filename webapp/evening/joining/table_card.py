"""Handles the scan of a table card: its player sits down, another device becomes the table's device, or waits."""

from dataclasses import replace

from flask import redirect, request, url_for
from werkzeug.wrappers import Response

from webapp.access import joining
from webapp.access.device import current_or_new_device, require, viewer_of
from webapp.access.joining import Page, go_on
from webapp.evening.clock import ClockFace, clock_face
from webapp.evening.joining import check_in
from webapp.evening.joining.answers import Listing, listings, over_page, sit_down
from webapp.evening.joining.running_table import join
from webapp.evening.state import Sitting
from webapp.evening.visit import EveningVisit, visit_by_invite
from webapp.games.common.names import game_about
from webapp.games.registry import looks
from webapp.services import services
from webapp.store.models import Invite, Table
from webapp.store.models import now as moment
from webapp.store.roles import CARD, Role
from webapp.table.viewer import Viewer

SIT = "sit"
MIDDLE = "middle"
"""The value of a card's key: sit down where this phone's player sits; lie in the middle of the table."""


def show(invite: Invite) -> Response | Page:
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
            return joining.remember_link(redirect(url_for("invites.show"), 303), way)
        games = {game: game_about(game) for game in looks()}
        return here.page("evening/open_at_card.html", number=invite.number, token=invite.token, games=games), 200
    if here.viewer.person is None and not here.viewer.helps and _sitting(here, invite) is None:
        return _page(invite, here), 200
    if here.viewer.person is None and not here.viewer.helps and not _is_alone(table_id):
        return check_in.show(invite)
    return _page(invite, here), 200


def take(invite: Invite) -> Response | Page:
    here, chosen = visit_by_invite(invite.owner), request.form.get("as", "")
    if here.now.state.is_closed:
        return over_page(here.now)
    table_id = _table(here, invite)
    if chosen == SIT and here.viewer.person is not None:
        require(_sits_here(here, invite))
        table_id = sit_down(here.now, here.viewer.person, current_or_new_device().id)
        return show(invite) if table_id is None else go_on(url_for("tables.show", table_id=table_id))
    if chosen == MIDDLE:
        if table_id is None or not _is_alone(table_id):
            return show(invite)
        services().store.admit(table_id, current_or_new_device().id, role=Role.HOST)
        services().play.refresh(table_id)
        return go_on(url_for("tables.show", table_id=table_id))
    return check_in.take(invite)


def opened_at_card(table: Table, device_id: int) -> None:
    """Joins a table that was opened from the card that this device has read, under the number of the card."""
    invite = evening_card(joining.remembered_link())
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


def _page(invite: Invite, here: EveningVisit) -> str:
    state, running = here.now.state, here.now.state.running
    face: ClockFace | None = None if running is None else clock_face(state, running, moment())
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
