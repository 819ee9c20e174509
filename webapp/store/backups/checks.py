"""Integrity checks of a database and of a backup: file, keys, JSON, gaps, folds, chain, seal, shape."""

import hmac
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from itertools import groupby, islice
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Column, Connection, Inspector, Text, cast, column, inspect, select, table, text
from sqlalchemy import Row as Found
from sqlalchemy.types import JSON

from rules_core import replay
from rules_core.findings import Malformed, Refusal
from rules_core.record import MAX_DEPTH, Header, read_json
from webapp.http.limits import MISFITS_SHOWN, ROWS_AT_ONCE
from webapp.store.chain.links import Chain, Misfit, is_chained, misfits
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
    if not texts.ok:  # reading such a row fails
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
    for part in _json_columns(inspect(connection)):
        for number, said in connection.execute(select(part.table.c.id, cast(part, Text))):
            if fault := _json_fault(said):
                return Finding("texts", False, f"{part.table.name} {number}, {part.name}: {fault}")
    return Finding("texts", True, "all of them can be read")


def _json_columns(found: Inspector) -> Iterator[Column[Any]]:
    """Yields the columns of JSON that are in a database."""
    for model in Row.metadata.sorted_tables:
        here = {one["name"] for one in found.get_columns(model.name)} if found.has_table(model.name) else set()
        if "id" in here:
            yield from (part for part in model.c if part.name in here and isinstance(part.type, JSON))


def _json_fault(said: str) -> str | None:
    try:
        _read(said)
    except (Malformed, ValueError, TypeError) as error:
        return str(error)
    return None


def _read(said: str) -> Any:
    """Reads JSON. Only deeply nested texts take the strict reader, which is ten times slower."""
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


SEAL = "seal"
"""Table with the seal, which only a backup has."""
_CHAINED = ("events", "desk_lines")
"""Tables whose rows the chain confirms, and the heads in the rows of `tables` the chain: they are not read twice."""


class SealBroken(Exception):
    """The seal does not confirm the rows. Its text is one line for the operator."""


def seal(file: Path, chain: Chain) -> None:
    """Seals a backup that is not open elsewhere, in place of an earlier seal. Raises sqlite3.Error."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous=OFF")  # the file is flushed as a whole
        connection.execute(f"DROP TABLE IF EXISTS {SEAL}")
        mark = _mark(connection, chain)
        connection.execute(f"CREATE TABLE {SEAL} (key TEXT NOT NULL, mark TEXT NOT NULL)")
        connection.execute(f"INSERT INTO {SEAL} VALUES (?, ?)", (chain.key_id, mark))  # noqa: S608


def check_seal(connection: sqlite3.Connection, chain: Chain) -> None:
    """Compares the rows of a backup with its seal. Raises SealBroken."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (SEAL,)).fetchone():
        raise SealBroken("it has no seal: another program made it, or an older release of Sixfold")
    row = connection.execute(f"SELECT key, mark FROM {SEAL}").fetchone()  # noqa: S608
    if row is None or row[0] != chain.key_id:
        raise SealBroken("it was made elsewhere: another key has sealed it")
    if not hmac.compare_digest(str(row[1]).encode(), _mark(connection, chain).encode()):
        raise SealBroken("rows were changed after it was made")


def _mark(connection: sqlite3.Connection, chain: Chain) -> str:
    made = chain.seal()
    for line in _lines(connection):
        made.update(line.encode() + b"\n")
    return made.hexdigest()


def _lines(connection: sqlite3.Connection) -> Iterator[str]:
    names = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"
    )
    for (name,) in names.fetchall():
        columns = sorted(row[1] for row in connection.execute(f"PRAGMA table_info({_quoted(name)})"))
        if name == SEAL or (name in _CHAINED and "link" in columns):
            continue
        yield f"{name}: {', '.join(columns)}"
        # By type and bytes: 1 and '1' are two values, and no character ends one.
        line = " || ',' || ".join(f"typeof({_quoted(column)}) || hex({_quoted(column)})" for column in columns)
        for (row,) in connection.execute(f"SELECT {line} FROM {_quoted(name)} ORDER BY 1"):  # noqa: S608
            yield row


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


Shape = Mapping[str, frozenset[str]]
_SHAPE_TABLES = r"SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'"


def strange_parts(found: sqlite3.Connection, ours: sqlite3.Connection) -> Iterator[str]:
    """Yields the differences between the schema of a file and ours, in a few words."""
    for kind, name, sql in found.execute("SELECT type, name, sql FROM sqlite_master ORDER BY rowid"):
        if kind not in ("table", "index") or (sql or "").upper().startswith("CREATE VIRTUAL"):
            yield f"{kind} {name}"
    here, wanted = _shape(found), _shape(ours)
    for name in here.keys() - wanted.keys() - {SEAL}:
        yield f"table {name}"
    for name, parts in wanted.items():
        if name not in here:
            yield f"no table {name}"
            continue
        yield from (f"{part} at table {name}" for part in sorted(here[name] - parts))
        yield from (f"no {part} at table {name}" for part in sorted(parts - here[name]))


def copy_all_rows(source: str, target: sqlite3.Connection) -> None:
    """Copies the rows of a file into another one of the same shape, column by column. Raises sqlite3.Error."""
    target.execute("ATTACH ? AS source", (source,))
    target.execute("BEGIN")
    for name, parts in _shape(target).items():
        columns = ", ".join(f'"{part.removeprefix("column ")}"' for part in sorted(parts) if part.startswith("column "))
        target.execute(f'DELETE FROM main."{name}"')  # noqa: S608  # the number of the shape stands there
        target.execute(f'INSERT INTO main."{name}" ({columns}) SELECT {columns} FROM source."{name}"')  # noqa: S608
    target.execute("COMMIT")
    target.execute("DETACH source")


def _shape(connection: sqlite3.Connection) -> Shape:
    """Returns the columns and indexes of each table, by their names."""
    made = connection.execute(_SHAPE_TABLES)
    return {name: frozenset(_parts(connection, name)) for (name,) in made.fetchall()}


def _parts(connection: sqlite3.Connection, table: str) -> Iterator[str]:
    for _, name, *_, hidden in connection.execute(f"PRAGMA main.table_xinfo({_quoted(table)})"):
        yield f"generated column {name}" if hidden else f"column {name}"
    for row in connection.execute(f"PRAGMA main.index_list({_quoted(table)})"):
        if not row[1].startswith("sqlite_"):
            yield f"index {row[1]}"
