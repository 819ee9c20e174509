"""Who may change the past: the hand under way is everybody's, older ones are the host's and the referee's.

A ruling is taken back by nobody: who rules reopens it. What is fixed is another matter (webapp/table/fixed.py).
"""

from msgspec import UNSET

from rules_core.events import Amend, Ruling, Undo
from rules_core.findings import Refusal
from rules_core.replay import Fold, Node, nodes_at, state_before
from webapp.table.entry import Entry
from webapp.table.secret_hands import takes_back_newest

RULED = Refusal("ruled", "GEN-1")


def amend_refusal(fold: Fold, is_host: bool, entry: Entry, *, needs_reason: bool = True) -> Refusal | None:
    """Returns why somebody who does not rule may not make this amendment."""
    targets = targets_of(fold, entry)
    if takes_back_newest(fold, entry) or not any(is_of_finished_hand(fold, node) for node in targets):
        return None
    if not is_host:
        return Refusal("past-hand", "GEN-2")
    return Refusal("reason-missing", "GEN-2") if needs_reason and _lacks_reason(entry) else None


def erases_ruling(fold: Fold, entry: Entry) -> bool:
    """Tells whether this would take a ruling out of what stands, or change it: it is reopened, by nobody erased."""
    if entry.kind is Undo:
        return fold.top is not None and isinstance(fold.top.event, Ruling)
    kept = {change.target: [put.event for put in change.entries] for change in entry.changes}
    return any(
        isinstance(node.event, Ruling) and node.event not in kept[node.index] for node in targets_of(fold, entry)
    )


def puts_in_ruling(entry: Entry) -> bool:
    """Tells whether an amendment puts a ruling into the log."""
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
