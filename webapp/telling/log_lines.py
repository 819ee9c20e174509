"""Log of a table read line by line: the effect of each line, and its visibility.

Every line is folded again, one after the other, so that undone and changed entries are told as they were then.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from rules_core import replay
from rules_core.events import Event
from rules_core.findings import Refusal
from rules_core.replay import Fold, Node, Raw, state_before
from webapp.http.steps import in_steps, let_others_after
from webapp.store.log import LoggedEvent
from webapp.table.secret_hands import sees_entry, tricks_complete
from webapp.table.snapshot import Snapshot, hand_is_over, header_of
from webapp.table.viewer import Viewer

SCRAPPED = 2
"""A hand that is void takes its last trick out of sight as two more tricks would."""


@dataclass(frozen=True)
class Mention:
    """An event that a line tells of, as it stood in the fold of that time.

    `several`: there were others at the same place of the log, so that some of them may belong to the next hand.
    """

    fold: Fold
    node: Node
    several: bool = False

    @property
    def event(self) -> Event:
        return self.node.event

    @property
    def place(self) -> int:
        return self.node.index

    @property
    def hand(self) -> int:
        return len(state_before(self.fold, self.node).finished) + 1


@dataclass(frozen=True)
class Change:
    """The old and the new entries at a place of the log."""

    target: int
    was: tuple[Mention, ...]
    instead: tuple[Mention, ...]

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """All events that are told of here."""
        return self.was + self.instead


@dataclass(frozen=True)
class LogLine:
    """One line of the log: made when, on which device, and the table before and after it.

    It `says` an event of its own, or it `took` one back, or it makes `changes`.
    """

    place: int
    made_at: datetime
    device_id: int | None
    raw: Raw
    then: Fold
    after: Fold

    @property
    def kind(self) -> str:
        return str(self.raw["type"])

    @cached_property
    def says(self) -> Mention | None:
        """The event that the line has put on top."""
        node = self.after.top
        return None if self.kind in ("undo", "amend") or node is None else Mention(self.after, node)

    @cached_property
    def took(self) -> Mention | None:
        """The event that an undo took back."""
        node = self.then.top
        return Mention(self.then, node, several=True) if self.kind == "undo" and node is not None else None

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        if self.kind != "amend":
            return ()
        targets = [change["target"] for change in self.raw["changes"]]
        return tuple(Change(target, _at(self.then, target), _at(self.after, target)) for target in targets)

    @property
    def hand(self) -> int:
        """The number of the hand that was under way. Lines between two hands belong to the one that is over."""
        state = self.then.state
        between = state.hand is None and self.after.state.hand is None
        return max(1, len(state.finished)) if between else len(state.finished) + 1


def _at(fold: Fold, place: int) -> tuple[Mention, ...]:
    found = replay.nodes_at(fold, {place})
    return tuple(Mention(fold, node, len(found) > 1) for node in found)


class ReadableLog:
    """The log of a table as it can be read now. `fate` says which line has taken back or changed another one."""

    def __init__(self, now: Snapshot, stored: Sequence[LoggedEvent]) -> None:
        self.now = now
        self.lines = now.once(("log lines", len(stored)), lambda: tuple(_read(now, stored)))
        self.fate = _fate(self.lines)
        let_others_after(len(stored))
        self._last_end = _last_end(now.fold)
        self._done = _tricks_before(self.lines)
        self._standing: dict[int, list[Node]] = {}
        for node in in_steps(replay.nodes(now.fold)):
            self._standing.setdefault(node.index, []).append(node)

    def stands(self, line: LogLine) -> Node | None:
        """Returns the entry at the place of a line, if any."""
        return next(iter(self._standing.get(line.place, ())), None)

    def is_open(self, mention: Mention, viewer: Viewer) -> bool:
        """Tells whether a viewer who is no referee may read about this event. Denied where unknown."""
        if self.hand_is_over(mention):
            return True
        if mention.event.secret:
            return False
        if self.now.table.book == "open" or mention.event.public:
            return True
        # An undone entry is open as long as its trick, as it was entered, lies there or lay last.
        return self._lies_in_sight(mention, viewer) or self._done[-1] - self._done[mention.place] <= 1

    def is_change_open(self, line: LogLine, viewer: Viewer) -> bool:
        """Tells the same of all that an amendment has changed."""
        return all(self.is_open(mention, viewer) for change in line.changes for mention in change.mentions)

    def hand_is_over(self, mention: Mention) -> bool:
        """Tells whether the hand in which an event fell is over, as far as that is known."""
        return mention.place < self._last_end or (mention.place == self._last_end and not mention.several)

    def _lies_in_sight(self, mention: Mention, viewer: Viewer) -> bool:
        same = (node for node in self._standing.get(mention.place, ()) if node.event == mention.event)
        return any(hand_is_over(self.now, node) or sees_entry(self.now.fold, viewer.seat, node) for node in same)


def _read(now: Snapshot, stored: Sequence[LoggedEvent]) -> Iterator[LogLine]:
    fold = replay.begin(header_of(now.table))
    for place, line in enumerate(in_steps(stored)):
        raw = json.loads(line.body)
        after = replay.step(fold, raw)
        assert not isinstance(after, Refusal)  # it was taken when it was entered
        yield LogLine(place, line.made_at, line.device_id, raw, fold, after)
        fold = after


def _fate(lines: Sequence[LogLine]) -> dict[int, int]:
    fate: dict[int, int] = {}
    for line in in_steps(lines):
        if line.took is not None:
            fate[line.took.place] = line.place
        for change in line.changes:
            stand = [mention.event for mention in change.instead]
            if any(mention.event not in stand for mention in change.was):
                fate[change.target] = line.place
    return fate


def _last_end(fold: Fold) -> int:
    node = fold.top
    while node is not None and len(state_before(fold, node).finished) == len(node.state.finished):
        node = node.before
    return -1 if node is None else node.index


def _tricks_before(lines: Sequence[LogLine]) -> list[int]:
    """Returns how many tricks had been completed before each line, and at last how many by now.

    They are counted as they were entered, so that this never becomes less, whatever is taken back.
    """
    done = [0]
    for line in in_steps(lines):
        done.append(done[-1] + _completed(line.then, line.after))
    return done


def _completed(was: Fold, now: Fold) -> int:
    if len(now.state.finished) > len(was.state.finished):
        return 1
    if was.state.hand is not None and now.state.hand is None:
        return SCRAPPED
    return max(0, tricks_complete(now, now.state) - tricks_complete(was, was.state))
