"""Rights to enter and to amend, for each viewer; entries that are fixed."""

from collections.abc import Collection, Iterator
from typing import Any

from msgspec import UNSET

from rules_core.events import Adjust, Amend, Event, Ruling, Tally, Undo, VoidHand
from rules_core.findings import Refusal
from rules_core.replay import Fold, Node, nodes, nodes_at, state_before
from webapp.table.desk import Remedy
from webapp.table.entry import Entry
from webapp.table.secret_hands import newest_entry, secret_seats, takes_back_newest
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer


def fixed_by(before: Fold, after: Fold, entry: Entry) -> frozenset[int]:
    """Returns the places that this entry fixes where a referee makes it; cards that a referee plays are not fixed."""
    match entry.event:
        case Amend():
            return frozenset(_corrected(after, entry))
        case Ruling(event=about):
            return frozenset({before.seq, about, *_evidence(before, about)})
        case Adjust() | VoidHand():
            return frozenset({before.seq})
    return frozenset()


def changes_fixed(now: Snapshot, entry: Entry) -> bool:
    """Tells whether this would take back or overwrite something that is fixed, or set points against it."""
    fixed = now.desk.fixed
    if entry.kind is Undo:
        top = now.fold.top
        return top is not None and (top.index in fixed or _is_ruled(now, top))
    if entry.changes:
        return any(node.index in fixed or _is_ruled(now, node) for node in nodes_at(now.fold, entry.targets))
    if entry.kind is VoidHand:
        return any(node.index in fixed for node in _hand_under_way(now.fold))
    return entry.kind is Adjust and bool(fixed)


def _corrected(after: Fold, entry: Entry) -> Iterator[int]:
    """Yields the places of an amendment; of a deletion those of its neighbours: nothing is inserted between them."""
    standing = [node.index for node in nodes(after)]
    for change in entry.changes:
        if change.entries:
            yield change.target
        else:
            yield from [place for place in standing if place < change.target][-1:]
            yield from [place for place in standing if place > change.target][:1]


def _evidence(fold: Fold, about: int) -> Iterator[int]:
    for found in fold.game.infractions(fold.state):
        if found.event == about:
            yield found.proof
    contradiction = fold.game.contradiction(fold.state)
    if contradiction is not None and about == contradiction.plays[-1]:
        yield from contradiction.plays


def _hand_under_way(fold: Fold) -> Iterator[Node]:
    """Yields the entries since the last hand that was finished or voided, the newest first."""
    node, done = fold.top, len(fold.state.finished)
    while node is not None and not isinstance(node.event, VoidHand):
        if len(state_before(fold, node).finished) < done:
            return
        yield node
        node = node.before


def _is_ruled(now: Snapshot, node: Node) -> bool:
    """Tells whether this is a ruling, or an adjustment or a voided hand decided by a ruling right after it.

    What a ruling decided that was reopened since is nobody's decision any more.
    """
    if isinstance(node.event, Ruling):
        return True
    if not isinstance(node.event, (Adjust, VoidHand)):
        return False
    after = now.fold.top
    while after is not None and after.before is not node:
        after = after.before
    if after is None or not isinstance(after.event, Ruling) or after.index in now.desk.reopened:
        return False
    return after.event.remedy in (Remedy.ADJUSTED, Remedy.VOID)


OTHER_DEVICE = ("other-phone", "not-keeper")
"""Refusals of the device and not of the entry: another device makes it."""


def enters_all(snapshot: Snapshot, who: Viewer) -> bool:
    """Tells whether this device makes the entries about no single seat: tricks, totals, points, a void hand."""
    return snapshot.table.entry == "everyone" or _keeps(who) or who.is_referee or who.device_id is None


def seats_of(snapshot: Snapshot, who: Viewer) -> frozenset[int]:
    everybody = frozenset(range(len(snapshot.table.players)))
    if snapshot.table.entry == "everyone" or who.is_referee or who.device_id is None:
        return everybody
    own = frozenset(() if who.seat is None else (who.seat,))
    if snapshot.table.entry == "keeper":
        return everybody if _keeps(who) else own & secret_seats(snapshot.fold)
    return own | (everybody - held(snapshot)) if _keeps(who) else own


def _keeps(who: Viewer) -> bool:
    return who.is_host or who.keeps_score


def held(snapshot: Snapshot) -> frozenset[int]:
    return frozenset(grant.seat for grant in snapshot.people.party if grant.seat is not None)


