"""Putting a backup back: checked before anything is replaced, and what it replaces is kept."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sqlalchemy import URL, Connection, MetaData, text

from webapp.config import file_url
from webapp.store.backups.checks import Finding, look_at_rows
from webapp.store.backups.copies import FAILED, as_one_file, copy_out, copy_rows, looking, safe_on_disk, said
from webapp.store.backups.folder import RESTORE, Folder
from webapp.store.change_feed import LISTENER
from webapp.store.engines import is_shared, rebuilding
from webapp.store.migrations import VERSIONS, hold_shape, migrate

_SERVERS = text("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = :name")


class CannotRestore(Exception):
    """Why a backup was not put back: nothing has changed. Its text is for the person who asked, one fault a line."""


class Restored(NamedTuple):
    """What stands now, and where the database lies that stood before, if there was one."""

    found: list[Finding]
    aside: Path | None


def restore(url: URL, file: Path, folder: Folder) -> Restored:
    """Puts a backup in the place of the database. Nobody else may have the database open.

    A backup of an older release is brought up to date, in a copy of it. Raises CannotRestore.
    """
    with _checked(file, near=folder.path.parent) as (fresh, found):
        into = _into_server if is_shared(url) else _into_file
        try:
            return Restored(found, into(url, fresh, folder))
        except FAILED as error:
            raise CannotRestore(f"The database could not be replaced and is as it was: {said(error)}") from error


@contextmanager
def _checked(file: Path, *, near: Path) -> Iterator[tuple[Path, list[Finding]]]:
    """A copy of the backup that is up to date and whole, on the disk where the database lies."""
    near.mkdir(mode=0o700, parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="restore-", dir=near) as name:
        fresh = Path(name) / "fresh.sqlite"
        try:
            found = _taken(file, fresh)
        except FAILED as error:
            raise CannotRestore(f"{file} cannot be used: {said(error).replace(str(fresh), file.name)}") from error
        if wrong := [one for one in found if not one.well]:
            raise CannotRestore("\n".join(f"{file}: {one.about}: {one.said}" for one in wrong))
        yield fresh, found


def _taken(file: Path, fresh: Path) -> list[Finding]:
    """Copies a backup, brings the copy up to date, and returns what is found in it."""
    if not file.is_file():
        raise CannotRestore(f"{file} is not there.")
    fresh.touch(mode=0o600)
    shutil.copyfile(file, fresh)
    if not _is_ours(fresh):
        raise CannotRestore(f"{file} is no backup of Sixfold.")
    migrate(file_url(fresh))
    as_one_file(fresh)
    with looking(file_url(fresh)) as connection:
        return list(look_at_rows(connection))


def _is_ours(file: Path) -> bool:
    """Tells whether a file has a shape: of an empty one a migration would make a house without tables."""
    with closing(sqlite3.connect(file)) as connection:
        wanted = "SELECT count(*) FROM sqlite_master WHERE name = ?"
        return bool(connection.execute(wanted, (VERSIONS,)).fetchone()[0])


# Into a file


def _into_file(url: URL, fresh: Path, folder: Folder) -> Path | None:
    """Whenever this is killed, a whole database lies in its place: the old one until the new one takes its name."""
    database = Path(str(url.database))
    aside = folder.add(RESTORE, lambda kept: _set_aside(database, kept)) if database.exists() else None
    safe_on_disk(fresh)
    for beside in ("-wal", "-shm"):
        database.with_name(database.name + beside).unlink(missing_ok=True)
    fresh.replace(database)
    safe_on_disk(database.parent)
    return aside


def _set_aside(database: Path, kept: Path) -> None:
    """Keeps the database that is replaced, as one file; one that is broken as the files that it has."""
    try:
        as_one_file(database)
        copy_out(file_url(database), kept)
    except sqlite3.OperationalError:  # somebody has it open, or the disk is full
        raise
    except sqlite3.DatabaseError:
        for beside in ("", "-wal"):
            if (file := database.with_name(database.name + beside)).exists():
                shutil.copyfile(file, kept.with_name(kept.name + beside))


# Into PostgreSQL


def _into_server(url: URL, fresh: Path, folder: Folder) -> Path:
    """One transaction: whoever looks meanwhile sees the old tables until the new ones are all there."""
    with looking(url) as connection:
        _refuse_served(connection)
    migrate(url)
    with rebuilding(url) as target:
        hold_shape(target)  # a server that starts now waits
        _refuse_served(target)
        aside = folder.add(RESTORE, lambda kept: copy_out(url, kept))
        _empty(target)
        with looking(file_url(fresh)) as source:
            copy_rows(source, target)
    return aside


def _refuse_served(connection: Connection) -> None:
    if connection.scalar(_SERVERS, {"name": LISTENER}):
        raise CannotRestore("A server has this database open. Stop it first.")


def _empty(target: Connection) -> None:
    found = MetaData()
    found.reflect(target)
    names = ", ".join(f'"{name}"' for name in found.tables if name != VERSIONS)
    target.execute(text(f"TRUNCATE {names}"))
