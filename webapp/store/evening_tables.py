"""Tables of an evening: opened by it, joining and leaving it, with its referees at each of them."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import select
from sqlmodel import Session, col

from webapp.http.limits import TABLES_A_TURN
from webapp.store.chain.links import add_desk_line
from webapp.store.circle_models import note_change
from webapp.store.evening_models import Evening, EveningChange, NewSitting, Told
from webapp.store.grants import active_grants, begin_grant, end_grants, grant_of
from webapp.store.log import log_length
from webapp.store.models import DeskLine, Grant, Table, now
from webapp.store.people import add_dismissal
from webapp.store.roles import SEATED, Role, Scope
from webapp.store.table_headers import TableHeaders, referee_line


class TablesOfEvenings(TableHeaders):
    """The tables of all evenings."""

    def tables_of_evening(self, evening_id: int) -> list[Table]:
        """Returns the tables that belong to an evening now, by their number there and then the oldest first."""
        wanted = (
            select(Table).where(col(Table.evening_id) == evening_id).order_by(col(Table.evening_number), col(Table.id))
        )
        with self._read() as session:
            return list(session.scalars(wanted))

    def tables_of_recent_evenings(self, since: datetime) -> list[int]:
        """Returns the ids of the tables that belong to an evening opened since then."""
        wanted = select(col(Table.id)).join(Evening, col(Evening.id) == col(Table.evening_id))
        with self._read() as session:
            return list(session.scalars(wanted.where(col(Evening.created_at) >= since)))

    def tables_at_evenings(self, ids: Collection[int]) -> set[int]:
        """Returns those of these tables that belong to an evening now."""
        wanted = select(col(Table.id)).where(col(Table.id).in_(ids), col(Table.evening_id).is_not(None))
        with self._read() as session:
            return set(session.scalars(wanted))

    def _leave(self, session: Session, evening_id: int, table_id: int) -> None:
        self._lock_table(session.connection(), table_id)
        table = session.get_one(Table, table_id)
        if table.evening_id != evening_id:
            return
        table.evening_id = table.evening_number = None
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
                table.taken_back_at = now()

    def _open(self, session: Session, evening_id: int, sittings: Sequence[NewSitting], told: Told) -> list[int]:
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
        for sitting in sittings:
            for place, (seat, device_id) in enumerate(sitting.seats.items()):
                role = Role.PLAYER if place else Role.HOST
                session.add(Grant(table_id=sitting.table.id, device_id=device_id, role=role, seat=seat))
        session.flush()
        for table in tables:
            for grant in referees:
                self._seat_referee(session, table, grant)

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
