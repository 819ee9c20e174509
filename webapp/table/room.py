"""Room in a table's log: what it holds must be readable as a record again, and the last of it is kept for those who
bring a table to its end.

Whoever plays stops first; the host may go on scrapping and adjusting, and the referee longest. Both can always take
back.
"""

from rules_core.events import Adjust, Amend, Deal, Event, Ruling, Undo, VoidHand
from rules_core.findings import Refusal
from webapp.http.limits import MOST_DESK_LINES, ROOM_TO_HOST, ROOM_TO_PLAY, ROOM_TO_RULE, Room
from webapp.store.desk_kinds import DeskKind
from webapp.table.desk import Desk
from webapp.table.entry import Entry
from webapp.table.folded_log import FoldedLog
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
