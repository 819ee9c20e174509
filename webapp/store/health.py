"""Health of the database and its disk: whether an entry could be stored, and stored data can be read."""

import logging
import os
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Lock
from time import monotonic

import gevent

from webapp.http.durations import HEALTH_LASTS, PAGES_LAST, PAGES_SHARE
from webapp.http.limits import HEALTH_BYTES
from webapp.store.backups.copies import file_reader
from webapp.store.database import Database
from webapp.store.engines import StoreError

_log = logging.getLogger(__name__)


class Unwell(Exception):
    """The fault, in one line for the log."""


class Health:
    """Looks when it is asked, and keeps the answer for a while: asking often costs nothing."""

    def __init__(self, database: Database, folder: Path) -> None:
        """`folder` is where the database and its backups are written."""
        self._database, self._folder = database, folder
        self._lock = Lock()
        self._fault: str | None = None
        self._write_again = self._read_again = 0.0

    def look_again(self) -> None:
        """Makes the next check look at once: a write or a read has failed meanwhile."""
        self._write_again = 0.0

    def is_well(self) -> bool:
        """Tells whether entries can be stored and read. Several that ask at once wait for the same look."""
        try:
            self._database.ping()
        except StoreError:
            return False
        with self._lock:
            if monotonic() >= self._write_again:
                fault = self._look()
                if fault is not None and fault != self._fault:
                    _log.error("Not well: %s", fault)
                # A fault is checked again each time, so that its end is reported soon.
                self._fault, self._write_again = fault, 0.0 if fault else monotonic() + HEALTH_LASTS
            return self._fault is None

    def _look(self) -> str | None:
        try:
            _in_thread(self._write_file)
            self._database.write_probe()
            # A failed read is repeated each time, so that a repaired disk is noticed soon.
            if not self._database.is_shared and monotonic() >= self._read_again:
                begun = monotonic()
                _in_thread(self._read_pages)
                took = monotonic() - begun
                self._read_again = monotonic() + max(PAGES_LAST, took * PAGES_SHARE)
        except (OSError, sqlite3.Error, StoreError, Unwell) as problem:
            return str(problem)
        return None

    def _write_file(self) -> None:
        with tempfile.TemporaryFile(dir=self._folder) as file:
            file.write(bytes(HEALTH_BYTES))
            file.flush()
            os.fsync(file.fileno())

    def _read_pages(self) -> None:
        with closing(file_reader(Path(str(self._database.url.database)))) as connection:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()
        if found != ("ok",):
            raise Unwell(f"the database is damaged: {found[0]}")


def _in_thread(work: Callable[[], None]) -> None:
    """Calls `work` in a native thread, since a slow disk would block all greenlets. Raises what `work` raises."""

    def worked() -> Exception | None:  # raised there it would be printed, too
        try:
            work()
        except (OSError, sqlite3.Error, Unwell) as problem:
            return problem
        return None

    if (problem := gevent.get_hub().threadpool.apply(worked)) is not None:
        raise problem
