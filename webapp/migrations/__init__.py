"""The database's shape, step by step, and bringing a file up to date."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, text
from sqlalchemy.exc import DatabaseError

from webapp.engines import StoreBusy, StoreError, is_shared, writing_engine

LOCK = 6_666_666  # any number that is ours: two processes that start together wait for each other at it


class NewerDatabase(StoreError):
    """A newer release has written this file; this one would damage what it does not know."""


class UnusableDatabase(StoreError):
    """The file or its folder cannot be written, or the file is no database."""


def migrate(url: URL) -> None:
    """Makes the database or brings it up to date; one that is so already stays as it is.

    All steps are one transaction: a process that is killed on the way leaves the database as it was. Two processes that
    start together wait for each other. Raises NewerDatabase or UnusableDatabase.
    """
    try:
        with _alone(url):
            _upgrade(url)
    except (OSError, DatabaseError, StoreBusy) as error:
        raise UnusableDatabase(f"the database {_place(url)} cannot be used: {_reason(error)}") from error


@contextmanager
def _alone(url: URL) -> Iterator[None]:
    """Lets one process at a time near a file; at PostgreSQL the transaction itself waits."""
    if is_shared(url):
        yield
        return
    path = Path(_place(url))
    path.parent.mkdir(parents=True, exist_ok=True)
    with Path(f"{path}.lock").open("a") as lock:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _upgrade(url: URL) -> None:
    config = alembic_config()
    engine = writing_engine(url, foreign_keys=False)
    try:
        with engine.begin() as connection:
            if is_shared(url):
                connection.execute(text("SET LOCAL lock_timeout = 0"))
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
            _refuse_newer(url, connection, config)
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            _check_foreign_keys(url, connection)
    finally:
        engine.dispose()


def _place(url: URL) -> str:
    """Returns where a database lies, as it may be shown: without a password."""
    return url.render_as_string(hide_password=True) if is_shared(url) else str(url.database)


def alembic_config() -> AlembicConfig:
    """Returns the configuration of Alembic for these migrations."""
    config = AlembicConfig()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return config


def _refuse_newer(url: URL, connection: Connection, config: AlembicConfig) -> None:
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    found = set(MigrationContext.configure(connection).get_current_heads())
    if not found <= known:
        raise NewerDatabase(f"the database {_place(url)} was written by a newer release of Sixfold: install that one")


def _check_foreign_keys(url: URL, connection: Connection) -> None:
    """PostgreSQL has checked them all along; on SQLite they are off while tables are rebuilt."""
    if not is_shared(url) and connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
        raise UnusableDatabase(f"the database {_place(url)} has rows that point to nothing")


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return str(getattr(error, "orig", error))
