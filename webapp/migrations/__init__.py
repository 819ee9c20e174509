"""The database's shape, step by step, and bringing a file up to date."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError

from webapp.engines import StoreBusy, StoreError, writing_engine


class NewerDatabase(StoreError):
    """A newer release has written this file; this one would damage what it does not know."""


class UnusableDatabase(StoreError):
    """The file or its folder cannot be written, or the file is no database."""


def migrate(path: Path) -> None:
    """Makes the database file or brings it up to date; a file that is so already stays as it is.

    All steps are one transaction: a process that is killed on the way leaves the file as it was. Two processes that
    start together wait for each other. Raises NewerDatabase or UnusableDatabase.
    """
    try:
        with _alone(path):
            _upgrade(path)
    except (OSError, DatabaseError, StoreBusy) as error:
        raise UnusableDatabase(f"the database {path} cannot be used: {_reason(error)}") from error


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    path.parent.mkdir(parents=True, exist_ok=True)
    with Path(f"{path}.lock").open("a") as lock:
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _upgrade(path: Path) -> None:
    config = alembic_config()
    engine = writing_engine(path, foreign_keys=False)
    try:
        with engine.begin() as connection:
            _refuse_newer(path, connection, config)
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            _check_foreign_keys(path, connection)
    finally:
        engine.dispose()


def alembic_config() -> AlembicConfig:
    """Returns the configuration of Alembic for these migrations."""
    config = AlembicConfig()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return config


def _refuse_newer(path: Path, connection: Connection, config: AlembicConfig) -> None:
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    found = set(MigrationContext.configure(connection).get_current_heads())
    if not found <= known:
        raise NewerDatabase(f"the database {path} was written by a newer release of Sixfold: install that one")


def _check_foreign_keys(path: Path, connection: Connection) -> None:
    if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
        raise UnusableDatabase(f"the database {path} has rows that point to nothing")


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return str(getattr(error, "orig", error))
