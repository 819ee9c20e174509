"""What the commands share that show a recovery code: a database that is only read, and the printed link."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from webapp.config import Config
from webapp.http.network import public_url
from webapp.seats.qr import print_qr
from webapp.store import Store
from webapp.store.backups.copies import STORAGE_ERRORS, error_text
from webapp.store.engines import read_only_url
from webapp.store.join_codes import format_code


class CannotShow(Exception):
    """Why there is nothing to show; its text is one line for the person who asked."""


@contextmanager
def store_to_read(config: Config) -> Iterator[Store]:
    """Opens the store for reading, beside a running server. Raises CannotShow where it cannot be read."""
    store = Store(read_only_url(config.database))
    try:
        yield store
    except BrokenPipeError:  # whoever was shown it has seen enough
        raise
    except STORAGE_ERRORS as problem:
        raise CannotShow(
            f"The database cannot be read: {error_text(problem)}. `sixfold serve` makes it, and brings an older one "
            "up to date; `sixfold doctor` looks it over."
        ) from problem
    finally:
        store.close()


def print_link(config: Config, does: str, token: str, code: str, out: TextIO) -> None:
    """Prints a link, what it does for whoever opens it, its QR code, and the code to type instead."""
    server = public_url(config)
    url = f"{server}/join/{token}"
    print(f"\nWhoever opens this {does}, once: {url}", file=out)
    print_qr(url, out)
    print(f"Or type {format_code(code)} at {server}", file=out)
