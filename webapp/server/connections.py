"""Connections of a process: deadlines, fair order, and which are closed.

With 300 descriptors and 500 silent connections from one address, a device at another address was answered 90 of 90
times, within half a second; by a plain gevent server, and without closing the oldest connection, never within 8 s.
"""

import errno
import io
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from socket import SHUT_RD, socket
from time import monotonic

import gevent
from gevent.event import Event

from webapp.http.durations import BODY_WAIT, HERE_ALREADY_WAIT, LEAST_RATE, SLOW_SOCKET_WAIT, START_PAUSE
from webapp.http.limits import MOST_IDLE_A_NETWORK, MOST_SILENT_A_NETWORK, READ_BUFFER


class Connection:
    """A socket that was accepted."""

    __slots__ = ("_socket", "dropped", "network", "waits_in")

    def __init__(self, sock: socket, network: str) -> None:
        """`network`: its source; empty where that is not counted."""
        self._socket, self.network = sock, network
        self.dropped = False
        self.waits_in: Waiting | None = None

    def drop(self) -> None:
        """Ends the input: the reader sees the end of the file, and the greenlet of the connection closes it."""
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
        del self._all[connection]
        if connection.network:
            neighbours = self._networks[connection.network]
            del neighbours[connection]
            if not neighbours:
                del self._networks[connection.network]

    def oldest(self) -> Connection | None:
        return next(iter(self._all), None)


class Connections:
    """Connections of a process that wait: silent ones sent no whole request, idle ones have had an answer."""

    def __init__(self, are_scarce: Callable[[int], bool]) -> None:
        """`are_scarce` tells whether few connections are left, given how many of them are about to close."""
        self._are_scarce = are_scarce
        self._silent, self._idle = Waiting(MOST_SILENT_A_NETWORK), Waiting(MOST_IDLE_A_NETWORK)
        self._dropped = 0

    def wait_for_request(self, connection: Connection) -> None:
        """Notes that the rest of a request is awaited."""
        self._wait(connection, self._silent)

    def wait_for_next(self, connection: Connection) -> None:
        """Notes that an answer was given and nothing has come since."""
        self._wait(connection, self._idle)

    def resume(self, connection: Connection) -> None:
        """Notes that it has stopped waiting."""
        if connection.waits_in is not None:
            connection.waits_in.remove(connection)
            connection.waits_in = None

    def forget(self, connection: Connection) -> None:
        self.resume(connection)
        self._dropped -= connection.dropped

    def drop_oldest(self, newest: Connection | None = None) -> bool:
        """Drops the connection that has been silent longest, else the one idle longest, if any.

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


class TimedReader(io.RawIOBase):
    """The raw side of a buffered reader. A read raises TimeoutError after the deadline, and where room was scarce."""

    def __init__(self, sock: socket, connection: Connection, connections: Connections) -> None:
        self._socket, self._connection, self._connections = sock, connection, connections
        self._end = self._seconds_a_byte = 0.0
        self._in_body = False
        self.late = self.failed = False

    def readable(self) -> bool:
        """Always true."""
        return True

    def expect_within(self, seconds: float) -> None:
        """Sets the deadline of all reads from now on, in seconds."""
        self._end, self._seconds_a_byte = monotonic() + seconds, 0.0

    def expect_head(self, seconds: float) -> None:
        """Sets the deadline for the head of a request."""
        self._in_body = False
        self.expect_within(seconds)

    def expect_body(self) -> None:
        """Sets the deadline for the body of a request: a long one may take longer than a short one."""
        self._in_body = True
        self._end, self._seconds_a_byte = monotonic() + BODY_WAIT, 1 / LEAST_RATE

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Reads received data, or waits for some. Raises OSError, or TimeoutError after the deadline."""
        if self.late:
            raise TimeoutError
        try:
            count = self._read_body(buffer) if self._in_body else self._receive(buffer)
        except TimeoutError:
            self.late = self.failed = True
            raise
        except OSError:
            self.failed = True
            raise
        self._end += count * self._seconds_a_byte
        return count

    def _read_body(self, buffer: memoryview) -> int:
        self._connections.wait_for_request(self._connection)
        try:
            count = self._receive(buffer)
        finally:
            self._connections.resume(self._connection)
        gevent.sleep(0)  # with much data received this greenlet would never wait, and so never yield
        return count

    def _receive(self, buffer: memoryview) -> int:
        self._socket.settimeout(max(self._end - monotonic(), HERE_ALREADY_WAIT))
        try:
            count = self._socket.recv_into(buffer)
        finally:
            self._socket.settimeout(None)
        if self._connection.dropped:
            raise TimeoutError
        return count


class TimedSocket:
    """The socket of a connection as gevent's handler uses it. A device that takes no answer counts as hung up."""

    def __init__(self, sock: socket, reader: TimedReader) -> None:
        self._socket, self._reader = sock, reader

    def makefile(self, _mode: str = "rb", _buffering: int = -1) -> io.BufferedReader:
        return io.BufferedReader(self._reader, READ_BUFFER)

    def sendall(self, data: bytes | bytearray) -> None:
        """Sends a part of an answer, or raises ConnectionResetError."""
        self._socket.settimeout(SLOW_SOCKET_WAIT + len(data) / LEAST_RATE)
        try:
            self._socket.sendall(data)
        except TimeoutError as late:
            raise ConnectionResetError(errno.ECONNRESET, "its answer was not taken") from late
        finally:
            self._socket.settimeout(None)

    def close(self) -> None:
        """Closes it after reading the received data: else the system would drop the last answer."""
        with suppress(OSError):
            self._socket.settimeout(0)
            self._socket.recv(READ_BUFFER)
        self._socket.close()


ENDED = "ended"
"""The line of streams that have ended, as that of a network: a thousand may end at once."""


class FairStarts:
    """Requests that wait for their turn, by network and device."""

    def __init__(self) -> None:
        self._networks: OrderedDict[str, OrderedDict[str, deque[Event]]] = OrderedDict()
        self._begins: gevent.Greenlet | None = None

    def wait(self, network: str, device: str = "") -> None:
        """Waits until a request of this device at this network has its turn. It holds none: it may take long."""
        turn = Event()
        self._networks.setdefault(network, OrderedDict()).setdefault(device, deque()).append(turn)
        if self._begins is None:
            self._begins = gevent.spawn(self._begin_all)
        turn.wait()

    def _begin_all(self) -> None:
        while self._networks:
            network, devices = self._networks.popitem(last=False)
            device, turns = devices.popitem(last=False)
            turns.popleft().set()
            if turns:
                devices[device] = turns
            if devices:
                self._networks[network] = devices
            gevent.sleep(START_PAUSE)  # it starts its turn now, and later requests queue
        self._begins = None
