"""A draft of an amendment: the entries to put at which places of the log. It travels in addresses; none is stored.

Packed it is deflated JSON, encoded for an address. Any input is validated again each time.
"""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from rules_core import replay
from rules_core.events import Event, encode
from rules_core.findings import Refusal
from rules_core.match import next_seat
from rules_core.replay import Fold, Misfit, Raw, Trial, nodes, nodes_at
from webapp.http.limits import LARGEST_UNPACKED_DRAFT, LONGEST_DRAFT, MOST_DRAFT_ENTRIES, MOST_MISFITS_SHOWN
from webapp.services import services
from webapp.table import permissions
from webapp.table.closed_questions import asks_closed, is_closed_to
from webapp.table.entry import entry_of
from webapp.table.forms import loaded
from webapp.table.secret_hands import is_of_hand_with_closed_tricks, sayable
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

UNTOLD = "…"
"""Stands for the reason as long as none was typed: that one is due comes up when the amendment is made."""


class Garbled(ValueError):
    """This is no draft that a page of ours has packed."""


class TooLong(Exception):
    """More changes than an amendment may have."""


class PlacedEntry(NamedTuple):
    """An entry as the draft leaves it: its place in the log, which of the entries there it is, and itself."""

    place: int
    nth: int
    raw: Raw


@dataclass(frozen=True)
class Draft:
    """The changes so far: the entries to put at each place; none: those there are deleted."""

    changes: Mapping[int, tuple[Raw, ...]] = field(default_factory=dict)

    def put(self, place: int, entries: Iterable[Raw]) -> "Draft":
        """Returns the draft with this change. Raises `TooLong`."""
        changed = Draft({**self.changes, place: tuple(entries)})
        entries_put = sum(1 + len(there) for there in changed.changes.values())
        if entries_put > MOST_DRAFT_ENTRIES or len(changed.packed) > LONGEST_DRAFT:
            raise TooLong
        return changed

    def without(self, place: int) -> "Draft":
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
        """Returns the draft that replaces the entries at this place by themselves, to ask whether they may be changed.

        What only some may know of it is left out: whether it is known must not show.
        """
        there = self.changes.get(place)
        if there is None:
            there = tuple(sayable(event) for event in standing_at(fold, place))
        return Draft({**self.changes, place: there})

    def entries(self, fold: Fold) -> Iterator[PlacedEntry]:
        """Yields the whole log as this draft leaves it."""
        for place, there in groupby(nodes(fold), lambda node: node.index):
            changed = self.changes.get(place)
            raws = [encode(node.event) for node in there] if changed is None else changed
            yield from (PlacedEntry(place, nth, raw) for nth, raw in enumerate(raws))


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


OF_THE_RULES = frozenset({"amend-breaks", "bad-value"})
"""Refusals of the amendment itself. All others are the gate's."""


@dataclass(frozen=True)
class Tried:
    """The result of a draft: the table after it, or as far as it folds, with the entries that do not fit.

    `barred`: this phone may not change that at all. `more`: there may be further entries that do not fit. Not `judged`:
    the answer would tell what is closed, so it is given when the amendment is made.
    """

    draft: Draft
    fold: Fold
    barred: Refusal | None = None
    misfits: tuple[Misfit, ...] = ()
    more: bool = False
    judged: bool = True

    @property
    def fits(self) -> bool:
        """Tells whether the amendment could be made as it is."""
        return self.barred is None and not self.misfits and bool(self.draft.changes)


def tried(now: Snapshot, viewer: Viewer, draft: Draft, *, told: bool = False) -> Tried:
    """Returns the result of a draft at this table, for this viewer.

    `told`: the whole table was told that it was asked, so the answer need not be kept.
    """
    if not draft.changes:
        return Tried(draft, now.fold)
    if not told and asks_closed(now, viewer, entry_of(now.fold, draft.event(UNTOLD))):
        return Tried(draft, now.fold, barred=barred(now, viewer, draft), judged=False)
    first = _step(now, viewer, draft)
    if not isinstance(first, Trial):
        return Tried(draft, now.fold, barred=first)
    closed = not told and is_closed_to(now, viewer)
    found: list[Misfit] = []
    last, without = first, draft
    while last.misfits and len(found) < MOST_MISFITS_SHOWN:
        found.append(last.misfits[0])
        if closed and is_of_hand_with_closed_tricks(now.fold, found[-1].index):
            return Tried(draft, first.fold, misfits=_places(found), more=True)
        # The draft without an entry that does not fit, of any length: it is never sent.
        misfit = last.misfits[0]
        there = without.at(now.fold, misfit.index)
        del there[misfit.nth]
        without = Draft({**without.changes, misfit.index: tuple(there)})
        again = _step(now, viewer, without)
        if not isinstance(again, Trial):
            return Tried(draft, first.fold, misfits=_places(found), more=True)
        last = again
    return Tried(draft, first.fold, misfits=_places(found), more=bool(last.misfits))


def barred(now: Snapshot, viewer: Viewer, draft: Draft) -> Refusal | None:
    """Returns why this phone may neither make nor request such an amendment, whatever its result."""
    refusal = permissions.refusal_of(now, viewer, entry_of(now.fold, draft.event(UNTOLD)))
    return None if refusal is not None and refusal.code in permissions.ASKABLE else refusal


def may_amend_freely(now: Snapshot, viewer: Viewer, draft: Draft) -> bool:
    """Tells whether this phone may make such an amendment on its own, whatever its result.

    Then it may make each of its changes alone.
    """
    return permissions.refusal_of(now, viewer, entry_of(now.fold, draft.event(UNTOLD))) is None


