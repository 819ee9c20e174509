"""One record is read at a time: a long one keeps its process busy for a while, and others play on meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from webapp.http.rate_limits import UPLOAD_WAIT

_turn = Lock()


class Busy(Exception):
    """Another record is still being read."""


@contextmanager
def turn() -> Iterator[None]:
    """Waits until no other record is being read. Raises Busy."""
    if not _turn.acquire(timeout=UPLOAD_WAIT):
        raise Busy
    try:
        yield
    finally:
        _turn.release()
