"""Pace: of each name, such as a device at a table, so many entries at once, and then one more every so often.

What counts are entries that were asked for, taken or not. Where several processes share a database each of them counts
what it was asked itself, and from the log what the others have taken.
"""

from collections import OrderedDict
from math import ceil
from threading import Lock
from typing import NamedTuple

from webapp.http.limits import PACES_KEPT
from webapp.http.rate_limits import CLOCK_SKEW


class Rate(NamedTuple):
    """So many at once, and one more after each `every` seconds."""

    at_once: int
    every: float


class TooFast(Exception):
    """Somebody has to wait."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"again in {seconds} s")
        self.seconds = seconds


class Pace:
    """When each name would have made its entries, had it made them one by one.

    That moment lies ahead of the clock by what it has made at once.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._due: OrderedDict[str, float] = OrderedDict()

    def count(self, who: str, rate: Rate, now: float, cost: float = 1.0) -> None:
        """Counts an entry of this moment, as several where it costs more. Raises TooFast, and does not count it."""
        with self._lock:
            ahead = self._ahead(who, rate, now)
            if (wait := ahead + (cost - rate.at_once) * rate.every) > 0:
                raise TooFast(ceil(wait))
            self._keep(who, now + ahead + cost * rate.every)

    def note(self, who: str, rate: Rate, now: float) -> None:
        """Counts an entry that was taken elsewhere."""
        with self._lock:
            due = now + self._ahead(who, rate, now) + rate.every
            self._keep(who, max(due, self._due.get(who, due)))

    def _ahead(self, who: str, rate: Rate, now: float) -> float:
        """Seconds, never more than a whole burst. Further ahead lies what was counted before a clock was set back."""
        ahead, burst = self._due.get(who, now) - now, rate.at_once * rate.every
        return min(max(ahead, 0.0), burst) if ahead <= burst + CLOCK_SKEW.total_seconds() else 0.0

    def _keep(self, who: str, due: float) -> None:
        self._due[who] = due
        self._due.move_to_end(who)
        while len(self._due) > PACES_KEPT:
            self._due.popitem(last=False)
