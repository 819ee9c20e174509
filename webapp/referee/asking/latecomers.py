"""Phones that took a seat after a matter arose: they do not agree to it."""

from collections.abc import Sequence
from datetime import datetime

from rules_core.events import Ruling
from rules_core.replay import Raw
from webapp.services import services
from webapp.table.change_requests import ChangeRequest
from webapp.table.entry import Entry, entries_of
from webapp.table.lines.house import Freed, Moved, Recovered
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer


def came_later(now: Snapshot, viewer: Viewer, change: ChangeRequest) -> bool:
    """Tells whether this phone took its seat only after this change was asked for, or after its matter arose."""
    return is_late(now, viewer, change.entries, change.case, [change.made_at])


def is_late(now: Snapshot, viewer: Viewer, raws: Sequence[Raw], case: str, arose: Sequence[datetime] = ()) -> bool:
    """Tells whether this phone took its seat after the matter of these entries arose.

    A matter is as old as its case. On a seat that the host freed it is as old as the entries concerned, those that
    name none concern the whole match: nobody frees a seat to agree there.
    """
    if viewer.seat is None:
        return False
    kind, _dash, number = case.partition("-")
    dispute = now.desk.dispute(int(number)) if kind == "dispute" else None
    made = entries_of(now.fold, *raws) if raws else ()
    first = min((place for entry in made for place in _about(entry)), default=0)
    freed = [
        line.made_at
        for line in now.desk.lines
        if isinstance(line.says, Freed) and line.says.seat == viewer.seat and first < line.seq
    ]
    times = [*arose, *freed, *([] if dispute is None else [dispute.opened_at])]
    return bool(times) and _seated_since(now, viewer) > min(times)


def _about(entry: Entry) -> Sequence[int]:
    return [entry.event.event] if isinstance(entry.event, Ruling) else sorted(entry.targets)


def _seated_since(now: Snapshot, viewer: Viewer) -> datetime:
    """Returns since when this phone, or one whose place moved to it, has had this seat, gaps included."""
    devices = {viewer.device_id}
    for line in reversed(now.desk.lines):
        if isinstance(line.says, Moved | Recovered) and line.device_id in devices:
            devices.add(line.says.before)
    held = services().store.all_grants(now.table.id)
    return min(grant.since for grant in held if grant.device_id in devices and grant.seat == viewer.seat)
