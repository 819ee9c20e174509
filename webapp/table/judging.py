"""Judges entries: the table as it stands after them, or why they are not taken; the room left in a log."""

from collections.abc import Sequence
from dataclasses import replace

from rules_core.events import Adjust, Amend, Deal, Event, Ruling, Undo, VoidHand
from rules_core.findings import Refusal
from webapp.http.limits import MOST_DESK_LINES, ROOM_TO_HOST, ROOM_TO_PLAY, ROOM_TO_RULE, Room
from webapp.table import permissions
from webapp.table.desk import Desk, Line
from webapp.table.entry import Entry, step
from webapp.table.entry_rights import fixed_by
from webapp.table.folded_log import FoldedLog
from webapp.table.lines.matters import Reopened
from webapp.table.lines.people import Fixed
from webapp.table.snapshot import Snapshot, with_line
from webapp.table.viewer import Viewer

ENDS: frozenset[type[Event]] = frozenset({Undo, VoidHand, Deal, Adjust, Ruling})
"""Entries that a host may still make at a full table."""
RULES: frozenset[type[Event]] = ENDS | {Amend}
"""Entries that a referee may still make there."""


def no_room(log: FoldedLog, who: Viewer, entry: Entry) -> Refusal | None:
    """Returns the refusal of an entry for which the log has no room, None where it has.

    Where a table is full nobody could enter again what a player takes back. The server itself, which has no device,
    withdraws secrets also there.
    """
    if who.device_id is None:
        return None
    if entry.kind is Undo and (who.is_host or who.is_referee):
        return None
    room = room_of(who, entry)
    if log.size + (entry.kind is Undo) > room.entries:
        return Refusal("table-full", facts={"most": room.entries})
    if log.bytes > room.bytes:
        return Refusal("table-full", facts={"bytes": room.bytes})
    if entry.kind is Amend and log.fold.refolded > room.refolded:
        return Refusal("table-full", facts={"refolded": room.refolded})
    return None


def room_of(who: Viewer, entry: Entry) -> Room:
    """Returns how much of the log this viewer may fill with such an entry."""
    if who.is_referee and entry.kind in RULES:
        return ROOM_TO_RULE
    return ROOM_TO_HOST if who.is_host and entry.kind in ENDS else ROOM_TO_PLAY


def refusal_on_desk(desk: Desk, who: Viewer, line: Line) -> Refusal | None:
    """Returns why this viewer may not add this line now. On a full desk open matters can still be closed."""
    if not line.allowed(who, desk):
        return Refusal("not-referee", "GEN-1")
    if (refusal := line.fits(who, desk)) is not None:
        return refusal
    if line.begins and len(desk.lines) >= MOST_DESK_LINES:
        return Refusal("table-full", facts={"lines": MOST_DESK_LINES})
    return None


def after_entries(
    now: Snapshot, who: Viewer, entries: Sequence[Entry], desk: Sequence[Line] = ()
) -> Snapshot | Refusal:
    """Returns the table after these entries with these lines of its desk, or why one of them is not taken."""
    # What a ruling did is taken back once the ruling is reopened: that line stands before its entries.
    first = _with_lines(now, who, [line for line in desk if isinstance(line, Reopened)])
    if isinstance(first, Refusal):
        return first
    now = first
    places: frozenset[int] = frozenset()
    for entry in entries:
        after = permissions.refusal_of(now, who, entry) or step(now.fold, entry)
        if isinstance(after, Refusal):
            return after
        places |= fixed_by(now.fold, after, entry) if who.decides else frozenset()
        now = replace(now, log=now.log.after(after, entry, who.device_id, is_program=who.is_program))
        if (refusal := no_room(now.log, who, entry)) is not None:
            return refusal
    later = [line for line in desk if not isinstance(line, Reopened)]
    fixed = [Fixed(tuple(sorted(places)))] if places else []
    return _with_lines(now, who, [*later, *fixed])


def _with_lines(now: Snapshot, who: Viewer, desk: Sequence[Line]) -> Snapshot | Refusal:
    """Returns the table with these lines on its desk, or why one of them may not be added."""
    for line in desk:
        if (refusal := line.fits(who, now.desk)) is not None:
            return refusal
        now = with_line(now, who, line.made_with(now.fold.seq - 1))
    return now
