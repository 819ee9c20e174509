"""Whoever sends a file sends one at a time, and one is read at a time: a long one is work for a while."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Timer

from webapp.files.file_refusals import Busy
from webapp.http.rate_limits import UPLOAD_WAIT


class Turns:
    """Names of those who have their turn: a device, a network, the reader of files."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._given_back = Condition()

    @contextmanager
    def of(self, *who: str, rest: float = 0.0) -> Iterator[None]:
        """Waits until none of these has a turn, and is their turn then. Raises Busy.

        `rest`: seconds after it until the next of these has a turn.
        """
        with self._given_back:
            if not self._given_back.wait_for(lambda: self._taken.isdisjoint(who), UPLOAD_WAIT):
                raise Busy
            self._taken.update(who)
        try:
            yield
        finally:
            if rest:
                later = Timer(rest, self._give_back, who)
                later.daemon = True
                later.start()
            else:
                self._give_back(*who)

    def _give_back(self, *who: str) -> None:
        with self._given_back:
            self._taken.difference_update(who)
            self._given_back.notify_all()
