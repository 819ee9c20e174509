"""What one phone may not enter for another: whatever would tell it something about a hand that is still a secret.

A seat that has entered its own hand is judged against it. If another phone could enter that seat's cards, the refusals
would read the hand out to it (record, section 6).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from rules_core import replay
from rules_core.events import Hand
from rules_core.game import Refusal
from rules_core.replay import Fold


def secret_seats(fold: Fold) -> frozenset[int]:
    """Returns the seats whose own hand is known to the table's log while the hand lasts."""
    declared = getattr(getattr(fold.state, "hand", None), "declared", ())
    return frozenset(seat for seat, cards in enumerate(declared) if cards is not None)


def forbidden(fold: Fold, seat: int | None, raw: Mapping[str, Any]) -> Refusal | None:
    """Returns why the phone on this seat may not enter this event at all, before the rules are asked."""
    if raw.get("type") == "hand" and raw.get("seat") != seat:
        return Refusal("own-hand", "GEN-5", {"seat": raw.get("seat")})
    others = tuple(secret_seats(fold) - {seat})
    for about in _seats_named(fold, raw) if others else ():
        if about in others:
            return Refusal("own-phone", "GEN-5", {"seat": about})
    return None


def declared_at(fold: Fold, seat: int) -> int | None:
    """Returns where in the log this seat's own hand stands, None where it has entered none."""
    if seat not in secret_seats(fold):
        return None
    for index, event in reversed(replay.standing(fold)):
        if isinstance(event, Hand) and event.seat == seat:
            return index
    return None


def _seats_named(fold: Fold, raw: Mapping[str, Any]) -> Iterator[Any]:
    """Yields the seats whose cards an event enters or changes."""
    if raw.get("type") in ("play", "ace"):
        yield raw.get("seat")
    elif raw.get("type") == "undo" and fold.top is not None and isinstance(fold.top.event, Hand):
        yield fold.top.event.seat
    elif raw.get("type") == "amend":
        yield from _seats_amended(fold, raw.get("changes"))


def _seats_amended(fold: Fold, changes: Any) -> Iterator[Any]:
    changes = [change for change in changes if isinstance(change, Mapping)] if isinstance(changes, list) else []
    targets = [change.get("target") for change in changes]
    for index, event in replay.standing(fold):
        if index in targets:
            yield getattr(event, "seat", None)
    for change in changes:
        instead = change.get("with")
        for raw in instead if isinstance(instead, list) else ():
            yield raw.get("seat") if isinstance(raw, Mapping) else None
