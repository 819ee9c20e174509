"""Which entries a case shows to whom: what lies open at the table, and the rest once the hand is over (GEN-5)."""

from rules_core.replay import Node
from webapp.pages.entry_location import is_closed_to
from webapp.store.roles import Role
from webapp.table.hand_span import span_of
from webapp.table.hidden_tricks import is_before_open_tricks
from webapp.table.snapshot import Snapshot
from webapp.table.table_view import may_look_at, sees_all
from webapp.table.viewer import Viewer


def is_shown(now: Snapshot, viewer: Viewer, node: Node) -> bool:
    """Tells whether this viewer may read this entry. A hand that was scrapped stays closed: an undo brings it back."""
    if not viewer.may_see or is_closed_to(now, viewer, node):
        return False
    hand = span_of(now.fold, node.index)
    return hand is None or not hand.is_void or node is hand.nodes[-1] or sees_all(now, viewer)


def may_compare(now: Snapshot, viewer: Viewer, node: Node) -> bool:
    """Tells whether this viewer may know how the table stood around this entry: not where a closed trick lay."""
    return may_look_at(now, viewer, node) or not is_before_open_tricks(now.fold, node.index)


def is_closed_to_players(now: Snapshot, viewer: Viewer, node: Node) -> bool:
    """Tells whether this viewer reads as a referee what those who play may not."""
    player = Viewer(viewer.device_id, Role.WATCHER)
    return viewer.is_referee and now.table.book != "open" and not is_shown(now, player, node)


def unseen_is_closed(now: Snapshot, viewer: Viewer, node: Node) -> bool:
    """Tells whether the cards still unseen in the hand of this entry are what players must remember themselves."""
    hand = span_of(now.fold, node.index)
    return hand is not None and hand.under_way and not sees_all(now, viewer)
