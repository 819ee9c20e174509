"""Rate limiter: so much at once, then one more every so many seconds."""

from collections import OrderedDict
from math import ceil
from threading import Lock
from typing import NamedTuple

from webapp.http.durations import CLOCK_SKEW
from webapp.http.limits import RATES_KEPT
from webapp.http.newest import keep_newest


class Rate(NamedTuple):
    """A burst of `at_once`, then one more every `every` seconds."""

    at_once: int
    every: float


class TooFast(Exception):
    """Somebody has to wait."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"again in {seconds} s")
        self.seconds = seconds


class RateLimiter:
    """Rate limiter with bursts, keyed by name: when each name would have made its entries, had it made them one by one.

    That moment lies ahead of the clock by what it has made at once.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._due: OrderedDict[str, float] = OrderedDict()

    def count(self, who: str, rate: Rate, now: float, cost: float = 1.0) -> None:
        """Counts an entry, as `cost` entries. Raises TooFast instead where the burst is used up."""
        with self._lock:
            ahead = self._ahead(who, rate, now)
            if (wait := ahead + (cost - rate.at_once) * rate.every) > 0:
                raise TooFast(ceil(wait))
            keep_newest(self._due, who, now + ahead + cost * rate.every, RATES_KEPT)

    def note(self, who: str, rate: Rate, now: float) -> None:
        with self._lock:
            due = now + self._ahead(who, rate, now) + rate.every
            keep_newest(self._due, who, max(due, self._due.get(who, due)), RATES_KEPT)

    def _ahead(self, who: str, rate: Rate, now: float) -> float:
        """Returns how many seconds a name is ahead of its rate; 0 for what was counted before a clock was set back."""
        ahead, burst = self._due.get(who, now) - now, rate.at_once * rate.every
        return min(max(ahead, 0.0), burst) if ahead <= burst + CLOCK_SKEW.total_seconds() else 0.0
