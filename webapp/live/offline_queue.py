"""Entries that a phone kept while it had no network: each was tapped behind another that its page did not show yet."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from webapp.services import services
from webapp.store.models import Event
from webapp.table.forms import key_in
from webapp.table.secret_hands import secret_seats
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

NEVER = -1
"""The page that an entry was meant on never came to be, since the entry before it was not taken."""
IN_TURN = frozenset({"play", "bid", "pass"})
"""Whoever's turn it is makes these: the next card is the next player's, whichever name the page still showed."""

Raw = dict[str, Any]


def as_meant(
    now: Snapshot, viewer: Viewer, raws: Sequence[Raw], form: Mapping[str, str], op: str, seen: int
) -> tuple[list[Raw], int]:
    """Returns the events of an entry, and the event that its page would have shown last.

    Where `after` names the entry tapped before it, that one was the last; an empty `after` says that somebody looked
    at the table since and sends it all the same. Raises `NotAnEvent`.
    """
    if "after" not in form:
        return list(raws), seen
    if (ahead := key_in(form, "after")) is not None:
        before = _entered(now, viewer, ahead)
        seen = NEVER if before is None else before.seq
    # Sent before, and its answer lost: then it is the same entry as then, whoever's turn it is by now.
    again = _entered(now, viewer, op)
    seat = _next(now, viewer, raws[-1]) if again is None else json.loads(again.body).get("seat")
    last = raws[-1] if seat is None or raws[-1].get("type") not in IN_TURN else {**raws[-1], "seat": seat}
    return [*raws[:-1], last], seen


def _entered(now: Snapshot, viewer: Viewer, op: str) -> Event | None:
    return services().store.event_of_key(now.table.id, op=op, device_id=viewer.device_id)


def _next(now: Snapshot, viewer: Viewer, raw: Raw) -> int | None:
    """The seat whose turn it is; none where a phone enters its own cards alone, or several may act."""
    to_act = now.fold.game.to_act(now.fold.state)
    own = raw.get("seat") == viewer.seat and (now.table.entry == "own" or viewer.seat in secret_seats(now.fold))
    return to_act[0] if len(to_act) == 1 and not own else None
