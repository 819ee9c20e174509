"""Giving a penalty and lifting it, with its points in one entry, by a form or a program alike."""

from collections.abc import Sequence

from rules_core.findings import Refusal
from rules_core.replay import Raw
from webapp.referee.penalties.penalty_form import Typed, given
from webapp.seats.seating import signature
from webapp.services import services
from webapp.store.desk_kinds import DeskKind
from webapp.table.after_entries import DeskEntry
from webapp.table.entry import entries_of
from webapp.table.penalties import Penalty
from webapp.table.play import Outcome, Refused
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer


def give(now: Snapshot, referee: Viewer, typed: Typed, *, op: str, seen: int | None = None) -> Outcome:
    """Gives a penalty that `penalty_form.missing` has nothing against."""
    raws, line = given(now, referee, typed)
    return _entered(now, referee, raws, line, op, seen)


def lift(now: Snapshot, referee: Viewer, penalty: Penalty, why: str, *, op: str, seen: int | None = None) -> Outcome:
    """Lifts a penalty together with its points: it stays in the list."""
    if not penalty.holds:
        return Refused(now, Refusal("not-standing", "GEN-1"))
    line = (DeskKind.LIFTED, {"penalty": penalty.number, "why": why, "by": signature(now, referee)})
    return _entered(now, referee, taken_off(penalty, why), line, op, seen)


def taken_off(penalty: Penalty, why: str) -> list[Raw]:
    """Returns the entry by which the points of a penalty are given back; none where it cost none."""
    if penalty.entry is None:
        return []
    return [{"type": "amend", "changes": [{"target": penalty.entry, "with": []}], "reason": why}]


def _entered(now: Snapshot, who: Viewer, raws: Sequence[Raw], line: DeskEntry, op: str, seen: int | None) -> Outcome:
    if not raws:
        return services().play.note(now.table.id, who, *line, op=op)
    return services().play.make(now.table.id, who, *entries_of(now.fold, *raws, seen=seen), op=op, desk=[line])
