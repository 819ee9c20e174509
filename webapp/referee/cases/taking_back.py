"""Consequences of reopening a ruling: its points, the hand that it scrapped, entries that it took out (GEN-1)."""

import json
from dataclasses import dataclass, replace

from msgspec import to_builtins

from rules_core import replay
from rules_core.events import Ruling, VoidHand
from rules_core.findings import Refusal
from rules_core.replay import Node, Raw
from webapp.access.authors import signature
from webapp.games.common.names import plain_turn
from webapp.games.common.refusals import refusal_said
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.journal.lines import step_of
from webapp.referee.amending import adjustments
from webapp.referee.filing import Filed, FiledOrSaid, file, made_or_filed
from webapp.services import services
from webapp.table.desk import Remedy
from webapp.table.entry import Entry, entries_of
from webapp.table.keeper import Made, Refused
from webapp.table.lines.matters import Reopened, reopenings
from webapp.table.permissions import rules_as
from webapp.table.snapshot import Snapshot, seen_by
from webapp.table.viewer import Viewer
from webapp.telling.decided import adjusted_by, made_with


@dataclass(frozen=True)
class TakingBack:
    """The effects of a ruling, and the entries that take them back. `effect` are the totals before and after.

    `problem` says why it cannot be taken back any more. `points` are those that are taken off again, `restored` the
    places of the entries that are made again, in the order of `entries`.
    """

    title: str
    keep: str
    lines: tuple[str, ...] = ()
    effect: adjustments.Effect | None = None
    problem: str = ""
    entries: tuple[Raw, ...] = ()
    points: tuple[int, ...] = ()
    restored: tuple[int, ...] = ()


def taking_back(now: Snapshot, viewer: Viewer, ruling: Node) -> TakingBack | None:
    """Returns the entries that reopening this ruling takes back, None where it has changed nothing."""
    found = _of(now, ruling)
    if found is None or found.problem:
        return found
    after = services().tables.would(
        now, rules_as(now, viewer), *entries(now, found, "?"), desk=[reopened_line(ruling.index, "?", "", found)]
    )
    if isinstance(after, Refusal):
        return _not_possible(found, _later_entries(refusal_said(after, now.table.players).text))
    if found.points:
        effect = adjustments.effect_of(now, after, viewer, desk=True)
        return replace(found, effect=effect if isinstance(effect, adjustments.Effect) else None)
    turn = plain_turn(now.table.game, seen_by(after, viewer, desk=True), now.table.players)
    return replace(found, lines=(*found.lines, _("Then: %(turn)s.", turn=turn)))


def reopen(
    now: Snapshot, viewer: Viewer, ruling: Node, why: str, *, undo: bool, op: str, seen: int | None
) -> FiledOrSaid:
    """Reopens a ruling, and with `undo` takes back what it did; without a referee that is proposed to all sides.

    Returns a sentence where nothing can be taken back.
    """
    place, by = ruling.index, signature(now, viewer)
    if viewer.is_referee and not undo:
        return services().tables.add(now.table.id, viewer, reopened_line(place, why, by, None), op=op)
    if place in now.desk.reopened:
        return _reopened_with(now, viewer, op)
    found = taking_back(now, viewer, ruling) if undo else None
    if undo and (found is None or found.problem):
        return found.problem if found else _("It has changed nothing that could be taken back.")
    line = reopened_line(place, why, by, found)
    made = () if found is None else entries(now, found, why, seen=seen if viewer.is_referee else now.fold.seq)
    if viewer.is_referee:
        return made_or_filed(now, viewer, made, [line], op=op, why=why)
    return file(now, viewer, [entry.raw for entry in made], op=op, why=why, lines=[line])


def _reopened_with(now: Snapshot, viewer: Viewer, op: str) -> FiledOrSaid:
    """Returns the answer to a device that has asked for it by the same key; refuses it to any other."""
    if services().store.event_of_key(now.table.id, op=op, device_id=viewer.device_id):
        return Made(now)
    asked = (
        one for one in now.desk.changes if one.device_id == viewer.device_id and one.op in (op, step_of(op, "asks"))
    )
    change = next(asked, None)
    return Refused(now, Refusal("not-settled", "GEN-1")) if change is None else Filed(now, change.number)


def entries(now: Snapshot, found: TakingBack, why: str, *, seen: int | None = None) -> tuple[Entry, ...]:
    raws = ({**raw, "reason": why} if raw["type"] == "amend" else raw for raw in found.entries)
    return entries_of(now.fold, *raws, seen=seen)


def reopened_line(place: int, why: str, by: str, found: TakingBack | None) -> Reopened:
    """Returns the desk line that reopens the ruling at this place; `found` None: its effects are kept."""
    if found is None:
        return Reopened(place, why, by, undo=False)
    return Reopened(place, why, by, undo=True, restored=found.restored, points=found.points)


def taken_back_at(now: Snapshot) -> frozenset[int]:
    """Returns the places of the entries by which reopened rulings were taken back."""
    taken = ((at.seq, max(1, len(line.restored))) for line, at in reopenings(now.desk).values() if line.undo)
    return frozenset(seq + nth for seq, number in taken for nth in range(number))


# One remedy after the other


def _of(now: Snapshot, node: Node) -> TakingBack | None:
    ruling = node.event
    match ruling.remedy if isinstance(ruling, Ruling) else None:
        case Remedy.ADJUSTED:
            return _points(node)
        case Remedy.VOID:
            return _scrapped_hand(node)
        case Remedy.TAKEN_BACK:
            # They are entered again after all that stands, as long as nothing was played since.
            found = TakingBack(_("Put back the entries that it took out"), _("They stay taken out"))
            if now.log.moved_at > node.index:
                return _not_possible(found, _later_entries(_("Cards were entered after it.")))
            taken = _taken_out(now, node.index - 1)
            if not taken:
                return _not_possible(found, _("What it took out is not known."))
            said = ngettext("%(num)s entry stands again.", "%(num)s entries stand again.", len(taken))
            raws = tuple(to_builtins(each.event) for each in taken)
            return replace(found, lines=(said,), entries=raws, restored=tuple(each.index for each in taken))
    return None


def _points(node: Node) -> TakingBack:
    points, done = adjusted_by(node), made_with(node)
    found = TakingBack(_("Take back the points"), _("Keep the points"))
    if points is None or done is None:
        return _not_possible(found, _("Its points were taken back or changed already."))
    return replace(found, entries=(_deletion(done.index),), points=tuple(-each for each in points))


def _scrapped_hand(node: Node) -> TakingBack:
    found, done = TakingBack(_("Let it count again, and go on"), _("It stays scrapped")), made_with(node)
    if done is None or not isinstance(done.event, VoidHand):
        return _not_possible(found, _("It is no longer scrapped."))
    return replace(found, lines=(_("What was scrapped counts again."),), entries=(_deletion(done.index),))


def _taken_out(now: Snapshot, place: int) -> list[Node]:
    log = [json.loads(line.body) for line in services().store.events(now.table.id)[: place + 1]]
    if not log or log[-1]["type"] != "amend":
        return []
    targets = {change["target"] for change in log[-1]["changes"]}
    before = replay.replay(now.fold.header, log[:-1]).fold
    return replay.nodes_at(before, targets)


def _deletion(place: int) -> Raw:
    return {"type": "amend", "changes": [{"target": place, "with": []}]}


def _later_entries(why: str) -> str:
    return _(
        "Not possible any more: %(why)s Reopen it as it is; then correct the entries, or adjust the score.", why=why
    )


def _not_possible(found: TakingBack, why: str) -> TakingBack:
    return TakingBack(found.title, found.keep, problem=why)
