"""Database access: transactions that write, sessions that read, and single queries."""

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from contextvars import ContextVar
from functools import cached_property
from typing import Any, Final, TypeVar, cast

import gevent
from gevent.event import AsyncResult
from sqlalchemy import URL, Connection, Engine, PoolProxiedConnection, Select, event, select
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor
from sqlalchemy.exc import IntegrityError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlmodel import Session, col

from webapp.http.limits import SQLITE_READERS
from webapp.store.chain.key import key_of_database
from webapp.store.chain.links import Chain
from webapp.store.change_feed import notify, notify_of_devices
from webapp.store.circle_models import Circle
from webapp.store.engines import (
    BEGIN_WRITING,
    FairLock,
    Outage,
    StoreBusy,
    is_outage,
    is_shared,
    reading_engine,
    writing_engine,
)
from webapp.store.evening_models import Evening
from webapp.store.kept_rows import MatchRow, RatePlayers, RatingRow
from webapp.store.models import Row, Table
from webapp.store.roles import Scope
from webapp.store.steps import Pause

OWNERS: Final[dict[Scope, type[Table | Evening | Circle]]] = {
    Scope.TABLE: Table,
    Scope.EVENING: Evening,
    Scope.CIRCLE: Circle,
}
RowT = TypeVar("RowT", bound=Row)
T = TypeVar("T")
_CHECK: ContextVar[Callable[[Session], None] | None] = ContextVar("check", default=None)
"""The check at the start of each writing transaction within `Database._checking`."""


def _wait_for(job: "AsyncResult[Any]") -> Any:
    """Waits for a thread, also where the waiting greenlet is killed: its connection must not be reused before."""
    try:
        return job.get()
    except gevent.GreenletExit:
        job.get()
        raise


def row_of(session: Session, kind: type[RowT], number: int, **owner: int) -> RowT | None:
    """Returns the row of this number, if it is one of a table or a circle: `table_id=1`."""
    found = session.get(kind, number)
    return found if found is not None and all(getattr(found, name) == it for name, it in owner.items()) else None


def need_row(session: Session, kind: type[RowT], number: int, **owner: int) -> RowT:
    """Returns the same row. Raises LookupError where there is none."""
    if (found := row_of(session, kind, number, **owner)) is None:
        raise LookupError
    return found


def _rate_nobody(
    matches: Sequence[MatchRow], before: Mapping[int, RatingRow], guests: Collection[int]
) -> list[RatingRow]:
    raise NotImplementedError("nobody was named who rates players")


