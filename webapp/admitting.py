"""Letting a phone in at a table: on a seat, to enter for everybody, or to watch. The one way in, whoever asks."""

from webapp.models import Grant, Request
from webapp.rooms import rooms


def admit(table_id: int, device_id: int, *, role: str, seat: int | None = None) -> Grant | Request:
    """Lets a device in as "player", "scorekeeper" or "watcher", on a seat if one is given.

    Raises SeatTaken when somebody else sits there, NotAdmitted for a referee's device, DoorClosed.
    """
    return rooms().store.admit(table_id, device_id, role=role, seat=seat)
