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
from rules_core.events import Amend, Event, Hand, Undo, encode
from rules_core.findings import Refusal
from rules_core.replay import Fold
from rules_core.tricks import declared_hands
from webapp.table.entry import Entry, EntryChange

Places = Mapping[int, list[int]]
"""By seat the places of its entries in the log, the newest first."""


def secret_seats(fold: Fold) -> frozenset[int]:
    """Returns the seats whose own hand is known to the table's log, as long as there is a card in it."""
    return frozenset(seat for seat, cards in enumerate(declared_hands(fold.state)) if cards)


def seat_of(event: Event) -> int | None:
    """Returns the seat that an event names, None where it names none."""
    seat: int | None = getattr(event, "seat", None)
    return seat


def secret_of(event: Event) -> int | None:
    """Returns whose secret an event holds: a declared hand, or cards passed face down; None where it holds none."""
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
