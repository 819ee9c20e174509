"""The desk of a table: disputes, pauses, rulings, penalties, folded from its lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

from rules_core.findings import Refusal
from webapp.http.limits import MOST_OPEN_DISPUTES
from webapp.store.desk_kinds import DeskKind
from webapp.store.models import DeskLine
from webapp.table import penalties
from webapp.table.change_requests import (
    CHANGE_KINDS,
    ChangeRequest,
    changed,
)
from webapp.table.change_requests import (
    judged as change_judged,
)
from webapp.table.penalties import PENALTY_KINDS, Penalty
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


def noted_of(line: DeskLine) -> dict[str, Any]:
    """Returns the fields of a dispute that such a line changes. An admission is about one play, and goes with it."""
    body = line.body
    if line.kind == DeskKind.POINTED:
        fields = {name: body.get(name) for name in ("about", "hand", "trick")}
        return {**fields, "admitted": None}
    told = Admission(body["event"], body["code"], body.get("card"), body["by"], line.made_at)
    return {"about": told.event, "hand": None, "trick": None, "admitted": told}


class Source(StrEnum):
    """Where something came from that was not made at this table."""

    FILE = "file"
    HOUSE = "house"
    """A record that this house has written, unchanged since."""


@dataclass(frozen=True)
class Origin:
    """A file that the table, or one before it, was opened from: so many `events` and lines of the desk are its.

    The first `untimed` ones it brought without the time at which they were made.
    """

    events: int
    lines: int
    source: Source
    untimed: int = 0


@dataclass(frozen=True)
class Dispute:
    """A matter that somebody at the table has brought up, by its `number` from 1.

    It is `about` an entry (its place in the log), a `hand` by its number, a `trick` of that hand, or none of them.
    `why` is the code of a reason, `text` what was said in own words, `by` the name of who opened it; `seq` how long the
    log was then. `rulings` are the places of its rulings in the log, the newest last. `source` tells where it came
    from, if not from this table; `admitted` what a player has admitted.
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


Matter = TypeVar("Matter", Dispute, ChangeRequest)


