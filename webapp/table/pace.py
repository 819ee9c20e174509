"""Rate of entries at a table."""

import time
from collections import OrderedDict
from math import ceil
from threading import Lock
from typing import NamedTuple

from webapp.http.durations import CLOCK_SKEW
from webapp.http.limits import PACES_KEPT
from webapp.http.newest import keep_newest
from webapp.http.rate_limits import ENTRIES_AT_ONCE, ENTRY_EVERY, PROGRAM_ENTRIES_AT_ONCE, PROGRAM_ENTRY_EVERY
from webapp.store.log import LoggedEvent
from webapp.table.snapshot import Snapshot


class Rate(NamedTuple):
    """A burst of `at_once`, then one more every `every` seconds."""

    at_once: int
    every: float


class TooFast(Exception):
    """Somebody has to wait."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"again in {seconds} s")
        self.seconds = seconds


class Pace:
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
            keep_newest(self._due, who, now + ahead + cost * rate.every, PACES_KEPT)

    def note(self, who: str, rate: Rate, now: float) -> None:
        with self._lock:
            due = now + self._ahead(who, rate, now) + rate.every
            keep_newest(self._due, who, max(due, self._due.get(who, due)), PACES_KEPT)

    def _ahead(self, who: str, rate: Rate, now: float) -> float:
        """Returns how many seconds a name is ahead of its rate; 0 for what was counted before a clock was set back."""
        ahead, burst = self._due.get(who, now) - now, rate.at_once * rate.every
        return min(max(ahead, 0.0), burst) if ahead <= burst + CLOCK_SKEW.total_seconds() else 0.0


PROGRAM = "api:"
"""How the keys of entries begin that programs make; no form can send such a one."""
PEOPLE = Rate(ENTRIES_AT_ONCE, ENTRY_EVERY)
PROGRAMS = Rate(PROGRAM_ENTRIES_AT_ONCE, PROGRAM_ENTRY_EVERY)
"""Of a program that hosts a table and has made every entry of it: nobody else is there to be kept from it."""


class EntryPace:
    """Counts the entries of each device at each table."""

    def __init__(self) -> None:
        self._pace = Pace()

    def count(self, now: Snapshot, device_id: int | None, cost: float = 1.0, *, hosts_by_program: bool = False) -> None:
        """Counts an entry that a device wants to make. Raises `TooFast`. The server itself never waits."""
        if device_id is not None:
            rate = PROGRAMS if hosts_by_program and now.is_kept_by_a_program else PEOPLE
            self._pace.count(_name(now, device_id), rate, time.time(), cost)

    def note(self, now: Snapshot, line: LoggedEvent) -> None:
        """Counts an entry that another process has taken, or this one before it was started anew."""
        if line.device_id is not None:
            rate = PROGRAMS if is_of_program(line) and now.is_kept_by_a_program else PEOPLE
            self._pace.note(_name(now, line.device_id), rate, line.made_at.timestamp())


def is_of_program(line: LoggedEvent) -> bool:
    return line.op.startswith(f"{line.device_id}:{PROGRAM}")


def _name(now: Snapshot, device_id: int) -> str:
    return f"device {device_id} at {now.table.id}"
