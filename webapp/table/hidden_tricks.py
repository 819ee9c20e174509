"""Older tricks of the hand under way, which stay closed, and with them the past that they rest on (GEN-5).

A change of the past is judged together with all that came after it. Could any entry be tried out, the answers would
read out the closed tricks, one card after the other.
"""

from collections.abc import Callable
from typing import Any

from msgspec import structs

from rules_core.events import Play, Trick
from rules_core.findings import Refusal, Viewer
from rules_core.replay import Fold, Node, nodes, nodes_at, state_before
from rules_core.view import TableView, trick_of
from webapp.table.entry import Entry, EntryChange
from webapp.table.rulings import unsettled
from webapp.table.secret_hands import seat_of, withdraws

COUNTED = ("rest", "most")
"""Facts that count what older tricks have left over."""


def sees_trick(fold: Fold, seat: int | None, index: int) -> bool:
    """Tells whether the seat may look at the trick of this entry: an open hand's only if it lies there or lay last.

    An older one is open where a breach or a contradiction is told that rests on it.
    """
    hand = fold.state.hand
    tricks = getattr(hand, "tricks", ())
    trick = trick_of(index, tricks, hand.trick) if hand is not None and tricks else None
    if trick is None or trick.number >= len(tricks):
        return True
    told = _shown_plays(fold, seat)
    return any(played.event in told for played in trick.cards)


def sees_entry(fold: Fold, seat: int | None, node: Node) -> bool:
    """Tells whether the seat may look at an entry of a hand that is not over: one as yet uncovered by later tricks.

    Of older ones those that were made before the first card lie open as well, and what a breach has opened. Of a hand
    that was scrapped nobody looks at more than that.
    """
    before = state_before(fold, node)
    if not _is_under_way(fold, node):
        return before.hand is None or node.state.hand is None
    closed, shown = _closed_until(fold), not isinstance(node.event, Play) or sees_trick(fold, seat, node.index)
    if closed is None or node.index > closed or isinstance(node.event, Play):
        return shown
    return "deal" in fold.events and not isinstance(node.event, Trick) and not _has_cards(before.hand)


def _has_cards(hand: Any) -> bool:
    return hand is not None and bool(hand.trick or hand.tricks)


def _is_under_way(fold: Fold, node: Node) -> bool:
    later = fold.top
    while later is not None and later is not node:
        if later.before is not None and later.before.state.hand is None:
            return False
        later = later.before
    return fold.state.hand is not None


def without_counts(fold: Fold, refusal: Refusal) -> Refusal:
    """Returns a refusal without the facts that tell what closed tricks hold: how much they left for the others."""
    if _closed_until(fold) is None:
        return refusal
    return structs.replace(refusal, facts={name: fact for name, fact in refusal.facts.items() if name not in COUNTED})


def has_closed_tricks(fold: Fold) -> bool:
    return _closed_until(fold) is not None


def is_of_hand_with_closed_tricks(fold: Fold, index: int) -> bool:
    """Tells whether this entry belongs to the hand under way, and older tricks of that hand are closed."""
    closed = _closed_until(fold)
    return closed is not None and index >= min(
        node.index for node in nodes(fold) if _is_of_hand_under_way(node.state, fold.state)
    )


def is_before_open_tricks(fold: Fold, index: int) -> bool:
    """Tells whether this entry came before the end of the newest trick that may not be looked at any more."""
    closed = _closed_until(fold)
    return closed is not None and index <= closed


def is_of_older_hand(fold: Fold, node: Node) -> bool:
    """Tells whether a change of this entry asks no card of the hand under way: it belongs to a hand that is over.

    What follows from it is judged at the next deal. A war knows no deal: all its cards are those of one pack.
    """
    return "deal" in fold.events and len(state_before(fold, node).finished) < len(fold.state.finished)


def amends_older_hands_only(fold: Fold, entry: Entry) -> bool:
    """Tells whether an amendment changes nothing but hands that are over."""
    return bool(entry.changes) and entry.targets <= {
        node.index for node in nodes_at(fold, entry.targets) if is_of_older_hand(fold, node)
    }


def amends_closed_tricks(fold: Fold, seat: int | None, entry: Entry, is_own: Callable[[Node], bool]) -> bool:
    """Tells whether an amendment changes anything from before the newest trick that could not be looked at.

    What a device has typed itself is not closed to it: the card of one of these entries, which `is_own` tells, may be
    changed by itself.
    """
    closed = _closed_until(fold) if entry.changes else None
    if closed is None:
        return False
    alone = is_own if len(entry.changes) == 1 else (lambda node: False)
    standing = nodes_at(fold, entry.targets)
    behind = {node.index: node for node in standing if node.index <= closed and not is_of_older_hand(fold, node)}
    return any(
        not _may_change(fold, seat, behind[change.target], change, alone)
        for change in entry.changes
        if change.target in behind
    )


def corrects_closed_card(fold: Fold, seat: int | None, entry: Entry) -> bool:
    """Tells whether an amendment puts a card in the place of one that this seat may not look at."""
    if not entry.changes:  # then nothing needs to be looked for in the log, which may be long
        return False
    plays = {node.index: node for node in nodes_at(fold, entry.targets) if isinstance(node.event, Play)}
    return any(at in plays and not sees_entry(fold, seat, plays[at]) for at in entry.targets)


def _may_change(fold: Fold, seat: int | None, node: Node, change: EntryChange, is_own: Callable[[Node], bool]) -> bool:
    """The own secrets may be withdrawn, and a card be put in the place of another that is not closed."""
    event = node.event
    if event.secret:
        return seat_of(event) == seat and withdraws(event, change)
    if not isinstance(event, Play) or len(change.entries) != 1:
        return False
    (played,) = change.entries
    same = played.kind is not None and issubclass(played.kind, Play) and played.seat == event.seat
    return same and (sees_trick(fold, seat, node.index) or is_own(node))


def _shown_plays(fold: Fold, seat: int | None) -> set[int]:
    view: TableView = fold.game.view(fold.state, Viewer() if seat is None else Viewer("seat", seat))
    told = {at for found in view.infractions for at in (found.event, found.proof)}
    contradiction = unsettled(fold, view.contradiction)
    return told | set(contradiction.plays if contradiction else ())


def _closed_until(fold: Fold) -> int | None:
    """Where in the log the newest closed trick ends, not counting the last one, which all may see; None: nowhere."""
    node, done = fold.top, tricks_complete(fold, fold.state)
    if done < 2:
        return None
    while node is not None and node.before is not None:
        if tricks_complete(fold, node.state) < done and tricks_complete(fold, node.before.state) < done - 1:
            return node.index
        node = node.before
    return None


def _is_of_hand_under_way(state: Any, now: Any) -> bool:
    """Tells whether this is a state of the hand under way: as many have been played before it."""
    return state.hand is not None and len(state.finished) == len(now.finished)


def tricks_complete(fold: Fold, state: Any) -> int:
    """Returns how many tricks of the hand under way are complete in a state of this match."""
    return len(fold.game.tricks(state))
