"""Devices of a table as its host sees them: the role of each, since when, and whether it is connected."""

from datetime import datetime
from typing import NamedTuple

from webapp.access.visit import Visit
from webapp.http.language import gettext as _
from webapp.services import services
from webapp.store.models import Grant
from webapp.store.roles import Role


class TableDevice(NamedTuple):
    """A device by its grant's number; `does` names further rights.

    `mine`: the device of the request, `rules`: a referee.
    """

    grant: int
    name: str
    does: str
    since: datetime
    here: bool
    mine: bool
    rules: bool


def table_devices(here: Visit) -> list[TableDevice]:
    """Returns the devices with a grant: those on seats in the order of the seats, then the others."""
    present = services().hub.present(here.table.id)
    grants = sorted(here.now.people.grants, key=lambda grant: (grant.seat is None, grant.seat or 0, grant.id))
    return [
        TableDevice(
            grant.id,
            _name(here, grant),
            _does(grant),
            grant.since,
            bool(present[grant.device_id]),
            grant.device_id == here.viewer.device_id,
            grant.is_referee,
        )
        for grant in grants
    ]


def _name(here: Visit, grant: Grant) -> str:
    if grant.seat is not None:
        return here.table.players[grant.seat]
    if grant.role == Role.REFEREE:
        return grant.name or _("Referee")
    return {Role.HOST: _("Host"), Role.SCOREKEEPER: _("Scorekeeper"), Role.PLAYER: _("Without a seat")}.get(
        grant.role, _("Watcher")
    )


def _does(grant: Grant) -> str:
    does = [
        _("host") if grant.is_host and grant.seat is not None else "",
        _("keeps the score") if grant.keeps_score and grant.seat is not None else "",
        _("referee") if grant.is_referee and grant.name else "",
    ]
    return ", ".join(word for word in does if word)
