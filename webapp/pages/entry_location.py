"""Where an entry of the past stands, and what it comes from."""

from markupsafe import Markup

from rules_core import replay
from rules_core.events import (
    Adjust,
    Play,
    Ruling,
    Trick,
    VoidHand,
)
from rules_core.replay import Node, state_before
from webapp.games.common import entries
from webapp.games.common.names import hand_number
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.table.hidden_tricks import is_before_open_tricks, sees_trick, tricks_complete
from webapp.table.snapshot import Snapshot, is_over, sees_all
from webapp.table.viewer import Viewer
from webapp.words.malformed import tag


def entry_with_source(now: Snapshot, node: Node) -> Markup:
    """Returns what an entry says, its cards as signs."""
    return with_source(now, node, entries.entry(node.event, now.table.players))


def with_source(now: Snapshot, node: Node, said: Markup) -> Markup:
    """Returns an entry that was put into words already, with where it came from."""
    source = now.desk.source(node.entered)
    if source is None or not isinstance(node.event, (Adjust, Ruling)):
        return said
    return Markup("%s (%s)") % (said, tag(source))


_OF_THE_MATCH = (Adjust, Ruling, VoidHand)


def entry_at(now: Snapshot, index: int) -> Node | None:
    """Returns what stands at this place of the log, if anything does."""
    return next((node for node in replay.nodes(now.fold) if node.index == index), None)


def placed(now: Snapshot, viewer: Viewer, node: Node) -> Markup:
    """Returns an entry with its hand and trick, its cards as signs."""
    return _told(now, viewer, node, entry_with_source(now, node))


def placed_plainly(now: Snapshot, viewer: Viewer, node: Node) -> str:
    """Returns the same as plain text, its cards by name."""
    return str(_told(now, viewer, node, entries.spoken(node.event, now.table.players)).striptags())


def where(now: Snapshot, node: Node) -> str:
    """Returns *Hand 1, trick 3* for an entry of a trick, *Hand 1* for others."""
    hand = len(state_before(now.fold, node).finished) + 1
    return trick_said(now.table.game, hand, trick_of(now, node))


def trick_said(game: str, hand: int, trick: int) -> str:
    """Returns *Hand 1, trick 3*; without a trick, 0, *Hand 1*."""
    named = hand_number(game, hand)
    return ", ".join((named, _(look_of(game).trick_said, number=trick))) if trick else named


def trick_of(now: Snapshot, node: Node) -> int:
    """Returns the number of the trick that an entry belongs to; 0 for all that is entered outside the tricks."""
    is_of_trick = isinstance(node.event, (Play, Trick, *look_of(now.table.game).in_tricks))
    return tricks_complete(now.fold, state_before(now.fold, node)) + 1 if is_of_trick else 0


def is_closed_to(now: Snapshot, viewer: Viewer, node: Node) -> bool:
    """Tells whether an entry shows what is closed to this viewer: an older trick of the hand under way (GEN-5)."""
    told = node.event.public or node.event.secret or not node.event.tells_trick
    if told or is_over(now, node) or sees_all(now, viewer):
        return False
    told = isinstance(node.event, Play) and sees_trick(now.fold, viewer.seat, node.index)
    return is_before_open_tricks(now.fold, node.index) and not told


def _told(now: Snapshot, viewer: Viewer, node: Node, said: Markup | str) -> Markup:
    if isinstance(node.event, _OF_THE_MATCH):
        return Markup("%s") % said
    if is_closed_to(now, viewer, node):
        return Markup("%s") % _("%(where)s, closed for now", where=where(now, node))
    return Markup("%s: %s") % (where(now, node), said)
