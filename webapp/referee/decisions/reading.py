"""Reading: a device says how far it has read what was decided, and is told of it no more."""

from webapp.services import services
from webapp.table.snapshot import Snapshot


def mark_read(now: Snapshot, device_id: int, events: int, lines: int) -> None:
    """Notes that a device has read so many events and lines of the desk, at most those that there are."""
    events, lines = min(events, now.fold.seq), min(lines, len(now.desk.lines))
    services().store.mark_read(now.table.id, device_id, events=events, lines=lines)
    services().play.refresh(now.table.id)
