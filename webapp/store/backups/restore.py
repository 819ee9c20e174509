"""Restores a backup, which is checked first, and keeps the replaced database."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sqlalchemy import URL, Connection, MetaData, text

from webapp.config import file_url
from webapp.store.backups.checks import Finding, SealBroken, check_database, check_seal, copy_all_rows, strange_parts
from webapp.store.backups.copies import (
    RESTORE,
    STORAGE_ERRORS,
    BackupFolder,
    copy_database,
    copy_rows,
    flush_to_disk,
    merge_journal,
    read_snapshot,
)
from webapp.store.chain.key import note_key
from webapp.store.chain.links import Chain, chain_anew, is_chained
from webapp.store.change_feed import LISTENER
from webapp.store.engines import Trouble, error_text, is_shared, rebuild_transaction, trouble_of
from webapp.store.migrations import VERSION_TABLE, create_schema, lock_schema, migrate, revisions

UNDER_WAY = "restore-under-way-"
"""What the name of the folder begins with in which a backup is checked. One restore has the instance at a time."""
_SERVERS = text("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = :name")


class CannotRestore(Exception):
    """Why a backup was not restored: nothing has changed. Its text is for the operator, one fault a line."""


class Restored(NamedTuple):
    """Findings in the restored database, and the file with the replaced one, if there was one."""

    findings: list[Finding]
    replaced: Path | None


def restore(url: URL, file: Path, folder: BackupFolder, chain: Chain, *, from_elsewhere: bool = False) -> Restored:
    """Replaces the database by a backup. The database must not be open elsewhere.

    Only its rows are taken over, and those of an older release brought up to date. `from_elsewhere`: the operator
    vouches for a backup whose seal does not confirm it, and its lines are confirmed anew. Raises CannotRestore.
    """
    with _checked(file, chain, near=folder.path.parent, from_elsewhere=from_elsewhere) as (fresh, found):
        into = _into_server if is_shared(url) else _into_file
        try:
            return Restored(found, into(url, fresh, folder, chain))
        except STORAGE_ERRORS as error:
            raise CannotRestore(f"The database could not be replaced and is as it was: {error_text(error)}") from error


@contextmanager
def _checked(file: Path, chain: Chain, *, near: Path, from_elsewhere: bool) -> Iterator[tuple[Path, list[Finding]]]:
    near.mkdir(mode=0o700, parents=True, exist_ok=True)
    for left in near.glob(f"{UNDER_WAY}*"):  # of a restore that was killed: a whole copy of a database
        shutil.rmtree(left, ignore_errors=True)
    with TemporaryDirectory(prefix=UNDER_WAY, dir=near) as name:
        given, fresh = Path(name) / "given.sqlite", Path(name) / "fresh.sqlite"
        try:
            found = _prepared(file, given, fresh, chain, from_elsewhere=from_elsewhere)
        except STORAGE_ERRORS as error:
            if trouble_of(error) is Trouble.FULL:
                where = f"the disk of {near}, or of temporary files, is full"
                raise CannotRestore(f"{file} could not be checked: {where}. Nothing has changed.") from error
            said = error_text(error).replace(str(given), file.name).replace(str(fresh), file.name)
            raise CannotRestore(f"{file} cannot be used: {said}") from error
        except (ValueError, TypeError, RecursionError) as error:  # a row that no release has written
            raise CannotRestore(f"{file} cannot be used: a row cannot be read: {error_text(error)}") from error
        if wrong := [one for one in found if not one.ok]:
            raise CannotRestore("\n".join(f"{file}: {one.subject}: {one.text}" for one in wrong))
        yield fresh, found


def _prepared(file: Path, given: Path, fresh: Path, chain: Chain, *, from_elsewhere: bool) -> list[Finding]:
    """Copies the rows of a backup into a file of our own schema and upgrades it; returns the findings in it."""
    if not file.is_file():
        raise CannotRestore(f"{file} is not there.")
    given.touch(mode=0o600)
    shutil.copyfile(file, given)
    with closing(_opened(given)) as source:
        revision = _revision(file, source)
        create_schema(file_url(fresh), revision)
        with closing(sqlite3.connect(fresh, isolation_level=None)) as target:
            if strange := next(strange_parts(source, target), None):
                raise CannotRestore(f"{file} is no backup of Sixfold: it has {strange}.")
            broken = _broken_seal(source, chain)
            copy_all_rows(str(given), target)
    if broken is not None and not from_elsewhere:
        raise CannotRestore(_unconfirmed(file, broken, fresh, chain))
    return _up_to_date(fresh, chain, anew=broken is not None)


def _opened(given: Path) -> sqlite3.Connection:
    """Opens a file that a stranger may have made."""
    connection = sqlite3.connect(given, isolation_level=None)
    connection.execute("PRAGMA trusted_schema=OFF")
    return connection


def _revision(file: Path, source: sqlite3.Connection) -> str:
    """Returns the revision of a backup's schema. Raises CannotRestore where there is none that we know."""
    wanted = "SELECT count(*) FROM sqlite_master WHERE name = ?"
    if not source.execute(wanted, (VERSION_TABLE,)).fetchone()[0]:
        raise CannotRestore(f"{file} is no backup of Sixfold.")
    found = source.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchall()  # noqa: S608
    if len(found) != 1:
        raise CannotRestore(f"{file} is no backup of Sixfold.")
    if found[0][0] not in revisions():
        raise CannotRestore(f"{file} was written by a newer release of Sixfold: install that one.")
    return str(found[0][0])


