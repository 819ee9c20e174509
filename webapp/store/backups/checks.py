"""Integrity checks of a database: its file, foreign keys, JSON, gaps in the logs, the folds and the chain."""

import json
from collections.abc import Iterator
from itertools import groupby, islice
from typing import Any, NamedTuple

from sqlalchemy import Connection, Text, cast, column, inspect, select, table, text
from sqlalchemy import Row as Found
from sqlalchemy.types import JSON

from rules_core import replay
from rules_core.findings import Malformed, Refusal
from rules_core.record import MAX_DEPTH, Header, read_json
from webapp.http.limits import MISFITS_SHOWN, ROWS_AT_ONCE
from webapp.store.chain.links import Chain
from webapp.store.chain.rows import is_chained
from webapp.store.chain.walk import Misfit, misfits
from webapp.store.models import Row

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


def check_database(connection: Connection, chain: Chain | None) -> Iterator[Finding]:
    """Yields a finding for each check of an open database, of its chain only where that is known. Writes nothing."""
    if connection.dialect.name == "sqlite":
        yield _file(connection)
        yield _pointers(connection)
    texts = _texts(connection)
    yield texts
    if not texts.ok:  # whoever read such a row would end there
        return
    yield from _tables(connection)
    if chain is not None and is_chained(connection):
        yield _chain(connection, chain)


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


def _texts(connection: Connection) -> Finding:
    """Reads what lies in the database as JSON, as far as columns are known."""
    found = inspect(connection)
    for model in Row.metadata.sorted_tables:
        if "id" not in model.c or not found.has_table(model.name):
            continue
        here = {one["name"] for one in found.get_columns(model.name)}
        for part in model.c:
            if part.name in here and isinstance(part.type, JSON):
                for number, said in connection.execute(select(model.c.id, cast(part, Text))):
                    if fault := _json_fault(said):
                        return Finding("texts", False, f"{model.name} {number}, {part.name}: {fault}")
    return Finding("texts", True, "all of them can be read")


def _json_fault(said: str) -> str | None:
    try:
        _read(said)
    except (Malformed, ValueError, TypeError) as error:
        return str(error)
    return None


def _read(said: str) -> Any:
    """Reads JSON; only what has enough brackets to be deep is looked at closely, which takes ten times longer."""
    return json.loads(said) if said.count("[") + said.count("{") <= MAX_DEPTH else read_json(said)


def _chain(connection: Connection, chain: Chain) -> Finding:
    found = [_misfit_said(one) for one in islice(misfits(connection, chain), MISFITS_SHOWN)]
    return Finding("chain", not found, "; ".join(found) if found else "every line confirms the one before it")


def _misfit_said(one: Misfit) -> str:
    what = (
        f"table {one.table_id}: {'line' if one.on_desk else 'entry'} {one.seq}{' of the desk' if one.on_desk else ''}"
    )
    if one.cut and not one.seq:
        return f"table {one.table_id}: {'its desk' if one.on_desk else 'its log or its beginning'} is not what it was"
    if one.cut:
        return f"{what} is not the last one: those after it are missing"
    return f"{what} does not fit, or something before it was changed"


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


def _fault(header: Found[Any] | None, bodies: list[str]) -> str | None:
    """Returns why a log does not fold, in a few words."""
    if header is None:
        return "it has events, but is not there"
    place = 0
    try:
        fold = replay.begin(Header(header.game, tuple(header.players), header.options, header.edition))
        for place, body in enumerate(bodies, 1):
            after = replay.step(fold, _read(body))
            if isinstance(after, Refusal):
                return f"event {place} is refused ({after.code})"
            fold = after
    except (Malformed, ValueError, TypeError, AttributeError) as error:
        return f"{f'event {place}' if place else 'it'} cannot be read ({error})"
    return None
