"""Shape of a backup: only what the migrations make is taken over, so that no trigger or view comes with it."""

import sqlite3
from collections.abc import Iterator, Mapping

from webapp.store.backups.seal import SEAL

Shape = Mapping[str, frozenset[str]]
_TABLES = r"SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\'"


def strange_parts(found: sqlite3.Connection, ours: sqlite3.Connection) -> Iterator[str]:
    """Yields in a few words what the shape of a file has that ours has not, or lacks."""
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
    """Returns what belongs to each table: its columns and its indexes, by their names."""
    made = connection.execute(_TABLES)
    return {name: frozenset(_parts(connection, name)) for (name,) in made.fetchall()}


def _parts(connection: sqlite3.Connection, table: str) -> Iterator[str]:
    for _, name, *_, hidden in connection.execute(f"PRAGMA main.table_xinfo({_quoted(table)})"):
        yield f"generated column {name}" if hidden else f"column {name}"
    for row in connection.execute(f"PRAGMA main.index_list({_quoted(table)})"):
        if not row[1].startswith("sqlite_"):
            yield f"index {row[1]}"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
