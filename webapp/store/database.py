"""The two ways into the database: a turn to write, and a look."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext

from sqlalchemy import URL, Connection, event, select
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlmodel import Session

from webapp.store.change_feed import notify
from webapp.store.engines import FairLock, StoreBusy, is_shared, reading_engine, writing_engine


class Database:
    """One database, open. Its subjects lie in the classes that build on this one."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.is_shared = is_shared(url)
        """Tells whether other processes write here, too."""
        self._writer = writing_engine(url)
        self._reader = reading_engine(url)
        # One process owns a SQLite file, so its writers queue here; PostgreSQL lets them wait for a table's row.
        self._turn: AbstractContextManager[None] = nullcontext() if self.is_shared else FairLock()
        # Where one connection was cut the others were, most likely: each request after it gets a new one at once.
        event.listen(self._writer, "invalidate", lambda *_: self._reader.dispose())
        event.listen(self._reader, "invalidate", lambda *_: self._writer.dispose())

    def close(self) -> None:
        """Closes every connection, the writing one last, so that it makes the last checkpoint."""
        self._reader.dispose()
        self._writer.dispose()

    def ping(self) -> None:
        """Asks the database for the least that it can answer. Raises StoreBusy where it does not."""
        with self._reader.connect() as connection:
            connection.execute(select(1))

    @contextmanager
    def _ask(self, question: str, parameters: tuple[object, ...]) -> Iterator[DBAPICursor]:
        """A question as text, past the layers that build statements, for what is asked at every request."""
        with closing(self._reader.raw_connection()) as connection, closing(connection.cursor()) as cursor:
            try:
                cursor.execute(question, parameters)
            except self._reader.dialect.loaded_dbapi.OperationalError as error:
                # What the layers do otherwise: the pool forgets the connection, and whoever asked is told calmly.
                connection.invalidate(error)
                self._reader.dispose()
                raise StoreBusy(str(error)) from error
            yield cursor

    @contextmanager
    def _write(self, table_id: int | None = None) -> Iterator[Session]:
        """A transaction; with a table nobody else changes it meanwhile, and every process hears of it afterwards."""
        # Never log, sleep or answer in here: everybody else who writes is waiting.
        with self._turn, Session(self._writer, expire_on_commit=False) as session, session.begin():
            if table_id is not None:
                self._take(session.connection(), table_id)
            yield session

    def _take(self, connection: Connection, table_id: int) -> int:
        """Holds a table until the transaction ends, and returns the number of this change. SQLite needs neither."""
        return notify(connection, table_id) if self.is_shared else 0

    @contextmanager
    def _read(self) -> Iterator[Session]:
        with Session(self._reader, expire_on_commit=False) as session:
            yield session
