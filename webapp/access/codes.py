"""Codes and links of tables, evenings and circles: replaced, and shown again once the code to type has expired."""

from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from webapp.access.device import require, viewer_of
from webapp.access.joining import scope_named
from webapp.access.visit import grant_or_404
from webapp.services import services
from webapp.store.roles import INVITES, InviteRole, Role, Scope, Use, invite_role, may_invite, may_show
from webapp.table.permissions import may_invite_referee

bp = Blueprint("codes", __name__)
SHARE_PAGES = {Scope.TABLE: "seats.share", Scope.EVENING: "evening_share.show", Scope.CIRCLE: "circle_devices.share"}


@bp.post("/tables/<int:table_id>/codes")
@bp.post("/evenings/<int:evening_id>/codes")
@bp.post("/circles/<int:circle_id>/codes")
def renew(**where: int) -> Response:
    """Makes a new code and link for a role; the old ones open nothing any more."""
    owner, scope = scope_named(where)
    held, role = grant_or_404(owner, scope), _sent_role(scope, Use.MANY, Use.ONCE, Use.RECOVERY)
    require(may_invite(held.role, role, scope) if not _is_of_referee(scope, role) else _invites_referee(owner))
    agreed = _is_of_referee(scope, role) and request.form.get("agreed") == "yes"
    services().store.renew_invite(owner, role, scope, agreed=agreed)
    return _back(owner, scope, role)


@bp.post("/tables/<int:table_id>/codes/fresh")
@bp.post("/evenings/<int:evening_id>/codes/fresh")
@bp.post("/circles/<int:circle_id>/codes/fresh")
def show(**where: int) -> Response:
    """Makes a new code to type where the last one has ended; the link stays valid."""
    owner, scope = scope_named(where)
    held, role = grant_or_404(owner, scope), _sent_role(scope, Use.MANY, Use.ONCE)
    require(may_show(held.role, role, scope) if not _is_of_referee(scope, role) else _invites_referee(owner))
    services().store.fresh_code(owner, role, scope)
    return _back(owner, scope, role)


def _is_of_referee(scope: Scope, role: InviteRole) -> bool:
    return scope is Scope.TABLE and role == Role.REFEREE


def _invites_referee(table_id: int) -> bool:
    return may_invite_referee(services().play.at(table_id), viewer_of(table_id))


def _sent_role(scope: Scope, *uses: Use) -> InviteRole:
    """Returns the role of the form; ends the request with 400 where this scope has no such invite."""
    sent = request.form.get("role", "")
    if INVITES[scope].get(sent) not in uses:  # type: ignore[call-overload]
        abort(400)
    return invite_role(sent)


def _back(owner: int, scope: Scope, role: InviteRole) -> Response:
    """Leads to the page that shows the code."""
    where: dict[str, Any] = {scope.column: owner}
    use = INVITES[scope][role]
    if use is Use.RECOVERY:
        return redirect(url_for("moves.show_recovery", **where), 303)
    if scope is Scope.EVENING and use is Use.ONCE:
        return redirect(url_for("evening_helpers.show", _anchor=role, **where), 303)
    return redirect(url_for(SHARE_PAGES[scope], role=None if scope is Scope.CIRCLE else role, **where), 303)
