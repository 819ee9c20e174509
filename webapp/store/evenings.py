"""Evenings: their lines, devices, invites, and the tables that belong to them."""

import secrets
import time
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select, text
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col

from webapp.http.durations import FOLD_PAUSE
from webapp.http.limits import ROWS_A_TURN, TABLES_A_TURN
from webapp.store.attempts import count_opening
from webapp.store.chain.links import add_desk_line
from webapp.store.change_feed import notify_of_evening
from webapp.store.circle_models import CircleJoin, note_change
from webapp.store.errors import OpUsed, PersonTaken, SeqTaken
from webapp.store.evening_models import (
    NOTHING_ELSE,
    Admission,
    Evening,
    EveningChange,
    EveningLine,
    LeftTable,
    NewLine,
    NewSitting,
    TellOpened,
)
from webapp.store.grants import active_grants, begin_grant, end_grants, grant_of, grant_on, handed_on
from webapp.store.invites import Invites, add_first_invites, spend_invite
from webapp.store.log import log_length
from webapp.store.models import DeskLine, Grant, Table, utc_now
from webapp.store.roles import SEATED, Role, Scope
from webapp.store.table_devices import add_dismissal
from webapp.store.table_headers import TableHeaders, referee_line
from webapp.store.used_keys import KeyedQuestion, UsedKeys

_VERSION = "SELECT version FROM evenings WHERE id = ?"


LOTS = 1 << 30


