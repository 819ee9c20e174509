"""Append-only logs of events and desks: rows, appending, reading."""

import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from datetime import datetime
from itertools import zip_longest
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, func, select
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col

from webapp.http.durations import FOLD_PAUSE
from webapp.http.limits import MOST_TOGETHER, ROWS_A_TURN
from webapp.store.chain.links import Chain, Link, add_desk_line, moment_of, time_text
from webapp.store.change_feed import notify_of_entry
from webapp.store.engines import StoreBusy
from webapp.store.errors import KeyUsed, OpUsed, SeqTaken
from webapp.store.kept_rows import KeptRows
from webapp.store.match_keeping import KeptMatch, keep_match
from webapp.store.models import DeskLine, EventRow, Table, utc_now
from webapp.store.used_keys import KNOWN_SQLITE, KeyedQuestion, UsedKeys


class LoggedEvent(NamedTuple):
    """An event of a log. `device_id` is None where no device made it here; `link` confirms it."""

    seq: int
    op: str
    device_id: int | None
    made_at: datetime
    body: str
    link: str


EVENTS = "SELECT seq, op, device_id, made_at, body, link FROM events WHERE table_id = ? AND seq > ? ORDER BY seq"
"""The events of a table after a number."""


def read_events(rows: Iterable[Any]) -> list[LoggedEvent]:
    """Returns the events that this query has found."""
    return [
        LoggedEvent(seq, op, device_id, moment_of(made_at), body, link)
        for seq, op, device_id, made_at, body, link in rows
    ]


# Every play does these. As text, past the layers that build statements, they cost half.
APPEND_SQLITE = """
INSERT INTO events (table_id, device_id, made_at, seq, op, body, link)
VALUES (:table_id, :device_id, :made_at, :seq, :op, :body, :link)
"""
APPEND_POSTGRESQL = """
INSERT INTO events (table_id, device_id, made_at, seq, op, body, link)
VALUES (%(table_id)s, %(device_id)s, %(made_at)s, %(seq)s, %(op)s, %(body)s, %(link)s)
"""
_COPIED = ("table_id", "made_at", "seq", "op", "body", "link")


def op_key(device_id: int | None, op: str) -> str:
    """Returns the key of an entry as it is stored."""
    # Two devices that show the same page hold the same key, and each may enter once.
    return f"{device_id}:{op}"


def log_length(session: Session, table_id: int) -> int:
    """Returns the number of the newest event of a table, 0 for an empty log."""
    return session.scalar(select(func.max(col(EventRow.seq))).where(col(EventRow.table_id) == table_id)) or 0


def linked(
    chain: Chain, before: str, times: Sequence[datetime], lines: Sequence[dict[str, Any]], *, as_text: bool = False
) -> Link:
    """Gives each of these lines its time, as SQLite holds it where it is `as_text`, and its link; returns the last."""
    made = Link(before, "")
    for number, (line, made_at) in enumerate(zip(lines, times, strict=True), 1):
        text = time_text(made_at)
        made = chain.event(made.link, **line, made_at=text)
        line["made_at"], line["link"] = text if as_text else made_at, made.link
        if number % ROWS_A_TURN == 0:
            time.sleep(FOLD_PAUSE)
    return made


def add_entries(
    session: Session,
    chain: Chain,
    table: Table,
    bodies: Sequence[str],
    times: Sequence[datetime | None],
    *,
    is_shared: bool,
) -> None:
    """Adds the whole log of a record, as entries of no device. Those without a time were made when it was opened."""
    shared = {"table_id": table.id, "device_id": None}
    lines = [
        {**shared, "seq": seq, "op": op_key(None, f"record-{seq}"), "body": text} for seq, text in enumerate(bodies, 1)
    ]
    if lines:  # maybe thousands, so readers have a turn between some of them
        made_at = [time or table.created_at for time, _line in zip_longest(times, lines)]
        newest = linked(chain, chain.log_root(table).link, made_at, lines, as_text=not is_shared)
        table.log_head = newest.head
        session.flush()
        for first in range(0, len(lines), ROWS_A_TURN):
            time.sleep(FOLD_PAUSE)
            some = lines[first : first + ROWS_A_TURN]
            if is_shared:
                _copy(session.connection(), some)
            else:
                session.connection().exec_driver_sql(APPEND_SQLITE, some)


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


