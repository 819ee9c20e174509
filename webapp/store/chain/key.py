"""Key of the hash chain, and the fingerprint by which a house knows its own."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from sqlalchemy import URL, Connection, column, delete, inspect, select, table, text

from webapp.config import Config
from webapp.store.chain.links import Chain, any_fits
from webapp.store.engines import StoreError

FILE = "chain.key"
KEY_BYTES = 32


class BadKey(StoreError):
    """There is no key that can be used."""


def chain_of(config: Config) -> Chain:
    """Returns the chain of an installation: by the key of the settings, else of the instance folder.

    A folder without one gets one. Raises BadKey.
    """
    return Chain(_parsed(config.chain_key) if config.chain_key else key_in(config.instance))


def known_chain_of(config: Config) -> Chain:
    """Returns the same and makes no key. Raises BadKey."""
    return Chain(_parsed(config.chain_key) if config.chain_key else read_key(config.instance))


def key_in(folder: Path) -> bytes:
    """Returns the key of this folder, made if there is none; only the owner of the process may read it.

    Processes that start together get the same one. Raises BadKey.
    """
    file = folder / FILE
    try:
        if not file.exists():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _make(file)
    except OSError as error:
        raise BadKey(f"the key {file} cannot be made: {error.strerror}") from error
    return read_key(folder)


def key_of_database(url: URL) -> bytes:
    """Returns the key in the folder of a SQLite database. Raises BadKey, also for any other database."""
    if url.drivername != "sqlite" or not url.database:
        raise BadKey("the key of a database that is no file has to be named")
    return key_in(Path(url.database).parent)


def read_key(folder: Path) -> bytes:
    """Returns the key of this folder and makes none. Raises BadKey."""
    try:
        return _parsed((folder / FILE).read_text("ascii").strip())
    except OSError as error:
        raise BadKey(f"the key {folder / FILE} cannot be read: {error.strerror}") from error
    except ValueError:
        raise BadKey(f"{folder / FILE} holds no key of {2 * KEY_BYTES} hexadecimal digits") from None


def _parsed(text: str) -> bytes:
    """Returns the key that hexadecimal digits name. Raises ValueError."""
    if len(text) < 2 * KEY_BYTES:
        raise ValueError("too short")
    return bytes.fromhex(text)


def _make(file: Path) -> None:
    """Writes a whole file and then renames it: it is never read half written, and the first one stays."""
    part = file.with_name(f"{FILE}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as opened:
            opened.write(secrets.token_hex(KEY_BYTES) + "\n")
            opened.flush()
            os.fsync(opened.fileno())
        with suppress(FileExistsError):
            _link(part, file)
    finally:
        part.unlink(missing_ok=True)


def _link(part: Path, file: Path) -> None:
    try:
        os.link(part, file)
    except PermissionError:  # a disk that knows no links; a second process at this very moment is not expected there
        part.rename(file)


_HOUSE = table("house", column("number"), column("key"))
# Of two processes that start together the first one is believed.
_NOTE = text("INSERT INTO house (number, key) VALUES (1, :key) ON CONFLICT DO NOTHING")

HOW_TO_BRING = (
    "Bring the house's own: its chain.key into the instance folder, or its digits as SIXFOLD_CHAIN_KEY; a backup whose "
    "key is lost is taken by `sixfold restore --from-elsewhere`"
)


class OtherKey(StoreError):
    """This key is not the one of the server: its signatures would fit neither the database nor its backups."""


def noted_key(connection: Connection) -> str | None:
    """Returns the fingerprint of the house's key; None: none is noted yet."""
    return connection.scalar(select(_HOUSE.c.key)) if inspect(connection).has_table(_HOUSE.name) else None


def note_key(connection: Connection, chain: Chain, *, anew: bool = False) -> None:
    """Stores the key's fingerprint where there is none yet, or with `anew` in place of the other."""
    if anew:
        connection.execute(delete(_HOUSE))
    connection.execute(_NOTE, {"key": chain.key_id})


def check_noted_key(connection: Connection, chain: Chain) -> bool:
    """Tells whether a key is noted. Raises OtherKey where it is another one."""
    noted = noted_key(connection)
    if noted not in (None, chain.key_id):
        raise OtherKey(f"the house of this database has key {noted}, and here is key {chain.key_id}. {HOW_TO_BRING}")
    return noted is not None


def check_key(connection: Connection, chain: Chain) -> bool:
    """Does the same; where none is noted, raises OtherKey unless this one confirms any table."""
    is_noted = check_noted_key(connection, chain)
    if not is_noted and not any_fits(connection, chain):
        raise OtherKey(f"another key than {chain.key_id} has confirmed the tables of this database. {HOW_TO_BRING}")
    return is_noted
