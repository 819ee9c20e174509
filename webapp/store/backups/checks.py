"""Integrity checks of a database: its file, foreign keys, gaps in the logs, and whether every table folds."""

import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, column, select, table, text
from sqlalchemy.types import JSON

from rules_core import replay
from rules_core.findings import Malformed, Refusal
from rules_core.record import Header
from webapp.http.limits import ROWS_AT_ONCE

# By name and not by model: a database that an older release left has fewer columns.
_TABLES = table(
    "tables", column("id"), column("game"), column("players", JSON), column("options", JSON), column("edition")
)
_EVENTS = table("events", column("table_id"), column("seq"), column("body"))


class Finding(NamedTuple):
    """Result of a check: its subject, whether all is well, and one line of text."""

    subject: str
    ok: bool
    text: str


def check_database(connection: Connection) -> Iterator[Finding]:
    """Yields a finding for each check of an open database. Writes nothing."""
    if connection.dialect.name == "sqlite":
        yield _file(connection)
        yield _pointers(connection)
    yield from _tables(connection)


def _file(connection: Connection) -> Finding:
    faults = list(connection.scalars(text("PRAGMA integrity_check")))
    well = faults == ["ok"]
    return Finding("file", well, "every page can be read" if well else "; ".join(map(str, faults[:5])))


def _pointers(connection: Connection) -> Finding:
    lost = connection.execute(text("PRAGMA foreign_key_check")).all()
    if not lost:
        return Finding("pointers", True, "no row points to nothing")
    points = "1 row points" if len(lost) == 1 else f"{len(lost)} rows point"
    return Finding("pointers", False, f"{points} to nothing, the first in {lost[0][0]}")


def _tables(connection: Connection) -> Iterator[Finding]:
    """Folds every table from its first event."""
    headers = {one.id: one for one in connection.execute(select(_TABLES))}
    wanted = select(_EVENTS).order_by(_EVENTS.c.table_id, _EVENTS.c.seq)
    lines = connection.execution_options(yield_per=ROWS_AT_ONCE).execute(wanted)
    gaps, broken, events, logs = [], [], 0, set()
    for number, log in groupby(lines, lambda line: int(line.table_id)):
        logs.add(number)
        whole = list(log)
        events += len(whole)
        if [line.seq for line in whole] != list(range(1, len(whole) + 1)):
            gaps.append(number)
        if (fault := _fault(headers.get(number), [line.body for line in whole])) is not None:
            broken.append(f"table {number}: {fault}")
    broken += [f"table {number}: {fault}" for number in headers.keys() - logs if (fault := _fault(headers[number], []))]
    yield Finding("numbers", not gaps, _gaps_said(gaps, events))
    folded = f"all {len(headers)} fold from their first event" if headers else "there are none yet"
    yield Finding("tables", not broken, "; ".join(broken[:5]) if broken else folded)


def _gaps_said(gaps: list[int], events: int) -> str:
    if not gaps:
        return f"{events} {'event' if events == 1 else 'events'}, no number missing or double"
    return "numbers are missing or double at table " + ", ".join(map(str, gaps[:10]))


def _fault(header: Row[Any] | None, bodies: list[str]) -> str | None:
    """Returns why a log does not fold, in a few words."""
    if header is None:
        return "it has events, but is not there"
    try:
        fold = replay.begin(Header(header.game, tuple(header.players), header.options, header.edition))
        for place, body in enumerate(bodies, 1):
            after = replay.step(fold, json.loads(body))
            if isinstance(after, Refusal):
                return f"event {place} is refused ({after.code})"
            fold = after
    except (Malformed, ValueError, TypeError, AttributeError) as error:
        return f"it cannot be read ({error})"
    return None
