"""Page to share a table: how other devices join, who is here, and what the host may do about it."""

from functools import partial

from flask import render_template, request, url_for

from webapp.http.language import gettext as _
from webapp.seats.join_link import join_link
from webapp.seats.presence import presence
from webapp.seats.visit import Visit
from webapp.seats.waiting_devices import own_request, waiting_devices
from webapp.services import services
from webapp.store.roles import Role
from webapp.table.viewer import Viewer
from webapp.words.table_choices import TABLE_CHOICES

HOSTS_ROLES = (Role.REFEREE, Role.SCOREKEEPER)
"""Roles that only the host invites to."""


def share_page(here: Visit, problem: str | None = None) -> str:
    """Returns the page."""
    role = role_shown(here.viewer, request.args.get("role", ""))
    invite = services().store.invites(here.table.id).get(role)
    return render_template(
        "seats/share.html",
        table=here.table,
        viewer=here.viewer,
        role=role,
        roles=_roles(here, role),
        invite=invite,
        link=join_link(invite) if invite is not None else None,
        presence=presence(here),
        asking=waiting_devices(here.now, here.viewer),
        own=own_request(here.now, here.viewer),
        choices=TABLE_CHOICES,
        problem=problem,
    )


def _roles(here: Visit, chosen: Role) -> list[tuple[str, str, bool]]:
    """What a code of this table may open: the address of each role, its name, whether it is shown."""
    names = {Role.PLAYER: _("Player")}
    if here.viewer.is_host:
        names |= {Role.SCOREKEEPER: _("Scorekeeper"), Role.REFEREE: _("Referee")}
    names[Role.WATCHER] = _("Watch")
    address = partial(url_for, "seats.share", table_id=here.table.id)
    return [(address(role=role), name, role == chosen) for role, name in names.items()]


def role_shown(viewer: Viewer, asked: str) -> Role:
    """Returns the role whose code is shown: to a watcher only that of watchers; the host alone invites a referee."""
    if not viewer.may_sit or asked == Role.WATCHER:
        return Role.WATCHER
    return Role(asked) if asked in HOSTS_ROLES and viewer.is_host else Role.PLAYER
