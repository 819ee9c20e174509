"""SQLAlchemy engines of SQLite and PostgreSQL, and one line of log where the database is away."""

import errno
import logging
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from threading import Lock, get_ident
from time import monotonic

from sqlalchemy import URL, Connection, Engine, ExceptionContext, PoolProxiedConnection, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPIModule
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from webapp.http.durations import DATABASE_CONNECT_WAIT, DATABASE_WAIT_MS, IDLE_TRANSACTION_MS, OUTAGE_LOGGED_AGAIN
from webapp.http.limits import POSTGRESQL_CONNECTIONS, SQLITE_READERS

BEGIN_WRITING = "BEGIN IMMEDIATE"
"""How a transaction begins that writes to SQLite: a deferred one would fail when it first writes."""
HIDE_PARAMETERS = True  # of an error that is logged: the parameters of a statement may hold a token
POSTGRESQL_OPTIONS = (
    f"-c lock_timeout={DATABASE_WAIT_MS} -c idle_in_transaction_session_timeout={IDLE_TRANSACTION_MS} -c timezone=UTC"
)


class StoreError(Exception):
    """The database failed. Its text is for the operator."""


class Trouble(StrEnum):
    """Causes of a failing database, as far as its error tells."""

    BUSY = "busy"
    FULL = "full"
    AWAY = "away"
    DAMAGED = "damaged"
    UNKNOWN = "unknown"


