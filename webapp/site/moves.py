"""A place passes to another device: by the link that the first one shows, or by the recovery code of a lost one."""

from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from webapp.access import joining
from webapp.access.device import current_or_new_device, grant_here, require, viewer_of
from webapp.access.join_links import join_link
from webapp.access.joining import WAYS, ended_page, go_in, go_on, scope_named
from webapp.access.visit import grant_or_404, light, not_here, open_table
from webapp.evening.keeper import EveningKeeper
from webapp.evening.visit import visit_by_invite
from webapp.games.common.names import game_name
from webapp.http.answers import Page, wants_fragment
from webapp.http.language import gettext as _
from webapp.services import services
from webapp.store.errors import AlreadyHere, InviteSpent
from webapp.store.grants import DeviceGrant
from webapp.store.models import Grant, Invite
from webapp.store.roles import RUNNING, Scope, Use, invites_with, may_invite
from webapp.words import invite_words as words

bp = Blueprint("moves", __name__)
BACK = {Scope.TABLE: "tables.show", Scope.EVENING: "evening_invites.show_helpers", Scope.CIRCLE: "circles.more"}


@bp.get("/tables/<int:table_id>/move")
@bp.get("/evenings/<int:evening_id>/move")
def show(**where: int) -> Response | str:
    """Explains the move, and shows the link once it is made; a polling page goes on when it has been read."""
    owner, scope = scope_named(where)
    here = grant_here(owner, scope)
    device_id = None if here is None else here.device_id
    held = _grant_of(owner, scope, device_id)  # asked for once: the place may go while this page looks
    if held is None:
        return _gone(owner, scope, device_id)
    offered = services().store.offered_move(owner, held.device_id, scope)
    if scope is Scope.TABLE:
        open_table(owner, viewer_of(owner))
    return render_template(
        "access/move.html",
        **head_of(owner, scope),
        back=_back(owner, scope, held),
        here=url_in("moves.show", owner, scope),
        stop=url_in("moves.stop", owner, scope),
        place=_said(held),
        comes_along=words.comes_along(scope, taken=False),
        link=None if offered is None else join_link(offered),
        until=None if offered is None or offered.expires_at is None else words.until(offered.expires_at),
    )


@bp.post("/tables/<int:table_id>/move")
@bp.post("/evenings/<int:evening_id>/move")
def offer(**where: int) -> Response:
    owner, scope = scope_named(where)
    services().store.offer_move(owner, grant_or_404(owner, scope).device_id, scope)
    return redirect(url_in("moves.show", owner, scope), 303)


@bp.post("/tables/<int:table_id>/move/stop")
@bp.post("/evenings/<int:evening_id>/move/stop")
def stop(**where: int) -> Response:
    """Ends the link: the place stays on this device."""
    owner, scope = scope_named(where)
    held = grant_or_404(owner, scope)
    services().store.take_back_move(owner, held.device_id, scope)
    return redirect(_back(owner, scope, held), 303)


def show_invite(invite: Invite) -> Response | Page:
    """Shows the place that this device would take over, or why it cannot."""
    return _asked(invite) or ended_page(invite)


def take(invite: Invite) -> Response | Page:
    held = _grant_of(invite.owner, invite.scope, invite.device_id)
    if held is None:
        return ended_page(invite)
    if _problem(held):
        return show_invite(invite)
    try:
        services().store.move(invite, current_or_new_device().id)
    except (InviteSpent, AlreadyHere):
        return ended_page(invite)
    # Updates the pages of all devices that are concerned.
    tables = [invite.owner]
    if invite.scope is Scope.EVENING:
        services().part(EveningKeeper).refresh(invite.owner)
        tables = [table.id for table in services().store.tables_of_evening(invite.owner)]
    for table_id in tables:
        services().tables.refresh(table_id)
    return go_in(invite)


def _asked(invite: Invite) -> Page | None:
    held = _grant_of(invite.owner, invite.scope, invite.device_id)
    if held is None:
        return None
    problem = _problem(held)
    page = render_template(
        "site/invites/move.html",
        **head_of(invite.owner, invite.scope),
        way=url_in(WAYS[invite.scope], invite.owner, invite.scope),
        token=invite.token,
        place=_said(held),
        comes_along=words.comes_along(invite.scope, taken=True),
        problem=problem,
    )
    return page, 409 if problem else 200


