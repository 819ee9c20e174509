"""How the database file is opened: one connection that writes, and others that only read."""

from collections import deque
from pathlib import Path
from threading import Lock

from sqlalchemy import Connection, Engine, ExceptionContext, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

BUSY_MS = 5000
READERS = 4


class StoreError(Exception):
    """The database cannot do what was asked. Its text is for the person who runs the server."""


class StoreBusy(StoreError):
    """The database is locked by somebody else, or its disk is full: nothing was written, and trying again may help."""


class FairLock:
    """A lock that is handed on in the order of asking, so that no writer waits for ever."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._held = False
        self._waiting: deque[Lock] = deque()

    def __enter__(self) -> None:
        with self._guard:
            if not self._held:
                self._held = True
                return
            turn = Lock()
            turn.acquire()
            self._waiting.append(turn)
        turn.acquire()  # the one who leaves releases it: the lock stays held and changes hands

    def __exit__(self, *error: object) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._held = False


def writing_engine(path: Path, *, foreign_keys: bool = True) -> Engine:
    """Returns the engine with the one connection that writes and checkpoints.

    Each transaction takes the write lock at its beginning: a deferred one would fail when it first writes.
    Only a migration, which may rebuild whole tables, switches the foreign keys off.
    """
    engine = _engine(path, size=1, begin="BEGIN IMMEDIATE")
    keys = "ON" if foreign_keys else "OFF"
    _on_connect(engine, "PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", f"PRAGMA foreign_keys={keys}")
    return engine


def reading_engine(path: Path) -> Engine:
    """Returns the engine whose connections see one state of the file for a whole transaction and cannot write."""
    engine = _engine(path, size=READERS, begin="BEGIN DEFERRED")
    _on_connect(engine, "PRAGMA query_only=ON")
    return engine


def _engine(path: Path, *, size: int, begin: str) -> Engine:
    engine = create_engine(
        f"sqlite:///{path}",
        poolclass=QueuePool,
        pool_size=size,
        max_overflow=0,
        connect_args={"check_same_thread": False},
    )

    @event.listens_for(engine, "begin")
    def say_begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    @event.listens_for(engine, "handle_error")
    def tell_busy(context: ExceptionContext) -> None:
        if isinstance(context.sqlalchemy_exception, OperationalError):
            raise StoreBusy(str(context.original_exception)) from context.original_exception

    return engine


def _on_connect(engine: Engine, *pragmas: str) -> None:
    @event.listens_for(engine, "connect")
    def prepare(connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
        # The driver must not begin transactions by itself: it would do so deferred, and not at all before DDL.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (f"PRAGMA busy_timeout={BUSY_MS}", *pragmas):
            cursor.execute(pragma)
        cursor.close()
