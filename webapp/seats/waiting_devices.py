"""Devices that wait for a seat, as the host sees them and as they see themselves."""

from typing import NamedTuple

from webapp.store import is_waiting
from webapp.store.models import SeatRequest
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer


class WaitingDevice(NamedTuple):
    """A device that waits for the seat of this name, and shows this word."""

    word: str
    name: str


def waiting_devices(now: Snapshot, viewer: Viewer) -> list[WaitingDevice]:
    """Returns the devices that the host may let in now."""
    if not viewer.is_host:
        return []
    names = now.table.players
    return [WaitingDevice(r.word, names[r.seat]) for r in now.people.requests if r.seat is not None and is_waiting(r)]


def own_request(now: Snapshot, viewer: Viewer) -> SeatRequest | None:
    """Returns what this device waits for itself."""
    own = (r for r in now.people.requests if r.device_id == viewer.device_id and is_waiting(r))
    return next(own, None)
