"""Entries that follow an accepted one by themselves, and how many more fit into a log."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules_core.events import (
    Adjust,
    Amend,
    Deal,
    Event,
    Ruling,
    Undo,
    VoidHand,
)
from rules_core.findings import Refusal
from webapp.http.limits import (
    MOST_DESK_LINES,
    ROOM_TO_HOST,
    ROOM_TO_PLAY,
    ROOM_TO_RULE,
    Room,
)
from webapp.store.desk_kinds import DeskKind
from webapp.table import permissions
from webapp.table.desk import Desk, added, judged
from webapp.table.entry import Entry, step
from webapp.table.fixed import fixed_by
from webapp.table.folded_log import FoldedLog
from webapp.table.snapshot import Snapshot, desk_line
from webapp.table.viewer import Viewer

ENDS: frozenset[type[Event]] = frozenset({Undo, VoidHand, Deal, Adjust, Ruling})
"""What a host still enters at a full table."""
RULES: frozenset[type[Event]] = ENDS | {Amend}
"""What a referee still enters there."""
NOTES = frozenset({DeskKind.DISPUTE, DeskKind.REOPEN, DeskKind.POINTED, DeskKind.ADMITTED, DeskKind.PENALTY})
BEGINS = NOTES | {DeskKind.PAUSE, DeskKind.REQUESTED, DeskKind.PROPOSED}
"""Lines of a desk with which something begins."""


def no_room(log: FoldedLog, who: Viewer, entry: Entry) -> Refusal | None:
    """Returns why this entry, with which the log stands so, finds no room; None where it does.

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


def no_room_on_desk(desk: Desk, kind: DeskKind) -> Refusal | None:
    """Returns why the desk takes no such line any more; what it has can still be ended."""
    if kind in BEGINS and len(desk.lines) >= MOST_DESK_LINES:
        return Refusal("table-full", facts={"lines": MOST_DESK_LINES})
    return None


DeskEntry = tuple[DeskKind, Mapping[str, Any]]
"""The kind and the body of a line of the desk."""


def after_entries(
    now: Snapshot, who: Viewer, entries: Sequence[Entry], desk: Sequence[DeskEntry] = ()
) -> Snapshot | Refusal:
    """Returns the table after these entries with these lines of its desk, or why one of them is not taken."""
    # What a ruling did is taken back once the ruling is reopened: that line stands before its entries.
    first = _noted(now, who, [line for line in desk if line[0] == DeskKind.REOPEN])
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
    later = [line for line in desk if line[0] != DeskKind.REOPEN]
    fixed = [(DeskKind.FIXED, {"places": sorted(places)})] if places else []
    return _noted(now, who, [*later, *fixed])


def _noted(now: Snapshot, who: Viewer, desk: Sequence[DeskEntry]) -> Snapshot | Refusal:
    """Returns the table with these lines on its desk, or why one of them may not be added."""
    for kind, body in desk:
        if (refusal := judged(now.desk, who, kind, body)) is not None:
            return refusal
        line = desk_line(now, who, kind, {**body, **_made_with(now, kind, body)})
        now = replace(now, desk=added(now.desk, line))
    return now


def _made_with(now: Snapshot, kind: DeskKind, body: Mapping[str, Any]) -> Mapping[str, int]:
    """Returns the entry that a line of the desk goes with: the ruling of a dispute, the points of a penalty."""
    if kind == DeskKind.RULE:
        return {"ruling": now.fold.seq - 1}
    return {"entry": now.fold.seq - 1} if kind == DeskKind.PENALTY and "points" in body else {}
