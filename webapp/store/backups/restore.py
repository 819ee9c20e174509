"""Restores a backup: checked before anything is replaced, and what it replaces is kept."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sqlalchemy import URL, Connection, MetaData, text

from webapp.config import file_url
from webapp.store.backups.checks import Finding, check_database
from webapp.store.backups.copies import (
    STORAGE_ERRORS,
    copy_database,
    copy_rows,
    error_text,
    flush_to_disk,
    merge_journal,
    read_snapshot,
)
from webapp.store.backups.folder import RESTORE, BackupFolder
from webapp.store.change_feed import LISTENER
from webapp.store.engines import is_shared, rebuild_transaction
from webapp.store.migrations import VERSION_TABLE, lock_schema, migrate

_SERVERS = text("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = :name")


class CannotRestore(Exception):
    """Why a backup was not put back: nothing has changed. Its text is for the person who asked, one fault a line."""


class Restored(NamedTuple):
    """Findings in the restored database, and the file with the replaced one, if there was one."""

    findings: list[Finding]
    replaced: Path | None


def restore(url: URL, file: Path, folder: BackupFolder) -> Restored:
    """Replaces the database by a backup. Nobody else may have the database open.

    A backup of an older release is brought up to date, in a copy of it. Raises CannotRestore.
    """
    with _checked(file, near=folder.path.parent) as (fresh, found):
        into = _into_server if is_shared(url) else _into_file
        try:
            return Restored(found, into(url, fresh, folder))
        except STORAGE_ERRORS as error:
            raise CannotRestore(f"The database could not be replaced and is as it was: {error_text(error)}") from error


@contextmanager
def _checked(file: Path, *, near: Path) -> Iterator[tuple[Path, list[Finding]]]:
    """Yields a checked copy of the backup, brought up to date, on the disk of the database."""
    near.mkdir(mode=0o700, parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="restore-", dir=near) as name:
        fresh = Path(name) / "fresh.sqlite"
        try:
            found = _prepared(file, fresh)
        except STORAGE_ERRORS as error:
            raise CannotRestore(f"{file} cannot be used: {error_text(error).replace(str(fresh), file.name)}") from error
        if wrong := [one for one in found if not one.ok]:
            raise CannotRestore("\n".join(f"{file}: {one.subject}: {one.text}" for one in wrong))
        yield fresh, found


def _prepared(file: Path, fresh: Path) -> list[Finding]:
    """Copies a backup, brings the copy up to date, and returns what is found in it."""
    if not file.is_file():
        raise CannotRestore(f"{file} is not there.")
    fresh.touch(mode=0o600)
    shutil.copyfile(file, fresh)
    if not _is_ours(fresh):
        raise CannotRestore(f"{file} is no backup of Sixfold.")
    migrate(file_url(fresh))
    merge_journal(fresh)
    with read_snapshot(file_url(fresh)) as connection:
        return list(check_database(connection))


def _is_ours(file: Path) -> bool:
    """Tells whether a file has our schema; an empty one would pass the migrations."""
    with closing(sqlite3.connect(file)) as connection:
        wanted = "SELECT count(*) FROM sqlite_master WHERE name = ?"
        return bool(connection.execute(wanted, (VERSION_TABLE,)).fetchone()[0])


# Into a file


def _into_file(url: URL, fresh: Path, folder: BackupFolder) -> Path | None:
    """Replaces the file by a rename: whenever this is killed, a whole database is there."""
    database = Path(str(url.database))
    aside = folder.add(RESTORE, lambda kept: _keep_replaced(database, kept)) if database.exists() else None
    flush_to_disk(fresh)
    for beside in ("-wal", "-shm"):
        database.with_name(database.name + beside).unlink(missing_ok=True)
    fresh.replace(database)
    flush_to_disk(database.parent)
    return aside


def _keep_replaced(database: Path, kept: Path) -> None:
    """Keeps the database that is replaced, as one file; one that is broken as the files that it has."""
    try:
        merge_journal(database)
        copy_database(file_url(database), kept)
    except sqlite3.OperationalError:  # somebody has it open, or the disk is full
        raise
    except sqlite3.DatabaseError:
        for beside in ("", "-wal"):
            if (file := database.with_name(database.name + beside)).exists():
                shutil.copyfile(file, kept.with_name(kept.name + beside))


# Into PostgreSQL


def _into_server(url: URL, fresh: Path, folder: BackupFolder) -> Path:
    """Replaces all rows in one transaction: readers see the old ones until it commits."""
    with read_snapshot(url) as connection:
        _refuse_served(connection)
    migrate(url)
    with rebuild_transaction(url) as target:
        lock_schema(target)  # a server that starts now waits
        _refuse_served(target)
        aside = folder.add(RESTORE, lambda kept: copy_database(url, kept))
        _empty(target)
        with read_snapshot(file_url(fresh)) as source:
            copy_rows(source, target)
    return aside


def _refuse_served(connection: Connection) -> None:
    if connection.scalar(_SERVERS, {"name": LISTENER}):
        raise CannotRestore("A server has this database open. Stop it first.")


def _empty(target: Connection) -> None:
    found = MetaData()
    found.reflect(target)
    names = ", ".join(f'"{name}"' for name in found.tables if name != VERSION_TABLE)
    target.execute(text(f"TRUNCATE {names}"))
