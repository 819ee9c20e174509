"""Invites: the page behind a link, and accepting it."""

from collections.abc import Mapping

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from webapp.access import joining, referees, seating
from webapp.access.device import grant_here
from webapp.access.joining import Page, Pages
from webapp.circle import devices, meeting_pages
from webapp.evening.joining import invites
from webapp.http.answers import not_for_back
from webapp.site import moves
from webapp.store.grants import DeviceGrant
from webapp.store.invites import parse_code
from webapp.store.models import Invite
from webapp.store.roles import MEETING, MOVE, RECOVERY, InviteRole, Role, Scope

bp = Blueprint("invites", __name__)
TO_A_PLACE = Pages(moves.show_invite, moves.take)
TO_A_SEAT = Pages(seating.show, seating.take)
TO_A_CIRCLE = Pages(devices.show_invite, devices.take_invite)
TO_A_MEETING = Pages(meeting_pages.show_invite, meeting_pages.take)
PAGES: Mapping[Scope, Mapping[InviteRole, Pages]] = {
    Scope.TABLE: {
        Role.PLAYER: TO_A_SEAT,
        Role.WATCHER: TO_A_SEAT,
        Role.SCOREKEEPER: TO_A_SEAT,
        Role.REFEREE: Pages(referees.show, referees.take),
        MOVE: TO_A_PLACE,
        Role.HOST: Pages(moves.show_recovery_invite, moves.take_recovery),
    },
    Scope.EVENING: {**invites.PAGES, MOVE: TO_A_PLACE},
    Scope.CIRCLE: {Role.MEMBER: TO_A_CIRCLE, RECOVERY: TO_A_CIRCLE, MEETING: TO_A_MEETING},
}


@bp.get("/join/<link>")
def read(link: str) -> Response | Page:
    """Reads the token of a link and redirects, so that it leaves the address bar. Codes are typed, not linked."""
    if token := joining.token_in(link):
        return joining.remember_link(redirect(url_for("invites.show"), 303), token)
    if code := parse_code(link):
        return joining.remember_link(redirect(url_for("home.index"), 303), code)
    return joining.unknown_link_page()


@bp.get("/join")
def show() -> Response | Page:
    """Shows the page of the link that this device has read. A device that is in already is redirected."""
    token = joining.remembered_link()
    if (invite := joining.invite_of(token)) is not None:
        return _ended(invite) or _pages_of(invite).show(invite)
    return joining.unknown_link_page() if joining.token_in(token) else joining.no_link_page()


@bp.post("/accept")
def accept() -> Response | Page:
    """Accepts the invite in the form, since another link may have been read meanwhile."""
    not_for_back()  # the page has its link in it
    if (invite := joining.invite_of(request.form.get("way", ""))) is not None:
        return _ended(invite) or _pages_of(invite).take(invite)
    return joining.unknown_link_page()


def _pages_of(invite: Invite) -> Pages:
    return PAGES[invite.scope][invite.role]


def _ended(invite: Invite) -> Response | Page | None:
    """Returns the answer for an ended invite, None for a valid one. A device that has its grant is redirected."""
    if invite.is_valid:
        return None
    held = grant_here(invite.owner, invite.scope)
    if invite.use.is_single and held is not None and held.role is not None and _gave(invite, held):
        return joining.go_in(invite)
    return joining.ended_page(invite)


def _gave(invite: Invite, held: DeviceGrant) -> bool:
    if invite.role == Role.REFEREE:
        return held.role == Role.REFEREE or held.agreed
    return invite.role in (MOVE, RECOVERY, held.role)
