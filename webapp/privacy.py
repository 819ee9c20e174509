"""What one phone may not enter for another: whatever would tell it something about a hand that is still a secret.

A seat that has entered its own hand is judged against it. If another phone could enter that seat's cards, the refusals
would read the hand out to it (record, section 6).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules_core import replay
from rules_core.events import Hand
from rules_core.game import Refusal
from rules_core.replay import Fold


def secret_seats(fold: Fold) -> frozenset[int]:
    """Returns the seats whose own hand is known to the table's log, as long as there is a card in it."""
    declared = getattr(getattr(fold.state, "hand", None), "declared", ())
    return frozenset(seat for seat, cards in enumerate(declared) if cards)


def forbidden(fold: Fold, seat: int | None, raw: Mapping[str, Any]) -> Refusal | None:
    """Returns why the phone on this seat may not enter this event at all, before the rules are asked."""
    for declared in _hands_in(raw):
        if declared.get("seat") != seat:
            return Refusal("own-hand", "GEN-5", {"seat": declared.get("seat")})
    secret = hands_in_log(fold).keys() if raw.get("type") == "amend" else secret_seats(fold)
    others = tuple(sorted(set(secret) - {seat}))
    if not others or _is_open_to_all(fold, raw, others):
        return None
    about = raw.get("seat")
    return Refusal("own-phone", "GEN-5", {"seat": about if about in others else others[0]})


def _is_open_to_all(fold: Fold, raw: Mapping[str, Any], others: tuple[int, ...]) -> bool:
    """Tells whether an entry asks a secret hand nothing. Any other change of the past would be judged against it."""
    kind = raw.get("type")
    if kind in ("play", "ace", "swap"):
        return raw.get("seat") not in others
    if kind == "undo":
        return fold.top is None or not isinstance(fold.top.event, Hand) or fold.top.event.seat not in others
    return kind != "amend" or takes_back_newest(fold, raw)


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
    changes = raw.get("changes")
    if node is None or not isinstance(changes, list) or not all(isinstance(change, Mapping) for change in changes):
        return False
    targets = [change.get("target") for change in changes]
    deletes = all(change.get("with") == [] for change in changes)
    return deletes and node.index in targets and all(target in (node.index, *hands) for target in targets)


def _hands_in(raw: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yields the declared hands that an event is or puts into the log."""
    if raw.get("type") == "hand":
        yield raw
    changes = raw.get("changes") if raw.get("type") == "amend" else None
    for change in changes if isinstance(changes, list) else ():
        instead = change.get("with") if isinstance(change, Mapping) else None
        for event in instead if isinstance(instead, list) else ():
            if isinstance(event, Mapping) and event.get("type") == "hand":
                yield event


def hands_in_log(fold: Fold) -> dict[int, list[int]]:
    """Returns where each seat's declared hands stand in the log since the last hand that was played out, newest first.

    Those of a hand that is void or has stepped down to tricks are among them: an undo brings them back.
    """
    found: dict[int, list[int]] = {}
    node, done = fold.top, len(fold.state.finished)
    while node is not None and len(node.state.finished) == done:
        if isinstance(node.event, Hand):
            found.setdefault(node.event.seat, []).append(node.index)
        node = node.before
    return found


def withdrawal(places: Sequence[int]) -> dict[str, Any]:
    """Returns the event that takes declared hands out of the log's judgement."""
    return {"type": "amend", "changes": [{"target": place, "with": []} for place in places]}
