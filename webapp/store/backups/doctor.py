"""Health check of an installation: settings, disk, database, backups. Changes nothing."""

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, text

from webapp.config import Config, file_url
from webapp.http.durations import BACKUP_OVERDUE
from webapp.http.limits import LEAST_FREE_DISK
from webapp.store.backups.checks import Finding, check_database, strange_parts
from webapp.store.backups.copies import STORAGE_ERRORS, BackupFolder, file_reader, read_snapshot
from webapp.store.chain.key import BadKey, OtherKey, check_noted_key, known_chain_of
from webapp.store.chain.links import Chain, is_chained, moment_of
from webapp.store.engines import error_text, is_shared
from webapp.store.migrations import create_schema, database_location, foreign_schema, newest_revision, revision_of
from webapp.store.models import utc_now


def examine(config: Config) -> Iterator[Finding]:
    """Yields the findings, one a line."""
    yield Finding("settings", True, _settings_said(config))
    yield _disk(config)
    try:
        with read_snapshot(config.database) as connection:
            yield from _database(config, connection)
            yield _backups(config, connection)
    except STORAGE_ERRORS as error:
        yield Finding("database", False, f"{database_location(config.database)} cannot be read: {error_text(error)}")
    except (ValueError, TypeError, RecursionError) as error:  # a row that no release has written
        yield Finding("database", False, f"a row cannot be read: {error_text(error)}")


def _settings_said(config: Config) -> str:
    kept = f"{config.backups} backups kept of hands" if config.backups else "no backups at a hand's end"
    return f"they can be read; instance folder {config.instance}, {kept}"


def _disk(config: Config) -> Finding:
    folder = next(folder for folder in (config.instance, *config.instance.parents) if folder.exists())
    free = shutil.disk_usage(folder).free
    written = (folder, *folder.glob("sixfold.sqlite*"), folder / "lock", config.backup_folder)
    shut = next((path for path in written if path.exists() and not os.access(path, os.W_OK)), None)
    room = f"{_size(free)} free at {folder}"
    return Finding(
        "disk", shut is None and free >= LEAST_FREE_DISK, f"{room}, but {shut} cannot be written" if shut else room
    )


def _database(config: Config, connection: Connection) -> Iterator[Finding]:
    where, revision, newest = database_location(config.database), revision_of(connection), newest_revision()
    fault = foreign_schema(config.database, connection)
    if revision is None or fault:
        yield Finding("database", False, fault)
        return
    behind = "" if revision == newest else f"; the next start brings it to {newest}, after a backup"
    yield Finding("database", True, f"{where}, shape {revision}{behind}")
    if not is_shared(config.database):
        yield _shape(Path(str(config.database.database)), revision)
    chain, problem = _chain(config, connection)
    yield from check_database(connection, chain)
    if problem and is_chained(connection):
        yield Finding("chain", False, problem)


def _shape(file: Path, revision: str) -> Finding:
    """Compares the schema of a file with that of the migrations: a foreign trigger would run at each entry."""
    with TemporaryDirectory() as name:
        ours = Path(name) / "ours.sqlite"
        create_schema(file_url(ours), revision)
        with closing(file_reader(file)) as found, closing(sqlite3.connect(ours)) as wanted:
            strange = list(strange_parts(found, wanted))
    return Finding("shape", not strange, f"it has {', '.join(strange[:5])}" if strange else "nothing strange in it")


def _chain(config: Config, connection: Connection) -> tuple[Chain | None, str]:
    try:
        chain = known_chain_of(config)
        check_noted_key(connection, chain)
    except (BadKey, OtherKey) as error:
        return None, f"nothing can be confirmed: {error}"
    return chain, ""


def _backups(config: Config, connection: Connection) -> Finding:
    folder = BackupFolder(config.backup_folder)
    try:
        kept = folder.backups()
    except OSError as error:
        return Finding("backups", False, f"{folder.path} cannot be read: {error_text(error)}")
    if not kept:
        return Finding("backups", True, f"none yet in {folder.path}; `sixfold backup` makes one")
    age = timedelta(seconds=max(0.0, time.time() - kept[-1].file.stat().st_mtime))
    late = config.backups > 0 and age > BACKUP_OVERDUE and _played_since(connection, age)
    here = f"{len(kept)} in {folder.path}, the newest {_age(age)} old"
    return Finding("backups", not late, f"{here}, and there has been play since" if late else here)


def _played_since(connection: Connection, age: timedelta) -> bool:
    newest = connection.scalar(text("SELECT made_at FROM events ORDER BY id DESC LIMIT 1"))
    return newest is not None and utc_now() - moment_of(newest) < age


def _size(size: float) -> str:
    return f"{size / 2**30:.1f} GiB" if size >= 2**30 else f"{size / 2**20:.0f} MiB"


def _age(age: timedelta) -> str:
    return f"{age.days} days" if age.days > 1 else f"{age.total_seconds() / 3600:.1f} hours"
