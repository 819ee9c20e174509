"""A draft of an amendment: what is to stand at which places of the log. It travels in addresses; nothing is stored.

Packed it is JSON, deflated, in letters that an address takes as they are. Whatever comes in is read anew each time.
"""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from rules_core.events import Event, encode
from rules_core.replay import Fold, Raw, nodes, nodes_at
from webapp.http.limits import LARGEST_UNPACKED_DRAFT, LONGEST_DRAFT, MOST_DRAFT_ENTRIES
from webapp.table.forms import loaded
from webapp.table.secret_hands import sayable

UNTOLD = "…"
"""Stands for the reason as long as none was typed: that one is due comes up when the amendment is made."""


class Garbled(ValueError):
    """This is no draft that a page of ours has packed."""


class TooLong(Exception):
    """More changes than an amendment may have."""


class Placed(NamedTuple):
    """An entry as the draft leaves it: its place in the log, which of the entries there it is, and itself."""

    place: int
    nth: int
    raw: Raw


@dataclass(frozen=True)
class Draft:
    """The changes so far: what is to stand at each place; nothing: what stood there is deleted."""

    changes: Mapping[int, tuple[Raw, ...]] = field(default_factory=dict)

    def put(self, place: int, entries: Iterable[Raw]) -> "Draft":
        """Returns the draft with this change. Raises `TooLong`."""
        changed = Draft({**self.changes, place: tuple(entries)})
        entries_put = sum(1 + len(there) for there in changed.changes.values())
        if entries_put > MOST_DRAFT_ENTRIES or len(changed.packed) > LONGEST_DRAFT:
            raise TooLong
        return changed

    def without(self, place: int) -> "Draft":
        """Returns the draft with what stood at this place left as it is in the log."""
        return Draft({at: entries for at, entries in self.changes.items() if at != place})

    @property
    def packed(self) -> str:
        """The draft as it stands in an address; nothing where nothing is changed."""
        if not self.changes:
            return ""
        text = json.dumps(sorted(self.changes.items()), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        return urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")

    def event(self, reason: str = "") -> dict[str, Any]:
        changes = [{"target": place, "with": list(entries)} for place, entries in sorted(self.changes.items())]
        return {"type": "amend", "changes": changes, **({"reason": reason} if reason else {})}

    def at(self, fold: Fold, place: int) -> list[Raw]:
        there = self.changes.get(place)
        return list(there) if there is not None else [encode(event) for event in standing_at(fold, place)]

    def as_it_is(self, fold: Fold, place: int) -> "Draft":
        """Returns the draft that puts there what stands there: whether it may be changed at all is asked with it.

        What only some may know of it is left out: whether it is known must not show.
        """
        there = self.changes.get(place)
        if there is None:
            there = tuple(sayable(event) for event in standing_at(fold, place))
        return Draft({**self.changes, place: there})

    def entries(self, fold: Fold) -> Iterator[Placed]:
        """Yields the whole log as this draft leaves it."""
        for place, there in groupby(nodes(fold), lambda node: node.index):
            changed = self.changes.get(place)
            raws = [encode(node.event) for node in there] if changed is None else changed
            yield from (Placed(place, nth, raw) for nth, raw in enumerate(raws))


def standing_at(fold: Fold, place: int) -> list[Event]:
    """Returns the entries that stand at this place of the log: several where one was inserted."""
    return [node.event for node in nodes_at(fold, {place})]


def unpacked(text: str) -> Draft:
    """Returns the draft that an address holds. Raises `Garbled`."""
    if not text:
        return Draft()
    try:
        pairs = loaded(_inflated(text))
        changes = {place: tuple(entries) for place, entries in pairs}
    except (ValueError, TypeError, RecursionError, zlib.error) as error:
        raise Garbled(str(error)) from None
    good = all(type(place) is int and place >= 0 for place in changes)
    if not good or not all(isinstance(raw, dict) for entries in changes.values() for raw in entries):
        raise Garbled("no changes")
    if sum(1 + len(entries) for entries in changes.values()) > MOST_DRAFT_ENTRIES:
        raise Garbled("too many changes")
    return Draft(changes)


def _inflated(text: str) -> str:
    if len(text) > LONGEST_DRAFT or not text.isascii():
        raise Garbled("too long")
    packed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return zlib.decompressobj().decompress(packed, LARGEST_UNPACKED_DRAFT).decode()
