"""The two ways into the database: a turn to write, and a look."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlmodel import Session

from webapp.engines import FairLock, reading_engine, writing_engine


class Database:
    """One database file, open. Its subjects lie in the classes that build on this one."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._writer = writing_engine(path)
        self._reader = reading_engine(path)
        self._turn = FairLock()

    def close(self) -> None:
        """Closes every connection, the writing one last, so that it makes the last checkpoint."""
        self._reader.dispose()
        self._writer.dispose()

    @contextmanager
    def _write(self) -> Iterator[Session]:
        # Never log, sleep or answer in here: everybody else who writes is waiting.
        with self._turn, Session(self._writer, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def _read(self) -> Iterator[Session]:
        with Session(self._reader, expire_on_commit=False) as session:
            yield session
