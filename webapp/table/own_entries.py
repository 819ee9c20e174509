"""Own entries: what a player still changes alone where a referee is seated, which is the own last entry."""

from rules_core.events import Adjust, Event, Undo, VoidHand
from rules_core.replay import Node, state_before
from webapp.table.entry import Entry
from webapp.table.secret_hands import newest_entry, takes_back_newest, withdraws_own
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

ASKED: frozenset[type[Event]] = frozenset({Adjust, VoidHand})
"""What is always a request there."""


def goes_beyond_own(now: Snapshot, who: Viewer, entry: Entry) -> bool:
    """Tells whether an entry changes more than the own last entry of this device.

    The own entries may be taken back one after the other as long as they are the newest ones of the hand under way. A
    hand that the own last entry has ended opens again by it, but by none before.
    """
    if entry.kind in ASKED:
        return True
    if entry.kind is Undo:
        return now.fold.top is not None and not _may_take_back(now, who, now.fold.top)
    if not entry.changes or withdraws_own(now.fold, who.seat, entry):
        return False
    if takes_back_newest(now.fold, entry):
        newest, _hands = newest_entry(now.fold)
        return newest is None or not _may_take_back(now, who, newest)
    own = _own_last(now, who)
    return own is None or entry.targets != {own.index}


def _may_take_back(now: Snapshot, who: Viewer, newest: Node) -> bool:
    if not is_own(now, who, newest):
        return False
    is_last_of_log = newest.index == now.fold.seq - 1
    return is_last_of_log or len(state_before(now.fold, newest).finished) == len(now.fold.state.finished)


def _own_last(now: Snapshot, who: Viewer) -> Node | None:
    """The newest entry of this device that stands in the hand under way."""
    node, done = now.fold.top, len(now.fold.state.finished)
    while node is not None and len(state_before(now.fold, node).finished) == done:
        if is_own(now, who, node):
            return node
        node = node.before
    return None


def is_own(now: Snapshot, who: Viewer, node: Node) -> bool:
    """Tells whether this device made the entry, also before its place moved to it, and what the entry is now."""
    return all(now.desk.heir(now.log.maker_at(place), place) == who.device_id for place in {node.index, node.entered})
