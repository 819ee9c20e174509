"""What one phone may not enter for another: whatever would tell it something about cards that are still a secret.

A seat that has entered its own hand is judged against it. If another phone could enter that seat's cards, the refusals
would read the hand out to it (record, section 6). Three cards that were passed face down (DEEP-8) are a secret, too:
only the phone on the seat that gave them may say which they were. The phone in the middle lies open to everybody, so
it says only that they were passed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from rules_core import replay
from rules_core.events import Event, Hand, encode
from rules_core.findings import Refusal
from rules_core.games.deep_six.events import Exchange
from rules_core.replay import Fold
from webapp.table.hidden_tricks import only_settles


def secret_seats(fold: Fold) -> frozenset[int]:
    """Returns the seats whose own hand is known to the table's log, as long as there is a card in it."""
    declared = getattr(getattr(fold.state, "hand", None), "declared", ())
    return frozenset(seat for seat, cards in enumerate(declared) if cards)


def secret_of(event: Event) -> int | None:
    """Returns whose secret an event holds: a declared hand, or cards passed face down; None where it holds none."""
    if isinstance(event, Hand) or (isinstance(event, Exchange) and event.cards is not UNSET):
        return event.seat
    return None


def sayable(event: Event) -> dict[str, Any]:
    """Returns an event as any phone may get it back: cards that were passed face down are not named again."""
    return _covered(event.seat) if isinstance(event, Exchange) else encode(event)


def forbidden(fold: Fold, seat: int | None, raw: Mapping[str, Any]) -> Refusal | None:
    """Returns why the phone on this seat may not enter this event at all, before the rules are asked.

    What changes nothing but hands that are over asks no secret: there all lies open.
    """
    if raw.get("type") == "amend" and only_settles(fold, raw):
        return None
    if (refusal := _tells(raw, lambda whose: whose != seat)) is not None:
        return refusal
    held = hands_in_log(fold).keys() if raw.get("type") == "amend" else secret_seats(fold)
    others = tuple(sorted(set(held) - {seat}))
    if _withdraws_own(fold, seat, raw):
        return None
    if others and not _is_open_to_all(fold, raw, others):
        about = raw.get("seat")
        return Refusal("own-phone", "GEN-5", {"seat": about if about in others else others[0]})
    return Refusal("closed-past", "DEEP-8", {"passed": True}) if _asks_passed_cards(fold, seat, raw) else None


def tells_of(raw: Mapping[str, Any], seats: frozenset[int]) -> Refusal | None:
    """Returns why an event is not entered that says which cards one of these seats has, or passed face down."""
    return _tells(raw, lambda whose: type(whose) is int and whose in seats)


def _tells(raw: Mapping[str, Any], is_barred: Callable[[Any], bool]) -> Refusal | None:
    for secret in _secrets_in(raw):
        if is_barred(secret.get("seat")):
            return Refusal("own-hand", "GEN-5", {"seat": secret.get("seat"), "type": secret.get("type")})
    return None


def _asks_passed_cards(fold: Fold, seat: int | None, raw: Mapping[str, Any]) -> bool:
    """Tells whether an amendment would be judged against cards that others have passed face down.

    They bind no later play, so only what was entered before them asks. Whether it was said which they were must not
    show either.
    """
    if raw.get("type") != "amend" or takes_back_newest(fold, raw):
        return False
    targets = [target for change in _changes(raw) if isinstance(target := change.get("target"), int)]
    passed = _places(fold, Exchange, lambda event: event.seat)
    return any(max(places) >= min(targets, default=0) for by, places in passed.items() if by != seat)


def _is_open_to_all(fold: Fold, raw: Mapping[str, Any], others: tuple[int, ...]) -> bool:
    """Tells whether an entry asks a secret hand nothing. Any other change of the past would be judged against it."""
    kind = raw.get("type")
    if kind in ("play", "ace", "meld", "swap"):
        return raw.get("seat") not in others
    if kind == "undo":
        return fold.top is None or not isinstance(fold.top.event, Hand) or fold.top.event.seat not in others
    return kind != "amend" or takes_back_newest(fold, raw)


