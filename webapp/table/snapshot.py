"""Snapshot of a table: its row, who is here, its folded log and its desk."""

from collections.abc import (
    Callable,
    Hashable,
    Sequence,
)
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from rules_core import replay
from rules_core.record import Header
from rules_core.replay import Fold
from webapp.journal.lines import At, body_of
from webapp.store.models import DeskLine, Grant, SeatRequest, Table
from webapp.store.models import now as moment
from webapp.store.roles import Role
from webapp.table.desk import Desk, Line, Noted
from webapp.table.folded_log import FoldedLog
from webapp.table.viewer import Viewer

T = TypeVar("T")


@dataclass(frozen=True)
class People:
    """Who is at a table: the grants that stand, and the devices that wait for a seat.

    `party` are the grants of those who do more than watch.
    """

    grants: tuple[Grant, ...] = ()
    party: tuple[Grant, ...] = ()
    requests: tuple[SeatRequest, ...] = ()

    @cached_property
    def has_referee(self) -> bool:
        return any(grant.is_referee for grant in self.party)

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
        """The log, folded by the rules."""
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


def noted(snapshot: Snapshot, who: Viewer, line: Line) -> Snapshot:
    """Returns the table with a line on its desk, as it would be added at this moment."""
    at = At(snapshot.fold.seq, moment(), who.device_id)
    return replace(snapshot, desk=snapshot.desk.after(line, at))


def row_of(snapshot: Snapshot, line: Noted) -> DeskLine:
    """Returns a line of the desk as the store keeps it."""
    kind, body = body_of(line.says)
    return DeskLine(table_id=snapshot.table.id, kind=kind, body=body, **line.at._asdict())


def desk_line(snapshot: Snapshot, who: Viewer, line: Line) -> DeskLine:
    """Returns a line of the desk as the store keeps it, as it would be added at this moment."""
    return row_of(snapshot, Noted(line, *At(snapshot.fold.seq, moment(), who.device_id)))


class NotOffered(LookupError):
    """The game of a table is not offered here: a part of it is not whole, or it is gone. The table is kept."""
