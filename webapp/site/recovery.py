"""Recovery codes: shown to who keeps them, and a host whose device is lost, replaced by another device."""

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from webapp.access import joining
from webapp.access.device import current_or_new_device, require, viewer_of
from webapp.access.joining import Page, join_link, scope_named
from webapp.access.visit import grant_or_404, light
from webapp.http.language import gettext as _
from webapp.services import services
from webapp.site.scope_pages import head_of, url_in
from webapp.store import AlreadyHere, InviteSpent
from webapp.store.models import Invite
from webapp.store.roles import Scope, Use, invites_with, may_invite
from webapp.table.viewer import Viewer
from webapp.words import invite_words as words

bp = Blueprint("recovery", __name__)
BACK = {Scope.TABLE: "tables.show", Scope.EVENING: "evening_helpers.show", Scope.CIRCLE: "circles.more"}


@bp.get("/tables/<int:table_id>/recovery")
@bp.get("/evenings/<int:evening_id>/recovery")
@bp.get("/circles/<int:circle_id>/recovery")
@light
def show(**where: int) -> str:
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
        renew=url_in("codes.renew", owner, scope),
        hint=hint if scope is Scope.TABLE else "",
    )


def show_invite(invite: Invite) -> Response | Page:
    """Shows what the code of a table does; the host's own device goes on to its table."""
    viewer = viewer_of(invite.owner)
    if viewer.is_host:
        return joining.go_in(invite)
    return render_template("site/invites/recover.html", **_context(invite, viewer)), 200


def take(invite: Invite) -> Response | Page:
    """Makes this device the host, and shows the new recovery code."""
    if viewer_of(invite.owner).is_host:
        return joining.go_in(invite)
    try:
        services().store.recover(invite, current_or_new_device().id)
    except (InviteSpent, AlreadyHere):
        return joining.ended_page(invite)
    services().play.refresh(invite.owner)
    return redirect(url_for("recovery.show", table_id=invite.owner), 303)


def _context(invite: Invite, viewer: Viewer) -> dict[str, object]:
    """Returns the context of the page: whose seat comes with it, where this device has none and is no referee."""
    table = joining.table_of(invite)
    host = next((grant for grant in services().store.grants(table.id) if grant.is_host), None)
    sits = viewer.seat is None and not viewer.is_referee and host is not None and host.seat is not None
    seat = table.players[host.seat] if sits and host is not None and host.seat is not None else None
    return {"table": table, "token": invite.token, "seat": seat}