def _broken_seal(source: sqlite3.Connection, chain: Chain) -> str | None:
    try:
        check_seal(source, chain)
    except SealBroken as broken:
        return str(broken)
    return None


def _unconfirmed(file: Path, broken: str, fresh: Path, chain: Chain) -> str:
    merge_journal(fresh)
    with read_snapshot(file_url(fresh)) as connection:
        found = [one for one in check_database(connection, chain) if not one.ok]
    lines = [f"{file}: {broken}.", *(f"{file}: {one.subject}: {one.text}" for one in found)]
    return "\n".join([*lines, "If you know who made it and want it all the same, say so: --from-elsewhere"])


def _up_to_date(fresh: Path, chain: Chain, *, anew: bool) -> list[Finding]:
    """Upgrades a database, with a new chain if `anew`; returns the findings in it."""
    if anew:
        _confirm_anew(fresh, chain)
    migrate(file_url(fresh), chain=chain)
    merge_journal(fresh)
    with read_snapshot(file_url(fresh)) as connection:
        found = list(check_database(connection, None if anew else chain))
    if all(one.ok for one in found):
        with rebuild_transaction(file_url(fresh)) as connection:
            if anew:
                chain_anew(connection, chain)
            note_key(connection, chain, anew=True)
        merge_journal(fresh)
    return found


def _confirm_anew(fresh: Path, chain: Chain) -> None:
    """Has the steps that follow take its lines for confirmed; where something is wrong they stay as found."""
    with rebuild_transaction(file_url(fresh)) as connection:
        if is_chained(connection) and all(one.ok for one in check_database(connection, None)):
            chain_anew(connection, chain)


# Into a file


def _into_file(url: URL, fresh: Path, folder: BackupFolder, chain: Chain) -> Path | None:
    """Replaces the file by a rename: whenever this is killed, a whole database is there."""
    database = Path(str(url.database))
    aside = folder.add(RESTORE, lambda kept: _keep_replaced(database, kept, chain)) if database.exists() else None
    flush_to_disk(fresh)
    for suffix in ("-wal", "-shm"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)
    fresh.replace(database)
    flush_to_disk(database.parent)
    return aside


def _keep_replaced(database: Path, kept: Path, chain: Chain) -> None:
    """Keeps the database that is replaced, as one file; one that is broken as the files that it has."""
    try:
        merge_journal(database)
        copy_database(file_url(database), kept, chain)
    except sqlite3.OperationalError:  # it is open elsewhere, or the disk is full
        raise
    except sqlite3.DatabaseError:
        for suffix in ("", "-wal"):
            if (file := database.with_name(database.name + suffix)).exists():
                shutil.copyfile(file, kept.with_name(kept.name + suffix))


# Into PostgreSQL


def _into_server(url: URL, fresh: Path, folder: BackupFolder, chain: Chain) -> Path:
    """Replaces all rows in one transaction: readers see the old ones until it commits."""
    with read_snapshot(url) as connection:
        _refuse_served(connection)
    migrate(url, chain=chain)
    with rebuild_transaction(url) as target:
        lock_schema(target)  # a server that starts now waits
        _refuse_served(target)
        aside = folder.add(RESTORE, lambda kept: copy_database(url, kept, chain))
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
