"""Key of the chain: in the instance folder, made at the first start, or from the settings."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from sqlalchemy import URL

from webapp.config import Config
from webapp.store.chain.links import Chain
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
    """Returns the key of this folder; a folder without one gets one, which nobody else on the machine reads.

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


def key_beside(url: URL) -> bytes:
    """Returns the key beside the file of a SQLite database. Raises BadKey, for any other database, too."""
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
    """Writes a whole file and then gives it its name: nobody reads half of it, and the first one stays."""
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
