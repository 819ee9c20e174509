"""The desk of a table: disputes, pauses, rulings, penalties, folded from its lines; the base class of lines."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar, NamedTuple, Self

from msgspec import UNSET, UnsetType

from rules_core import replay
from rules_core.events import Ruling
from rules_core.findings import Contradiction, Infraction, Refusal
from webapp.journal import lines
from webapp.journal.lines import At, body_of, tag_of
from webapp.table.change_requests import ChangeRequest
from webapp.table.penalties import Penalty
from webapp.table.viewer import Viewer


@dataclass(frozen=True)
class Admission:
    """The player of the card at the place `event` of the log has admitted a breach of the duty `code`.

    `card` should have been played instead, where that was said. It was noted by the name `by`.
    """

    event: int
    code: str
    card: str | None
    by: str
    noted_at: datetime


class Source(StrEnum):
    """Where something came from that was not made at this table."""

    FILE = "file"
    HOUSE = "house"
    """A record that this house has written, unchanged since."""


@dataclass(frozen=True)
class Origin:
    """A file that the table, or a table before it, was opened from, with its numbers of `events` and desk lines.

    The first `untimed` ones it brought without the time at which they were made.
    """

    events: int
    lines: int
    source: Source
    untimed: int = 0


@dataclass(frozen=True)
class Dispute:
    """A matter for the referee, by its `number` from 1.

    It is `about` an entry (its place in the log), a `hand` by its number, a `trick` of that hand, or none of them.
    `why` is the code of a reason, `text` what was said in own words, `by` the name of who opened it; `seq` how long the
    log was then. `rulings` are the places of its rulings in the log, the newest last. `source` tells where it came
    from, if not from this table; `admitted` what a player has admitted. An appeal names the ruling that it `appeals`.
    """

    number: int
    about: int | None
    hand: int | None
    why: str
    text: str
    by: str
    device_id: int | None
    opened_at: datetime
    seq: int
    withdrawn: bool = False
    rulings: tuple[int, ...] = ()
    is_open: bool = True
    source: Source | None = None
    trick: int | None = None
    admitted: Admission | None = None
    appeals: int | None = None


class Noted(NamedTuple):
    """A line as it stands on a desk: how long the log was then, when it was added and by which device."""

    says: "Line"
    seq: int
    made_at: datetime
    device_id: int | None

    @property
    def at(self) -> At:
        """Where and when it was added, and by which device."""
        return At(self.seq, self.made_at, self.device_id)

    @property
    def kind(self) -> str:
        """The kind of line, as the database writes it."""
        return tag_of(type(self.says))

    @property
    def body(self) -> dict[str, Any]:
        """The body, as the database stores it."""
        return body_of(self.says)[1]


HandedOn = tuple[int | None, int | None, int]
"""A place's old and new device, and how many entries the log had then."""


def _last_holder(device_id: int | None, place: int, handed_on: Iterable[HandedOn]) -> int | None:
    for old, new, seq in handed_on:
        if old == device_id and place < seq:
            device_id = new
    return device_id


