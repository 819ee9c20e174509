"""Chained rows of a database, read by name and not by model: a migration and a check meet older shapes."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from sqlalchemy import JSON, Connection, Row, String, column, inspect, select, table

from webapp.http.limits import ROWS_AT_ONCE
from webapp.store.models import UtcDateTime

TABLES = table(
    "tables",
    column("id"),
    column("game"),
    column("players", JSON),
    column("options", JSON),
    column("edition"),
    column("log_head", String),
    column("desk_head", String),
)
EVENTS = table(
    "events",
    column("id"),
    column("table_id"),
    column("seq"),
    column("op"),
    column("device_id"),
    column("body"),
    column("made_at", UtcDateTime),
    column("link", String),
)
DESK_LINES = table(
    "desk_lines",
    column("id"),
    column("table_id"),
    column("seq"),
    column("kind"),
    column("body", JSON),
    column("device_id"),
    column("made_at", UtcDateTime),
    column("link", String),
)


def is_chained(connection: Connection) -> bool:
    """Tells whether this database has a chain; those of older releases have none."""
    found = inspect(connection)
    return found.has_table("events") and any(one["name"] == "link" for one in found.get_columns("events"))


def logs(connection: Connection) -> Iterator[tuple[int, list[Row[Any]]]]:
    """Yields the events of each table that has some, in order."""
    yield from _by_table(connection, EVENTS, EVENTS.c.seq)


def desks(connection: Connection) -> Iterator[tuple[int, list[Row[Any]]]]:
    """Yields the desk lines of each table that has some, in order."""
    yield from _by_table(connection, DESK_LINES, DESK_LINES.c.id)


def _by_table(connection: Connection, wanted: Any, order: Any) -> Iterator[tuple[int, list[Row[Any]]]]:
    lines = connection.execution_options(yield_per=ROWS_AT_ONCE).execute(
        select(wanted).order_by(wanted.c.table_id, order)
    )
    for number, found in groupby(lines, lambda line: int(line.table_id)):
        yield number, list(found)
