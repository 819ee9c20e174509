"""Database schema: its migrations, and bringing a database up to date.

Alembic is imported where steps are taken: it takes a tenth of the start of every process, and most find nothing to do.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from sqlalchemy import URL, Connection, inspect, text
from sqlalchemy.exc import DatabaseError

from webapp.config import file_url
from webapp.store.chain.key import key_of_database
from webapp.store.chain.links import Chain
from webapp.store.engines import StoreBusy, StoreError, error_text, is_shared, locked_file, rebuild_transaction

if TYPE_CHECKING:
    from alembic.config import Config as AlembicConfig

HERE = Path(__file__).parent
SCHEMA_LOCK = 6_666_666  # key of an advisory lock: two processes that start together wait for each other
VERSION_TABLE = "alembic_version"
"""Table with the revision of the schema."""


class NewerDatabase(StoreError):
    """A newer release has written this file; this one could damage it."""


class UnusableDatabase(StoreError):
    """The file or its folder cannot be written, or the file is no database."""


def migrate(url: URL, back_up: Callable[[], object] | None = None, chain: Chain | None = None) -> None:
    """Makes the database or brings it up to date; one that is so already stays as it is.

    All steps are one transaction: a process that is killed on the way leaves the database as it was. Two processes that
    start together wait for each other. `back_up` is called before a database that is behind gets its first step; where
    it fails, nothing is changed. `chain` confirms the lines of one that has none yet; None: by the key in the folder of
    its file. Raises NewerDatabase or UnusableDatabase.
    """
    try:
        with _locked(url), rebuild_transaction(url) as connection:
            _upgrade(url, connection, back_up, chain)
    except (OSError, DatabaseError, StoreBusy) as error:
        raise UnusableDatabase(f"the database {database_location(url)} cannot be used: {error_text(error)}") from error


def create_schema(url: URL, revision: str | None) -> None:
    """Makes an empty database with the schema of this revision; None: one without tables."""
    if revision is None or is_shared(url):
        _take_steps(url, revision)
        return
    path = Path(database_location(url))
    path.touch(mode=0o600)  # rows with the keys of all tables come into it
    path.write_bytes(_empty_file(revision))


@cache
def _empty_file(revision: str) -> bytes:
    """Returns an empty SQLite file: its steps take far longer than a copy, and each backup of PostgreSQL needs one."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "empty.sqlite"
        _take_steps(file_url(path), revision)
        return path.read_bytes()


def _take_steps(url: URL, revision: str | None) -> None:
    with rebuild_transaction(url) as connection:
        if revision is not None:
            _upgrade_to(connection, revision, url, None)


def revision_of(connection: Connection) -> str | None:
    """Returns the revision of a database's schema; None for one without our tables."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    found: str | None = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))  # noqa: S608
    return found


def foreign_schema(url: URL, connection: Connection) -> str:
    """Returns why this release knows nothing of a database's schema, "" where it does."""
    where, revision = database_location(url), revision_of(connection)
    if revision is None:
        return f"{where} has no tables of Sixfold; a start makes them, a restore fills them"
    return "" if revision in revisions() else f"{where} was written by a newer release of Sixfold ({revision})"


def newest_revision() -> str:
    """Returns the revision that this release works with."""
    return revisions()[0]


@cache
def revisions() -> tuple[str, ...]:
    """Returns all revisions that this release knows, the newest first: the files of the steps begin with them."""
    return tuple(sorted((step.name.partition("_")[0] for step in HERE.glob("versions/0*.py")), reverse=True))


def database_location(url: URL) -> str:
    """Returns where a database is, without its password."""
    return url.render_as_string(hide_password=True) if is_shared(url) else str(url.database)


def alembic_config() -> "AlembicConfig":
    from alembic.config import Config as AlembicConfig

    config = AlembicConfig()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    return config


def lock_schema(connection: Connection) -> None:
    """Holds the lock of the schema on PostgreSQL until the transaction ends."""
    connection.execute(text("SET LOCAL lock_timeout = 0"))
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": SCHEMA_LOCK})


@contextmanager
def _locked(url: URL) -> Iterator[None]:
    """Holds a lock file in the folder of a SQLite file; on PostgreSQL the transaction takes a lock itself."""
    if is_shared(url):
        yield
        return
    path = Path(database_location(url))
    path.parent.mkdir(parents=True, exist_ok=True)
    with locked_file(Path(f"{path}.lock")):
        if not path.exists():
            path.touch(mode=0o600)  # it holds the keys of all tables, and the journal files of SQLite copy its mode
        yield


def _upgrade(url: URL, connection: Connection, back_up: Callable[[], object] | None, chain: Chain | None) -> None:
    if is_shared(url):
        lock_schema(connection)
    found = revision_of(connection)
    if found is not None and found not in revisions():
        raise NewerDatabase(
            f"the database {database_location(url)} was written by a newer release of Sixfold: install that one"
        )
    if found == newest_revision():
        return
    if found is not None and back_up is not None:
        back_up()
    _upgrade_to(connection, "head", url, chain)
    _check_foreign_keys(url, connection)


def _upgrade_to(connection: Connection, revision: str, url: URL, chain: Chain | None) -> None:
    from alembic import command

    config = alembic_config()
    config.attributes["connection"] = connection
    config.attributes["chain"] = lambda: (
        chain or Chain(key_of_database(url))
    )  # only where there is something to confirm
    command.upgrade(config, revision)


def _check_foreign_keys(url: URL, connection: Connection) -> None:
    """PostgreSQL has checked them all along; on SQLite they are off while tables are rebuilt."""
    if not is_shared(url) and connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
        raise UnusableDatabase(f"the database {database_location(url)} has rows that point to nothing")
