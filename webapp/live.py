"""Who watches which table, and waking them up. Built on `threading`, which gevent patches; knows nothing of the web."""

from collections import Counter
from threading import Event, Lock


class Watch:
    """One page that waits for news of one table. It is opened before the first look, so that nothing falls between."""

    def __init__(self, hub: "Hub", table_id: int, device_id: int | None) -> None:
        self.table_id = table_id
        self.device_id = device_id
        self._hub = hub
        self._news = Event()

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
        changed = self._news.wait(timeout)
        # Cleared before the caller looks: a change that comes from here on wakes the next call.
        self._news.clear()
        return changed

    def wake(self) -> None:
        """Lets the waiting page go on. Keeps no list: the newest state is all that it will ask for."""
        self._news.set()


class Hub:
    """Every open watch of one process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._watches: dict[int, set[Watch]] = {}

    def watch(self, table_id: int, device_id: int | None) -> Watch:
        """Returns a watch of this table, to be used in a `with` statement."""
        return Watch(self, table_id, device_id)

    def publish(self, table_id: int) -> None:
        """Wakes everybody who watches this table. Call it after the commit, never before."""
        with self._lock:
            watching = list(self._watches.get(table_id, ()))
        for watch in watching:
            watch.wake()

    def publish_all(self) -> None:
        """Wakes everybody: something may have changed unheard."""
        with self._lock:
            watched = list(self._watches)
        for table_id in watched:
            self.publish(table_id)

    def present(self, table_id: int) -> Counter[int]:
        """Counts the open watches of each known device at this table."""
        with self._lock:
            watching = list(self._watches.get(table_id, ()))
        return Counter(watch.device_id for watch in watching if watch.device_id is not None)

    def enter(self, watch: Watch) -> None:
        """Notes an open watch."""
        with self._lock:
            self._watches.setdefault(watch.table_id, set()).add(watch)

    def leave(self, watch: Watch) -> None:
        """Forgets a watch. Leaving twice does no harm."""
        with self._lock:
            watching = self._watches.get(watch.table_id, set())
            watching.discard(watch)
            if not watching:
                self._watches.pop(watch.table_id, None)
