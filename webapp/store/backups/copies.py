"""Copies a whole database into one SQLite file, and the rows of one database into another."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, MetaData, NullPool, Table, create_engine, func, insert, select
from sqlalchemy.exc import DatabaseError

from webapp.config import file_url
from webapp.http.limits import ROWS_AT_ONCE
from webapp.http.rate_limits import DATABASE_WAIT_MS
from webapp.store.backups.folder import PARTIAL
from webapp.store.backups.seal import SEAL, seal
from webapp.store.chain.links import Chain
from webapp.store.engines import StoreError, is_shared, reading_engine, rebuild_transaction
from webapp.store.migrations import VERSION_TABLE, create_schema, revision_of

STORAGE_ERRORS = (OSError, sqlite3.Error, DatabaseError, StoreError)
"""Errors of a disk and a database."""


def copy_database(url: URL, file: Path, chain: Chain) -> None:
    """Copies the database into this file as it stands at one moment: the whole file is there afterwards, or none.

    The copy is sealed. Writers are not kept waiting. Raises one of STORAGE_ERRORS.
    """
    partial = file.with_name(f"{file.name}.{os.getpid()}{PARTIAL}")
    try:
        os.close(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # it holds the keys of all tables
        if is_shared(url):
            _rows_into(url, partial)
        else:
            with closing(file_reader(Path(str(url.database)))) as connection:
                connection.execute("VACUUM INTO ?", (str(partial),))
        seal(partial, chain)
        flush_to_disk(partial)
        partial.replace(file)
        flush_to_disk(file.parent)
    finally:
        partial.unlink(missing_ok=True)


def file_reader(database: Path) -> sqlite3.Connection:
    """Opens a file read-only: this connection can neither write nor checkpoint.

    So it is a reader like any other beside the one connection that does, and no second tool that writes: SQLite before
    3.51.3 loses data where two connections write or checkpoint at the same moment.
    """
    address = f"{database.absolute().as_uri()}?mode=ro"
    return sqlite3.connect(address, uri=True, isolation_level=None, timeout=DATABASE_WAIT_MS / 1000)


@contextmanager
def read_snapshot(url: URL) -> Iterator[Connection]:
    """Yields a read-only connection that sees the database as of one moment."""
    engine: Engine
    if is_shared(url):
        engine = reading_engine(url).execution_options(isolation_level="REPEATABLE READ")
        begin = "SET TRANSACTION READ ONLY"
    else:
        engine = create_engine("sqlite://", creator=lambda: file_reader(Path(str(url.database))), poolclass=NullPool)
        begin = "BEGIN"
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql(begin)
            yield connection
    finally:
        engine.dispose()


def _rows_into(url: URL, file: Path) -> None:
    """All rows, in a file of the same shape."""
    with read_snapshot(url) as source:
        create_schema(file_url(file), revision_of(source))
        with rebuild_transaction(file_url(file)) as target:
            copy_rows(source, target)
    merge_journal(file)


def copy_rows(source: Connection, target: Connection) -> None:
    """Copies every row of one database into another that is empty and of the same shape.

    Tables are read as they are and not as the models have them: a copy before an upgrade is of an older shape.
    """
    found = MetaData()
    found.reflect(source)
    for table in found.sorted_tables:
        if table.name in (VERSION_TABLE, SEAL):
            continue
        # The newest first: a table points to its successor.
        order = [column.desc() for column in table.primary_key.columns]
        rows = source.execution_options(yield_per=ROWS_AT_ONCE).execute(select(table).order_by(*order))
        for part in rows.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in part])
        if target.dialect.name == "postgresql" and "id" in table.c:
            _continue_ids(target, table)


def _continue_ids(target: Connection, table: Table) -> None:
    """Sets the sequence of the ids behind the highest one that was copied."""
    newest = select(func.coalesce(func.max(table.c.id), 0) + 1).scalar_subquery()
    target.execute(select(func.setval(func.pg_get_serial_sequence(table.name, "id"), newest, False)))


def merge_journal(file: Path) -> None:
    """Merges the journal into the database file, which nobody may have open."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


def error_text(error: Exception) -> str:
    """Returns the message of a storage error in one line."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(getattr(error, "orig", error)).partition("\n")[0]


def flush_to_disk(path: Path) -> None:
    """Flushes a file or folder to the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
