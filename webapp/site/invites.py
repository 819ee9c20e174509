"""Invites: what a link opens, and taking it."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from webapp.access import (
    joining,
    moves,
    recovery,
    referees,
    seating,
)
from webapp.access.device import viewer_of
from webapp.access.joining import Page
from webapp.circle import invites
from webapp.circle.invites import circle_invite_of
from webapp.evening.joining import invite_pages
from webapp.evening.joining.invite_pages import evening_invite_of
from webapp.store.join_codes import parse_code
from webapp.store.models import Invite
from webapp.store.roles import MOVE, InviteRole, Role
from webapp.table.viewer import Viewer

bp = Blueprint("invites", __name__)
Answers: TypeAlias = Callable[[Invite, Viewer], Response | Page]


class Pages(NamedTuple):
    """What an invite shows, and what taking it does."""

    show: Answers
    take: Answers


TO_A_SEAT = Pages(seating.show, seating.take)
PAGES_BY_ROLE: dict[InviteRole, Pages] = {
    Role.REFEREE: Pages(referees.show, referees.take),
    MOVE: Pages(moves.show_invite, moves.take),
    Role.HOST: Pages(recovery.show_invite, recovery.take),
}


@bp.get("/join/<link>")
def read(link: str) -> Response | Page:
    """Takes what a link carries out of the address bar, whatever it opens. A code as people type it is only typed."""
    if token := joining.token_in(link):
        return joining.remember_link(redirect(url_for("invites.show"), 303), token)
    if code := parse_code(link):
        return joining.remember_link(redirect(url_for("home.index"), 303), code)
    return joining.unknown_link_page()


@bp.get("/join")
def show() -> Response | Page:
    """Shows what the link opens that this device has read. A device that is in already goes straight to its table."""
    token = joining.remembered_link()
    invite = joining.invite_of(token)
    if invite is None and (of_evening := evening_invite_of(token)) is not None:
        return invite_pages.show(of_evening)
    if invite is None and (of_circle := circle_invite_of(token)) is not None:
        return invites.show(of_circle)
    if invite is None:
        return joining.unknown_link_page() if joining.token_in(token) else joining.no_link_page()
    return _ended(invite) or _pages_of(invite).show(invite, viewer_of(invite.table_id))


@bp.post("/accept")
def accept() -> Response | Page:
    """Takes what the page offered: it names its link itself, since another may have been read meanwhile."""
    token = request.form.get("way", "")
    invite = joining.invite_of(token)
    if invite is None and (of_evening := evening_invite_of(token)) is not None:
        return invite_pages.take(of_evening)
    if invite is None and (of_circle := circle_invite_of(token)) is not None:
        return invites.take(of_circle)
    if invite is None:
        return joining.unknown_link_page()
    return _ended(invite) or _pages_of(invite).take(invite, viewer_of(invite.table_id))


def _pages_of(invite: Invite) -> Pages:
    return PAGES_BY_ROLE.get(invite.role, TO_A_SEAT)


def _ended(invite: Invite) -> Response | Page | None:
    """Answers for an ended invite: who took it goes on to the table."""
    if invite.is_valid:
        return None
    viewer = viewer_of(invite.table_id)
    took: dict[InviteRole, bool] = {Role.REFEREE: viewer.is_referee, Role.HOST: viewer.is_host, MOVE: viewer.may_see}
    return joining.redirect_to_table(invite) if took.get(invite.role) else joining.ended_page(invite)
