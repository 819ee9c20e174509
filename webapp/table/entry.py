"""An entry: one event as a device sent it, decoded once for the guards, the rules and the log."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from msgspec import ValidationError, convert, to_builtins

from rules_core import events, replay
from rules_core.events import Amend, Event, Undo, decode
from rules_core.findings import Refusal
from rules_core.replay import LOG_EVENTS, Fold, Raw
from webapp.table.player_names import kept_text

_STORED = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)


WORDS = ("reason", "text")
"""Fields of events that hold typed words."""


class Newest(int):
    """The event that must be the newest still, for an entry to fit."""


@dataclass(frozen=True)
class EntryChange:
    """A change of an amendment: replaces the event at the place `target` of the log; without entries it deletes it."""

    target: int
    entries: tuple["Entry", ...]


@dataclass(frozen=True)
class Entry:
    """One event as sent: decoded, as the log stores it, and as it was meant.

    `raw` has no keys but those of the event, which a record ignores: else anybody could store anything. `event` is
    None where it is no event of this table; the rules say why. `kind` is the struct of its type, None where the table
    knows no such type, `seat` the seat that it names, and `changes` are those of an amendment; they are
    read also of what is no event. `last` is the kind of the last of the events that are made together. `seen` is
    the event that the page had shown last; None: the entry fits whatever happened; `Newest`: only where that is the
    newest one still.
    """

    raw: Raw
    kind: type[Event] | None
    event: Event | None
    seat: int | None = None
    changes: tuple[EntryChange, ...] = ()
    last: type[Event] | None = None
    seen: int | None = None

    @cached_property
    def stored(self) -> str:
        return stored(self.raw)

    @property
    def size(self) -> int:
        """How many events the log holds more with it: itself, and those that it puts in the place of others."""
        return 1 + sum(len(change.entries) for change in self.changes)

    @cached_property
    def targets(self) -> frozenset[int]:
        """The places of the log that it changes."""
        return frozenset(change.target for change in self.changes)

    def parts(self) -> Iterator["Entry"]:
        """Yields itself and the entries that it puts in the place of others."""
        yield self
        for change in self.changes:
            yield from change.entries


UNDO = Entry({"type": "undo"}, Undo, Undo(), last=Undo)
"""Undoes the newest entry: the same at every table."""


def entry_of(fold: Fold, raw: Raw, *, seen: int | None = None) -> Entry:
    entry = _decoded(fold, raw)
    if entry.kind is not Amend:
        return Entry(entry.raw, entry.kind, entry.event, entry.seat, last=entry.kind, seen=seen)
    changes = _changes(fold, entry)
    if changes and entry.event is not None:
        put = [{"target": change.target, "with": [part.raw for part in change.entries]} for change in changes]
        entry = replace(entry, raw={**entry.raw, "changes": put})
    return replace(entry, changes=changes, last=entry.kind, seen=seen)


def with_kept_texts(raw: Raw) -> dict[str, Any]:
    """Returns an event as it was sent, its typed words as they are kept; one of a record stays as it is."""
    words = {name: kept_text(raw[name]) for name in WORDS if isinstance(raw.get(name), str)}
    return {**raw, **words}


def entries_of(fold: Fold, *raws: Raw, seen: int | None = None) -> tuple[Entry, ...]:
    """Returns the entries of events that are made together; the number that the page showed is that of the first."""
    if len(raws) == 1:
        return (entry_of(fold, raws[0], seen=seen),)
    entries = [entry_of(fold, raw) for raw in raws]
    together = [replace(entry, last=entries[-1].kind) for entry in entries]
    return (replace(together[0], seen=seen), *together[1:])


def step(fold: Fold, entry: Entry) -> Fold | Refusal:
    """Returns the log folded with one more entry, or why the rules do not take it."""
    return replay.step(fold, entry.raw if entry.event is None else entry.event)


def stored(raw: Raw) -> str:
    return _STORED.encode(raw)


def _decoded(fold: Fold, raw: Raw) -> Entry:
    kind = raw.get("type")
    known = LOG_EVENTS if isinstance(kind, str) and kind in LOG_EVENTS else fold.events
    struct, event = known.get(kind) if isinstance(kind, str) else None, decode(raw, known)
    if isinstance(event, Event):
        raw = _known(raw, to_builtins(event))
    seat = raw.get("seat") if struct is not None and "seat" in struct.__struct_fields__ else None
    return Entry(raw, struct, event if isinstance(event, Event) else None, seat if type(seat) is int else None)


def _known(sent: Any, read: Any) -> Any:
    """Returns the input without unread keys: unknown keys are not stored."""
    if isinstance(sent, dict) and isinstance(read, dict):
        return {name: _known(value, read[name]) for name, value in sent.items() if name in read}
    if isinstance(sent, list) and isinstance(read, tuple):
        return [_known(*both) for both in zip(sent, read, strict=True)]
    return sent


def _changes(fold: Fold, entry: Entry) -> tuple[EntryChange, ...]:
    """Returns the changes of an amendment; none where they cannot be read."""
    try:
        changes = convert(entry.raw.get("changes"), tuple[events.Change, ...])
    except ValidationError:
        return ()
    return tuple(EntryChange(change.target, tuple(_decoded(fold, put) for put in change.events)) for change in changes)