_HEAD_SQLITE = "UPDATE tables SET log_head = ? WHERE id = ?"


class Appended(NamedTuple):
    """The version of the table with a new event, and the event's link."""

    version: int
    link: str


class KnownLink(NamedTuple):
    """The link of a log's last event, as read at this version of the table."""

    version: int
    link: str


class TableVersion(NamedTuple):
    """The number of a table's changes, and that of the last one outside its log."""

    newest: int
    outside_log: int


_BODIES = "SELECT body FROM events WHERE table_id = ? AND op IN ({keys}) ORDER BY seq"
_DESK = select(DeskLine).where(col(DeskLine.table_id) == bindparam("table")).order_by(col(DeskLine.id))
ALONE = TableVersion(0, 0)
"""The version of each table of a process that has the database for itself."""
_VERSION = "SELECT version, beside_version FROM tables WHERE id = ?"


class Log(UsedKeys):
    def version(self, table_id: int) -> TableVersion:
        """Returns how often a table has changed, where other processes change it, too; else always the same."""
        if not self.is_shared:
            return ALONE
        return next((TableVersion(*row) for row in self._rows(_VERSION, (table_id,))), ALONE)

    def events(self, table_id: int, after_seq: int = 0) -> list[LoggedEvent]:
        return read_events(self._rows(EVENTS, (table_id, after_seq)))

    def last_seq(self, table_id: int) -> int:
        """Returns the number of the newest event, 0 for an empty log."""
        with self._read() as session:
            return log_length(session, table_id)

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
        version: int | None = None,
        match: KeptMatch | None = None,
        question: KeyedQuestion | None = None,
    ) -> Appended:
        """Appends an event to the log as number `seq`; on return it is durably stored.

        `before` are events that belong to the same entry and go before it, the last of them as `seq - 1`, and `desk`
        are lines of the desk that do: all of them stand, or none. `link` confirms the event that the log ends with, if
        the caller knows it, as of this `version` of the table. `match`: what the table's match has come to with it,
        which is kept where the table belongs to a circle. `question` names the key as `used_keys` does, and is kept
        where it tells what was asked.

        Raises SeqTaken when a number is in the log, or its chain was made anew after `version`, OpUsed when this
        device's `op` is, KeyUsed when the key was used for what no log has.
        """
        shared = {"table_id": table_id, "device_id": device_id}
        lines: list[dict[str, Any]] = [
            {**shared, "seq": seq - back, "op": op_key(device_id, f"{op}.{back}"), "body": earlier}
            for back, earlier in zip(range(len(before), 0, -1), before, strict=True)
        ]
        lines.append({**shared, "seq": seq, "op": op_key(device_id, op), "body": body})
        before_them = link or self._link_before(table_id, seq - len(before))
        newest = linked(self.chain, before_them, [utc_now()] * len(lines), lines, as_text=not self.is_shared)
        try:
            if self.is_shared or desk or (question is not None and question.asked):
                known = None if version is None else KnownLink(version, before_them)
                made = self._add_with_desk(table_id, lines, newest.head, desk, known, match, question)
            else:
                made = self._add_to_file(table_id, lines, newest.head, match, question)
            return Appended(made, newest.link)
        except IntegrityError as error:
            # The log only grows, so a look after the fact finds the cause.
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
        known: KnownLink | None,
        match: KeptMatch | None,
        question: KeyedQuestion | None,
    ) -> int:
        version = 0
        with self._write_lock, self._writer.begin() as connection:
            if self.is_shared:
                version, outside_log, is_used = notify_of_entry(
                    connection, table_id, head, outside_log=bool(desk), key=None if question is None else question[:2]
                )
                if known is not None and outside_log > known.version:
                    self._check_link(connection, table_id, lines[0]["seq"], known.link)
            else:
                is_used = (
                    question is not None and connection.exec_driver_sql(KNOWN_SQLITE, question[:2]).first() is not None
                )
            if is_used:
                raise KeyUsed
            if question is not None and question.asked:
                self._keep_key(connection, question)
            connection.exec_driver_sql(APPEND_POSTGRESQL if self.is_shared else APPEND_SQLITE, lines)
            if not self.is_shared:
                connection.exec_driver_sql(_HEAD_SQLITE, (head, table_id))
            for line in desk:
                add_desk_line(connection, self.chain, line)
            if match is not None:
                rows = KeptRows(connection.connection.cursor(), is_shared=self.is_shared)
                keep_match(rows, table_id, match, self.rate_players)
        return version

    def _add_to_file(
        self,
        table_id: int,
        lines: list[dict[str, Any]],
        head: str,
        match: KeptMatch | None,
        question: KeyedQuestion | None,
    ) -> int:
        with self._write_fast() as cursor:
            if question is not None:
                cursor.execute(KNOWN_SQLITE, question[:2])
                if cursor.fetchone() is not None:
                    raise KeyUsed
            cursor.executemany(APPEND_SQLITE, lines)
            cursor.execute(_HEAD_SQLITE, (head, table_id))
            if match is not None:
                keep_match(KeptRows(cursor, is_shared=False), table_id, match, self.rate_players)
        return 0

    def _check_link(self, connection: Connection, table_id: int, seq: int, link: str) -> None:
        """Raises SeqTaken where the chain of a locked table was made again since this link was read."""
        with Session(connection) as session:
            if self._link_in(session, table_id, seq) != link:
                raise SeqTaken

    def _link_before(self, table_id: int, seq: int) -> str:
        """Returns the link of the event before this number; it changes only where the chain is made again."""
        with self._read() as session:
            return self._link_in(session, table_id, seq)

    def _link_in(self, session: Session, table_id: int, seq: int) -> str:
        wanted = select(col(EventRow.link)).where(col(EventRow.table_id) == table_id, col(EventRow.seq) == seq - 1)
        if (link := session.scalar(wanted)) is not None:
            return link
        table = session.get(Table, table_id)
        return "" if table is None else self.chain.log_root(table).link

    def add_to_desk(self, line: DeskLine, version: int = 0, question: KeyedQuestion | None = None) -> int:
        """Adds a line to the desk of its table, as it stood at this version, and returns the version with the line.

        The key of `question` is kept with it. Raises SeqTaken where another process has changed the table since: the
        line may not fit any more; KeyUsed where the key is used.
        """
        with self._write() as session:
            newest = self._lock_table(session.connection(), line.table_id)
            if self.is_shared and newest != version + 1:
                raise SeqTaken
            if question is not None:
                self._keep_key(session.connection(), question)
            add_desk_line(session.connection(), self.chain, line)
        return newest

    def desk(self, table_id: int) -> list[DeskLine]:
        """Returns the lines of a table's desk, in order."""
        return self._all(_DESK, {"table": table_id})

    def bodies_of_key(self, table_id: int, *, op: str, device_id: int | None) -> list[str]:
        """Returns the events of the entry that this device made with this key, in order; none where it made none."""
        keys = op_key(device_id, op), *(op_key(device_id, f"{op}.{back}") for back in range(1, MOST_TOGETHER))
        return [body for (body,) in self._rows(_BODIES.format(keys=", ".join("?" * len(keys))), (table_id, *keys))]

    def event_of_key(self, table_id: int, *, op: str, device_id: int | None) -> EventRow | None:
        wanted = select(EventRow).where(col(EventRow.table_id) == table_id, col(EventRow.op) == op_key(device_id, op))
        return self._one(wanted)
