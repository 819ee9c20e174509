"""Tables and their logs of events. A log is append-only."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import datetime
from itertools import zip_longest
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col

from rules_core.record import Header
from webapp.store.chain.desk_lines import add_desk_line
from webapp.store.chain.links import Chain, Link, time_text
from webapp.store.chain.walk import newest_fits
from webapp.store.change_feed import notify_of_entry
from webapp.store.database import Database
from webapp.store.desk_kinds import DeskKind
from webapp.store.engines import StoreBusy
from webapp.store.errors import OpUsed, SeqTaken
from webapp.store.invites import PERMANENT_ROLES, add_invite
from webapp.store.kept_rows import KeptRows
from webapp.store.logged_events import EVENTS, EVENTS_POSTGRESQL, LoggedEvent, read_events
from webapp.store.match_keeping import KeptMatch, keep_match
from webapp.store.models import DeskLine, Event, Grant, Table, now
from webapp.store.next_tables import referee_line
from webapp.store.people import active_grants
from webapp.store.roles import Role
from webapp.store.table_limit import check_tables

# Every play does these. As text, past the layers that build statements, they cost half.
_APPEND_SQLITE = """
INSERT INTO events (table_id, device_id, made_at, seq, op, body, link)
VALUES (:table_id, :device_id, :made_at, :seq, :op, :body, :link)
"""
_APPEND_POSTGRESQL = """
INSERT INTO events (table_id, device_id, made_at, seq, op, body, link)
VALUES (%(table_id)s, %(device_id)s, %(made_at)s, %(seq)s, %(op)s, %(body)s, %(link)s)
"""
_COPIED = ("table_id", "made_at", "seq", "op", "body", "link")
_HEAD_SQLITE = "UPDATE tables SET log_head = ? WHERE id = ?"


class Appended(NamedTuple):
    """The version of the table with a new event, and what confirms that event."""

    version: int
    link: str


class TableVersion(NamedTuple):
    """How often a table has changed, and with which of these changes something beside its log did last."""

    newest: int
    beside: int


ALONE = TableVersion(0, 0)
"""The version of each table of a process that has the database for itself."""
_VERSION = "SELECT version, beside_version FROM tables WHERE id = %s"
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
    "created_at",
}
"""What the next game of the same people does not take over."""


class Log(Database):
    """The tables, and what happened at them."""

    def create_table(
        self,
        *,
        game: str,
        players: Sequence[str],
        options: dict[str, Any],
        device_id: int,
        host_seat: int | None = None,
        choices: Mapping[str, str] | None = None,
        title: str = "",
        book: str = "closed",
        entry: str = "everyone",
        seats: str = "free",
        door: str = "open",
        first_dealer: int | None = None,
        edition: int = 1,
        op: str | None = None,
    ) -> Table:
        """Opens a table with this device as its host and an invite for each role.

        `op` is the key of the form that asks for it: a table that it has opened already is returned as it is.
        """
        table = Table(
            game=game,
            players=list(players),
            options=dict(options),
            edition=edition,
            choices=dict(choices or {}),
            title=title,
            book=book,
            entry=entry,
            seats=seats,
            door=door,
            first_dealer=first_dealer,
            op=op,
        )
        try:
            with self._write() as session:
                self._add_table(session, table)
                session.add(Grant(table_id=table.id, device_id=device_id, role=Role.HOST, seat=host_seat))
                check_tables(session, device_id)
        except IntegrityError:
            if (opened := self._table_of_form(op)) is None:
                raise
            return opened
        return table

    def open_record(
        self,
        header: Header,
        bodies: Sequence[str],
        *,
        device_id: int,
        note: tuple[DeskKind, Mapping[str, Any]],
        times: Sequence[datetime | None] = (),
        desk: Sequence[DeskLine] = (),
        op: str | None = None,
    ) -> Table:
        """Opens a table with the whole log of a record and a line on its desk: all of it is there, or nothing.

        The entries are nobody's: no device made them here. `times` are those at which the first of them were made,
        where they are known, `desk` the lines of the desk that came with them. `op` as for a table that is opened
        empty.
        """
        table = Table(
            game=header.game, players=list(header.players), options=dict(header.options), edition=header.edition, op=op
        )
        try:
            with self._write() as session:
                self._add_table(session, table)
                session.add(Grant(table_id=table.id, device_id=device_id, role=Role.HOST))
                check_tables(session, device_id)
                opened_by = _desk_line(table.id, len(bodies), *note, device_id)
                self._add_record(session, table, bodies, times, (*desk, opened_by))
        except IntegrityError:
            if (opened := self._table_of_form(op)) is None:
                raise
            return opened
        return table

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
        _add_entries(session, self.chain, table, bodies, times, is_shared=self.is_shared)

    def _table_of_form(self, op: str | None) -> Table | None:
        """Returns the table that this form has opened."""
        with self._read() as session:
            return session.scalars(select(Table).where(col(Table.op) == op)).one_or_none() if op else None

    def create_successor(self, table_id: int, *, first_dealer: int | None) -> Table | None:
        """Opens the next game of the same people with the same grants; asked again it returns the same table."""
        with self._write(table_id) as session:
            old = session.get(Table, table_id)
            if old is None:
                return None
            if old.successor_id is not None:
                return session.get(Table, old.successor_id)
            kept = old.model_dump(exclude=_OF_ONE_TABLE)
            table = Table(**kept, first_dealer=first_dealer)
            self._add_table(session, table)
            for grant in active_grants(session, table_id):
                session.add(Grant(**grant.model_dump(exclude=_OF_ONE_GRANT), table_id=table.id))
                if grant.is_host:
                    check_tables(session, grant.device_id)
                if grant.is_referee:
                    add_desk_line(session.connection(), self.chain, referee_line(table, grant))
            old.successor_id = table.id
        return table

    def version(self, table_id: int) -> TableVersion:
        """Returns how often a table has changed, where other processes change it, too; else always the same."""
        if not self.is_shared:
            return ALONE
        with self._query(_VERSION, (table_id,)) as cursor:
            row = cursor.fetchone()
        return TableVersion(*row) if row else ALONE

    def count_tables(self) -> int:
        """Returns how many tables there are."""
        with self._reader.connect() as connection:
            return connection.scalar(select(func.count(col(Table.id)))) or 0

    def table(self, table_id: int) -> Table | None:
        """Returns the table of this number, if there is one."""
        with self._read() as session:
            return session.get(Table, table_id)

    def is_of_this_key(self) -> bool:
        """Tells whether the newest table is confirmed by our key: it is not where another machine has another one."""
        try:
            with self._reader.connect() as connection:
                return newest_fits(connection, self.chain)
        except (ValueError, TypeError, RecursionError):  # a row that no release has written; other tables can be used
            return False

    def newest_tables(self, limit: int) -> list[Table]:
        """Returns the tables that were opened last, the newest first."""
        with self._read() as session:
            return list(session.scalars(select(Table).order_by(col(Table.id).desc()).limit(limit)))

    def events(self, table_id: int, after_seq: int = 0) -> list[LoggedEvent]:
        """Returns the log after this event, in order."""
        with self._query(EVENTS_POSTGRESQL if self.is_shared else EVENTS, (table_id, after_seq)) as cursor:
            return read_events(cursor)

    def last_seq(self, table_id: int) -> int:
        """Returns the number of the newest event, 0 for an empty log."""
        with self._reader.connect() as connection:
            wanted = select(func.max(col(Event.seq))).where(col(Event.table_id) == table_id)
            return connection.scalar(wanted) or 0

    def append(
        self,
        table_id: int,
        *,
        seq: int,
        op: str,
        device_id: int | None,
        body: str,
        before: Sequence[str] = (),
        desk: Sequence[DeskLine] = (),
        link: str | None = None,
        match: KeptMatch | None = None,
    ) -> Appended:
        """Adds an event to the log as number `seq`; when it returns, the event is safe on the disk.

        `link` confirms the event that the log ends with, if the caller knows it.

        `match`: what the table's match has come to with it, which is kept where the table belongs to a circle.

        `before` are events that belong to the same entry and go before it, the last of them as `seq - 1`, and `desk`
        are lines of the desk that do: all of them stand, or none. Raises SeqTaken when a number is in the log, OpUsed
        when this device's `op` is.
        """
        shared = {"table_id": table_id, "device_id": device_id}
        lines: list[dict[str, Any]] = [
            {**shared, "seq": seq - back, "op": _op_key(device_id, f"{op}.{back}"), "body": earlier}
            for back, earlier in zip(range(len(before), 0, -1), before, strict=True)
        ]
        lines.append({**shared, "seq": seq, "op": _op_key(device_id, op), "body": body})
        before_them = link or self._link_before(table_id, seq - len(before))
        newest = _linked(self.chain, before_them, [now()] * len(lines), lines, as_text=not self.is_shared)
        try:
            if self.is_shared or desk:
                version = self._add_with_desk(table_id, lines, newest.head, desk, match)
            else:
                version = self._add_to_file(table_id, lines, newest.head, match)
            return Appended(version, newest.link)
        except IntegrityError as error:
            # The log only grows, so looking after the fact sees what was in the way.
            if (used := self.event_of_key(table_id, op=op, device_id=device_id)) is not None:
                raise OpUsed(used.seq, used.body) from error
            if seq - len(before) <= self.last_seq(table_id):
                raise SeqTaken from error
            raise

    def _add_with_desk(
        self,
        table_id: int,
        lines: list[dict[str, Any]],
        head: str,
        desk: Sequence[DeskLine],
        match: KeptMatch | None = None,
    ) -> int:
        """Locks the table and adds lines to its log and its desk. Returns its version with them."""
        with self._write_lock, self._writer.begin() as connection:
            version = notify_of_entry(connection, table_id, head, beside=bool(desk)) if self.is_shared else 0
            connection.exec_driver_sql(_APPEND_POSTGRESQL if self.is_shared else _APPEND_SQLITE, lines)
            if not self.is_shared:
                connection.exec_driver_sql(_HEAD_SQLITE, (head, table_id))
            for line in desk:
                add_desk_line(connection, self.chain, line)
            if match is not None:
                keep_match(KeptRows(connection.connection.cursor(), is_shared=self.is_shared), table_id, match)
        return version

    def _add_to_file(
        self, table_id: int, lines: list[dict[str, Any]], head: str, match: KeptMatch | None = None
    ) -> int:
        with self._write_fast() as cursor:
            cursor.executemany(_APPEND_SQLITE, lines)
            cursor.execute(_HEAD_SQLITE, (head, table_id))
            if match is not None:
                keep_match(KeptRows(cursor, is_shared=False), table_id, match)
        return 0

    def _link_before(self, table_id: int, seq: int) -> str:
        """Returns what confirms the event before this number; once made it stays, so nothing needs to be locked."""
        with self._read() as session:
            wanted = select(col(Event.link)).where(col(Event.table_id) == table_id, col(Event.seq) == seq - 1)
            if (link := session.scalar(wanted)) is not None:
                return link
            table = session.get(Table, table_id)
        return "" if table is None else _root(self.chain, table).link

    def _add_table(self, session: Session, table: Table) -> None:
        """Adds a table with the beginning of its chains, and the invites that every table has."""
        session.add(table)
        session.flush()
        table.log_head, table.desk_head = _root(self.chain, table).head, self.chain.desk_root(table.id).head
        for role in PERMANENT_ROLES:
            add_invite(session, table.id, role)

    def note(self, line: DeskLine, version: int = 0) -> int:
        """Adds a line to the desk of its table, as it stood at this version, and returns the one with the line.

        Raises SeqTaken where another process has changed the table since: the line may not fit any more.
        """
        with self._write() as session:
            newest = self._lock_table(session.connection(), line.table_id)
            if self.is_shared and newest != version + 1:
                raise SeqTaken
            add_desk_line(session.connection(), self.chain, line)
        return newest

    def desk(self, table_id: int) -> list[DeskLine]:
        """Returns what happened at a table beside its record, in order."""
        wanted = select(DeskLine).where(col(DeskLine.table_id) == table_id).order_by(col(DeskLine.id))
        with self._read() as session:
            return list(session.scalars(wanted))

    def event_of_key(self, table_id: int, *, op: str, device_id: int | None) -> Event | None:
        """Returns the event that this device made with this key, if it has made it."""
        wanted = select(Event).where(col(Event.table_id) == table_id, col(Event.op) == _op_key(device_id, op))
        with self._read() as session:
            return session.scalars(wanted).one_or_none()


def _op_key(device_id: int | None, op: str) -> str:
    # Two devices that show the same page hold the same key, and each may enter once.
    return f"{device_id}:{op}"


def _desk_line(table_id: int, seq: int, kind: DeskKind, body: Mapping[str, Any], device_id: int) -> DeskLine:
    return DeskLine(table_id=table_id, seq=seq, kind=kind, body=dict(body), device_id=device_id)


def _root(chain: Chain, table: Table) -> Link:
    return chain.log_root(
        table_id=table.id, game=table.game, players=table.players, options=table.options, edition=table.edition
    )


def _linked(
    chain: Chain, before: str, times: Sequence[datetime], lines: Sequence[dict[str, Any]], *, as_text: bool = False
) -> Link:
    """Gives each of these lines its time, as SQLite holds it where it is `as_text`, and its link; returns the last."""
    made = Link(before, "")
    for line, made_at in zip(lines, times, strict=True):
        text = time_text(made_at)
        made = chain.event(made.link, **line, made_at=text)
        line["made_at"], line["link"] = text if as_text else made_at, made.link
    return made


def _add_entries(
    session: Session,
    chain: Chain,
    table: Table,
    bodies: Sequence[str],
    times: Sequence[datetime | None],
    *,
    is_shared: bool,
) -> None:
    shared = {"table_id": table.id, "device_id": None}
    lines = [
        {**shared, "seq": seq, "op": _op_key(None, f"record-{seq}"), "body": text} for seq, text in enumerate(bodies, 1)
    ]
    if lines:  # thousands, maybe, and everybody waits
        made_at = [time or table.created_at for time, _line in zip_longest(times, lines)]
        newest = _linked(chain, _root(chain, table).link, made_at, lines, as_text=not is_shared)
        table.log_head = newest.head
        if is_shared:
            _copy(session.connection(), lines)
        else:
            session.connection().exec_driver_sql(_APPEND_SQLITE, lines)


def _copy(connection: Connection, lines: Sequence[dict[str, Any]]) -> None:
    """Adds new events to PostgreSQL by the way that is meant for many: half the work of a statement each."""
    driver = connection.dialect.loaded_dbapi
    statement = f"COPY events ({', '.join(_COPIED)}) FROM STDIN"
    try:
        with closing(connection.connection.cursor()) as cursor, cursor.copy(statement) as copy:
            for line in lines:
                copy.write_row([line[name] for name in _COPIED])
    except driver.OperationalError as error:
        raise StoreBusy(str(error)) from error