class Evenings(TableHeaders, Invites, UsedKeys):
    def open_evening(
        self,
        title: str,
        lines: Sequence[NewLine],
        *,
        device_id: int,
        network: str = "",
        op: str | None = None,
        circle_id: int | None = None,
    ) -> Evening:
        """Opens an evening with this device as its organiser; a form that has opened one gets that one again.

        Raises TooManyOpened where this device, or its `network`, has opened as many within a day as it may.
        """
        evening = Evening(title=title, op=op, lot=secrets.randbelow(LOTS), version=1, circle_id=circle_id)

        def with_more(session: Session) -> None:
            for seq, line in enumerate(lines, 1):
                session.add(_line(evening.id, seq, line, device_id, None))
            session.add(Grant(evening_id=evening.id, device_id=device_id, role=Role.ORGANISER))
            session.flush()
            count_opening(session, Scope.EVENING, device_id, network)
            add_first_invites(session, [evening.id], Scope.EVENING)

        return self._add_once(evening, with_more)

    def evening(self, evening_id: int) -> Evening | None:
        return self._row(Evening, evening_id)

    def change_circle(self, evening_id: int, before: int | None, after: int | None) -> bool:
        """Makes an evening one of another circle, None: of none; tables that open there belong to it from now on.

        Returns False where it is not one of `before`.
        """
        with self._write() as session:
            self._count_change(session, evening_id)
            evening = session.get_one(Evening, evening_id)
            if evening.circle_id != before:
                return False
            evening.circle_id = after
        return True

    def evening_version(self, evening_id: int) -> int:
        """Returns how often an evening has changed; 0 where there is none."""
        return next((version for (version,) in self._rows(_VERSION, (evening_id,))), 0)

    def evening_lines(self, evening_id: int, after_seq: int = 0) -> list[EveningLine]:
        wanted = (
            select(EveningLine)
            .where(col(EveningLine.evening_id) == evening_id, col(EveningLine.seq) > after_seq)
            .order_by(col(EveningLine.seq))
        )
        found = list[EveningLine]()
        with self._read() as session:
            for some in session.scalars(wanted).partitions(ROWS_A_TURN):
                found += some
                if len(some) == ROWS_A_TURN:
                    time.sleep(FOLD_PAUSE)
        return found

    def evenings_of(self, device_id: int, limit: int) -> list[Evening]:
        """Returns the evenings where this device has a role, the newest first."""
        wanted = (
            select(Evening)
            .join(Grant, col(Grant.evening_id) == col(Evening.id))
            .where(col(Grant.device_id) == device_id, col(Grant.until).is_(None))
            .order_by(col(Evening.id).desc())
            .limit(limit)
        )
        return self._all(wanted)

    def add_to_evening(
        self,
        evening_id: int,
        lines: Sequence[NewLine],
        *,
        after: int,
        device_id: int | None,
        op: str | None = None,
        change: EveningChange = NOTHING_ELSE,
        question: KeyedQuestion | None = None,
    ) -> list[EveningLine]:
        """Adds lines after the line `after`, with the `change`: all or nothing.

        `op` is the key of the form, of the first line. A table that opens is named by the line that seats it: in the
        bodies the numbers `{"opens": place}` become the ids of the tables opened. Raises SeqTaken where the evening
        has gone on, OpUsed where this device's key was used, PersonTaken where another device stands for somebody,
        InviteSpent where the invite was taken. The key of `question` is kept with them: KeyUsed where it was used.
        """
        key = None if op is None else f"{device_id}:{op}"
        try:
            with self._write() as session:
                self._count_change(session, evening_id)
                self._keep_key_of(session, question)
                opened = self._make_change(session, evening_id, change)
                added = [
                    _line(evening_id, after + place, NewLine(line.kind, _with_ids(line.body, opened)), device_id, key)
                    for place, line in enumerate(lines, 1)
                ]
                for line in added[1:]:
                    line.op = None
                session.add_all(added)
        except IntegrityError as error:
            raise self._evening_conflict(evening_id, after, key) or error from error
        return added

    def _evening_conflict(self, evening_id: int, after: int, key: str | None) -> Exception | None:
        later = self.evening_lines(evening_id, 0 if key else after)
        used = next((line for line in later if key is not None and line.op == key), None)
        if used is not None:
            return OpUsed(used.seq, "")
        return SeqTaken() if any(line.seq > after for line in later) else None

    def _count_change(self, session: Session, evening_id: int) -> None:
        if self.is_shared:
            notify_of_evening(session.connection(), evening_id)
        else:
            session.execute(text("UPDATE evenings SET version = version + 1 WHERE id = :id"), {"id": evening_id})

    def _make_change(self, session: Session, evening_id: int, change: EveningChange) -> list[int]:
        if change.spent is not None:
            spend_invite(session, change.spent)
        for device_id in change.expelled:
            self._let_out(session, evening_id, device_id)
            self._unseat(session, change.unseated_at, device_id)
        for person in change.freed:
            device = _free_person(session, evening_id, person)
            if device is not None:
                self._unseat(session, change.unseated_at, device)
                if grant_of(session, evening_id, device, Scope.EVENING) is None:
                    self._end_looks(session, evening_id, device)
        for admission in change.admit:
            self._admit(session, evening_id, admission)
        for table_id in change.leaves:
            self._leave(session, evening_id, table_id, counts=table_id in change.counts)
        for table_id, number in change.joins.items():
            self._join(session, evening_id, table_id, number)
        self._give(session, evening_id, [session.get_one(Table, table_id) for table_id in change.given])
        self._mark(session, change)
        return self._open(session, evening_id, change.opens, change.told)

    def _admit(self, session: Session, evening_id: int, admission: Admission) -> None:
        held = grant_of(session, evening_id, admission.device_id, Scope.EVENING)
        if admission.person is not None:
            taken = grant_on(session, evening_id, admission.person, Scope.EVENING)
            if taken is not None and taken.device_id != admission.device_id:
                raise PersonTaken
        wanted = Grant(evening_id=evening_id, **vars(admission))
        if held is not None:
            wanted.read_lines = held.read_lines
            wanted.person = held.person if wanted.person is None else wanted.person
            wanted.name = wanted.name or held.name
            end_grants(session, [held])
        begin_grant(session, wanted)
        if wanted.is_referee:
            for table in self._locked_tables(session, evening_id):
                self._seat_referee(session, table, wanted)

    def _let_out(self, session: Session, evening_id: int, device_id: int) -> None:
        held = grant_of(session, evening_id, device_id, Scope.EVENING)
        if held is None:
            return
        end_grants(session, [held])
        if held.is_referee:
            for table in self._locked_tables(session, evening_id):
                self._unseat_referee(session, table, device_id)
        self._end_looks(session, evening_id, device_id)

    def read_evening(self, evening_id: int, device_id: int, lines: int) -> None:
        """Advances a device's read marker for announcements to this many lines; never moves it back."""
        with self._write_in(evening_id, Scope.EVENING) as session:
            held = grant_of(session, evening_id, device_id, Scope.EVENING)
            if held is not None and held.read_lines < lines:
                held.read_lines = lines
                self._count_change(session, evening_id)

    def tables_of_evening(self, evening_id: int) -> list[Table]:
        """Returns the tables that belong to an evening now, by their number there and then the oldest first."""
        wanted = (
            select(Table).where(col(Table.evening_id) == evening_id).order_by(col(Table.evening_number), col(Table.id))
        )
        return self._all(wanted)

    def tables_of_recent_evenings(self, since: datetime) -> list[int]:
        """Returns the ids of the tables that belong to an evening opened since then, or count there."""
        there = select(col(Table.id)).join(Evening, col(Evening.id) == col(Table.evening_id))
        left = select(col(LeftTable.table_id)).join(Evening, col(Evening.id) == col(LeftTable.evening_id))
        is_recent = col(Evening.created_at) >= since
        return self._all(there.where(is_recent)) + self._all(left.where(is_recent))

    def tables_at_evenings(self, ids: Collection[int]) -> set[int]:
        """Returns those of these tables that belong to an evening now."""
        wanted = select(col(Table.id)).where(col(Table.id).in_(ids), col(Table.evening_id).is_not(None))
        return set(self._all(wanted))

    def evenings_left(self, ids: Collection[int]) -> dict[int, int]:
        """Returns the evening that each of these tables has left and where its match counts."""
        left = self._all(select(LeftTable).where(col(LeftTable.table_id).in_(ids)))
        return {one.table_id: one.evening_id for one in left}

    def _leave(self, session: Session, evening_id: int, table_id: int, *, counts: bool) -> None:
        self._lock_table(session.connection(), table_id)
        table = session.get_one(Table, table_id)
        if table.evening_id != evening_id:
            return
        table.evening_id = table.evening_number = None
        session.execute(delete(LeftTable).where(col(LeftTable.table_id) == table_id))
        if counts:
            session.add(LeftTable(table_id=table_id, evening_id=evening_id))
        note_change(session, table.circle_id)
        for grant in active_grants(session, evening_id, Scope.EVENING):
            if grant.is_referee:
                self._unseat_referee(session, table, grant.device_id)

    def _join(self, session: Session, evening_id: int, table_id: int, number: int) -> None:
        self._lock_table(session.connection(), table_id)
        table = session.get_one(Table, table_id)
        table.evening_id, table.evening_number = evening_id, number
        note_change(session, table.circle_id)
        for grant in active_grants(session, evening_id, Scope.EVENING):
            if grant.is_referee:
                self._seat_referee(session, table, grant)

    def _mark(self, session: Session, change: EveningChange) -> None:
        for table_id in sorted({*change.seals, *change.takes_back}):
            self._lock_table(session.connection(), table_id)
            table = session.get_one(Table, table_id)
            if table_id in change.seals:
                table.round_closed_at, table.final_at = change.seals[table_id]
            if table_id in change.takes_back:
                table.taken_back_at = utc_now()

    def _open(self, session: Session, evening_id: int, sittings: Sequence[NewSitting], told: TellOpened) -> list[int]:
        referees = [grant for grant in active_grants(session, evening_id, Scope.EVENING) if grant.is_referee]
        for start in range(0, len(sittings), TABLES_A_TURN):
            some = sittings[start : start + TABLES_A_TURN]
            self._open_some(session, evening_id, some, referees)
            told(start + len(some), len(sittings))
        return [sitting.table.id for sitting in sittings]

    def _open_some(
        self, session: Session, evening_id: int, sittings: Sequence[NewSitting], referees: Sequence[Grant]
    ) -> None:
        tables = [sitting.table for sitting in sittings]
        for table in tables:
            table.evening_id = evening_id
        self._add_tables(session, *tables)
        self._give(session, evening_id, tables)
        for sitting in sittings:
            for place, (seat, device_id) in enumerate(sitting.seats.items()):
                role = Role.PLAYER if place else Role.HOST
                session.add(Grant(table_id=sitting.table.id, device_id=device_id, role=role, seat=seat))
        session.flush()
        for table in tables:
            for grant in referees:
                self._seat_referee(session, table, grant)

    def _give(self, session: Session, evening_id: int, tables: Sequence[Table]) -> None:
        """Gives tables that belong to no circle to that of the evening, or to the one that it has joined since."""
        circle_id = session.get_one(Evening, evening_id).circle_id
        free = [table for table in tables if table.circle_id is None]
        if circle_id is None or not free:
            return
        joined = select(col(CircleJoin.circle_id)).where(
            col(CircleJoin.gone_id) == circle_id, col(CircleJoin.undone_at).is_(None)
        )
        circle_id = session.scalar(joined) or circle_id
        for table in free:
            table.circle_id = circle_id
        note_change(session, circle_id)

    def _locked_tables(self, session: Session, evening_id: int) -> list[Table]:
        """Returns the tables of an evening, locked in one order; other processes hear that they change."""
        wanted = select(col(Table.id)).where(col(Table.evening_id) == evening_id).order_by(col(Table.id))
        ids = list(session.scalars(wanted))
        for table_id in ids:
            self._lock_table(session.connection(), table_id)
        return [session.get_one(Table, table_id) for table_id in ids]

    def _seat_referee(self, session: Session, table: Table, grant: Grant) -> None:
        ever = select(col(Grant.id)).where(
            col(Grant.table_id) == table.id,
            col(Grant.device_id) == grant.device_id,
            col(Grant.role).in_(SEATED),
        )
        if session.scalars(ever).first() is not None:
            return
        held = grant_of(session, table.id, grant.device_id)
        if held is not None and held.is_referee:
            return
        end_grants(session, [held])
        seated = Grant(table_id=table.id, device_id=grant.device_id, role=Role.REFEREE, name=grant.name)
        begin_grant(session, seated)
        line = referee_line(table, seated)
        line.seq = log_length(session, table.id)
        add_desk_line(session.connection(), self.chain, line)

    def _unseat_referee(self, session: Session, table: Table, device_id: int) -> None:
        held = grant_of(session, table.id, device_id)
        if held is not None and held.role == Role.REFEREE:
            end_grants(session, [held])
            line = DeskLine(table_id=table.id, seq=0, kind="dismissed", body={"name": held.name})
            line.seq, line.device_id = log_length(session, table.id), device_id
            add_dismissal(session, self.chain, line)

    def _unseat(self, session: Session, tables: Sequence[int], device_id: int) -> None:
        """Takes a device off its seat at these tables; it has nothing to do there any more."""
        for table_id in sorted(tables):
            self._lock_table(session.connection(), table_id)
            held = grant_of(session, table_id, device_id)
            if held is not None and held.seat is not None:
                end_grants(session, [held])

    def _end_looks(self, session: Session, evening_id: int, device_id: int) -> None:
        looks = (
            select(Grant)
            .join(Table, col(Table.id) == col(Grant.table_id))
            .where(
                col(Table.evening_id) == evening_id,
                col(Grant.device_id) == device_id,
                col(Grant.role) == Role.WATCHER,
                col(Grant.until).is_(None),
            )
        )
        for look in session.scalars(looks.order_by(col(Table.id))).all():
            self._lock_table(session.connection(), look.owner)
            end_grants(session, [look])


def _free_person(session: Session, evening_id: int, person: int) -> int | None:
    """Ends the grant of the device that stands for a person, and returns it; organisers and deputies stay."""
    held = grant_on(session, evening_id, person, Scope.EVENING)
    if held is None:
        return None
    end_grants(session, [held])
    if held.role != Role.PLAYER:
        kept = handed_on(held, held.device_id)
        kept.person = None
        begin_grant(session, kept)
    return held.device_id


def _line(evening_id: int, seq: int, line: NewLine, device_id: int | None, op: str | None) -> EveningLine:
    return EveningLine(evening_id=evening_id, seq=seq, kind=line.kind, body=dict(line.body), op=op, device_id=device_id)


def _with_ids(body: Mapping[str, Any], opened: Sequence[int]) -> Mapping[str, Any]:
    if "tables" not in body or not opened:
        return body
    tables = [
        {**table, "table": opened[table["opens"]]} if "opens" in table else dict(table) for table in body["tables"]
    ]
    return {**body, "tables": [{key: it for key, it in table.items() if key != "opens"} for table in tables]}
