"""Wakes the open pages of a table when it changes. Built on `threading`, which gevent patches; no Flask."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from threading import Lock
from time import monotonic

from webapp.http import metrics
from webapp.http.durations import AWAY_AFTER, AWAY_TOLD_FOR, READS_ON


def _steps_away(seconds: float) -> int:
    """Counts the announcements due by then: after AWAY_AFTER, and at each full minute."""
    return int(seconds >= AWAY_AFTER) + max(0, int(seconds // 60))


class Watch:
    """An open page of a table that waits for changes. Enter it before the first look, so that no change is missed."""

    def __init__(self, hub: "Hub", table_id: int, device_id: int | None) -> None:
        self.table_id = table_id
        self.device_id = device_id
        self._hub = hub
        # Held while there is no news: half of what an `Event` costs, which is a lock and a list of locks.
        self._no_news = Lock()
        self._no_news.acquire()

    def __enter__(self) -> "Watch":
        self._hub.enter(self)
        return self

    def close(self) -> None:
        """Ends the watch before its `with` statement does."""
        self._hub.leave(self)

    def __exit__(self, *error: object) -> None:
        self._hub.leave(self)

    def wait(self, timeout: float | None = None) -> bool:
        """Waits until something has changed since the last call, at most `timeout` seconds, and tells whether it has.

        Any number of changes in between count as one: the caller looks at the table afterwards and sees the newest.
        """
        # Held again before the caller looks: a change that comes from here on wakes the next call.
        return self._no_news.acquire(timeout=-1 if timeout is None else timeout)

    def wake(self) -> None:
        """Wakes the waiting page. Keeps no queue: it reads only the newest state."""
        with suppress(RuntimeError):  # it has news already
            self._no_news.release()


class Hub:
    """The open pages of this process, and which devices have which table open in any process.

    `clock` tells seconds that only go on: a device that reads another page of a table is at it for a while.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._lock, self.clock = Lock(), clock
        self._began = self._told = clock()
        self._left: dict[int, dict[int, float]] = {}
        self._reading: dict[int, dict[int, float]] = {}
        self._watches: dict[int, set[Watch]] = {}
        self._listeners: list[Callable[[int], None]] = []
        self._missed: list[Callable[[], None]] = []
        self._here: dict[int, Counter[int]] = {}
        self._elsewhere: Mapping[int, Counter[int]] = {}

    def watch(self, table_id: int, device_id: int | None) -> Watch:
        """Returns a watch of this table, to be used in a `with` statement."""
        return Watch(self, table_id, device_id)

    def publish(self, table_id: int) -> None:
        """Wakes all watchers of this table. Call it after the commit, never before."""
        with self._lock:
            watching = list(self._watches.get(table_id, ()))
        for watch in watching:
            watch.wake()
        for listener in self._listeners:
            listener(table_id)

    def publish_to(self, devices: Iterable[int]) -> None:
        """Wakes the tables that any of these devices has open here: what it may know has changed, and no table."""
        wanted = set(devices)
        with self._lock:
            tables = [table_id for table_id, them in self._here.items() if not wanted.isdisjoint(them)]
        for table_id in tables:
            self.publish(table_id)

    def listen(self, changed: Callable[[int], None], missed: Callable[[], None]) -> None:
        """Calls `changed` with the number of each table that changes, and `missed` where any may have.

        Both must return at once, and never raise.
        """
        self._listeners.append(changed)
        self._missed.append(missed)

    def publish_all(self) -> None:
        """Wakes all watchers: any table may have changed during an outage."""
        for table_id in self.watched():
            self.publish(table_id)
        for missed in self._missed:
            missed()

    def watched(self) -> list[int]:
        with self._lock:
            return list(self._watches)

    def enter(self, watch: Watch) -> None:
        """Notes an open watch, and its device as present."""
        with self._lock:
            self._watches.setdefault(watch.table_id, set()).add(watch)
        self.connect(watch.table_id, watch.device_id)

    def leave(self, watch: Watch) -> None:
        """Forgets a watch. Leaving twice does no harm."""
        with self._lock:
            watching = self._watches.get(watch.table_id, set())
            if watch not in watching:
                return
            watching.discard(watch)
            if not watching:
                self._watches.pop(watch.table_id, None)
        self.disconnect(watch.table_id, watch.device_id)

    # Presence

    def connect(self, table_id: int, device_id: int | None) -> None:
        if device_id is not None:
            with self._lock:
                self._here.setdefault(table_id, Counter())[device_id] += 1
                self._reading.get(table_id, {}).pop(device_id, None)
                self._left.get(table_id, {}).pop(device_id, None)
            metrics.STREAMS.inc()

    def disconnect(self, table_id: int, device_id: int | None) -> None:
        if device_id is None:
            return
        with self._lock:
            open_here = self._here[table_id]
            open_here[device_id] -= 1
            if not open_here[device_id]:
                del open_here[device_id]
                self._left.setdefault(table_id, {})[device_id] = self.clock()
            if not open_here:
                del self._here[table_id]
        metrics.STREAMS.dec()

    def reads(self, table_id: int, device_id: int) -> None:
        """Notes that a device reads a page of this table that is not live: it is present for `READS_ON`.

        Wakes the table where it was not present.
        """
        with self._lock:
            was_here = self._at(table_id)[device_id]
            self._reading.setdefault(table_id, {})[device_id] = self.clock() + READS_ON
        if not was_here:
            self.publish(table_id)

    def forget_readers(self) -> None:
        """Forgets devices that read a page longer than `READS_ON` ago, and wakes their tables."""
        with self._lock:
            now, before = self.clock(), self._reading
            left = {table: {one: end for one, end in them.items() if end > now} for table, them in before.items()}
            self._reading = {table: them for table, them in left.items() if them}
        for table_id, them in before.items():
            if len(left[table_id]) < len(them):
                self.publish(table_id)

    def present(self, table_id: int) -> Counter[int]:
        """Counts how often each known device has this table open, or another page of it."""
        with self._lock:
            return self._at(table_id) + self._elsewhere.get(table_id, Counter())

    def away_for(self, table_id: int, device_id: int) -> float:
        """Returns for how many seconds a device has not been at this table, as far as this process can tell."""
        if self.present(table_id)[device_id]:
            return 0.0
        with self._lock:
            return self.clock() - self._left.get(table_id, {}).get(device_id, self._began)

    def tell_of_absent(self) -> None:
        """Wakes the tables at which another announcement of an absent device is due."""
        with self._lock:
            now, before = self.clock(), self._told
            self._told = now
            told = [
                table_id
                for table_id, them in self._left.items()
                if any(_steps_away(now - left) > _steps_away(before - left) for left in them.values())
            ]
            recent = {
                table: {one: left for one, left in them.items() if now - left < AWAY_TOLD_FOR}
                for table, them in self._left.items()
            }
            self._left = {table: them for table, them in recent.items() if them}
        for table_id in told:
            self.publish(table_id)

    def devices(self, table_id: int) -> int:
        """Counts the known devices that have this table open, or another page of it."""
        with self._lock:
            by_process = (self._here, self._reading, self._elsewhere)
            return len(set().union(*(devices.get(table_id, ()) for devices in by_process)))

    def _at(self, table_id: int) -> Counter[int]:
        return Counter(self._here.get(table_id, ())) | Counter(self._reading.get(table_id, {}).keys())

    def opened_by(self, device_id: int) -> int:
        """Counts how many tables a device has open here, each as often as it is open."""
        with self._lock:
            return sum(open_here.get(device_id, 0) for open_here in self._here.values())

    def open_streams(self) -> int:
        with self._lock:
            return sum(len(watching) for watching in self._watches.values())

    def here(self) -> dict[int, Counter[int]]:
        with self._lock:
            return {table_id: self._at(table_id) for table_id in {*self._here, *self._reading}}

    def set_elsewhere(self, elsewhere: Mapping[int, Counter[int]]) -> None:
        """Notes the tables that are open at other processes, and wakes the pages that show them."""
        with self._lock:
            before, self._elsewhere = self._elsewhere, elsewhere
            for table_id, them in before.items():
                gone = them.keys() - elsewhere.get(table_id, Counter()).keys()
                if gone:
                    self._left.setdefault(table_id, {}).update(dict.fromkeys(gone, self.clock()))
        for table_id in before.keys() | elsewhere.keys():
            if before.get(table_id) != elsewhere.get(table_id):
                self.publish(table_id)
