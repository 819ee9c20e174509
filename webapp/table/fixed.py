"""Fixed entries: what a referee made or corrected, or all sides agreed on. Nobody else takes it back or overwrites it.

A line of the desk names their places in the log. What was ruled before there were such lines is told by the ruling.
"""

from collections.abc import Iterator

from rules_core.events import Adjust, Amend, Ruling, Undo, VoidHand
from rules_core.replay import Fold, Node, nodes, nodes_at, state_before
from webapp.table.entry import Entry
from webapp.table.rulings import Remedy
from webapp.table.snapshot import Snapshot


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
    """Yields where an amendment stands. Of what it deletes the neighbours: nothing is put back in between."""
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
    """Yields what was entered since the last hand that was played out or scrapped, the newest first."""
    node, done = fold.top, len(fold.state.finished)
    while node is not None and not isinstance(node.event, VoidHand):
        if len(state_before(fold, node).finished) < done:
            return
        yield node
        node = node.before


def _is_ruled(now: Snapshot, node: Node) -> bool:
    """Tells whether this is a ruling, or an adjustment or a scrapped hand that a ruling right after it decided.

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
