"""Copies of the whole database in one SQLite file, their folder, and those made at the ends of hands."""

import logging
import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import NamedTuple

import gevent
from sqlalchemy import URL, Connection, Engine, MetaData, NullPool, Table, create_engine, func, insert, select
from sqlalchemy.exc import DatabaseError

from webapp.config import file_url
from webapp.http.durations import BACKUP_PAUSE, DATABASE_WAIT_MS
from webapp.http.limits import ROWS_AT_ONCE
from webapp.store.backups.checks import SEAL, seal
from webapp.store.chain.links import Chain
from webapp.store.engines import StoreError, is_shared, locked_file, reading_engine, rebuild_transaction
from webapp.store.migrations import VERSION_TABLE, create_schema, revision_of

HAND, UPGRADE, RESTORE, ASKED = "hand", "before-upgrade", "before-restore", "asked"
PARTIAL = ".partial"
"""How the name of a copy ends that is still being made."""
_HAND_BEGUN = "hand-began"
_NAMED = re.compile(r"(\d{6,})-([a-z-]+)-\d{8}-\d{6}\.sqlite", re.ASCII)


class Backup(NamedTuple):
    """A backup in the folder: its number, why it was made, and its file."""

    number: int
    why: str
    file: Path


class BackupFolder:
    """Folder of backups, locked by the process that writes to it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def backups(self) -> list[Backup]:
        """Returns the backups in the order in which they were made. A folder that is not there has none."""
        found = [_NAMED.fullmatch(file.name) for file in _files(self.path)]
        return sorted(Backup(int(name[1]), name[2], self.path / name[0]) for name in found if name)

    def add(self, why: str, make: Callable[[Path], object], *, keep: int | None = None) -> Path:
        """Makes a backup by `make`, and keeps only the newest `keep` of those that were made for the same reason."""
        with self.locked():
            return self._add(why, make, keep)

    def add_at_hands_end(self, ended: float, make: Callable[[Path], object], *, keep: int) -> Path | None:
        """Makes the backup of a hand that ended at this monotonic time, unless another process has since."""
        with self.locked():
            if self.last_hand() > ended:
                return None
            (self.path / _HAND_BEGUN).write_text(str(monotonic()))
            return self._add(HAND, make, keep)

    def last_hand(self) -> float:
        """Returns when the newest backup of a hand was begun, by the monotonic clock."""
        try:
            began = float((self.path / _HAND_BEGUN).read_text())
        except (OSError, ValueError):
            return -inf
        return began if began <= monotonic() else -inf  # the machine has been restarted since

    def _add(self, why: str, make: Callable[[Path], object], keep: int | None) -> Path:
        self._remove_partial()
        number = max((one.number for one in self.backups()), default=0) + 1
        file = self.path / f"{number:06}-{why}-{datetime.now(UTC):%Y%m%d-%H%M%S}.sqlite"
        make(file)
        if keep is not None:
            self._keep_only(why, keep)
        return file

    def _keep_only(self, why: str, keep: int) -> None:
        same = [one.file for one in self.backups() if one.why == why]
        for file in same[: max(0, len(same) - keep)]:
            file.unlink()

    def _remove_partial(self) -> None:
        for file in _files(self.path):
            if file.name.endswith(PARTIAL):
                file.unlink()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Holds the lock of the folder, so that one process at a time writes to it."""
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        with locked_file(self.path / "lock"):
            yield


def _files(folder: Path) -> list[Path]:
    return [file for file in folder.iterdir() if file.is_file()] if folder.is_dir() else []


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

    So the one connection of the server stays the only writer: SQLite before 3.51.3 loses data where two connections
    write or checkpoint at the same moment.
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
    newest = select(func.coalesce(func.max(table.c.id), 0) + 1).scalar_subquery()
    target.execute(select(func.setval(func.pg_get_serial_sequence(table.name, "id"), newest, False)))


def merge_journal(file: Path) -> None:
    """Merges the journal into the database file, which must not be open."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


def flush_to_disk(path: Path) -> None:
    """Flushes a file or folder to the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


_log = logging.getLogger(__name__)


class HandEndBackups:
    """Makes a backup after a hand has ended: one at a time, none while no hands are played."""

    def __init__(
        self, folder: BackupFolder, make: Callable[[Path], object], *, keep: int, pause: float = BACKUP_PAUSE
    ) -> None:
        """`make` makes a backup; the newest `keep` of them are kept."""
        self._folder, self._make, self._keep, self._pause = folder, make, keep, pause
        self._over, self._stopped = Event(), Event()
        self._ended = 0.0

    def start(self) -> None:
        """Starts the thread that waits for hands to end; call it after the process has forked."""
        if self._keep:
            Thread(target=self._run, name="backups", daemon=True).start()

    def hand_ended(self) -> None:
        """Asks for a backup since a hand has ended and is committed. Returns at once."""
        self._ended = monotonic()
        self._over.set()

    def stop(self) -> None:
        """Makes no further backup."""
        self._stopped.set()
        self._over.set()

    def _run(self) -> None:
        while True:
            self._over.wait()
            self._stopped.wait(self._folder.last_hand() + self._pause - monotonic())
            if self._stopped.is_set():
                return
            # Cleared first: a hand that ends while this backup is made is in the next one.
            self._over.clear()
            self._back_up()

    def _back_up(self) -> None:
        try:
            # A thread of the system: SQLite copies without a pause, and all greenlets would wait for it.
            gevent.get_hub().threadpool.apply(self.add, (self._ended,))
        except Exception as error:
            _log.error("no backup could be made at a hand's end: %s", error)

    def add(self, ended: float) -> None:
        self._folder.add_at_hands_end(ended, self._make, keep=self._keep)
