"""A log, its fold, and the prefix that everybody may see."""

from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec import json

from rules_core.events import Adjust, Amend, Event, Ruling, Undo
from rules_core.match_figures import match_figures
from rules_core.replay import Fold, Node, nodes_at, state_before
from webapp.store.match_keeping import EndedMatch
from webapp.table.entry import Entry
from webapp.table.secret_hands import tricks_complete


@dataclass(frozen=True)
class PublicPrefix:
    """The part of a log that everybody may read.

    `hand_starts[3]` is the place of the first entry that was ever made in the fourth hand. `closed_after` hands were
    over when older tricks of the next one lay closed, the newest such hand; none: -1.
    """

    hand_starts: tuple[int, ...] = ()
    closed_after: int = -1

    def after(self, before: Fold, fold: Fold) -> "PublicPrefix":
        """Returns the same after one more entry, which has led from one fold to the other."""
        starts, closed = _hand_starts(self.hand_starts, before, fold), self.closed_after
        if tricks_complete(fold, fold.state) >= 2:
            closed = max(closed, len(fold.state.finished))
        alike = starts is self.hand_starts and closed == self.closed_after
        return self if alike else PublicPrefix(starts, closed)

    def end(self, fold: Fold) -> int:
        """Returns the place in the log where the hand under way began, or any attempt at it; without one the end."""
        done = len(fold.state.finished)
        return self.hand_starts[done] if done < len(self.hand_starts) else fold.seq

    def tricks_closed(self, fold: Fold) -> bool:
        """Tells whether older tricks of the hand under way are closed, or were before something was taken back."""
        return self.closed_after >= len(fold.state.finished)


def _hand_starts(starts: tuple[int, ...], before: Fold, fold: Fold) -> tuple[int, ...]:
    done, entry, was = len(fold.state.finished), fold.seq - 1, len(before.state.finished)
    if fold.refolded > before.refolded and was < done and was < len(starts):
        # A forgotten hand was inserted before the one under way, which is the same with a later number.
        starts, entry = starts[: was + 1], starts[was]
    hands = done + (not fold.game.is_between_hands(fold.state))
    return starts if len(starts) >= hands else starts + (entry,) * (hands - len(starts))


class Maker(NamedTuple):
    """The author of the newest entry of a log, and those of the ones `before`; None: the server."""

    device_id: int | None
    before: "Maker | None"


class End(NamedTuple):
    """An end of the match, by the entry at this `place`, after this many standing `entries`."""

    place: int
    entries: int


def _ends(known: tuple[End, ...], before: Fold, fold: Fold) -> tuple[End, ...]:
    if not is_over(fold) or is_over(before):
        return known
    return (*known, End(fold.seq - 1, _standing(_last(fold))))


def is_over(fold: Fold) -> bool:
    return bool(fold.game.phase(fold.state) == "over")


def _last(fold: Fold) -> Node | None:
    """Returns the entry that ended the match. Later adjustments and rulings do not move the end."""
    node, found = fold.top, None
    while node is not None and fold.game.phase(node.state) == "over":
        node, found = node.before, node
    return found


def _standing(node: Node | None) -> int:
    count = 0
    while node is not None:
        node, count = node.before, count + 1
    return count


def _amends_earlier_hands(before: Fold, after: Fold, entry: Entry) -> bool:
    """Tells whether an amendment is about hands that are over and no other, and more than taking back the newest."""
    puts_in = any(change.entries for change in entry.changes)
    if entry.kind is not Amend or (not puts_in and before.top is not None and entry.targets == {before.top.index}):
        return False
    told = [(fold, node) for fold in (before, after) for node in nodes_at(fold, entry.targets)]
    return all(len(state_before(fold, node).finished) < len(fold.state.finished) for fold, node in told)


@dataclass(frozen=True)
class FoldedLog:
    """The log of a table, folded.

    `moved_at` is the newest event after which the cards lie differently; `newest` is the last entry, with the device
    that made it; `undone` is the event that this entry took back, if any; `public` is the part of the log that
    everybody may read; `makers` are the programs that have made its entries, None among them: people have, too; `size`
    counts the entries as a record does, `bytes` are those of its events; both without what takes an entry back, for
    which there is always room: there are never more of these than of the others; `made_by` are the devices that made
    them. `decisions` are the places of all rulings, adjustments and amendments of earlier hands, each with its device,
    None where it came from a file or the house made it. `ends` has each time that the match came to its end.
    """

    fold: Fold
    moved_at: int = 0
    newest: Entry | None = None
    newest_device: int | None = None
    undone: Event | None = None
    public: PublicPrefix = field(default_factory=PublicPrefix)
    makers: frozenset[int | None] = frozenset()
    size: int = 0
    bytes: int = 0
    decisions: tuple[tuple[int, int | None], ...] = ()
    made_by: Maker | None = field(default=None, repr=False, compare=False)
    ends: tuple[End, ...] = ()

    @property
    def ended_at(self) -> int | None:
        """The place of the entry that ended the match, None while it lasts.

        Where its end was taken back and entered again, with no more entries than before, it is as old as it was.
        """
        last = _last(self.fold)
        if last is None:
            return None
        entries = _standing(last)
        return min((last.index, *(end.place for end in self.ends if end.entries >= entries)))

    @property
    def played_at(self) -> int:
        """The place of the newest entry that stands and is no adjustment or ruling; of the first where all are."""
        node, found = self.fold.top, 0
        while node is not None:
            found = node.index
            if not isinstance(node.event, Adjust | Ruling):
                break
            node = node.before
        return found

    def maker_at(self, place: int) -> int | None:
        """Returns the device that made the entry at this place; of an automatic entry that of the entry before."""
        found, behind = self.made_by, self.fold.seq - 1 - place
        while found is not None and (behind > 0 or found.device_id is None):
            found, behind = found.before, behind - 1
        return None if found is None else found.device_id

    def after(
        self, fold: Fold, entry: Entry, device_id: int | None, *, is_program: bool, stored: str | None = None
    ) -> "FoldedLog":
        """Returns the log with one more entry, after which it is folded so; `is_program`: made by one.

        `stored` is how the log has it, where that is not as it would be stored today.
        """
        maker = device_id if is_program else None
        is_decision = entry.kind in (Adjust, Ruling) or _amends_earlier_hands(self.fold, fold, entry)
        decided = ((fold.seq - 1, device_id),) if is_decision else ()
        keeps_cards = entry.kind is not None and not entry.kind.moves_cards
        return FoldedLog(
            fold=fold,
            moved_at=self.moved_at if keeps_cards else fold.seq,
            newest=entry,
            newest_device=device_id,
            undone=self.fold.top.event if entry.kind is Undo and self.fold.top else None,
            public=self.public.after(self.fold, fold),
            makers=self.makers if maker in self.makers else self.makers | {maker},
            size=self.size + (0 if entry.kind is Undo else entry.size),
            made_by=Maker(device_id, self.made_by),
            decisions=self.decisions + decided,
            ends=_ends(self.ends, self.fold, fold),
            bytes=self.bytes + (0 if entry.kind is Undo else len((stored or entry.stored).encode()) + len(",")),
        )


def ended_match(log: FoldedLog) -> EndedMatch | None:
    """Returns the result of a match; None while it lasts."""
    place = log.ended_at
    # As it is read again: lists, no tuples, so that unchanged values compare equal.
    return None if place is None else EndedMatch(place, json.decode(json.encode(match_figures(log.fold))))
