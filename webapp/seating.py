"""Which device sits where, by the players' names."""

from webapp.models import Table
from webapp.play import TableNow
from webapp.rooms import rooms


def seated(now: TableNow) -> dict[int, str]:
    """Returns the player's name for each device that holds a seat at this table."""
    return {grant.device_id: now.table.players[grant.seat] for grant in now.grants if grant.seat is not None}


def keepers(now: TableNow) -> list[str]:
    """Returns the names of those who enter for everybody: the host, where the host holds a seat."""
    seats = [grant.seat for grant in now.grants if grant.role == "host" and grant.seat is not None]
    return [now.table.players[seat] for seat in seats]


def phones(table: Table) -> int:
    """Returns how many devices have this table open now."""
    return len(rooms().hub.present(table.id))
