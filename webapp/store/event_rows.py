"""Rows of events: the keys of their entries, what confirms them, and how many are added at once."""

import time
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from itertools import zip_longest
from typing import Any

from sqlalchemy import Connection
from sqlmodel import Session

from webapp.http.limits import ROWS_A_TURN
from webapp.http.rate_limits import FOLD_PAUSE
from webapp.store.chain.links import Chain, Link, time_text
from webapp.store.engines import StoreBusy
from webapp.store.models import Table

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


def root(chain: Chain, table: Table) -> Link:
    """Returns what confirms the beginning of a table's log."""
    return chain.log_root(
        table_id=table.id, game=table.game, players=table.players, options=table.options, edition=table.edition
    )


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
    if lines:  # thousands, maybe, so others who only read have a turn between some of them
        made_at = [time or table.created_at for time, _line in zip_longest(times, lines)]
        newest = linked(chain, root(chain, table).link, made_at, lines, as_text=not is_shared)
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
