"""Pace of entries: each device at each table has so many at once, and then one more every so often.

What counts are entries that were asked for, taken or not. Where several processes share a database each of them counts
what it was asked itself, and from the log what the others have taken.
"""

from collections import OrderedDict
from math import ceil
from threading import Lock
from typing import NamedTuple

from webapp.http.limits import PACES_KEPT


class Rate(NamedTuple):
    """So many entries at once, and one more after each `every` seconds."""

    at_once: int
    every: float


class TooFast(Exception):
    """A device has to wait before its next entry."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"the next entry in {seconds} s")
        self.seconds = seconds


class Pace:
    """When each device at each table would have made its entries, had it made them one by one.

    That moment lies ahead of the clock by what it has made at once.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._due: OrderedDict[tuple[int, int], float] = OrderedDict()

    def count(self, table_id: int, device_id: int, rate: Rate, now: float) -> None:
        """Counts an entry of this moment. Raises TooFast, and does not count it, where it comes too soon."""
        with self._lock:
            ahead = self._ahead(table_id, device_id, rate, now)
            if (wait := ahead + rate.every - rate.at_once * rate.every) > 0:
                raise TooFast(ceil(wait))
            self._keep(table_id, device_id, now + ahead + rate.every)

    def note(self, table_id: int, device_id: int, rate: Rate, now: float) -> None:
        """Counts an entry that was taken elsewhere."""
        with self._lock:
            due = now + self._ahead(table_id, device_id, rate, now) + rate.every
            self._keep(table_id, device_id, max(due, self._due.get((table_id, device_id), due)))

    def _ahead(self, table_id: int, device_id: int, rate: Rate, now: float) -> float:
        """Seconds, never more than a whole burst: a clock that is set back makes nobody wait."""
        due = self._due.get((table_id, device_id), now)
        return min(max(due - now, 0.0), rate.at_once * rate.every)

    def _keep(self, table_id: int, device_id: int, due: float) -> None:
        self._due[table_id, device_id] = due
        self._due.move_to_end((table_id, device_id))
        while len(self._due) > PACES_KEPT:
            self._due.popitem(last=False)
