"""The invite to a seat: the wishes that it allows, its page, and taking the seat."""

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access import joining, visit
from webapp.access.device import current_or_new_device, viewer_of
from webapp.http.answers import Page
from webapp.http.integers import parse_integer
from webapp.services import services
from webapp.store.errors import DoorClosed, InviteSpent
from webapp.store.models import Grant, Invite, SeatRequest
from webapp.store.roles import Role
from webapp.table.viewer import Viewer
from webapp.words.invite_words import door_closed

WATCH: Final = "watch"
KEEP: Final = "keep"
Wish: TypeAlias = int | Literal["watch", "keep"] | None
"""A wish with an invite: a seat, to watch, or to keep the score; None: the role of the invite."""


class NotByThisInvite(Exception):
    """The invite does not allow the wish."""


class NoSuchSeat(Exception):
    def __init__(self, last: int) -> None:
        super().__init__()
        self.last = last


def take_place(invite: Invite, wish: Wish, device: Callable[[], int]) -> Grant | SeatRequest:
    """Admits a device to a table as it wishes. `device` is called only where the invite allows the wish.

    Raises NotByThisInvite, NoSuchSeat, and the exceptions of `visit.admit`.
    """
    keeps = invite.role == Role.SCOREKEEPER
    if wish is None and invite.role != Role.PLAYER:
        wish = KEEP if keeps else WATCH
    seat, last = None, len(joining.table_of(invite).players) - 1
    if wish in (WATCH, KEEP):
        if keeps is (wish == WATCH):
            raise NotByThisInvite
        role = Role.WATCHER if wish == WATCH else Role.SCOREKEEPER
    elif invite.role == Role.WATCHER:
        raise NotByThisInvite
    elif not isinstance(wish, int) or not 0 <= wish <= last:
        raise NoSuchSeat(last)
    else:
        role, seat = Role.SCOREKEEPER if keeps else Role.PLAYER, wish
    return visit.admit(invite.owner, device(), role=role, seat=seat)


def show(invite: Invite) -> Response | Page:
    """Shows the roles and seats to join; a device that would gain nothing is redirected to its table."""
    viewer = viewer_of(invite.owner)
    if _is_in(viewer, invite):
        return joining.go_in(invite)
    shut = joining.table_of(invite).door == "closed" and invite.role != Role.SCOREKEEPER and not viewer.may_see
    return _closed(invite) if shut else (_page(invite, viewer), 200)


def take(invite: Invite) -> Response | Page:
    """Admits this device as it chose."""
    viewer = viewer_of(invite.owner)
    try:
        done = take_place(invite, _wish(request.form.get("as", "")), lambda: current_or_new_device().id)
    except NotByThisInvite:
        abort(403)
    except NoSuchSeat:
        abort(400)
    except DoorClosed:
        return _closed(invite)
    except InviteSpent:
        return joining.ended_page(invite)
    except tuple(visit.NOT_LET_IN) as problem:
        status, said = visit.NOT_LET_IN[type(problem)]
        return _page(invite, viewer, said()), status
    changed = joining.redirect_after_joining(invite)
    if isinstance(done, SeatRequest):
        return redirect(url_for("seats.show_request", table_id=invite.owner), 303)
    return changed


def _wish(chosen: str) -> Wish:
    named: dict[str, Wish] = {WATCH: WATCH, KEEP: KEEP}
    seat = parse_integer(chosen)
    return named.get(chosen, -1 if seat is None else seat)


def _closed(invite: Invite) -> Page:
    return render_template("site/invites/closed.html", table=joining.table_of(invite), why=door_closed()), 403


def _is_in(viewer: Viewer, invite: Invite) -> bool:
    """Tells whether the device has all that the invite gives: a player may take a seat, a watcher become a player."""
    if viewer.role == Role.REFEREE or viewer.is_host:
        return True
    if invite.role == Role.SCOREKEEPER:
        return viewer.role == Role.SCOREKEEPER
    return (
        viewer.seat is not None or viewer.role == Role.SCOREKEEPER or (viewer.may_see and invite.role == Role.WATCHER)
    )


def _page(invite: Invite, viewer: Viewer, problem: str | None = None) -> str:
    table = joining.table_of(invite)
    taken = {grant.seat for grant in services().store.grants(table.id)}
    return render_template(
        "site/invites/show.html",
        table=table,
        role=invite.role,
        token=invite.token,
        viewer=viewer,
        taken=taken,
        problem=problem,
    )
