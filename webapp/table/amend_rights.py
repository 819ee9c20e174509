"""Who may change what lies behind: the hand under way is everybody's, older ones are the host's and the referee's.

A ruling is taken back by nobody: who rules reopens it. What was done with it only a referee may change (GEN-1).
"""

from collections.abc import Mapping
from typing import Any

from rules_core.events import Adjust, Ruling, VoidHand, encode
from rules_core.findings import Refusal
from rules_core.replay import Fold, Node, nodes
from webapp.table.secret_hands import takes_back_newest

RULED = Refusal("ruled", "GEN-1")


def not_for_all(fold: Fold, is_host: bool, raw: Mapping[str, Any], *, needs_reason: bool = True) -> Refusal | None:
    """Returns why somebody who does not rule may not amend this."""
    if raw.get("type") != "amend":
        return None
    touched = _targets(fold, raw)
    if any(_is_ruled(fold, node) for node in touched):
        return RULED
    if takes_back_newest(fold, raw) or not any(is_behind(fold, node) for node in touched):
        return None
    if not is_host:
        return Refusal("past-hand", "GEN-2")
    return None if not needs_reason or str(raw.get("reason", "")).strip() else Refusal("reason-missing", "GEN-2")


def erases_ruling(fold: Fold, raw: Mapping[str, Any]) -> bool:
    """Tells whether this would take a ruling out of what stands, or change it: it is reopened, by nobody erased."""
    if raw.get("type") == "undo":
        return fold.top is not None and isinstance(fold.top.event, Ruling)
    if raw.get("type") != "amend":
        return False
    kept = {change.get("target"): change.get("with") for change in _changes(raw) if _is_place(change)}
    rulings = [node for node in _targets(fold, raw) if isinstance(node.event, Ruling)]
    return any(not isinstance(there := kept[node.index], list) or encode(node.event) not in there for node in rulings)


def puts_in_ruling(raw: Mapping[str, Any]) -> bool:
    """Tells whether an amendment puts a ruling into the log."""
    put = [change.get("with") for change in _changes(raw)] if raw.get("type") == "amend" else []
    events = [event for there in put if isinstance(there, list) for event in there]
    return any(isinstance(event, Mapping) and event.get("type") == "ruling" for event in events)


def is_behind(fold: Fold, node: Node) -> bool:
    """Tells whether this event belongs to a hand that is over, or the match is."""
    before = fold.opening if node.before is None else node.before.state
    return len(before.finished) < len(fold.state.finished) or bool(fold.state.winners)


def _targets(fold: Fold, raw: Mapping[str, Any]) -> list[Node]:
    places = {change.get("target") for change in _changes(raw) if _is_place(change)}
    return [node for node in nodes(fold) if node.index in places]


def _changes(raw: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    changes = raw.get("changes")
    return [change for change in changes if isinstance(change, Mapping)] if isinstance(changes, list) else []


def _is_place(change: Mapping[str, Any]) -> bool:
    return type(change.get("target")) is int


def _is_ruled(fold: Fold, node: Node) -> bool:
    """Tells whether this is a ruling, or an adjustment or a scrapped hand that a ruling right after it decided."""
    if isinstance(node.event, Ruling):
        return True
    if not isinstance(node.event, (Adjust, VoidHand)):
        return False
    after = next((later.event for later in nodes(fold) if later.before is node), None)
    return isinstance(after, Ruling) and after.remedy in ("adjusted", "void")