@dataclass(frozen=True)
class Desk:
    """A table's desk as it stands. `reopened` are the places of rulings that no longer settle anything.

    `restored` tells of entries that a ruling had taken back where they stand again since it was reopened. `held`: a
    referee has paused play, which nobody else lifts. `changes` wait for a referee or for all sides, or did; `fixed` are
    the places of entries that nobody else changes (entry_rights.py), `freed` the seats that the host took from a
    phone. `put_back`: a phone had seen this entry when the log ended at that one. `renamed` counts the names that were
    taken out. `origins` are the files that it came from, the one that this table was opened with last; `former`: it
    came as a result without entries. `moves` are the old and the new device of each place that moved, with how long
    the log was then; `recoveries` the same of hosts whose phone was lost: what was secret there stays so.
    """

    disputes: tuple[Dispute, ...] = ()
    reopened: frozenset[int] = frozenset()
    restored: Mapping[int, int] = field(default_factory=dict)
    pause: bool = False
    held: bool = False
    changes: tuple[ChangeRequest, ...] = ()
    fixed: frozenset[int] = frozenset()
    freed: frozenset[int] = frozenset()
    put_back: tuple[int, int] | None = None
    renamed: int = 0
    origins: tuple[Origin, ...] = ()
    former: bool = False
    penalties: tuple[Penalty, ...] = ()
    moves: tuple[HandedOn, ...] = ()
    recoveries: tuple[HandedOn, ...] = ()
    lines: tuple[Noted, ...] = field(default=(), repr=False)

    @property
    def open(self) -> tuple[Dispute, ...]:
        return tuple(dispute for dispute in self.disputes if dispute.is_open)

    @property
    def paused(self) -> bool:
        """Tells whether nothing is entered until a dispute is settled, or the table plays on."""
        return self.held or (self.pause and bool(self.open))

    @property
    def waiting(self) -> tuple[ChangeRequest, ...]:
        return tuple(change for change in self.changes if change.is_open)

    def change(self, number: int) -> ChangeRequest | None:
        return self.changes[number - 1] if 1 <= number <= len(self.changes) else None

    def source(self, place: int) -> Source | None:
        """Returns where the entry at this place of the log came from, None where it was made here."""
        return least_sure([origin.source for origin in self.origins if place < origin.events])

    def source_of_line(self, number: int) -> Source | None:
        """Returns the same of a line of the desk, by its place among them."""
        return least_sure([origin.source for origin in self.origins if number < origin.lines])

    def knows_time(self, place: int) -> bool:
        """Tells whether the time is known at which this entry was made: a file may have brought it without one."""
        return all(place >= origin.untimed for origin in self.origins)

    def dispute(self, number: int) -> Dispute | None:
        return self.disputes[number - 1] if 1 <= number <= len(self.disputes) else None

    def heir(self, device_id: int | None, place: int) -> int | None:
        """Returns the device that holds, after moves, the place of the device that made this entry."""
        return _last_holder(device_id, place, self.moves)

    def answerable(self, device_id: int | None, place: int) -> int | None:
        """Returns the device that answers for an entry: as `heir`, or who came by the recovery code since."""
        handed_on = sorted((*self.moves, *self.recoveries), key=lambda one: one[2])
        return _last_holder(device_id, place, handed_on)

    def with_dispute(self, number: int, **changes: Any) -> "Desk":
        disputes = list(self.disputes)
        disputes[number - 1] = replace(disputes[number - 1], **changes)
        return replace(self, disputes=tuple(disputes))

    def with_change(self, number: int, **changes: Any) -> "Desk":
        asked = list(self.changes)
        asked[number - 1] = replace(asked[number - 1], **changes)
        return replace(self, changes=tuple(asked))

    def after(self, line: "Line", at: At) -> "Desk":
        return line.apply(replace(self, lines=(*self.lines, Noted(line, *at))), at)

    def of_ruling(self, place: int) -> Dispute | None:
        """Returns the dispute that the ruling at this place of the log has ended; of several the appeal."""
        return next((dispute for dispute in reversed(self.disputes) if place in dispute.rulings), None)

    def appeals_against(self, place: int) -> tuple[Dispute, ...]:
        """Returns the appeals against the ruling at this place of the log, the oldest first."""
        return tuple(dispute for dispute in self.disputes if dispute.appeals == place)


def least_sure(sources: Sequence[Source]) -> Source | None:
    """Returns the least reliable source of a matter that came through several files: a plain file is unsigned."""
    return Source.FILE if Source.FILE in sources else next(iter(sources), None)


class Line(lines.Line[Viewer, Desk, Refusal], frozen=True, omit_defaults=True, kw_only=True):
    """A line of a table's desk. A field that is unset was left out; one that is false was said.

    `op` is the key under which it was added alone; `who` made it, by name, where a file brought it.
    """

    begins: ClassVar[bool] = False
    """Whether something begins with it: a full desk takes no such line."""
    paced: ClassVar[bool] = True
    """Whether the rate limit of entries counts it; other lines come with a change of people."""
    travels: ClassVar[bool] = True
    """Whether a record takes it along; others stay in the house."""
    stays: ClassVar[frozenset[str]] = frozenset({"op", "who"})
    """Fields that a record does not take along."""

    op: str = ""
    who: str | UnsetType = UNSET

    @property
    def is_told(self) -> bool:
        """Tells whether everybody who takes part is to read it."""
        return False

    def made_with(self, place: int) -> Self:
        """Returns it as it stands with the entries made with it, the last of them at this place of the log."""
        return self

    @property
    def kept(self) -> Self:
        """The line as a table opened from a file keeps it."""
        return self

    @classmethod
    def travelling(cls) -> tuple[str, ...]:
        """Returns the names of the fields that a record takes along."""
        return tuple(name for name in cls.__struct_encode_fields__ if name not in cls.stays)


