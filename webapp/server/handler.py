"""Handler of a connection, for our own server and for the workers of gunicorn: deadlines, and what is no request.

Whoever has begun a request and does not end it is told so; whoever says nothing is hung up on without a word.
"""

import errno
from contextlib import suppress
from functools import partial
from io import BufferedReader
from socket import AF_INET, AF_INET6, IPPROTO_TCP, TCP_NODELAY
from ssl import SSLSocket
from typing import Any

import gevent
from gevent.socket import socket

from webapp.http.limits import LARGEST_DISCARDED, READ_BUFFER
from webapp.http.rate_limits import DISCARD_WAIT, HEAD_WAIT, IDLE_WAIT, LEAST_RATE, SLOW_SOCKET_WAIT
from webapp.http.turns import END_KEY, TURN_KEY
from webapp.seats.device import name_in
from webapp.server.access_log import LoggedHandler
from webapp.server.fair_starts import ENDED
from webapp.server.request_head import (
    BAD_REQUEST,
    REQUEST_TIMEOUT,
    BadHead,
    Fields,
    check_length,
    check_line,
    read_fields,
)
from webapp.server.timed_reader import TimedReader


class Handler(LoggedHandler):
    """Answers the requests of a connection, one after the other."""

    def __init__(self, sock: socket, address: object, server: Any) -> None:
        self._connections = server.connections
        self._connection = server.connection(sock, address)
        self._reader = TimedReader(sock, self._connection, self._connections)
        self._begun = self._answered = False
        self._held: bytearray | None = None
        super().__init__(sock, address, server, BufferedReader(self._reader, READ_BUFFER))

    def handle(self) -> None:
        """Answers the requests of a connection, until it is closed."""
        # What of an answer comes later would wait for the acknowledgement of its beginning.
        if self.socket.family in (AF_INET, AF_INET6):
            self.socket.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
        self._connections.wait_for_request(self._connection)
        self._reader.expect_head(HEAD_WAIT)
        try:
            with suppress(OSError):  # hung up on, before it could be told what was wrong
                super().handle()
        finally:
            self._connections.forget(self._connection)

    def handle_one_request(self) -> object:
        """Answers the next request. Returns True where another one may follow, or the answer to what is none."""
        self._forget_request()
        ended = super().handle_one_request()
        self._answered = True
        return REQUEST_TIMEOUT if self._broke_off() else ended

    def read_requestline(self) -> str:
        """Returns the first line of the next request, waiting for it. Raises OSError."""
        if self._answered:
            gevent.sleep(0)  # whoever sends many requests at once would never wait, and so nobody else have a turn
            self._connections.wait_for_next(self._connection)
            self._reader.expect_head(IDLE_WAIT)
        self._begun = bool(self.rfile.peek(1))
        if self._answered:
            self._connections.wait_for_request(self._connection)
            self._reader.expect_head(HEAD_WAIT)
        return str(super().read_requestline())

    def read_request(self, raw_requestline: str) -> bool:
        """Reads the rest of the head. Raises BadHead or OSError."""
        check_line(raw_requestline)
        super().read_request(raw_requestline)
        self._connections.resume(self._connection)
        self._reader.expect_body()
        return True

    def MessageClass(self, *_more: object) -> Fields:  # noqa: N802  # gevent calls it so
        """Returns the header fields of a request. Raises BadHead or OSError."""
        fields = read_fields(self.rfile)
        check_length(fields)
        return fields

    def get_environ(self) -> dict[str, Any]:
        """Returns the environment of the request, with the socket that a live stream writes to past the server."""
        environ: dict[str, Any] = super().get_environ()
        if not isinstance(self.socket, SSLSocket):
            environ["wsgi.url_scheme"] = "http"  # also where the server speaks TLS
            environ["sixfold.socket"] = self.socket  # direct writes would not be encrypted
        return environ

    def handle_one_response(self) -> None:
        """Answers a request. None follows where it is not known where its body has ended."""
        super().handle_one_response()
        if self._reader.failed:
            self.close_connection = True

    def run_application(self) -> None:
        """Lets the application answer, and prepares for reading what of the body it has not read."""
        environ = self.environ or {}
        turn = partial(self.server.fair_starts.wait, self.server.network(environ), name_in(environ))
        environ[TURN_KEY], environ[END_KEY] = turn, partial(self.server.fair_starts.wait, ENDED)
        turn()
        try:
            super().run_application()
        finally:
            self._expect_rest()

    def process_result(self) -> None:
        """Sends what the application has answered, unless the request was never there as a whole."""
        if self._reader.late and not self.headers_sent:
            self.start_response("408 Request Timeout", [("Connection", "close"), ("Content-Length", "0")])
            self.write(b"")
        else:
            super().process_result()

    def _forget_request(self) -> None:
        self.environ, self._begun = None, False

    def _broke_off(self) -> bool:
        """Tells whether a head was begun and not ended in time."""
        return self._begun and self.environ is None and self._reader.late

    def _expect_rest(self) -> None:
        body = self.wsgi_input
        left = (self.content_length or 0) - body.position
        # A body that has not been asked for, as its sender wished, need not come.
        if left > LARGEST_DISCARDED or (left > 0 and body.socket is not None):
            self.close_connection = True
            body.content_length = body.position
        self._reader.expect_within(DISCARD_WAIT)

    def _write_with_headers(self, data: bytes) -> None:
        """Sends the head of an answer and the beginning of its body in one: whoever waits for it is woken once."""
        held = self._held = bytearray()
        try:
            super()._write_with_headers(data)
        finally:
            self._held = None
        self._sendall(held)

    def _sendall(self, data: bytes | bytearray) -> None:
        """Sends a part of an answer. A device that does not take it counts as one that has hung up."""
        if self._held is not None:
            self._held += data
            return
        sock = self.socket
        sock.settimeout(SLOW_SOCKET_WAIT + len(data) / LEAST_RATE)
        try:
            super()._sendall(data)
        except TimeoutError as late:
            raise ConnectionResetError(errno.ECONNRESET, "its answer was not taken") from late
        finally:
            sock.settimeout(None)

    def _handle_client_error(self, ex: Exception) -> object:
        """Returns the answer to what is no request; None, and no word in the log, where the device has hung up."""
        if isinstance(ex, BadHead):
            return ex.refusal
        if isinstance(ex, OSError):
            return None
        return super()._handle_client_error(ex) if not isinstance(ex, ValueError) else BAD_REQUEST

    def _connection_upgrade_requested(self) -> bool:
        """Tells that nothing is upgraded: else the body would not end where its length says."""
        return False