def _problem(held: Grant) -> str | None:
    here = grant_here(held.owner, held.scope)
    if here is None:
        return None
    if here.device_id == held.device_id:
        return words.own_link()
    own = _grant_of(held.owner, held.scope, here.device_id)
    return None if own is None or not own.has_place else words.has_place(_said(own), held.scope)


def _grant_of(owner: int, scope: Scope, device_id: int | None) -> Grant | None:
    return next((grant for grant in services().store.grants(owner, scope) if grant.device_id == device_id), None)


def _said(held: Grant) -> str:
    """Returns the place of a device in words."""
    name = None
    if held.seat is not None:
        name = services().tables.at(held.owner).table.players[held.seat]
    elif held.person is not None:
        name = services().part(EveningKeeper).at(held.owner).state.name(held.person)
    return words.place(name, held.role)


def _back(owner: int, scope: Scope, held: Grant | DeviceGrant) -> str:
    if scope is Scope.TABLE:
        return url_in("seats.share", owner, scope)
    if held.person is not None:
        return url_in("evening_player.more", owner, scope)
    return url_in("evening_invites.show_helpers" if held.role in RUNNING else "evenings.show", owner, scope)


def _gone(owner: int, scope: Scope, device_id: int | None) -> Response:
    """Reloads a page that polls for its place: the whole page explains where it went."""
    was_here = any(grant.device_id == device_id for grant in services().store.all_grants(owner, scope))
    if not (was_here and wants_fragment()):
        not_here(owner, scope, device_id)
    return go_on(url_in("moves.show", owner, scope))


@bp.get("/tables/<int:table_id>/recovery")
@bp.get("/evenings/<int:evening_id>/recovery")
@bp.get("/circles/<int:circle_id>/recovery")
@light
def show_recovery(**where: int) -> str:
    """Shows the long code that is kept for the case that a device is lost; made to be printed."""
    owner, scope = scope_named(where)
    held, (role,) = grant_or_404(owner, scope), invites_with(Use.RECOVERY, scope)
    require(may_invite(held.role, role, scope))
    invite = services().store.invites(owner, scope).get(role)
    hint = _(
        "A new code ends the old one. Whoever runs the server finds the one that counts with %(command)s.",
        command=f"sixfold host-link {owner}",
    )
    return render_template(
        "access/recovery.html",
        **head_of(owner, scope),
        back=url_in(BACK[scope], owner, scope),
        why=words.why_recovery(scope),
        link=None if invite is None else join_link(invite),
        role=role,
        renew=url_in("joining.renew", owner, scope),
        hint=hint if scope is Scope.TABLE else "",
    )


def show_recovery_invite(invite: Invite) -> Response | Page:
    """Explains the recovery code of a table; the host's own device is redirected to its table."""
    viewer = viewer_of(invite.owner)
    if viewer.is_host:
        return joining.go_in(invite)
    # The seat of the host comes with it where this device has none and is no referee.
    table = joining.table_of(invite)
    host = next((grant for grant in services().store.grants(table.id) if grant.is_host), None)
    sits = viewer.seat is None and not viewer.is_referee and host is not None and host.seat is not None
    seat = table.players[host.seat] if sits and host is not None and host.seat is not None else None
    return render_template("site/invites/recover.html", table=table, token=invite.token, seat=seat), 200


def take_recovery(invite: Invite) -> Response | Page:
    """Makes this device the host, and shows the new recovery code."""
    if viewer_of(invite.owner).is_host:
        return joining.go_in(invite)
    try:
        services().store.recover(invite, current_or_new_device().id)
    except (InviteSpent, AlreadyHere):
        return joining.ended_page(invite)
    services().tables.refresh(invite.owner)
    return redirect(url_for("moves.show_recovery", table_id=invite.owner), 303)


def head_of(owner: int, scope: Scope) -> dict[str, Any]:
    """Returns the context of a page's head for a scope, for templates/access/_head.html."""
    if scope is Scope.TABLE:
        table = services().tables.at(owner).table
        shown = {"table": table, "title": game_name(table.game), "game": table.game}
    elif scope is Scope.EVENING:
        state = visit_by_invite(owner).now.state
        shown = {"evening": state, "evening_id": owner, "title": state.title, "game": state.plan.game}
    else:
        circle = services().store.circle(owner)
        assert circle is not None  # a grant names a circle that there is
        shown = {"circle": circle, "title": circle.name, "game": ""}
    return {"scope": scope, **shown}


def url_in(endpoint: str, owner: int, scope: Scope) -> str:
    """Returns the address of a page about a scope."""
    where: dict[str, Any] = {scope.column: owner}
    return url_for(endpoint, **where)