def _step(now: Snapshot, viewer: Viewer, draft: Draft) -> Trial | Refusal:
    entry = entry_of(now.fold, draft.event(UNTOLD))
    after = services().tables.would(now, permissions.tries_as(now, viewer, entry), entry)
    if not isinstance(after, Refusal):
        return Trial(after.fold)
    if after.code not in OF_THE_RULES:
        return after
    return replay.trial(now.fold, draft.event(UNTOLD))


def _places(found: Sequence[Misfit]) -> tuple[Misfit, ...]:
    """Counts the entries of one place as they stand in the draft: those found before were left out one by one."""
    counted: list[Misfit] = []
    for misfit in found:
        gone = sorted(other.nth for other in counted if other.index == misfit.index)
        nth = misfit.nth
        for before in gone:
            nth += before <= nth
        counted.append(Misfit(misfit.index, nth, misfit.entry, misfit.refusal))
    return tuple(counted)


# Repairs


def deleted(fold: Fold, draft: Draft, place: int, nth: int) -> Draft:
    """Returns the draft in which this entry is deleted. Raises `TooLong`."""
    there = draft.at(fold, place)
    del there[nth]
    return draft.put(place, there)


def changed(fold: Fold, draft: Draft, place: int, nth: int, raw: Raw) -> Draft:
    """Returns the draft with another entry in the place of this one. Raises `TooLong`."""
    there = draft.at(fold, place)
    there[nth] = raw
    return draft.put(place, there)


def inserted(fold: Fold, draft: Draft, place: int, nth: int, raw: Raw) -> Draft:
    """Returns the draft with an entry put in before this one, or with the next `nth` behind it. Raises `TooLong`."""
    there = draft.at(fold, place)
    there.insert(nth, raw)
    return draft.put(place, there)


@dataclass(frozen=True)
class Following:
    """An offer to give this many `entries` to the seats that now follow; `one_on`: each is a card, of the next seat."""

    draft: Draft
    entries: int
    to_the_end: bool
    one_on: bool


def following(now: Snapshot, found: Tried) -> Iterator[Following]:
    """Yields offers to give the same cards to the seats that now follow: for this trick, then as far as possible.

    Somebody else leads now, and those who entered the cards entered them in the order in which they fell.
    """
    if not found.misfits or (mended := _mended(now, found)) is None:
        return
    trick, whole = mended
    if trick is not None and trick.entries < whole.entries:
        yield trick
    yield whole


def moved_on(now: Snapshot, draft: Draft) -> Draft:
    """Returns the draft with entries that no longer fit given to the seats that now follow, as far as possible.

    It is asked of no gate: that judges the amendment when it is made, and tells the table where it must (GEN-5).
    """
    first = replay.trial(now.fold, draft.event(UNTOLD))
    if not isinstance(first, Trial) or not first.misfits:
        return draft
    mended = _mended(now, Tried(draft, first.fold, misfits=_places(first.misfits[:1])))
    return draft if mended is None else mended[1].draft


def _mended(now: Snapshot, found: Tried) -> tuple[Following | None, Following] | None:
    misfit, draft, walk = found.misfits[0], found.draft, found.fold
    rest = [p for p in draft.entries(now.fold) if (p.place, p.nth) >= (misfit.index, misfit.nth)]
    trick, done, tricks, one_on = None, 0, _tricks(walk), True
    for placed in rest:
        after, raw = _mend(walk, placed)
        if raw is not placed.raw:
            try:
                draft = changed(now.fold, draft, placed.place, placed.nth, raw)
            except TooLong:
                break
            done += 1
            one_on = one_on and _is_one_on(now.fold, placed.raw, raw)
        if isinstance(after, Refusal):
            break
        walk = after
        if trick is None and done and _tricks(walk) != tricks:
            trick = Following(draft, done, to_the_end=False, one_on=one_on)
    return (trick, Following(draft, done, to_the_end=True, one_on=one_on)) if done else None


def _is_one_on(fold: Fold, was: Raw, now: Raw) -> bool:
    return was.get("type") == "play" and now["seat"] == next_seat(was["seat"], len(fold.header.players))


def _mend(walk: Fold, placed: PlacedEntry) -> tuple[Fold | Refusal, Raw]:
    after = replay.step(walk, placed.raw)
    if isinstance(after, Refusal) and (raw := followed(placed.raw, after)) is not None:
        return replay.step(walk, raw), raw
    return after, placed.raw


def followed(raw: Raw, refusal: Refusal) -> Raw | None:
    """Returns the entry as made by the seat whose turn it is, None where it was not refused for that."""
    due = refusal.facts.get("to_act")
    if refusal.code == "not-your-turn" and isinstance(due, int) and "seat" in raw:
        return {**raw, "seat": due}
    dealer = refusal.facts.get("dealer")
    if refusal.code == "wrong-dealer" and isinstance(dealer, int):
        return {**raw, "dealer": dealer}
    return None


def really_happened(raw: Raw, refusal: Refusal) -> Raw | None:
    """Returns a play that broke a duty as one that was made all the same, None where it was refused for another."""
    duty = refusal.code.startswith("must-") and raw.get("type") == "play"
    return {**raw, "irregular": True} if duty else None


def _tricks(fold: Fold) -> tuple[int, int]:
    """How many hands and tricks are complete: one more of them, and the trick is over."""
    hand: Any = fold.state.hand
    return len(fold.state.finished), len(hand.tricks) if hasattr(hand, "tricks") else 0
