"""The view of a viewer on a table: the one place that asks the rules for it, deny by default (record, section 6)."""

from rules_core import findings as rules
from rules_core.replay import Node, state_before
from rules_core.view import TableView
from webapp.http.limits import LONGEST_TITLE
from webapp.store.roles import Role
from webapp.table.player_names import is_readable
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer


def looking(now: Snapshot, viewer: Viewer, *, desk: bool = False) -> rules.Viewer:
    """Returns whom the rules take this viewer for.

    A referee sees everything; one who also plays or keeps the table does so only at the `desk`, not while playing.
    """
    if viewer.role == Role.REFEREE or (desk and viewer.is_referee):
        return rules.Viewer("referee")
    open_book = now.table.book == "open"
    if viewer.seat is None:
        return rules.Viewer(open_book=open_book)
    return rules.Viewer("seat", viewer.seat, open_book=open_book)


def seen_by(now: Snapshot, viewer: Viewer, *, desk: bool = False) -> TableView:
    """Returns the table as this viewer may see it."""
    eyes = looking(now, viewer, desk=desk)
    view: TableView = now.once(eyes, lambda: now.fold.game.view(now.fold.state, eyes))
    return view


def sees_all(now: Snapshot, viewer: Viewer) -> bool:
    """Tells whether this viewer may look through what is closed to players while a hand lasts (GEN-5)."""
    return viewer.is_referee or (viewer.may_see and now.table.book == "open")


def may_look_at(now: Snapshot, viewer: Viewer, node: Node) -> bool:
    """Tells whether this viewer may look at the table as it was then: at hands that are over, or at everything."""
    return viewer.may_see and (is_over(now, node) or sees_all(now, viewer))


def is_over(now: Snapshot, node: Node) -> bool:
    """Tells whether the hand in which this event fell is over, or it fell between two hands.

    A hand that was scrapped is not: an undo brings it back.
    """
    before = state_before(now.fold, node)
    between = before.hand is None and node.state.hand is None
    return between or len(before.finished) < len(now.fold.state.finished)


def is_title(tidy_text: str) -> bool:
    """Tells whether a tidy text may be a title: no longer than one, and composed of what shows; or empty."""
    return not tidy_text or (len(tidy_text) <= LONGEST_TITLE and is_readable(tidy_text))