def made_elsewhere(snapshot: Snapshot, who: Viewer, entry: Entry) -> Refusal | None:
    """Returns why this device does not make an entry: the table has chosen that another one does."""
    if snapshot.table.entry == "everyone" or who.is_referee or who.device_id is None:
        return None
    if _keeps(who) and entry.kind in (Undo, Amend):
        return None
    about = about_seats(snapshot.fold, entry)
    if about is None:
        return None if _keeps(who) else not_keeper(snapshot)
    missing = about - seats_of(snapshot, who)
    if not missing:
        return None
    return not_keeper(snapshot) if snapshot.table.entry == "keeper" else _not_holder(snapshot, missing)


def about_seats(fold: Fold, entry: Entry) -> frozenset[int] | None:
    """Returns the seats that an entry is about or acts for; None: no seat."""
    # A deal that only opens a hand told by its totals belongs to them.
    if entry.last is not None and issubclass(entry.last, Tally):
        return None
    if entry.kind is Undo or takes_back_newest(fold, entry):
        node = fold.top if entry.kind is Undo else newest_entry(fold)[0]
        return None if node is None else _all_known([acting(state_before(fold, node), node.event)])
    if entry.kind is Amend:
        return _all_known(list(_amended(fold, entry)))
    return _all_known([_acting_by(fold.state, entry)])


def acting(state: Any, event: Event) -> int | None:
    """Returns the seat that an event is about or acts for in this state; None: no seat."""
    seat = event.acting(state)
    return seat if seat is not None and 0 <= seat < state.players else None


def _acting_by(state: Any, entry: Entry) -> int | None:
    """The same of an entry; of one that cannot be decoded the seat that it names counts."""
    if entry.event is not None:
        return acting(state, entry.event)
    return entry.seat if entry.seat is not None and 0 <= entry.seat < state.players else None


def _amended(fold: Fold, entry: Entry) -> Iterator[int | None]:
    standing = nodes(fold)
    for change in entry.changes:
        there = [node for node in standing if node.index == change.target]
        for node in there:
            yield acting(state_before(fold, node), node.event)
        for put in change.entries if there else ():
            yield _acting_by(state_before(fold, there[0]), put)


def _all_known(seats: Collection[int | None]) -> frozenset[int] | None:
    known = frozenset(seat for seat in seats if seat is not None)
    return known if seats and len(known) == len(set(seats)) else None


def not_keeper(snapshot: Snapshot) -> Refusal:
    return Refusal("not-keeper", None, {"each": snapshot.table.entry == "own", "keepers": keepers(snapshot)})


def _not_holder(snapshot: Snapshot, missing: Collection[int]) -> Refusal:
    seat = min(missing)
    return Refusal("other-phone", None, {"seat": seat, "phone": seat in held(snapshot)})


def keepers(snapshot: Snapshot) -> list[int]:
    """Returns the seat of the device that enters for everybody, if it has one: the scorekeeper's, else the host's."""
    keeping = [grant for grant in snapshot.people.party if grant.keeps_score]
    grants = keeping or [grant for grant in snapshot.people.grants if grant.is_host]
    return [grant.seat for grant in grants if grant.seat is not None]


RULED = Refusal("ruled", "GEN-1")


def amend_refusal(fold: Fold, is_host: bool, entry: Entry, *, needs_reason: bool) -> Refusal | None:
    """Returns why somebody who does not rule may not make this amendment, None where it is allowed."""
    targets = targets_of(fold, entry)
    if takes_back_newest(fold, entry) or not any(is_of_finished_hand(fold, node) for node in targets):
        return None
    if not is_host:
        return Refusal("past-hand", "GEN-2")
    return Refusal("reason-missing", "GEN-2") if needs_reason and _lacks_reason(entry) else None


def erases_ruling(fold: Fold, entry: Entry) -> bool:
    """Tells whether this would delete or change a standing ruling: rulings are reopened, never erased."""
    if entry.kind is Undo:
        return fold.top is not None and isinstance(fold.top.event, Ruling)
    kept = {change.target: [put.event for put in change.entries] for change in entry.changes}
    return any(
        isinstance(node.event, Ruling) and node.event not in kept[node.index] for node in targets_of(fold, entry)
    )


def puts_in_ruling(entry: Entry) -> bool:
    return any(put.kind is Ruling for change in entry.changes for put in change.entries)


def is_of_finished_hand(fold: Fold, node: Node) -> bool:
    """Tells whether this event belongs to a hand that is over, or the match is."""
    return len(state_before(fold, node).finished) < len(fold.state.finished) or bool(fold.state.winners)


def targets_of(fold: Fold, entry: Entry) -> list[Node]:
    """Returns the events that an amendment changes, the oldest first."""
    return nodes_at(fold, entry.targets)


def _lacks_reason(entry: Entry) -> bool:
    if not isinstance(entry.event, Amend):
        return False  # it is no amendment, which the rules say
    return entry.event.reason is UNSET or not entry.event.reason.strip()