def _withdraws_own(fold: Fold, seat: int | None, raw: Mapping[str, Any]) -> bool:
    """Tells whether an amendment does nothing but take the own secrets out of the log's sight."""
    if seat is None:
        return False
    hands, passed = hands_in_log(fold).get(seat, ()), passed_in_log(fold).get(seat, ())
    changes = _changes(raw)
    return bool(changes) and all(
        (change.get("with") == [] and change.get("target") in hands)
        or (change.get("with") == [_covered(seat)] and change.get("target") in passed)
        for change in changes
    )


def newest_entry(fold: Fold) -> tuple[replay.Node | None, list[int]]:
    """Returns the newest entry that is no declared hand, and where the declared hands above it stand."""
    node, hands = fold.top, []
    while node is not None and isinstance(node.event, Hand):
        hands.append(node.index)
        node = node.before
    return node, hands


def takes_back_newest(fold: Fold, raw: Mapping[str, Any]) -> bool:
    """Tells whether an amendment does nothing but take back the newest entry, with hands declared after it or not."""
    node, hands = newest_entry(fold)
    changes = _changes(raw)
    if node is None or not changes:
        return False
    targets = [change.get("target") for change in changes]
    deletes = all(change.get("with") == [] for change in changes)
    return deletes and node.index in targets and all(target in (node.index, *hands) for target in targets)


def _secrets_in(raw: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yields the declared hands and the passed cards that an event is or puts into the log."""
    for event in said_in(raw, "hand", "exchange"):
        if event["type"] == "hand" or "cards" in event:
            yield event


def said_in(raw: Mapping[str, Any], *kinds: str) -> Iterator[Mapping[str, Any]]:
    """Yields the events of these kinds that an event is or, as an amendment, puts into the log."""
    instead = [change.get("with") for change in _changes(raw)]
    put = [event for events in instead if isinstance(events, list) for event in events]
    for event in (raw, *put):
        if isinstance(event, Mapping) and event.get("type") in kinds:
            yield event


def _changes(raw: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The changes of an amendment; none where it is none, or where one of them is no object."""
    changes = raw.get("changes") if raw.get("type") == "amend" else None
    if not isinstance(changes, list) or not all(isinstance(change, Mapping) for change in changes):
        return []
    return changes


def hands_in_log(fold: Fold) -> dict[int, list[int]]:
    """Returns where each seat's declared hands stand in the log since the last hand that was played out, newest first.

    Those of a hand that is void or has stepped down to tricks are among them: an undo brings them back.
    """
    return _places(fold, Hand, secret_of)


def passed_in_log(fold: Fold) -> dict[int, list[int]]:
    """Returns the same of the cards that each seat has passed face down, where it said which."""
    return _places(fold, Exchange, secret_of)


def _places(fold: Fold, kind: type[Event], whose: Callable[[Any], int | None]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    node, done = fold.top, len(fold.state.finished)
    while node is not None and len(node.state.finished) == done:
        if isinstance(node.event, kind) and (seat := whose(node.event)) is not None:
            found.setdefault(seat, []).append(node.index)
        node = node.before
    return found


def withdrawal(places: Sequence[int]) -> dict[str, Any]:
    """Returns the event that takes declared hands out of the log's judgement."""
    return {"type": "amend", "changes": [{"target": place, "with": []} for place in places]}


def covering(seat: int, places: Sequence[int]) -> dict[str, Any]:
    """Returns the event that forgets which cards a seat has passed."""
    return {"type": "amend", "changes": [{"target": place, "with": [_covered(seat)]} for place in places]}


def _covered(seat: int) -> dict[str, Any]:
    return {"type": "exchange", "seat": seat}
