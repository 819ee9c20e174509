"""The table as it would stand after entries and lines of its desk, or why they would not be taken. Changes nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules_core.findings import Refusal
from webapp.store.desk_kinds import DeskKind
from webapp.table import permissions
from webapp.table.desk import added, judged
from webapp.table.entry import Entry, step
from webapp.table.fixed import fixed_by
from webapp.table.room import no_room
from webapp.table.snapshot import Snapshot, desk_line
from webapp.table.viewer import Viewer

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