class Database:
    """Connections to one database; mixins add the queries of each subject."""

    def __init__(self, url: URL, chain: Chain | None = None) -> None:
        """`chain` confirms what is written; None: by the key in the folder of the database."""
        self.url = url
        if chain is not None:
            self.chain = chain
        self.is_shared = is_shared(url)
        """Whether other processes write to this database, too."""
        self.rate_players: RatePlayers = _rate_nobody
        """Makes the ratings of circles: the store knows no rules."""
        self.pause: Pause = lambda: None
        """Lets others be answered between two steps of long work."""
        self.outage = Outage()
        self._writer = writing_engine(url)
        self._reader = reading_engine(url)
        self._written: DBAPIConnection | None = None
        """The one connection that writes to a SQLite file, as it lies in the pool."""
        self._last_write = time.monotonic()
        self._idle: list[DBAPIConnection] = []
        """Connections to a SQLite file that wait for the next query, at most as many as its pool has."""
        # One process owns a SQLite file, so its writers queue here; on PostgreSQL they wait for a table's row.
        self._write_lock: AbstractContextManager[None] = nullcontext() if self.is_shared else FairLock()
        event.listen(self._writer, "commit", lambda _connection: self._note_write())
        event.listen(self._writer, "connect", lambda connection, _entry: self._note_writer(connection))
        event.listen(self._writer, "close", lambda *_: self._note_writer(None))
        # Where one connection was cut the others were, most likely: each request after it gets a new one at once.
        event.listen(self._writer, "invalidate", lambda *_: self._drop_readers())
        event.listen(self._reader, "invalidate", lambda *_: self._writer.dispose())

    @cached_property
    def chain(self) -> Chain:
        """The chain of this database's tables."""
        return Chain(key_of_database(self.url))

    def close(self) -> None:
        """Closes every connection, the writing one last, so that it makes the last checkpoint."""
        self._drop_readers()
        self._writer.dispose()

    def _drop_readers(self) -> None:
        self._reader.dispose()
        while self._idle:
            self._idle.pop().close()

    def ping(self) -> None:
        """Checks that the database answers. Raises StoreBusy where it does not."""
        with self._reader.connect() as connection:
            connection.execute(select(1))

    def write_probe(self) -> None:
        """Rewrites an existing value, so that a full disk is noticed. Raises StoreError."""
        with self._write_lock, self._writer.begin() as connection:
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")

    def _rows(self, query: str, parameters: tuple[object, ...]) -> list[Any]:
        """Returns all rows of a query in SQLite's text: without the cost of building statements, for every request."""
        return self._rows_of_server(query, parameters) if self.is_shared else self._rows_of_file(query, parameters)

    def _rows_of_file(self, query: str, parameters: tuple[object, ...]) -> list[Any]:
        """Queries on a connection of its own: the pool's bookkeeping costs more than the query."""
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._new_reader()
        try:
            cursor = connection.cursor()
            cursor.execute(query, parameters)
            rows = list(cursor.fetchall())
            cursor.close()
        except BaseException as error:
            connection.close()
            self._tell_outage(error)
            raise
        if len(self._idle) < SQLITE_READERS:
            self._idle.append(connection)
        else:
            connection.close()
        return rows

    def _new_reader(self) -> DBAPIConnection:
        pooled = self._pooled(self._reader)
        connection = cast("DBAPIConnection", pooled.driver_connection)
        pooled.detach()
        return connection

    def _pooled(self, engine: Engine) -> PoolProxiedConnection:
        """Returns a connection of a pool, which may have to be made. Raises StoreBusy where there is none to be had."""
        try:
            return engine.raw_connection()
        except (engine.dialect.loaded_dbapi.OperationalError, NoneFree) as error:
            raise StoreBusy(str(error)) from error

    def _rows_of_server(self, query: str, parameters: tuple[object, ...]) -> list[Any]:
        with closing(self._pooled(self._reader)) as connection, closing(connection.cursor()) as cursor:
            try:
                cursor.execute(query.replace("?", "%s"), parameters)
            except self._reader.dialect.loaded_dbapi.OperationalError as error:
                # What SQLAlchemy does otherwise: the pool drops the connection, and the caller gets an error of ours.
                connection.invalidate(error)
                self._reader.dispose()
                raise StoreBusy(str(error)) from error
            return list(cursor.fetchall())

    def _query_much(self, query: str, parameters: tuple[object, ...]) -> list[Any]:
        """Returns all rows of a query that goes through a whole circle: of a SQLite file a thread reads them."""
        if self.is_shared:
            return self._rows_of_server(query, parameters)

        def asked() -> list[Any]:
            with closing(connection.cursor()) as cursor:
                cursor.execute(query, parameters)
                return list(cursor.fetchall())

        with closing(self._new_reader()) as connection:
            try:
                found: list[Any] = _wait_for(gevent.get_hub().threadpool.spawn(asked))
            except BaseException as error:
                self._tell_outage(error)
                raise
        return found

    def _tell_outage(self, error: BaseException) -> None:
        """Raises StoreBusy where this means that the database is out of reach, and drops all reading connections."""
        if is_outage(error, self._reader.dialect.loaded_dbapi):
            self._drop_readers()
            raise StoreBusy(str(error)) from error

    @contextmanager
    def _write_fast(self) -> Iterator[DBAPICursor]:
        """A transaction that writes to SQLite past the layers above the driver: half the cost, for every play."""
        driver = self._writer.dialect.loaded_dbapi
        with self._write_lock:  # its holder has the pool for itself
            if self._written is None:
                self._pooled(self._writer).close()
            connection = self._written
            assert connection is not None
            cursor = connection.cursor()
            try:
                cursor.execute(BEGIN_WRITING)
                yield cursor
                connection.commit()
                self._note_write()
            except BaseException as error:
                self._roll_back(connection)
                if is_outage(error, driver):
                    raise StoreBusy(str(error)) from error
                if isinstance(error, driver.IntegrityError):
                    raise IntegrityError(None, None, error) from error
                raise

    def _roll_back(self, connection: DBAPIConnection) -> None:
        try:
            connection.rollback()
        except self._writer.dialect.loaded_dbapi.Error:
            self._writer.dispose()  # the transaction ends with the connection

    def _note_writer(self, connection: DBAPIConnection | None) -> None:
        self._written = connection

    @contextmanager
    def _write(self, table_id: int | None = None) -> Iterator[Session]:
        """A transaction that writes; with a table it locks that table, and notifies other processes at the commit."""
        # Never log, sleep or answer in here: all other writers are waiting.
        with self._write_lock, Session(self._writer, expire_on_commit=False) as session, session.begin():
            if table_id is not None:
                self._lock_table(session.connection(), table_id)
            if (check := _CHECK.get()) is not None:
                check(session)
            yield session

    def _note_write(self) -> None:
        self._last_write = time.monotonic()

    @property
    def quiet_for(self) -> float:
        """For how many seconds this process has changed nothing."""
        return time.monotonic() - self._last_write

    @contextmanager
    def _write_in(self, owner: int, scope: Scope) -> Iterator[Session]:
        """A transaction that locks a table, an evening or a circle."""
        with self._write(owner if scope is Scope.TABLE else None) as session:
            if scope is not Scope.TABLE:
                row = OWNERS[scope]
                session.execute(select(col(row.id)).where(col(row.id) == owner).with_for_update())
            yield session

    @contextmanager
    def _checking(self, check: Callable[[Session], None]) -> Iterator[None]:
        """Has each transaction within it that writes ask this first: it may raise."""
        before = _CHECK.set(check)
        try:
            yield
        finally:
            _CHECK.reset(before)

    @contextmanager
    def _write_much(self) -> Iterator[Session]:
        """A transaction that writes thousands of rows: a thread commits it to SQLite, others are answered meanwhile."""
        with self._write() as session:
            yield session
            if not self.is_shared:
                session.flush()
                connection = session.connection().connection.dbapi_connection
                assert connection is not None
                try:
                    _wait_for(gevent.get_hub().threadpool.spawn(connection.commit))
                except self._writer.dialect.loaded_dbapi.OperationalError as error:
                    raise StoreBusy(str(error)) from error

    def _add_once(
        self, row: RowT, with_more: Callable[[Session], None] = lambda session: None, by: tuple[str, ...] = ("op",)
    ) -> RowT:
        """Adds a row with its dependents, or returns the existing one with the same values in these columns."""
        kind, same = type(row), {name: getattr(row, name) for name in by}
        try:
            with self._write() as session:
                session.add(row)
                session.flush()
                with_more(session)
        except IntegrityError:
            wanted = select(kind).where(*(col(getattr(kind, name)) == it for name, it in same.items()))
            with self._read() as session:
                known = session.scalars(wanted).one_or_none() if all(same.values()) else None
            if known is None:
                raise
            return known
        return row

    def _lock_table(self, connection: Connection, table_id: int) -> int:
        return notify(connection, table_id) if self.is_shared else 0

    def _notify_devices(self, session: Session, devices: Iterable[int]) -> None:
        """Has every process look again at what these devices have open, once the transaction is over."""
        if self.is_shared:
            notify_of_devices(session.connection(), devices)

    @contextmanager
    def _read(self) -> Iterator[Session]:
        with Session(self._reader, expire_on_commit=False) as session:
            yield session

    def _all(self, wanted: Select[T], values: Mapping[str, Any] | None = None) -> list[T]:
        """Returns everything that a query finds, in its order."""
        with self._read() as session:
            return list(session.scalars(wanted, values))

    def _one(self, wanted: Select[T]) -> T | None:
        """Returns the first result of a query, None without one."""
        with self._read() as session:
            return session.scalars(wanted).one_or_none()

    def _row(self, kind: type[RowT], number: int, **owner: int) -> RowT | None:
        with self._read() as session:
            return row_of(session, kind, number, **owner)
