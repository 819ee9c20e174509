"""Connections of a process that wait for what their device sends next, and which of them are closed.

A connection waits for the whole of a request, or for the next request after an answer. While it is answered, or has a
live stream, it is not in here and is never closed for the sake of another one.
"""

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from socket import SHUT_RD, socket

from webapp.http.limits import MOST_IDLE_A_NETWORK, MOST_SILENT_A_NETWORK


class Connection:
    """A socket that was accepted."""

    __slots__ = ("_socket", "dropped", "network", "waits_in")

    def __init__(self, sock: socket, network: str) -> None:
        """`network`: where it comes from; nothing where that is not counted."""
        self._socket, self.network = sock, network
        self.dropped = False
        self.waits_in: Waiting | None = None

    def drop(self) -> None:
        """Lets whoever reads from it read its end; the greenlet of the connection then closes it."""
        self.dropped = True
        with suppress(OSError):
            self._socket.shutdown(SHUT_RD)


class Waiting:
    """Connections in the order in which they began to wait, all of them and those of each network."""

    def __init__(self, most_a_network: int) -> None:
        self._most = most_a_network
        self._all: OrderedDict[Connection, None] = OrderedDict()
        self._networks: dict[str, OrderedDict[Connection, None]] = {}

    def add(self, connection: Connection) -> Connection | None:
        """Adds a connection, and returns the oldest of its network where there are too many of that."""
        self._all[connection] = None
        if not connection.network:
            return None
        neighbours = self._networks.setdefault(connection.network, OrderedDict())
        neighbours[connection] = None
        return next(iter(neighbours)) if len(neighbours) > self._most else None

    def remove(self, connection: Connection) -> None:
        """Removes a connection that is in here."""
        del self._all[connection]
        if connection.network:
            neighbours = self._networks[connection.network]
            del neighbours[connection]
            if not neighbours:
                del self._networks[connection.network]

    def oldest(self) -> Connection | None:
        """Returns the one that has waited longest."""
        return next(iter(self._all), None)


class Connections:
    """Those of a process that wait: silent ones, with less than a whole request, and idle ones, which had an answer."""

    def __init__(self, are_scarce: Callable[[int], bool]) -> None:
        """`are_scarce` tells whether few connections are left to be taken, so many of those taken about to close."""
        self._are_scarce = are_scarce
        self._silent, self._idle = Waiting(MOST_SILENT_A_NETWORK), Waiting(MOST_IDLE_A_NETWORK)
        self._dropped = 0

    def wait_for_request(self, connection: Connection) -> None:
        """Notes that the rest of a request is waited for."""
        self._wait(connection, self._silent)

    def wait_for_next(self, connection: Connection) -> None:
        """Notes that an answer was given and nothing has come since."""
        self._wait(connection, self._idle)

    def resume(self, connection: Connection) -> None:
        """Notes that it waits no more."""
        if connection.waits_in is not None:
            connection.waits_in.remove(connection)
            connection.waits_in = None

    def forget(self, connection: Connection) -> None:
        """Notes that it is closed."""
        self.resume(connection)
        self._dropped -= connection.dropped

    def drop_oldest(self, newest: Connection | None = None) -> bool:
        """Drops the connection that has been silent longest, else the one that has been idle longest, if there is one.

        The newest one is not dropped before it has had a chance to say something.
        """
        oldest = self._silent.oldest()
        if oldest is None or oldest is newest:
            oldest = self._idle.oldest()
        if oldest is not None:
            self._drop(oldest)
        return oldest is not None

    def _wait(self, connection: Connection, where: Waiting) -> None:
        self.resume(connection)
        if connection.dropped:
            return
        connection.waits_in = where
        if (too_many := where.add(connection)) is not None:
            self._drop(too_many)
        if self._are_scarce(self._dropped):
            self.drop_oldest(connection)

    def _drop(self, connection: Connection) -> None:
        self.resume(connection)
        connection.drop()
        self._dropped += 1
