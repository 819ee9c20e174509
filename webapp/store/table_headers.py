"""Tables: opened, read, and followed by the next game of the same people."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlmodel import Session, col

from rules_core.record import Header
from webapp.store.attempts import count_opening
from webapp.store.chain.key import check_key, note_key
from webapp.store.chain.links import add_desk_line
from webapp.store.circle_models import CircleForgetting, note_change
from webapp.store.grants import active_grants, grant_of
from webapp.store.invites import add_first_invites
from webapp.store.log import Log, add_entries
from webapp.store.models import DeskLine, Grant, Table, utc_now
from webapp.store.roles import Role, Scope


def _moved(grant: Grant, old: Table, table: Table, held: set[int | None]) -> Grant:
    """Returns the grant of a device at the next table: the seat of its name, where that is free."""
    name = None if grant.seat is None else old.players[grant.seat]
    seat = table.players.index(name) if name in table.players else None
    if seat in held:
        seat = None
    role = Role.PLAYER if grant.role == Role.HOST else grant.role
    if role == Role.PLAYER and seat is None:
        role = Role.WATCHER
    agreed = grant.agreed and role != Role.WATCHER
    return Grant(
        table_id=table.id,
        device_id=grant.device_id,
        role=role,
        seat=seat,
        agreed=agreed,
        name=grant.name if agreed or role == Role.REFEREE else None,
    )


def referee_line(table: Table, grant: Grant) -> DeskLine:
    """Returns the desk line about a new referee, with the seat of one who plays, as the table agreed."""
    body = {"name": grant.name} if grant.seat is None else {"name": grant.name, "seat": grant.seat}
    return DeskLine(table_id=table.id, seq=0, kind="referee", body=body, device_id=grant.device_id)


_OF_ONE_GRANT = {"id", "table_id", "since", "read_events", "read_lines"}
_OF_ONE_TABLE = {
    "id",
    "op",
    "version",
    "beside_version",
    "log_head",
    "desk_head",
    "first_dealer",
    "successor_id",
    "evening_id",
    "evening_number",
    "round_closed_at",
    "final_at",
    "taken_back_at",
    "created_at",
}
"""Choices that the next game of the same people does not take over."""


class TableHeaders(Log):
    def create_table(
        self,
        *,
        game: str,
        players: Sequence[str],
        options: Mapping[str, Any],
        device_id: int,
        host_seat: int | None = None,
        network: str = "",
        **columns: Any,
    ) -> Table:
        """Opens a table with this device as its host and an invite for each role; `columns` are others of its row.

        A form that has opened one, by its key `op`, gets that one as it is. Raises TooManyOpened where this device, or
        its `network`, has opened as many within a day as it may.
        """
        table = Table(game=game, players=list(players), options=dict(options), **columns)

        def with_more(session: Session) -> None:
            self._begin_logs(session, table)
            session.add(Grant(table_id=table.id, device_id=device_id, role=Role.HOST, seat=host_seat))
            count_opening(session, Scope.TABLE, device_id, network)

        return self._add_once(table, with_more)

    def open_record(
        self,
        header: Header,
        bodies: Sequence[str],
        *,
        device_id: int,
        note: Mapping[str, Any],
        times: Sequence[datetime | None] = (),
        desk: Sequence[DeskLine] = (),
        network: str = "",
        op: str | None = None,
        title: str = "",
        circle_id: int | None = None,
    ) -> Table:
        """Opens a table with the whole log of a record and a line on its desk: all or nothing.

        The entries are nobody's: no device made them here. `times` are those at which the first of them were made,
        where they are known, `desk` the lines of the desk that came with them. `op` as for a table that is opened
        empty. `circle_id`: it came with this circle; the device has been its host, and is nothing there any more.
        """
        table = table_of(header, title=title, op=op, circle_id=circle_id)

        def with_more(session: Session) -> None:
            self._begin_logs(session, table)
            until = None if circle_id is None else utc_now()
            session.add(Grant(table_id=table.id, device_id=device_id, role=Role.HOST, until=until))
            if circle_id is None:
                count_opening(session, Scope.TABLE, device_id, network)
            else:
                note_change(session, circle_id)
            opened_by = opened_line(table.id, len(bodies), note, device_id)
            self._add_record(session, table, bodies, times, (*desk, opened_by))

        return self._add_once(table, with_more)

    def _add_record(
        self,
        session: Session,
        table: Table,
        bodies: Sequence[str],
        times: Sequence[datetime | None],
        desk: Sequence[DeskLine],
    ) -> None:
        for line in desk:
            line.table_id = table.id
            add_desk_line(session.connection(), self.chain, line)
        add_entries(session, self.chain, table, bodies, times, is_shared=self.is_shared)

    def create_successor(
        self, table_id: int, *, first_dealer: int | None, network: str = "", device_id: int | None = None
    ) -> Table | None:
        """Opens the next game of the same people with the same grants; asked again it returns the same table.

        Returns None where `device_id`, which asks for it, has left the table meanwhile.
        """
        with self._write(table_id) as session:
            old = session.get(Table, table_id)
            if old is None or (device_id is not None and grant_of(session, table_id, device_id) is None):
                return None
            if old.successor_id is not None:
                return session.get(Table, old.successor_id)
            kept = old.model_dump(exclude=_OF_ONE_TABLE)
            table = Table(**kept, first_dealer=first_dealer)
            self._add_tables(session, table)
            for grant in active_grants(session, table_id):
                session.add(Grant(**grant.model_dump(exclude=_OF_ONE_GRANT), table_id=table.id))
                if grant.is_host:
                    count_opening(session, Scope.TABLE, grant.device_id, network)
                if grant.is_referee:
                    add_desk_line(session.connection(), self.chain, referee_line(table, grant))
            old.successor_id = table.id
            if old.circle_id is not None:
                note_change(session, old.circle_id)
            for begun in session.scalars(select(CircleForgetting)):
                if old.id in begun.tables:  # it may have a name that has not gone from there yet
                    begun.tables = [*begun.tables, table.id]
        return table

    def count_tables(self) -> int:
        return self._one(select(func.count(col(Table.id)))) or 0

    def table(self, table_id: int) -> Table | None:
        return self._row(Table, table_id)

    def confirm_key(self) -> None:
        """Notes our key as the house's where none is noted yet. Raises OtherKey where the house has another one."""
        with self._reader.connect() as connection:
            if check_key(connection, self.chain):
                return
        with self._write() as session:
            note_key(session.connection(), self.chain)
            check_key(session.connection(), self.chain)

    def newest_tables(self, limit: int) -> list[Table]:
        """Returns the tables that were opened last, the newest first."""
        return self._all(select(Table).order_by(col(Table.id).desc()).limit(limit))

    def _add_tables(self, session: Session, *tables: Table) -> None:
        session.add_all(tables)
        session.flush()
        self._begin_logs(session, *tables)

    def _begin_logs(self, session: Session, *tables: Table) -> None:
        """Gives tables that are there now their chains and first invites."""
        for table in tables:
            table.log_head, table.desk_head = self.chain.log_root(table).head, self.chain.desk_root(table.id).head
        add_first_invites(session, [table.id for table in tables], Scope.TABLE)

    def bring_along(self, table_id: int, next_id: int) -> None:
        """Makes a table the successor of another, and admits its devices: each gets the seat of the same name.

        The table must be there. A device that is in already keeps what it holds, one whose seat is not there watches.
        Where another table is the next one already, nothing is changed.
        """
        with self._write(table_id) as session:
            old, table = session.get_one(Table, table_id), session.get_one(Table, next_id)
            if old.successor_id is not None:
                return
            old.successor_id = next_id
            there = active_grants(session, next_id)
            devices, held = {grant.device_id for grant in there}, {grant.seat for grant in there}
            for grant in active_grants(session, table_id):
                if grant.device_id in devices:
                    continue
                moved = _moved(grant, old, table, held)
                session.add(moved)
                if moved.is_referee:
                    add_desk_line(session.connection(), self.chain, referee_line(table, moved))


def table_of(header: Header, **columns: Any) -> Table:
    """Returns the row of a table whose record begins so; `columns` are the others."""
    players, options = list(header.players), dict(header.options)
    return Table(game=header.game, players=players, options=options, edition=header.edition, **columns)


def opened_line(table_id: int, seq: int, note: Mapping[str, Any], device_id: int) -> DeskLine:
    """Returns the desk line about the record that a table was opened from."""
    return DeskLine(table_id=table_id, seq=seq, kind="opened", body=dict(note), device_id=device_id)
