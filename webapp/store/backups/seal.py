"""Seal of a backup: it confirms every row, so that a grant, an invite or a table that was changed shows."""

import hmac
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from webapp.store.chain.links import Chain

SEAL = "seal"
"""Table with the seal, which only a backup has."""
_CHAINED = ("events", "desk_lines")
"""Tables whose rows the chain confirms, and the heads in the rows of `tables` the chain: they are not read twice."""


class SealBroken(Exception):
    """The seal does not confirm the rows. Its text is one line for whoever wants the backup restored."""


def seal(file: Path, chain: Chain) -> None:
    """Seals a backup that nobody else has open, in place of an earlier seal. Raises sqlite3.Error."""
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
    """Yields every row as a line, in an order that does not depend on where it lies in the file."""
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
