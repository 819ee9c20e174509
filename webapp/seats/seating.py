"""Seats and devices: who holds which seat, who may rule or correct, and how a device is called."""

from webapp.http.language import gettext as _
from webapp.services import services
from webapp.store.desk_kinds import DeskKind
from webapp.store.models import Grant, Table
from webapp.store.roles import Role
from webapp.table.entry_rights import seats_of
from webapp.table.permissions import not_ruling
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.disputes import by_name


def names_by_device(now: Snapshot) -> dict[int, str]:
    """Returns the player's name for each device that holds a seat at this table."""
    return {grant.device_id: now.table.players[grant.seat] for grant in now.people.party if grant.seat is not None}


def open_devices(table: Table) -> int:
    """Returns how many devices have this table open now."""
    return services().hub.phones(table.id)


def referees(now: Snapshot) -> list[str]:
    """Returns the names of those who rule at this table."""
    return [grant.name or "" for grant in now.people.party if grant.is_referee]


def may_rule(now: Snapshot, viewer: Viewer) -> bool:
    """Tells whether this viewer may rule: the referee, or whoever enters for all where none is at the table (GEN-1)."""
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


def phone_name(now: Snapshot, device_id: int | None) -> str:
    """Returns how people call a device, also one that has left: by the seat it held last, or what else it was."""
    if device_id is None:
        return _("the record") if any(line.kind == DeskKind.OPENED for line in now.desk.lines) else _("the app")
    held = [grant for grant in services().store.all_grants(now.table.id) if grant.device_id == device_id]
    return _named(now, held[::-1])


def _named(now: Snapshot, held: list[Grant]) -> str:
    """Returns the name by the newest grant that has a seat or a role to name."""
    for grant in held:
        if grant.role == Role.REFEREE:
            return _("the referee’s phone (%(name)s)", name=grant.name)
        if grant.seat is not None:
            return _("%(name)s’s phone", name=now.table.players[grant.seat])
        if grant.keeps_score:
            return _("the scorekeeper’s phone")
    return _("the host’s phone") if any(grant.role == Role.HOST for grant in held) else _("a phone that has left")
