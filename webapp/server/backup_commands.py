"""Commands `sixfold backup`, `sixfold restore` and `sixfold doctor`."""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

import click

from webapp.config import Config
from webapp.server.gevent_server import CannotStart, lock_instance
from webapp.store.backups.checks import Finding
from webapp.store.backups.copies import STORAGE_ERRORS, copy_database, error_text
from webapp.store.backups.doctor import examine
from webapp.store.backups.folder import ASKED, BackupFolder
from webapp.store.backups.restore import CannotRestore
from webapp.store.backups.restore import restore as put_back
from webapp.store.chain.key import BadKey, chain_of
from webapp.store.house import house_chain


class CannotDo(Exception):
    """Why a command did nothing; its text is for the person who gave it."""


def backup(config: Config, file: Path | None) -> None:
    """Copies the database, also while people play. Raises CannotDo."""
    if file is not None and file.exists():
        raise CannotDo(f"{file} is there already and stays as it is. Name another file.")
    try:
        copy = partial(copy_database, config.database, chain=house_chain(config))
        if file is None:
            file = BackupFolder(config.backup_folder).add(ASKED, copy)
        else:
            copy(file)
    except STORAGE_ERRORS as error:
        raise CannotDo(f"The database could not be copied: {error_text(error)}") from error
    click.echo(f"The database is copied into {file}")


def restore(config: Config, file: Path, *, from_elsewhere: bool) -> None:
    """Replaces the database by a backup. Raises CannotDo."""
    if not file.is_file():  # before a folder is made for it
        raise CannotDo(f"{file} is not there.")
    try:
        with lock_instance(config.instance):
            folder, chain = BackupFolder(config.backup_folder), chain_of(config)
            done = put_back(config.database, file, folder, chain, from_elsewhere=from_elsewhere)
    except (CannotStart, CannotRestore, BadKey) as problem:
        raise CannotDo(str(problem)) from problem
    _echo(done.findings)
    click.echo(f"{file} stands in the place of the database.")
    if done.replaced is not None:
        click.echo(f"What stood there before is kept in {done.replaced}")


def doctor(config: Config) -> bool:
    """Prints the health check and tells whether all is well."""
    return _echo(examine(config))


def _echo(found: Iterable[Finding]) -> bool:
    """Prints each finding as soon as it is there, and tells whether all are ok."""
    well = True
    for finding in found:
        click.echo(f"{'well ' if finding.ok else 'WRONG'}  {finding.subject:<9}  {finding.text}")
        well = well and finding.ok
    return well
