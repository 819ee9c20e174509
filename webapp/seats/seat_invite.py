"""Invite to a table: to take a seat, to keep the score, or to watch."""

from flask import abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.seats import admission, join_result
from webapp.seats.device import current_or_new_device, require
from webapp.seats.join_result import Page
from webapp.services import services
from webapp.store import DoorClosed, InviteSpent, NotAdmitted, SeatTaken, TooManyRequests
from webapp.store.models import Invite, SeatRequest
from webapp.store.roles import Role
from webapp.table.viewer import Viewer
from webapp.words.invite_words import door_closed, rules_here
from webapp.words.limits_reached import too_many_seat_requests


def show(invite: Invite, viewer: Viewer) -> Response | Page:
    """Shows what there is to join; a device that would gain nothing is redirected to its table."""
    if _is_in(viewer, invite):
        return join_result.redirect_to_table(invite)
    shut = join_result.table_of(invite).door == "closed" and invite.role != Role.SCOREKEEPER and not viewer.may_see
    return _closed(invite) if shut else (_page(invite, viewer), 200)


def take(invite: Invite, viewer: Viewer) -> Response | Page:
    """Lets this device in as it chose."""
    chosen = request.form.get("as", "")
    if chosen == "watch":
        require(invite.role != Role.SCOREKEEPER)
        return _admit(invite, viewer, Role.WATCHER, None)
    if chosen == "keep":
        require(invite.role == Role.SCOREKEEPER)
        return _admit(invite, viewer, Role.SCOREKEEPER, None)
    require(invite.role in (Role.PLAYER, Role.SCOREKEEPER))
    seat = parse_integer(chosen, most=len(join_result.table_of(invite).players) - 1)
    if seat is None:
        abort(400)
    return _admit(invite, viewer, Role.SCOREKEEPER if invite.role == Role.SCOREKEEPER else Role.PLAYER, seat)


def _admit(invite: Invite, viewer: Viewer, role: Role, seat: int | None) -> Response | Page:
    try:
        done = admission.admit(invite.table_id, current_or_new_device().id, role=role, seat=seat)
    except SeatTaken:
        return _page(invite, viewer, _("Somebody has just taken this seat. Choose another one.")), 409
    except NotAdmitted:
        return _page(invite, viewer, rules_here()), 409
    except DoorClosed:
        return _closed(invite)
    except TooManyRequests:
        return _page(invite, viewer, too_many_seat_requests()), 429
    except InviteSpent:
        return join_result.ended_page(invite)
    changed = join_result.redirect_after_joining(invite)
    if isinstance(done, SeatRequest):
        return redirect(url_for("requests.show", table_id=invite.table_id), 303)
    return changed


def _closed(invite: Invite) -> Page:
    """Says that the host lets no further device in."""
    return render_template("invites/closed.html", table=join_result.table_of(invite), why=door_closed()), 403


def _is_in(viewer: Viewer, invite: Invite) -> bool:
    """Tells whether the device would gain nothing. A player without a seat may take one, a watcher become a player."""
    if viewer.role == Role.REFEREE or viewer.is_host:
        return True
    if invite.role == Role.SCOREKEEPER:
        return viewer.role == Role.SCOREKEEPER
    return (
        viewer.seat is not None or viewer.role == Role.SCOREKEEPER or (viewer.may_see and invite.role == Role.WATCHER)
    )


def _page(invite: Invite, viewer: Viewer, problem: str | None = None) -> str:
    table = join_result.table_of(invite)
    taken = {grant.seat for grant in services().store.grants(table.id)}
    return render_template(
        "invites/show.html",
        table=table,
        role=invite.role,
        token=invite.token,
        viewer=viewer,
        taken=taken,
        problem=problem,
    )
