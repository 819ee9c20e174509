"""Whoever sends a record sends one at a time, and one is read at a time: a long one is work for a while."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition

from webapp.http.rate_limits import UPLOAD_WAIT


class Busy(Exception):
    """Another record is still being sent or read."""


class Turns:
    """Names of those who have their turn: a device, a network, the reader of records."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._given_back = Condition()

    @contextmanager
    def of(self, *who: str) -> Iterator[None]:
        """Waits until none of these has a turn, and is their turn then. Raises Busy."""
        with self._given_back:
            if not self._given_back.wait_for(lambda: self._taken.isdisjoint(who), UPLOAD_WAIT):
                raise Busy
            self._taken.update(who)
        try:
            yield
        finally:
            with self._given_back:
                self._taken.difference_update(who)
                self._given_back.notify_all()
