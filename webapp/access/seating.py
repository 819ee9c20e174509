"""Devices on the seats of a table, and the invite to a seat."""

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access import joining, visit
from webapp.access.device import current_or_new_device, viewer_of
from webapp.http.answers import Page
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.services import services
from webapp.store.errors import DoorClosed, InviteSpent
from webapp.store.models import Grant, Invite, SeatRequest, Table
from webapp.store.roles import Role
from webapp.table.entry_rights import seats_of
from webapp.table.permissions import not_ruling
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.disputes import by_name
from webapp.words.invite_words import door_closed


def names_by_device(now: Snapshot) -> dict[int, str]:
    """Returns the player's name for each device that holds a seat at this table."""
    return {grant.device_id: now.table.players[grant.seat] for grant in now.people.party if grant.seat is not None}


def open_devices(table: Table) -> int:
    """Returns how many devices have this table open now."""
    return services().hub.devices(table.id)


def referees(now: Snapshot) -> list[str]:
    """Returns the names of the referees of this table."""
    return [grant.name or "" for grant in now.people.party if grant.is_referee]


def may_rule(now: Snapshot, viewer: Viewer) -> bool:
    """Tells whether this viewer may rule: the referee, else the device that enters for all (GEN-1)."""
    return viewer.takes_part and not_ruling(now, viewer) is None


def may_correct(now: Snapshot, viewer: Viewer) -> bool:
    """Tells whether there are entries here that this viewer corrects: any, or those of the own seat."""
    return viewer.is_referee or (viewer.may_enter and bool(seats_of(now, viewer)))


def signs_as(now: Snapshot, viewer: Viewer) -> str:
    """Returns the name that a ruling or dispute of this viewer is signed with, in words."""
    return by_name(signature(now, viewer))


def signature(now: Snapshot, viewer: Viewer) -> str:
    """Returns the name that is stored with it: the referee's or the player's; a host without a seat has none."""
    grant = next((grant for grant in now.people.party if grant.device_id == viewer.device_id), None)
    if grant is None:
        return ""
    if grant.name:
        return grant.name
    return "" if grant.seat is None else now.table.players[grant.seat]


def device_name(now: Snapshot, device_id: int | None) -> str:
    """Returns the name of a device, also of one that has left: by the seat it held last, or its role."""
    if device_id is None:
        return _("the record") if now.desk.origins else _("the app")
    held = [grant for grant in services().store.all_grants(now.table.id) if grant.device_id == device_id]
    if not held and now.table.evening_id is not None:  # who runs the evening signs without a place here
        return _("the organiser’s phone")
    return _named(now, held[::-1])


def _named(now: Snapshot, held: list[Grant]) -> str:
    for grant in held:
        if grant.role == Role.REFEREE:
            return _("the referee’s phone (%(name)s)", name=grant.name)
        if grant.seat is not None:
            return _("%(name)s’s phone", name=now.table.players[grant.seat])
        if grant.keeps_score:
            return _("the scorekeeper’s phone")
    return _("the host’s phone") if any(grant.role == Role.HOST for grant in held) else _("a phone that has left")


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