def error_text(error: Exception) -> str:
    """Returns the message of a storage error in one line."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(getattr(error, "orig", error)).partition("\n")[0]


class StoreBusy(StoreError):
    """The database is locked, away or damaged, or its disk is full: nothing was written, and trying again may help."""


# By the names of SQLite's errors and the classes of PostgreSQL's, the first that fits.
_TROUBLES = {
    ("SQLITE_BUSY", "SQLITE_LOCKED", "55P03", "57014", "40", "53300"): Trouble.BUSY,
    ("SQLITE_FULL", "53100"): Trouble.FULL,
    ("SQLITE_CANTOPEN", "08", "57P"): Trouble.AWAY,
    ("SQLITE_CORRUPT", "SQLITE_NOTADB", "XX001", "XX002"): Trouble.DAMAGED,
}


def trouble_of(error: BaseException | None) -> Trouble:
    """Returns the cause of an error of a driver, of the system, or of a pool without a free connection.

    Of an error that was raised from such a one it is the same.
    """
    if isinstance(error, StoreError):
        return trouble_of(error.__cause__)
    if isinstance(error, NoneFree):
        return Trouble.BUSY
    if isinstance(error, OSError):
        return Trouble.FULL if error.errno in (errno.ENOSPC, errno.EDQUOT) else Trouble.UNKNOWN
    error = getattr(error, "orig", error)
    code = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)
    if code is None:  # PostgreSQL did not even answer; SQLite has names for all
        return Trouble.AWAY if hasattr(error, "sqlstate") else Trouble.UNKNOWN
    return next((trouble for begins, trouble in _TROUBLES.items() if code.startswith(begins)), Trouble.UNKNOWN)


def is_outage(error: BaseException, driver: DBAPIModule) -> bool:
    """Tells whether a database is out of order: unreachable, full, locked, or with a damaged page."""
    # SQLite reports a damaged page as DatabaseError itself; faults of a statement are of its subclasses.
    return isinstance(error, driver.OperationalError) or type(error) is driver.DatabaseError


class FairLock:
    """First-come-first-served lock, so that no writer starves."""

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


class FairRLock(FairLock):
    """The same, which its holder may take again."""

    def __init__(self) -> None:
        super().__init__()
        self._holder: int | None = None
        self._again = 0

    def __enter__(self) -> None:
        me = get_ident()
        if self._holder == me:
            self._again += 1
        else:
            super().__enter__()
            self._holder = me

    def __exit__(self, *error: object) -> None:
        if self._again:
            self._again -= 1
        else:
            self._holder = None
            super().__exit__(*error)


@contextmanager
def locked_file(path: Path) -> Iterator[None]:
    """Holds the lock of a file, so that one process at a time goes on; no lock where the system has none."""
    with path.open("a") as lock:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def read_only_url(url: URL) -> URL:
    """Returns the address of a database for reading alone, also while its server runs."""
    if is_shared(url):
        return url
    return URL.create(
        "sqlite", database=Path(url.database or "").absolute().as_uri(), query={"mode": "ro", "uri": "true"}
    )


def is_shared(url: URL) -> bool:
    """Tells whether other processes may write to this database: one SQLite file belongs to one process."""
    return url.drivername != "sqlite"


def writing_engine(url: URL, *, foreign_keys: bool = True) -> Engine:
    """Returns the engine for writing; on SQLite the one connection that writes and checkpoints.

    There each transaction takes the write lock at its beginning. Only a migration, which may rebuild whole tables,
    switches the foreign keys of SQLite off.
    """
    if is_shared(url):
        return _postgresql(url)
    engine = _sqlite(url, size=1, begin=BEGIN_WRITING)
    keys = "ON" if foreign_keys else "OFF"
    kept = ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", f"PRAGMA foreign_keys={keys}")
    _on_connect(engine, *kept, "PRAGMA secure_delete=ON")  # deleted data is overwritten
    return engine


@contextmanager
def rebuild_transaction(url: URL) -> Iterator[Connection]:
    """A transaction without foreign key checks on SQLite, so that rows may come in any order."""
    engine = writing_engine(url, foreign_keys=False)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def reading_engine(url: URL) -> Engine:
    """Returns the engine for reading.

    On SQLite its connections see one state of the file for a whole transaction and cannot write. On PostgreSQL each
    statement stands alone, which saves two round trips.
    """
    if is_shared(url):
        return _postgresql(url, isolation_level="AUTOCOMMIT")
    engine = _sqlite(url, size=SQLITE_READERS, begin="BEGIN DEFERRED")
    _on_connect(engine, "PRAGMA query_only=ON")
    return engine


def _postgresql(url: URL, **more: str) -> Engine:
    connect = {"options": POSTGRESQL_OPTIONS, "application_name": "sixfold", "connect_timeout": DATABASE_CONNECT_WAIT}
    engine = create_engine(
        url,
        pool_size=POSTGRESQL_CONNECTIONS,
        max_overflow=POSTGRESQL_CONNECTIONS,
        connect_args=connect,
        hide_parameters=HIDE_PARAMETERS,
        **more,
    )
    event.listen(engine, "handle_error", _tell_busy)
    return engine


def _sqlite(url: URL, *, size: int, begin: str) -> Engine:
    engine = create_engine(
        url,
        poolclass=QueuePool,
        pool_size=size,
        max_overflow=0,
        hide_parameters=HIDE_PARAMETERS,
        connect_args={"check_same_thread": False},
    )

    def do_begin(dbapi_connection: PoolProxiedConnection) -> None:
        dbapi_connection.cursor().execute(begin)

    # Not by a statement of SQLAlchemy's own, which costs as much as a short query.
    engine.dialect.do_begin = do_begin  # type: ignore[method-assign]
    event.listen(engine, "handle_error", _tell_busy)
    return engine


def _tell_busy(context: ExceptionContext) -> None:
    if context.is_disconnect or is_outage(context.original_exception, context.dialect.loaded_dbapi):
        raise StoreBusy(str(context.original_exception)) from context.original_exception


def _on_connect(engine: Engine, *pragmas: str) -> None:
    @event.listens_for(engine, "connect")
    def prepare(connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
        # The driver must not begin transactions by itself: it would do so deferred, and not at all before DDL.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (f"PRAGMA busy_timeout={DATABASE_WAIT_MS}", *pragmas):
            cursor.execute(pragma)
        cursor.close()


log = logging.getLogger(__name__)


class Outage:
    """An outage of the database in this process, from the first error until it answers again."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._since: float | None = None
        self._logged = 0.0

    @property
    def lasts(self) -> bool:
        """Whether a fault was noted since the database answered last."""
        return self._since is not None

    def note(self, fault: Exception) -> None:
        """Logs the fault, unless one was logged a short time ago."""
        with self._lock:
            now = monotonic()
            if self._since is not None and now < self._logged + OUTAGE_LOGGED_AGAIN:
                return
            self._since, self._logged = self._since or now, now
        log.error("The database cannot be used: %s", " ".join(str(fault).split()))

    def end(self) -> None:
        """Logs that the database answers again."""
        with self._lock:
            since, self._since = self._since, None
        if since is not None:
            log.warning("The database answers again, after %.0f s.", monotonic() - since)
