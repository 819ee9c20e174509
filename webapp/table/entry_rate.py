"""Rate limiter of entries: those of each device at each table."""

import time

from webapp.http.rate_limiter import Rate, RateLimiter
from webapp.http.rate_limits import ENTRIES_AT_ONCE, ENTRY_EVERY, PROGRAM_ENTRIES_AT_ONCE, PROGRAM_ENTRY_EVERY
from webapp.store.log import LoggedEvent
from webapp.table.snapshot import Snapshot

PROGRAM = "api:"
"""How the keys of entries begin that programs make; no form can send such a one."""
PEOPLE = Rate(ENTRIES_AT_ONCE, ENTRY_EVERY)
PROGRAMS = Rate(PROGRAM_ENTRIES_AT_ONCE, PROGRAM_ENTRY_EVERY)
"""Of a program that hosts a table and has made every entry of it: nobody else is there to be kept from it."""


class EntryRateLimiter:
    """Counts the entries of each device at each table."""

    def __init__(self) -> None:
        self._rate_limiter = RateLimiter()

    def count(self, now: Snapshot, device_id: int | None, cost: float = 1.0, *, hosts_by_program: bool = False) -> None:
        """Counts an entry that a device wants to make. Raises `TooFast`. The server itself never waits."""
        if device_id is not None:
            rate = PROGRAMS if hosts_by_program and now.is_kept_by_a_program else PEOPLE
            self._rate_limiter.count(_name(now, device_id), rate, time.time(), cost)

    def note(self, now: Snapshot, line: LoggedEvent) -> None:
        """Counts an entry that another process has taken, or this one before it was started anew."""
        if line.device_id is not None:
            rate = PROGRAMS if is_of_program(line) and now.is_kept_by_a_program else PEOPLE
            self._rate_limiter.note(_name(now, line.device_id), rate, line.made_at.timestamp())


def is_of_program(line: LoggedEvent) -> bool:
    return line.op.startswith(f"{line.device_id}:{PROGRAM}")


def _name(now: Snapshot, device_id: int) -> str:
    return f"device {device_id} at {now.table.id}"