class Remedy(StrEnum):
    """The effect of a ruling, as the record writes it."""

    NONE = "none"
    STANDS = "stands"
    CORRECTED = "corrected"
    TAKEN_BACK = "taken-back"
    ADJUSTED = "adjusted"
    VOID = "void"
    UPHELD = "upheld"
    """An appeal changes nothing."""


Reopened = frozenset[int]
"""The places of rulings that were reopened: they settle nothing any more."""


def ruling_on_contradiction(
    fold: replay.Fold, found: Contradiction, reopened: Reopened = frozenset()
) -> replay.Node | None:
    """Returns the ruling that settled a contradiction. One from before there was one was about something else."""
    return _newest(rulings_on_contradiction(fold, found), reopened)


def rulings_on_contradiction(fold: replay.Fold, found: Contradiction) -> list[replay.Node]:
    """Returns all rulings about a contradiction, those that were reopened among them, the newest last."""
    return [
        node
        for node in _rulings(fold, found.plays, found.plays[-1])
        if node.before is not None and fold.game.contradiction(node.before.state) is not None
    ]


def unsettled(fold: replay.Fold, found: Contradiction | None, reopened: Reopened = frozenset()) -> Contradiction | None:
    return None if found is None or ruling_on_contradiction(fold, found, reopened) is not None else found


def ruling_on(fold: replay.Fold, desk: Desk, found: Infraction) -> replay.Node | None:
    """Returns the ruling that settled a breach; one from before a card was changed settled another breach."""
    return _newest(rulings_on(fold, desk, found), desk.reopened)


def rulings_on(fold: replay.Fold, desk: Desk, found: Infraction) -> list[replay.Node]:
    """Returns all rulings about a breach, those that were reopened among them, the newest last.

    What was ruled about it when it was only admitted holds once a card proves it, and what was ruled about a play when
    a further card shows that it broke another duty, too.
    """
    admitted = {
        place
        for dispute in desk.disputes
        if dispute.admitted is not None and (dispute.admitted.event, dispute.admitted.code) == (found.event, found.code)
        for place in dispute.rulings
    }
    first_proof = min((each.proof for each in _of_play(fold, found)), default=found.proof)
    since = _rulings(fold, (found.event, first_proof), found.event)
    before = [
        node
        for node in _rulings(fold, (found.event,), found.event)
        if node.index in admitted and not says_nothing_was_wrong(node)
    ]
    return sorted({node.index: node for node in (*before, *since)}.values(), key=lambda node: node.index)


def earlier_rulings_on(fold: replay.Fold, desk: Desk, found: Infraction) -> list[replay.Node]:
    """Returns the rulings about a breach by a proof that was corrected since: they settle nothing now, but stand."""
    asked = {place for dispute in desk.disputes for place in dispute.rulings}
    since = {node.index for node in rulings_on(fold, desk, found)}
    of_play = _rulings(fold, (found.event,), found.event)
    return [node for node in of_play if node.index not in asked | since]


def _of_play(fold: replay.Fold, found: Infraction) -> list[Infraction]:
    return [each for each in fold.game.infractions(fold.state) if each.event == found.event]


def says_nothing_was_wrong(node: replay.Node) -> bool:
    return isinstance(node.event, Ruling) and node.event.remedy == Remedy.NONE


def _newest(rulings: Sequence[replay.Node], reopened: Reopened) -> replay.Node | None:
    return next((node for node in reversed(rulings) if node.index not in reopened), None)


def _rulings(fold: replay.Fold, places: Sequence[int], about: int) -> list[replay.Node]:
    nodes = replay.nodes(fold)
    since = max((node.entered for node in nodes if node.index in places), default=0)
    return [
        node for node in nodes if isinstance(node.event, Ruling) and node.event.event == about and node.index > since
    ]