@dataclass(frozen=True)
class Desk:
    """A table's desk as it stands. `reopened` are the places of rulings that no longer settle anything.

    `restored` tells of entries that a ruling had taken back where they stand again since it was reopened. `held`: a
    referee has paused play, which nobody else lifts. `changes` wait for a referee or for all sides, or did; `fixed` are
    the places of entries that nobody else changes (webapp/table/fixed.py), `freed` the seats that the host took from a
    phone. `put_back`: a phone had seen this entry when the log ended at that one. `renamed` counts the names that were
    taken out. `origins` are the files that it came from, the one that this table was opened with last.
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
    penalties: tuple[Penalty, ...] = ()
    lines: tuple[DeskLine, ...] = field(default=(), repr=False)

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
        """Returns the change of this number that was asked for, if there is one."""
        return self.changes[number - 1] if 1 <= number <= len(self.changes) else None

    def source(self, place: int) -> Source | None:
        """Returns where the entry at this place of the log came from, None where it was made here."""
        return _least_sure([origin.source for origin in self.origins if place < origin.events])

    def source_of_line(self, number: int) -> Source | None:
        """Returns the same of a line of the desk, by its place among them."""
        return _least_sure([origin.source for origin in self.origins if number < origin.lines])

    def knows_time(self, place: int) -> bool:
        """Tells whether the time is known at which this entry was made: a file may have brought it without one."""
        return all(place >= origin.untimed for origin in self.origins)

    def dispute(self, number: int) -> Dispute | None:
        """Returns the dispute of this number, if there is one."""
        return self.disputes[number - 1] if 1 <= number <= len(self.disputes) else None

    def heir(self, device_id: int | None, place: int) -> int | None:
        """Returns the phone that has now, by moving, what this one entered at this place of the log."""
        for line in self.lines:
            if line.kind == DeskKind.MOVED and line.body["from"] == device_id and place < line.seq:
                device_id = line.device_id
        return device_id

    def of_ruling(self, place: int) -> Dispute | None:
        """Returns the dispute that the ruling at this place of the log has ended."""
        return next((dispute for dispute in self.disputes if place in dispute.rulings), None)


def _least_sure(sources: Sequence[Source]) -> Source | None:
    return Source.FILE if Source.FILE in sources else next(iter(sources), None)


def desk_of(lines: Sequence[DeskLine]) -> Desk:
    desk = Desk()
    for line in lines:
        desk = added(desk, line)
    return desk


def added(desk: Desk, line: DeskLine) -> Desk:
    desk, body = replace(desk, lines=(*desk.lines, line)), line.body
    match line.kind:
        case DeskKind.DISPUTE:
            dispute = _opened(len(desk.disputes) + 1, line)
            return replace(desk, disputes=(*desk.disputes, dispute), pause=desk.paused or bool(body.get("pause")))
        case DeskKind.WITHDRAW:
            return _changed(desk, body["dispute"], withdrawn=True, is_open=False)
        case DeskKind.RULE:
            earlier = desk.disputes[body["dispute"] - 1].rulings
            desk = _changed(desk, body["dispute"], rulings=(*earlier, body["ruling"]), is_open=False)
            return replace(desk, held=desk.held and bool(desk.open))
        case DeskKind.POINTED | DeskKind.ADMITTED:
            return _changed(desk, body["dispute"], **noted_of(line))
        case DeskKind.REOPEN:
            return _reopened(desk, line)
        case DeskKind.OPENED:
            return _from_file(desk, body)
        case DeskKind.MOVED:
            disputes = tuple(_on(dispute, line) for dispute in desk.disputes)
            return replace(desk, disputes=disputes, changes=tuple(_on(change, line) for change in desk.changes))
        case kind if kind in CHANGE_KINDS:
            return replace(desk, changes=changed(desk.changes, line))
        case kind if kind in PENALTY_KINDS:
            return replace(desk, penalties=penalties.noted(desk.penalties, line, len(desk.lines) - 1))
    return _beside(desk, line)


def _beside(desk: Desk, line: DeskLine) -> Desk:
    """What is about no single matter: pauses, what is fixed, seats, a backup."""
    body = line.body
    match line.kind:
        case DeskKind.FORGOTTEN:
            return replace(desk, renamed=desk.renamed + 1)
        case DeskKind.PAUSE:
            return replace(desk, pause=True, held=desk.held or bool(body.get("referee")))
        case DeskKind.RESUME:
            return replace(desk, pause=False, held=False)
        case DeskKind.DISMISSED if body.get("last"):
            return replace(desk, held=False)
        case DeskKind.FIXED:
            return replace(desk, fixed=desk.fixed | set(body["places"]))
        case DeskKind.FREED:
            return replace(desk, freed=desk.freed | {body["seat"]})
        case DeskKind.PUT_BACK:
            return replace(desk, put_back=(body["seen"], line.seq))
    return desk


def _opened(number: int, line: DeskLine) -> Dispute:
    body = line.body
    return Dispute(
        number,
        body.get("about"),
        body.get("hand"),
        body["why"],
        body["text"],
        body["by"],
        line.device_id,
        line.made_at,
        line.seq,
        trick=body.get("trick"),
    )


def _from_file(desk: Desk, body: Mapping[str, Any]) -> Desk:
    """Whatever stood before this line came from the file; its pauses hold nobody up here, and none of it waits."""
    source = Source.HOUSE if body.get("written") == "here" else Source.FILE
    origins = (*desk.origins, Origin(body["events"], len(desk.lines) - 1, source, body.get("untimed", body["events"])))
    known = (_least_sure([one for one in (dispute.source, source) if one]) for dispute in desk.disputes)
    disputes = tuple(replace(dispute, source=one) for dispute, one in zip(desk.disputes, known, strict=True))
    fixed = desk.fixed if source == Source.HOUSE else frozenset()
    return replace(desk, origins=origins, disputes=disputes, pause=False, held=False, changes=(), fixed=fixed)


def _on(matter: Matter, line: DeskLine) -> Matter:
    return replace(matter, device_id=line.device_id) if matter.device_id == line.body["from"] else matter


def _changed(desk: Desk, number: int, **changes: Any) -> Desk:
    disputes = list(desk.disputes)
    disputes[number - 1] = replace(disputes[number - 1], **changes)
    return replace(desk, disputes=tuple(disputes))


def _reopened(desk: Desk, line: DeskLine) -> Desk:
    # An old pause does not come back with the dispute.
    ruling, dispute = line.body["ruling"], desk.of_ruling(line.body["ruling"])
    desk = replace(desk, pause=desk.paused, reopened=desk.reopened | {ruling})
    if dispute is not None:
        desk = _changed(desk, dispute.number, is_open=True)
    # They were entered again right after this line, in this order.
    stand = {place: line.seq + nth for nth, place in enumerate(line.body.get("restored", ()))}
    disputes = tuple(replace(each, about=stand.get(each.about, each.about)) for each in desk.disputes)
    return replace(desk, disputes=disputes, restored={**desk.restored, **stand})


# What may be added


def judged(desk: Desk, who: Viewer, kind: DeskKind, body: Mapping[str, Any]) -> Refusal | None:
    """Returns why this line may not be added now. Whether the phone may add such lines at all is asked before."""
    match kind:
        case DeskKind.DISPUTE if len(desk.open) >= MOST_OPEN_DISPUTES:
            return Refusal("too-many-disputes", "GEN-1", {"most": MOST_OPEN_DISPUTES})
        case DeskKind.WITHDRAW:
            dispute = desk.dispute(body["dispute"])
            if dispute is None or not dispute.is_open:
                return Refusal("not-open", "GEN-1")
            if dispute.device_id != who.device_id:
                return Refusal("not-yours", "GEN-1", {"name": dispute.by})
        case DeskKind.RULE | DeskKind.POINTED | DeskKind.ADMITTED:
            asked = desk.dispute(body["dispute"])
            return None if asked is not None and asked.is_open else Refusal("not-open", "GEN-1")
        case DeskKind.REOPEN if body["ruling"] in desk.reopened:
            return Refusal("not-settled", "GEN-1")
        case DeskKind.PUT_BACK if desk.put_back is not None and desk.put_back[0] >= body["seen"]:
            return Refusal("not-open", "GEN-1")  # it has been told
        case DeskKind.PAUSE | DeskKind.RESUME:
            return _pause_judged(desk, who, kind)
        case kind if kind in CHANGE_KINDS | PENALTY_KINDS:
            return _listed_judged(desk, who, kind, body)
    return None


def _listed_judged(desk: Desk, who: Viewer, kind: DeskKind, body: Mapping[str, Any]) -> Refusal | None:
    """What stands in a list of its own on the desk: change requests, penalties."""
    if kind in PENALTY_KINDS:
        return penalties.judged(desk.penalties, kind, body)
    return change_judged(desk.changes, who, kind, body)


def _pause_judged(desk: Desk, who: Viewer, kind: DeskKind) -> Refusal | None:
    """A referee pauses at any time, and nobody else ends that; others pause while a matter is open."""
    if who.is_referee:
        return None
    if kind == DeskKind.RESUME:
        return Refusal("referee-pause", "GEN-1") if desk.held else None
    return None if desk.open else Refusal("not-open", "GEN-1")
