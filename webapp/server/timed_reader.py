"""Reads a socket until a deadline: however little comes at a time, the whole must be there by then."""

import io
from socket import socket
from time import monotonic

import gevent

from webapp.http.rate_limits import BODY_WAIT, HERE_ALREADY_WAIT, LEAST_RATE
from webapp.server.connections import Connection, Connections


class TimedReader(io.RawIOBase):
    """The raw side of a buffered reader. A read raises TimeoutError after the deadline, and where room was scarce."""

    def __init__(self, sock: socket, connection: Connection, connections: Connections) -> None:
        self._socket, self._connection, self._connections = sock, connection, connections
        self._end = self._seconds_a_byte = 0.0
        self._in_body = False
        self.late = self.failed = False

    def readable(self) -> bool:
        """Tells that it can be read."""
        return True

    def expect_within(self, seconds: float) -> None:
        """From now on all that is read has to come within these seconds."""
        self._end, self._seconds_a_byte = monotonic() + seconds, 0.0

    def expect_head(self, seconds: float) -> None:
        """From now on the head of a request is read."""
        self._in_body = False
        self.expect_within(seconds)

    def expect_body(self) -> None:
        """From now on the body of a request is read: a long one may take longer than a short one."""
        self._in_body = True
        self._end, self._seconds_a_byte = monotonic() + BODY_WAIT, 1 / LEAST_RATE

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Reads what there is, or waits for something. Raises OSError, and TimeoutError where that took too long."""
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
        gevent.sleep(0)  # where much has come already nothing here would wait, and so nobody else have a turn
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
