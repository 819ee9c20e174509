"""Evenings that are read from an archive: their lines and their tables with whole logs, all of it or nothing."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import Session

from rules_core.record import Header
from webapp.http.limits import ROWS_A_TURN
from webapp.http.rate_limits import FOLD_PAUSE
from webapp.store.evening_models import Evening, EveningLine, NewLine
from webapp.store.evenings import Evenings
from webapp.store.invites import add_first_invites
from webapp.store.limits import Opened, count_opening
from webapp.store.models import DeskLine, Grant
from webapp.store.roles import Role, Scope
from webapp.store.table_headers import opened_line, table_of


@dataclass(frozen=True)
class ArchivedSitting:
    """A table from an archive. `named`: the id by which the lines name it; `note`: where it comes from."""

    named: int
    number: int
    header: Header
    bodies: Sequence[str]
    note: Mapping[str, Any]
    times: Sequence[datetime | None] = ()
    desk: Sequence[DeskLine] = ()


@dataclass(frozen=True)
class ArchivedEvening:
    """An evening from an archive. `lines` makes its lines and their times from the ids of its tables here."""

    title: str
    lot: int
    opened_at: datetime
    sittings: Iterable[ArchivedSitting]
    lines: Callable[[Mapping[int, int]], Iterable[tuple[NewLine, datetime]]]


class EveningArchives(Evenings):
    """All evenings, those from archives among them."""

    def open_archived(self, found: ArchivedEvening, *, device_id: int, network: str = "", op: str | None) -> Evening:
        """Opens an evening from an archive with this device as its organiser, which may look at its tables.

        Their entries are nobody's. A form that has opened one gets that one again. All of it stands or nothing: it is
        one transaction, with pauses in which everybody who only reads goes on. Raises TooManyOpened.
        """
        evening = Evening(title=found.title, op=op, lot=found.lot, version=1, created_at=found.opened_at)

        def with_more(session: Session) -> None:
            count_opening(session, Opened.EVENING, device_id, network)
            ids = {}
            for one in found.sittings:
                ids[one.named] = self._open_sitting(session, evening.id, one, device_id)
                _let_others_on(session)
            for seq, (line, at) in enumerate(found.lines(ids), 1):
                body = dict(line.body)
                session.add(EveningLine(evening_id=evening.id, seq=seq, kind=line.kind, body=body, op=None, made_at=at))
                if seq % ROWS_A_TURN == 0:
                    _let_others_on(session)
            session.add(Grant(evening_id=evening.id, device_id=device_id, role=Role.ORGANISER))
            add_first_invites(session, [evening.id], Scope.EVENING)

        return self._add_once(evening, with_more)

    def _open_sitting(self, session: Session, evening_id: int, one: ArchivedSitting, device_id: int) -> int:
        table = table_of(one.header, door="closed", evening_id=evening_id, evening_number=one.number)
        self._add_tables(session, table)
        session.add(Grant(table_id=table.id, device_id=device_id, role=Role.WATCHER))
        note = opened_line(table.id, len(one.bodies), one.note, device_id)
        self._add_record(session, table, one.bodies, one.times, (*one.desk, note))
        return table.id


def _let_others_on(session: Session) -> None:
    session.flush()
    session.expunge_all()
    time.sleep(FOLD_PAUSE)
