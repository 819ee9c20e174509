"""Cards of closed tricks that this device entered itself: named by trick and seat, never shown (GEN-5)."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules_core.events import Play
from rules_core.replay import nodes, state_before
from webapp.referee.amending.draft import Draft
from webapp.referee.amending.entry_list import deal_of, in_view, trick_of
from webapp.referee.amending.preview import Desk
from webapp.referee.amending.repairs import barred
from webapp.table.closed_questions import is_closed_to
from webapp.table.own_entries import is_own
from webapp.table.permissions import has_referee


@dataclass(frozen=True, order=True)
class ClosedEntry:
    """A card that this device entered: the number of its trick, who played it, its place in the log, and the entry."""

    trick: int
    seat: int
    place: int
    play: Play


def closed_entries(desk: Desk) -> list[ClosedEntry]:
    """Returns those that may be corrected here, by trick and seat: the order of the log would tell who led.

    None where a referee is seated, who sees them and corrects them.
    """
    if not desk.viewer.takes_part or has_referee(desk.now) or not is_closed_to(desk.now, desk.viewer):
        return []
    return sorted(_closed(desk))


def _closed(desk: Desk) -> Iterator[ClosedEntry]:
    now, viewer, fold = desk.now, desk.viewer, desk.now.fold
    deal = deal_of(fold, fold.top.index) if fold.top else []
    places = [node.index for node in nodes(fold)]
    for node in deal:
        trick = trick_of(state_before(fold, node), node)
        if not isinstance(node.event, Play) or trick is None or places.count(node.index) > 1:
            continue
        if in_view(now, viewer, node) or not is_own(now, viewer, node):
            continue
        if barred(now, viewer, Draft().as_it_is(fold, node.index)) is None:
            yield ClosedEntry(trick, node.event.seat, node.index, node.event)
