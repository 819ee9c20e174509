"""Which device sits where, by the players' names."""

from webapp.models import Table
from webapp.rooms import rooms


def names(table: Table) -> dict[int, str]:
    """Returns the player's name for each device that holds a seat at this table."""
    grants = rooms().store.grants(table.id)
    return {grant.device_id: table.players[grant.seat] for grant in grants if grant.seat is not None}


def phones(table: Table) -> int:
    """Returns how many devices have this table open now."""
    return len(rooms().hub.present(table.id))


def keepers(table: Table) -> list[str]:
    """Returns the names of those who enter for everybody: the host, where the host holds a seat."""
    grants = rooms().store.grants(table.id)
    return [table.players[grant.seat] for grant in grants if grant.role == "host" and grant.seat is not None]
