"""Change feed between processes on one PostgreSQL: each change of a table notifies every process."""

from collections.abc import Callable, Iterable
from threading import Event, Thread

from sqlalchemy import URL, Connection, text

from webapp.http.durations import CHANGE_FEED_POLL, CHANGE_FEED_RECONNECT
from webapp.http.integers import parse_integer

CHANNEL = "sixfold"
LISTENER = "sixfold news"
"""Name of a listening connection: where there is one, a server of this database is running."""
_CHANGE = text(
    "WITH held AS (SELECT id FROM tables WHERE id = :id FOR UPDATE) "
    "UPDATE tables SET version = version + 1, beside_version = version + 1 FROM held WHERE tables.id = held.id "
    "RETURNING version, pg_notify(:channel, tables.id || ':' || version)"
)
_ENTRY = text(
    "WITH held AS (SELECT id, beside_version FROM tables WHERE id = :id FOR UPDATE) "
    "UPDATE tables SET version = version + 1, log_head = :head, "
    "beside_version = CASE WHEN :outside_log THEN version + 1 ELSE tables.beside_version END "
    "FROM held WHERE tables.id = held.id "
    "RETURNING version, held.beside_version, "
    "EXISTS (SELECT 1 FROM used_keys WHERE who = :who AND key = :key), "
    "pg_notify(:channel, tables.id || ':' || version)"
)
_EVENING = text(
    "WITH held AS (SELECT id FROM evenings WHERE id = :id FOR UPDATE) "
    "UPDATE evenings SET version = version + 1 FROM held WHERE evenings.id = held.id "
    "RETURNING version, pg_notify(:channel, 'evening ' || evenings.id || ':' || version)"
)
_DEVICE = text("SELECT pg_notify(:channel, 'device ' || :id)")
EVENING, DEVICE = "evening", "device"
"""What the notifications of evenings and devices begin with; those of tables begin with the number."""


def notify(connection: Connection, table_id: int) -> int:
    """Locks the table's row until the transaction ends, counts the change, and notifies at the commit.

    Returns the number of the change; 0 where there is no such table.
    """
    return connection.scalar(_CHANGE, {"id": table_id, "channel": CHANNEL}) or 0


def notify_of_entry(
    connection: Connection, table_id: int, head: str, *, outside_log: bool, key: tuple[str, str] | None
) -> tuple[int, int, bool]:
    """Counts and notifies like `notify`, and stores the head of the log. `outside_log`: more than the log has changed.

    Returns the number of the change, that of the last one outside the log before it, and whether this `key` of a
    device was used before (webapp/store/used_keys.py).
    """
    who, used = key or ("", "")
    said = {"id": table_id, "channel": CHANNEL, "head": head, "outside_log": outside_log, "who": who, "key": used}
    row = connection.execute(_ENTRY, said).first()
    return (0, 0, False) if row is None else (row[0], row[1], row[2])


def notify_of_evening(connection: Connection, evening_id: int) -> int:
    """Counts and notifies like `notify`, for an evening."""
    return connection.scalar(_EVENING, {"id": evening_id, "channel": CHANNEL}) or 0


def notify_of_devices(connection: Connection, devices: Iterable[int]) -> None:
    """Notifies at the commit that what these devices may know has changed, and no table."""
    for device_id in devices:
        connection.execute(_DEVICE, {"id": device_id, "channel": CHANNEL})


class ChangeFeed:
    """Listening connection of a process, outside the pools. It starts after the fork."""

    def __init__(self, url: URL, heard: Callable[[int], None], missed: Callable[[], None]) -> None:
        """`heard` gets the number of a table that has changed; `missed` is called where any may have.

        `heard_evening` and `heard_device` may be set to get the same of evenings and devices.
        """
        self.heard_evening: Callable[[int], None] = lambda evening_id: None
        self.heard_device: Callable[[int], None] = lambda device_id: None
        self._conninfo = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._heard, self._missed = heard, missed
        self._ended = Event()
        self._thread = Thread(target=self._run, name="change-feed", daemon=True)

    def start(self) -> None:
        """Starts to listen in a thread of its own (a greenlet, where gevent has patched)."""
        self._thread.start()

    def stop(self) -> None:
        """Ends within a second."""
        self._ended.set()

    def _run(self) -> None:
        import psycopg  # a tenth of the time in which a server starts, and only PostgreSQL needs it

        while not self._ended.is_set():
            try:
                self._listen()
            except psycopg.Error:
                self._ended.wait(CHANGE_FEED_RECONNECT)

    def _listen(self) -> None:
        import psycopg

        with psycopg.connect(self._conninfo, autocommit=True, application_name=LISTENER) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._missed()  # notifications from before this connection listened
            while not self._ended.is_set():
                for notice in connection.notifies(timeout=CHANGE_FEED_POLL):
                    named, _, _version = notice.payload.partition(":")
                    kind, _, number = named.rpartition(" ")
                    tell = {"": self._heard, EVENING: self.heard_evening, DEVICE: self.heard_device}.get(kind)
                    found = parse_integer(number)
                    if tell is not None and found is not None:  # others may notify on this channel, too
                        tell(found)
