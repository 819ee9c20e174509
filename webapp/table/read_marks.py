"""Read marks: the decisions of people that a device has not read yet: rulings, adjustments, amendments of
earlier hands, and later changes of them.

Who only watches is told of none: nobody there could say that it was read, on a screen on the wall for one.
"""

from typing import NamedTuple

from webapp.store.models import Grant
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer


class Unread(NamedTuple):
    """Places in the log, and numbers of lines of the desk, that hold what was not read yet."""

    entries: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()


def unread(now: Snapshot, viewer: Viewer) -> Unread:
    """Returns what this device has not read yet; what it decided itself it knows."""
    held = _grant(now, viewer)
    if held is None:
        return Unread()
    entries = (place for place, device in now.log.decisions if _is_new(place, held.read_events, device, viewer))
    lines = (
        number
        for number, line in enumerate(now.desk.lines)
        if line.says.is_told and _is_new(number, held.read_lines, line.device_id, viewer)
    )
    return Unread(tuple(entries), tuple(lines))


def _grant(now: Snapshot, viewer: Viewer) -> Grant | None:
    if not viewer.takes_part:
        return None
    return next((grant for grant in now.people.party if grant.device_id == viewer.device_id), None)


def _is_new(number: int, read: int, device_id: int | None, viewer: Viewer) -> bool:
    return number >= read and device_id is not None and device_id != viewer.device_id
