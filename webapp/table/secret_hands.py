"""Guards entries that reveal hidden hands.

A seat that has declared its hand is judged against it. If another device could enter that seat's cards, the refusals
would read the hand out to it (record, section 6). Cards that were passed face down are a secret, too: only the device
on the seat that gave them may say which they were. The device in the middle lies open to everybody, so it says only
that they were passed.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import UNSET, structs

from rules_core import replay
from rules_core.events import Amend, Event, Hand, Play, Trick, Undo, encode
from rules_core.findings import Observer, Refusal
from rules_core.replay import Fold, Node, nodes, nodes_at, state_before
from rules_core.tricks import declared_hands
from rules_core.view import TableView, trick_of
from webapp.table.desk import unsettled
from webapp.table.entry import Entry, EntryChange

Places = Mapping[int, list[int]]
"""By seat the places of its entries in the log, the newest first."""


def secret_seats(fold: Fold) -> frozenset[int]:
    """Returns the seats whose own hand is known to the table's log, as long as there is a card in it."""
    return frozenset(seat for seat, cards in enumerate(declared_hands(fold.state)) if cards)


def seat_of(event: Event) -> int | None:
    seat: int | None = getattr(event, "seat", None)
    return seat


def secret_of(event: Event) -> int | None:
    """Returns the seat whose secret an event holds: a declared hand, or cards passed face down; None for none."""
    return seat_of(event) if any(getattr(event, field) is not UNSET for field in event.secret) else None


def without_secret(event: Event) -> Event:
    """Returns an event as any device may get it back: without the secret fields that may be left out."""
    return structs.replace(event, **dict.fromkeys(_left_out(type(event)), UNSET))


def sayable(event: Event) -> dict[str, Any]:
    """Returns the same as the record writes it."""
    return encode(without_secret(event))


def tells_secret(entry: Entry, is_another: Callable[[int | None], bool]) -> Refusal | None:
    """Returns why an entry is not made that says which cards another seat has, or has passed face down."""
    for part in entry.parts():
        if part.kind is not None and _names_secret(part) and is_another(part.seat):
            facts = {"seat": part.seat, "type": part.kind.__struct_config__.tag}
            return Refusal("own-hand", "GEN-5", facts)
    return None


def asks_secret(fold: Fold, seat: int | None, entry: Entry) -> Refusal | None:
    """Returns why the device on this seat may not make an entry: it would be judged against cards of another seat."""
    if withdraws_own(fold, seat, entry):
        return None
    known = hands_in_log(fold).keys() if entry.kind is Amend else secret_seats(fold)
    others = sorted(set(known) - {seat})
    if others and _asks_hand(fold, entry, others):
        return Refusal("own-phone", "GEN-5", {"seat": entry.seat if entry.seat in others else others[0]})
    passed = _asks_passed_cards(fold, seat, entry)
    return None if passed is None else Refusal("closed-past", passed.closed_by, {"passed": True})


def _names_secret(part: Entry) -> bool:
    """Tells whether an entry names secret cards; of one that cannot be decoded the fields that are there count."""
    if part.event is None:
        fields = part.kind.secret if part.kind is not None else ()
        return part.kind is Hand or any(field in part.raw for field in fields)
    return secret_of(part.event) is not None


@cache
def _left_out(kind: type[Event]) -> frozenset[str]:
    optional = (field.name for field in structs.fields(kind) if field.default is UNSET)
    return frozenset(kind.secret).intersection(optional)


def _asks_hand(fold: Fold, entry: Entry, others: Collection[int]) -> bool:
    if entry.kind is Undo:
        return fold.top is not None and isinstance(fold.top.event, Hand) and fold.top.event.seat in others
    if entry.kind is Amend:
        return not takes_back_newest(fold, entry)
    return entry.kind is not None and entry.kind.asks_hand and entry.seat in others


