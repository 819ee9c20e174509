"""Deciding on a change that waits: the referee allows or refuses it, or all sides agree, or who asked takes it back."""

from collections.abc import Sequence
from dataclasses import replace

from rules_core.events import Amend, Ruling, VoidHand
from rules_core.findings import Refusal
from rules_core.replay import Raw, nodes
from webapp.access.seating import signature
from webapp.http.limits import LONGEST_REASON
from webapp.referee.asking import filing as sides
from webapp.referee.asking.filing import came_later
from webapp.services import services
from webapp.store.roles import Role
from webapp.table.change_requests import ChangeRequest, Signer
from webapp.table.desk import Line
from webapp.table.entry import Entry, entries_of
from webapp.table.hand_span import hand_spans
from webapp.table.lines import lines_of
from webapp.table.lines.requests import Agreed, Allowed, Countersigned, Denied, Dropped
from webapp.table.permissions import ASK_BOTH, is_closed, referee_decides, signers_missing
from webapp.table.play import Made, Outcome, Refused
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

STALE = Refusal("stale-request", "GEN-1")


def is_stale(now: Snapshot, change: ChangeRequest) -> bool:
    """Tells whether the table has moved on so that this would do something else than what was asked for."""
    standing = {node.index: node.entered for node in nodes(now.fold)}
    entries = _entries(now, change.entries)
    for entry in entries:
        if entry.kind is VoidHand and _dealt_at(now) >= change.seq:
            return True
        if any(standing.get(place, change.seq) >= change.seq for place in entry.targets):
            return True
    deletes = any(entry.kind is Amend for entry in entries) and any(entry.kind is Ruling for entry in entries)
    return deletes and now.log.moved_at > change.seq


def _dealt_at(now: Snapshot) -> int:
    """Returns how long the log was when the hand under way began; where none is under way, how long it is."""
    hand = next((span for span in hand_spans(now.fold) if span.under_way), None)
    return now.fold.seq if hand is None else hand.nodes[0].entered


class NotAnAnswer(ValueError):
    """It is none that a change can have."""


def may_answer(who: Viewer, answer: str) -> bool:
    """Tells whether this phone may give such an answer to a change: who rules allows and refuses."""
    return who.may_enter if answer in ("agree", "withdraw") else who.is_referee


def answer_change(
    now: Snapshot, who: Viewer, change: ChangeRequest, answer: str, *, side: int | None = None, why: str = "", op: str
) -> Outcome:
    """Lets one that may *allow* it, *refuse* it, *agree* for a side, the own one for None, or *withdraw* it.

    Raises NotAnAnswer.
    """
    why = why.strip()[:LONGEST_REASON]
    match answer:
        case "allow":
            return _allow(now, who, change, op=op, why=why)
        case "refuse":
            if change.is_appeal:
                return Refused(now, Refusal("not-your-side", "GEN-1"))
            line: Line = Denied(change.number, signature(now, who), why)
            return services().play.note(now.table.id, who, line, op=op)
        case "withdraw":
            return services().play.note(now.table.id, who, Dropped(change.number), op=op)
    agrees = sides.own_side(now, who) if side is None else side
    if answer != "agree" or agrees is None or agrees >= sides.number_of_sides(now):
        raise NotAnAnswer(answer)
    return _agree(now, who, change, agrees, op=op)


def _allow(now: Snapshot, referee: Viewer, change: ChangeRequest, *, op: str, why: str = "") -> Outcome:
    """Makes what was asked for, by the referee who allows it."""
    if change.is_appeal:
        return Refused(now, Refusal("not-your-side", "GEN-1"))
    if is_closed(now):
        return sign(now, referee, change, Signer.REFEREE, signature(now, referee), op=op)
    if is_stale(now, change):
        return Refused(now, STALE)
    return _make(now, referee, change, op, Allowed(change.number, signature(now, referee), why))


def _agree(now: Snapshot, viewer: Viewer, change: ChangeRequest, side: int, *, op: str) -> Outcome:
    """Says that a side agrees; with the last side it is made, in the name of all. In a closed round one side signs."""
    if is_closed(now) and Signer.SIDE not in signers_missing(now, change):
        return Refused(now, Refusal(ASK_BOTH, "GEN-1"))
    if referee_decides(now, change):
        return Refused(now, Refusal("not-referee", "GEN-1"))
    if not sides.may_agree(now, viewer, change, side):
        return Refused(now, Refusal(_why_not(now, viewer, change, side), "GEN-1"))
    if is_closed(now):
        return sign(now, viewer, change, Signer.SIDE, sides.names(now)[side], op=op)
    if is_stale(now, change):
        return Refused(now, STALE)
    last = sides.missing(now, change) == [side]
    agreed = Agreed(change.number, side, sides.names(now)[side], sides.own_side(now, viewer) != side, last)
    if not last:
        return services().play.note(now.table.id, viewer, agreed, op=op)
    return _make(now, replace(viewer, for_all=True, on_appeal=change.is_appeal), change, op, agreed)


def sign(now: Snapshot, who: Viewer, change: ChangeRequest, role: Signer, name: str, *, op: str) -> Outcome:
    """Signs a change of a closed round; with the second signature it is made, by a referee's rights.

    The organiser signs, and the referee; a side where nobody rules at the table, or who rules is appealed against.
    """
    if is_stale(now, change):
        return Refused(now, STALE)
    deciding = replace(who, role=Role.REFEREE, countersigned=True)
    last = signers_missing(now, change) == [role] and all(one.device_id != who.device_id for one in change.signed)
    signed = Countersigned(change.number, role, name, last)
    if not last:
        return services().play.note(now.table.id, deciding, signed, op=op)
    return _make(now, deciding, change, op, signed)


def refuse_by_organiser(now: Snapshot, who: Viewer, change: ChangeRequest, name: str, *, op: str) -> Made | Refused:
    """Refuses a change of a closed round, by the organiser, who signs it otherwise."""
    deciding = replace(who, role=Role.REFEREE, countersigned=True)
    return services().play.note(now.table.id, deciding, Denied(change.number, name), op=op)


def _why_not(now: Snapshot, viewer: Viewer, change: ChangeRequest, side: int) -> str:
    if not change.is_open:
        return "not-waiting"
    if side in change.agreed:
        return "agreed-before"
    return "came-later" if sides.own_side(now, viewer) == side and came_later(now, viewer, change) else "not-your-side"


def _make(now: Snapshot, who: Viewer, change: ChangeRequest, op: str, decided: Line) -> Outcome:
    desk = [*lines_of(change), decided]
    entries = _entries(now, [_signed(now, who, raw) for raw in change.entries])
    if entries:
        return services().play.make(now.table.id, who, *entries, op=op, desk=desk)
    outcome: Made | Refused = Made(now)
    for line in desk:
        outcome = services().play.note(now.table.id, who, line)
        if isinstance(outcome, Refused):
            break
    return outcome


def _entries(now: Snapshot, raws: Sequence[Raw]) -> tuple[Entry, ...]:
    return entries_of(now.fold, *raws) if raws else ()


def _signed(now: Snapshot, who: Viewer, raw: Raw) -> Raw:
    """A ruling of all sides says who they are; one that a referee allows is the referee's."""
    if raw.get("type") != "ruling" or (who.countersigned and raw.get("by")):
        return raw
    return {**raw, "agreed": sides.names(now)} if who.for_all else {**raw, "by": signature(now, who)}
