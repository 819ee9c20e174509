"""Snapshot of a table: its row, who is here, its folded log, its desk, and what a viewer sees of it."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from rules_core import findings as rules
from rules_core import replay
from rules_core.record import Header
from rules_core.replay import Fold, Node, state_before
from rules_core.view import TableView
from webapp.journal.lines import At, body_of
from webapp.store.models import DeskLine, Grant, SeatRequest, Table, utc_now
from webapp.store.roles import Role
from webapp.table.desk import Desk, Line, Noted
from webapp.table.folded_log import FoldedLog
from webapp.table.viewer import Viewer

T = TypeVar("T")


@dataclass(frozen=True)
class People:
    """People of a table: the grants that stand, and the devices that wait for a seat.

    `party` are the grants of those who do more than watch.
    """

    grants: tuple[Grant, ...] = ()
    party: tuple[Grant, ...] = ()
    requests: tuple[SeatRequest, ...] = ()

    @cached_property
    def has_referee(self) -> bool:
        return any(grant.is_referee for grant in self.party)

    @property
    def referees(self) -> list[str]:
        """The names of those who referee."""
        return [grant.name or "" for grant in self.party if grant.is_referee]

    @classmethod
    def of(cls, grants: Sequence[Grant], requests: Sequence[SeatRequest]) -> "People":
        return cls(tuple(grants), tuple(grant for grant in grants if grant.role != Role.WATCHER), tuple(requests))


@dataclass(frozen=True)
class Snapshot:
    """A table at one moment. `version` is the table's when it was last read from the database.

    `link` confirms the last event of the log, if there is one (webapp/store/chain).
    """

    table: Table
    log: FoldedLog
    people: People = People()
    desk: Desk = field(default_factory=Desk)
    version: int = 0
    link: str | None = None

    @cached_property
    def worked_out(self) -> dict[Hashable, Any]:
        """Cache of values that depend on this snapshot alone, by name and parameters."""
        return {}

    def once(self, what: Hashable, work_out: Callable[[], T]) -> T:
        """Returns the cached value of this name, computed at the first call."""
        known: T | None = self.worked_out.get(what)
        if known is None:
            known = self.worked_out[what] = work_out()
        return known

    @property
    def fold(self) -> Fold:
        return self.log.fold

    def at(self, fold: Fold) -> "Snapshot":
        return replace(self, log=replace(self.log, fold=fold))

    @property
    def is_kept_by_a_program(self) -> bool:
        return self.log.makers <= {grant.device_id for grant in self.people.grants if grant.is_host}


def empty(table: Table) -> Snapshot:
    return Snapshot(table, FoldedLog(replay.begin(header_of(table))))


def header_of(table: Table) -> Header:
    return Header(table.game, tuple(table.players), table.options, table.edition)


def with_line(snapshot: Snapshot, who: Viewer, line: Line) -> Snapshot:
    """Returns the table with a line on its desk, as it would be added at this moment."""
    at = At(snapshot.fold.seq, utc_now(), who.device_id)
    return replace(snapshot, desk=snapshot.desk.after(line, at))


def row_of(snapshot: Snapshot, line: Noted) -> DeskLine:
    """Returns a line of the desk as the store keeps it."""
    kind, body = body_of(line.says)
    return DeskLine(table_id=snapshot.table.id, kind=kind, body=body, **line.at._asdict())


def desk_line(snapshot: Snapshot, who: Viewer, line: Line) -> DeskLine:
    """Returns a line of the desk as the store keeps it, as it would be added at this moment."""
    return row_of(snapshot, Noted(line, *At(snapshot.fold.seq, utc_now(), who.device_id)))


class NotOffered(LookupError):
    """The game of a table is not offered here: a part of it is not whole, or it is gone. The table is kept."""


def looking(now: Snapshot, viewer: Viewer, *, desk: bool = False) -> rules.Observer:
    """Returns the viewer that the rules see.

    A referee sees everything; one who also plays or keeps the table does so only at the `desk`, not while playing.
    """
    if viewer.role == Role.REFEREE or (desk and viewer.is_referee):
        return rules.Observer("referee")
    open_book = now.table.book == "open"
    if viewer.seat is None:
        return rules.Observer(open_book=open_book)
    return rules.Observer("seat", viewer.seat, open_book=open_book)


def seen_by(now: Snapshot, viewer: Viewer, *, desk: bool = False) -> TableView:
    eyes = looking(now, viewer, desk=desk)
    view: TableView = now.once(eyes, lambda: now.fold.game.view(now.fold.state, eyes))
    return view


def sees_all(now: Snapshot, viewer: Viewer) -> bool:
    """Tells whether this viewer may look through what is closed to players while a hand lasts (GEN-5)."""
    return viewer.is_referee or (viewer.may_see and now.table.book == "open")


def may_look_at(now: Snapshot, viewer: Viewer, node: Node) -> bool:
    """Tells whether this viewer may look at the table as it was then: at hands that are over, or at everything."""
    return viewer.may_see and (hand_is_over(now, node) or sees_all(now, viewer))


def hand_is_over(now: Snapshot, node: Node) -> bool:
    """Tells whether the hand in which this event fell is over, or it fell between two hands.

    A hand that was scrapped is not: an undo brings it back.
    """
    before = state_before(now.fold, node)
    between = before.hand is None and node.state.hand is None
    return between or len(before.finished) < len(now.fold.state.finished)