def _asks_passed_cards(fold: Fold, seat: int | None, entry: Entry) -> type[Event] | None:
    """Returns the kind of a passing of cards face down by others that an amendment would be judged against.

    The cards bind no later play, so only what was entered before them asks. Whether it was said which they were must
    not show either.
    """
    if not entry.changes or takes_back_newest(fold, entry):
        return None
    for node in _of_hand_under_way(fold):
        passed = _left_out(type(node.event)) and seat_of(node.event) != seat
        if passed and node.index >= min(entry.targets):
            return type(node.event)
    return None


def withdraws_own(fold: Fold, seat: int | None, entry: Entry) -> bool:
    """Tells whether an amendment does nothing but take the own secrets out of the log's sight."""
    if seat is None or not entry.changes:
        return False
    own = {node.index: node.event for node in _of_hand_under_way(fold) if secret_of(node.event) == seat}
    return all(change.target in own and withdraws(own[change.target], change) for change in entry.changes)


def withdraws(event: Event, change: EntryChange) -> bool:
    """Tells whether a change takes a secret out of the log's sight, and nothing else."""
    if not _left_out(type(event)):
        return not change.entries
    return [put.event for put in change.entries] == [without_secret(event)]


def newest_entry(fold: Fold) -> tuple[replay.Node | None, list[int]]:
    """Returns the newest entry that is no declared hand, and where the declared hands above it stand."""
    node, hands = fold.top, []
    while node is not None and isinstance(node.event, Hand):
        hands.append(node.index)
        node = node.before
    return node, hands


def takes_back_newest(fold: Fold, entry: Entry) -> bool:
    """Tells whether an amendment does nothing but take back the newest entry, with hands declared after it or not."""
    if not entry.changes or any(change.entries for change in entry.changes):
        return False
    node, hands = newest_entry(fold)
    return node is not None and node.index in entry.targets and entry.targets <= {node.index, *hands}


def hands_in_log(fold: Fold) -> Places:
    """Returns where each seat's declared hands stand in the log since the last hand that was played out, newest first.

    Those of a hand that is void or has stepped down to tricks are among them: an undo brings them back.
    """
    return _places(fold, lambda event: isinstance(event, Hand))


def passed_in_log(fold: Fold) -> Places:
    """Returns the same of the cards that each seat has passed face down, where it said which."""
    return _places(fold, lambda event: bool(_left_out(type(event))) and secret_of(event) is not None)


def _places(fold: Fold, is_wanted: Callable[[Event], bool]) -> Places:
    found: dict[int, list[int]] = {}
    for node in _of_hand_under_way(fold):
        if is_wanted(node.event) and (seat := seat_of(node.event)) is not None:
            found.setdefault(seat, []).append(node.index)
    return found


def _of_hand_under_way(fold: Fold) -> Iterator[replay.Node]:
    """Yields what was entered since the last hand that was played out, the newest first."""
    node, done = fold.top, len(fold.state.finished)
    while node is not None and len(node.state.finished) == done:
        yield node
        node = node.before


def withdrawal(fold: Fold, places: Iterable[int]) -> dict[str, Any]:
    """Returns the event that withdraws secrets from the log; an event that is nothing without its secret goes whole."""
    standing = {node.index: node.event for node in _of_hand_under_way(fold) if secret_of(node.event) is not None}
    kept = {at: event for at, event in standing.items() if _left_out(type(event))}
    changes = [{"target": at, "with": [sayable(kept[at])] if at in kept else []} for at in places]
    return {"type": "amend", "changes": changes}


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
        node.index
        for node in nodes(fold)
        if node.state.hand is not None and len(node.state.finished) == len(fold.state.finished)
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
    view: TableView = fold.game.view(fold.state, Observer() if seat is None else Observer("seat", seat))
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


def tricks_complete(fold: Fold, state: Any) -> int:
    """Returns how many tricks of the hand under way are complete in a state of this match."""
    return len(fold.game.tricks(state))
