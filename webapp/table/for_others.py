"""Entering for a seat that has a phone of its own, from the phone of another seat: asked about once in a hand.

Where anybody enters (`everyone`), a tap on the own phone while it is somebody else's turn is mostly a slip.
"""

from webapp.table.entry import Entry
from webapp.table.entry_rights import held
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer


def other_holder(now: Snapshot, who: Viewer, entry: Entry) -> int | None:
    """Returns the seat that this device would enter for though another device sits there; None: nothing to ask.

    A device without a seat is the one in the middle of the table, and a program knows what it does: neither is asked.
    """
    asks = now.table.entry == "everyone" and who.seat is not None and not (who.is_program or who.is_referee)
    seat, kind = entry.seat, entry.kind
    if not asks or seat is None or seat == who.seat or entry.event is None or kind is None:
        return None
    # The secret of another seat is refused, whoever agrees to it (GEN-5).
    if any(name in entry.raw for name in kind.secret):
        return None
    # Of a card whose turn it is not the table says more than whose phone this is.
    return seat if seat in held(now).intersection(now.fold.game.to_act(now.fold.state)) else None


def hand_number(now: Snapshot) -> int:
    """Returns the number of the hand for which the answer holds."""
    return len(now.fold.state.finished) + 1
