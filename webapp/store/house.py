"""The house that a configuration names: whether it is there, and opening it with its own key."""

from contextlib import suppress
from pathlib import Path

from sqlalchemy.exc import DatabaseError

from webapp.config import Config
from webapp.store import Store, open_store
from webapp.store.backups.copies import STORAGE_ERRORS, BackupFolder, read_snapshot
from webapp.store.chain.key import HOW_TO_BRING, BadKey, OtherKey, chain_of, check_key, known_chain_of, noted_key
from webapp.store.chain.links import Chain
from webapp.store.engines import StoreBusy, StoreError, error_text, is_shared
from webapp.store.migrations import database_location, revision_of


class NoHouse(StoreError):
    """There is no house where the configuration says."""


def open_house(config: Config) -> Store:
    """Opens the database to serve it, making or upgrading it first, and its key where the house has none yet.

    Raises StoreError, OtherKey where the house has another key.
    """
    store = open_store(config.database, BackupFolder(config.backup_folder), _chain_to_serve(config))
    try:
        store.confirm_key()
    except StoreError:
        store.close()
        raise
    return store


def house_chain(config: Config) -> Chain:
    """Returns the chain of a house that is there, and makes no key. Raises BadKey, and OtherKey."""
    chain = known_chain_of(config)
    with read_snapshot(config.database) as connection:
        check_key(connection, chain)
    return chain


def require_house(config: Config) -> None:
    """Raises NoHouse where there is none: no folder, or no database with our tables. Makes nothing."""
    file = None if is_shared(config.database) else Path(str(config.database.database))
    if not config.instance.is_dir() or (file is not None and not file.exists()):
        raise NoHouse(f"There is no house in {config.instance}. Name its folder: --instance FOLDER.")
    if file is not None:
        return  # the command reports a fault in it
    try:
        with read_snapshot(config.database) as connection:
            is_empty = revision_of(connection) is None
    except STORAGE_ERRORS as error:
        where = database_location(config.database)
        raise NoHouse(f"The database {where} cannot be read: {' '.join(error_text(error).split())}") from error
    if is_empty:
        raise NoHouse(f"There is no house in the database {database_location(config.database)}: it has no tables.")


def _chain_to_serve(config: Config) -> Chain:
    """Returns the chain. A key is made only where the house has none: a second one would confirm nothing."""
    with suppress(BadKey):
        return known_chain_of(config)
    if (noted := _noted(config)) is None:
        return chain_of(config)
    try:
        return known_chain_of(config)  # made and noted by a process that has started at this moment
    except BadKey as problem:
        raise OtherKey(f"the house of this database has key {noted}, and {problem}. {HOW_TO_BRING}") from problem


def _noted(config: Config) -> str | None:
    if not is_shared(config.database) and not Path(str(config.database.database)).exists():
        return None
    try:
        with read_snapshot(config.database) as connection:
            return noted_key(connection)
    except (StoreBusy, DatabaseError):  # opening it reports the fault
        return None
