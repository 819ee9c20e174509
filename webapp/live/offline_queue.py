"""Entries that a device kept while it had no network: each was tapped behind another that its page did not show yet."""

import json
from collections.abc import Mapping

from webapp.services import services
from webapp.store.models import Event
from webapp.table.entry import Entry, entries_of, entry_of
from webapp.table.follow_up import key_of_what_follows
from webapp.table.forms import key_in
from webapp.table.secret_hands import secret_seats
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

NEVER = -1
"""The page that an entry was meant on never came to be, since the entry before it was not taken."""


def as_meant(
    now: Snapshot, viewer: Viewer, entries: tuple[Entry, ...], form: Mapping[str, str], op: str
) -> tuple[Entry, ...]:
    """Returns entries as they were meant on the page that would have been shown.

    Where `after` names the entry tapped before them, that page would have shown that one last; an empty `after` says
    that somebody looked at the table since and sends them all the same. Raises `NotAnEvent`.
    """
    if "after" not in form:
        return entries
    raws, last, seen = [entry.raw for entry in entries], entries[-1], entries[0].seen
    if (ahead := key_in(form, "after")) is not None:
        before = _entered(now, viewer, ahead)
        seen = NEVER if before is None else _shown_after(now, before)
    # Sent before, and its answer lost: then it is the same entry as then, whoever's turn it is by now.
    again = _entered(now, viewer, op)
    seat = _next(now, viewer, last) if again is None else entry_of(now.fold, json.loads(again.body)).seat
    # The next card is the next player's, whichever name the page still showed.
    if seat is not None and last.kind is not None and last.kind.in_turn:
        raws[-1] = {**last.raw, "seat": seat}
    return entries_of(now.fold, *raws, seen=seen)


def _entered(now: Snapshot, viewer: Viewer, op: str) -> Event | None:
    return services().store.event_of_key(now.table.id, op=op, device_id=viewer.device_id)


def _shown_after(now: Snapshot, before: Event) -> int:
    """The event that a page shows last after this one: what the server made behind it, or itself."""
    behind = services().store.event_of_key(now.table.id, op=key_of_what_follows(before.seq), device_id=None)
    return before.seq if behind is None else behind.seq


def _next(now: Snapshot, viewer: Viewer, entry: Entry) -> int | None:
    """The seat whose turn it is; none where a device enters its own cards alone, or several may act."""
    to_act = now.fold.game.to_act(now.fold.state)
    own = entry.seat == viewer.seat and (now.table.entry == "own" or viewer.seat in secret_seats(now.fold))
    return to_act[0] if len(to_act) == 1 and not own else None
