"""Server of HTTP connections, and their handler that checks the head of a request strictly."""

import errno
import re
from collections.abc import Sequence
from contextlib import closing, suppress
from functools import partial
from socket import AF_INET, AF_INET6, IPPROTO_TCP, MSG_PEEK, TCP_NODELAY
from ssl import SSLSocket
from types import TracebackType
from typing import Any, NamedTuple, Protocol

import gevent
from flask import Flask
from gevent.pool import Pool
from gevent.pywsgi import WSGIServer
from gevent.socket import socket

from webapp.access.device import name_in
from webapp.api.problems import MIMETYPE, unread_problem
from webapp.http.durations import DISCARD_WAIT, HEAD_WAIT, IDLE_WAIT
from webapp.http.limits import (
    ACCEPTED_A_TURN,
    CONNECTIONS_KEPT_FREE,
    LARGEST_DISCARDED,
    LARGEST_HEAD,
    LONGEST_CONTENT_LENGTH,
    MOST_HEAD_FIELDS,
)
from webapp.http.network import is_proxy, network_of, origin
from webapp.http.process_limits import connections_allowed
from webapp.http.security import API
from webapp.http.steps import END_KEY, TURN_KEY
from webapp.server.access_log import LoggedHandler, error_output, open_log
from webapp.server.connections import ENDED, Connection, Connections, FairStarts, TimedReader, TimedSocket
from webapp.services import services_in

REQUEST_LINE = re.compile(r"[A-Z]{1,20} [!-~\x80-\xff]+ HTTP/1\.[01]\r?\n")
FIELD = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+:[^\r\n\0]*\r?\n")
LENGTH = re.compile(rf"[0-9]{{1,{LONGEST_CONTENT_LENGTH}}}", re.ASCII)
LINE_ENDS = (b"\r\n", b"\n")


class ErrorAnswer(NamedTuple):
    """The status of an answer to a malformed request, the whole answer, and the one to a request to the API."""

    status: str
    answer: bytes
    problem: bytes


def _error_answer(status: str) -> ErrorAnswer:
    code, head = status.partition(" ")[0], f"HTTP/1.1 {status}\r\nConnection: close\r\n"
    body = unread_problem(int(code))
    of_body = f"Content-Type: {MIMETYPE}\r\nContent-Length: {len(body)}\r\n\r\n"
    return ErrorAnswer(code, f"{head}Content-Length: 0\r\n\r\n".encode(), f"{head}{of_body}".encode() + body)


BAD_REQUEST = _error_answer("400 Bad Request")
REQUEST_TIMEOUT = _error_answer("408 Request Timeout")
LENGTH_REQUIRED = _error_answer("411 Length Required")
LINE_TOO_LONG = _error_answer("414 URI Too Long")
HEAD_TOO_LARGE = _error_answer("431 Request Header Fields Too Large")


class BadHead(ValueError):
    """The input is no valid request."""

    def __init__(self, answer: ErrorAnswer) -> None:
        super().__init__(answer.status)
        self.answer = answer


class Fields:
    """The header fields of a request, by any case of their names; of those named twice `get` returns the first.

    What gevent makes of them is the reader of mails, which takes a tenth of the time of a whole request.
    """

    status = ""
    """gevent asks whether something was wrong with them."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        """`lines` match FIELD."""
        self.headers = [line.decode("latin-1") for line in lines]
        parted = [line.partition(":") for line in self.headers]
        self._values = [(name.lower(), value.strip("\t\r\n ")) for name, _colon, value in parted]

    def get(self, name: str, default: str | None = None) -> str | None:
        """Returns the value of the first field of this name."""
        wanted = name.lower()
        return next((value for known, value in self._values if known == wanted), default)

    getheader = get

    @property
    def typeheader(self) -> str | None:
        return self.get("content-type")

    def get_all(self, name: str) -> list[str]:
        wanted = name.lower()
        return [value for known, value in self._values if known == wanted]


class LineReader(Protocol):
    """A file that is read line by line."""

    def readline(self, size: int = -1, /) -> bytes: ...


def read_fields(file: LineReader) -> Fields:
    """Returns the header fields, up to the empty line that ends them. Raises BadHead."""
    read: list[bytes] = []
    size = 0
    for _ in range(MOST_HEAD_FIELDS + 1):
        line = file.readline(LARGEST_HEAD - size + 1)
        size += len(line)
        if size > LARGEST_HEAD:
            break
        if line in LINE_ENDS:
            return Fields(read)
        if not FIELD.fullmatch(line):
            raise BadHead(BAD_REQUEST)
        read.append(line)
    raise BadHead(HEAD_TOO_LARGE)


def check_length(fields: Fields) -> None:
    """Raises BadHead where it is not quite clear where the body ends.

    A body in chunks is refused as well: no browser sends one, and a chunk of one byte costs as much as a large one.
    """
    lengths, codings = fields.get_all("Content-Length"), fields.get_all("Transfer-Encoding")
    if codings:
        alone = not lengths and [coding.strip().lower() for coding in codings] == ["chunked"]
        raise BadHead(LENGTH_REQUIRED if alone else BAD_REQUEST)
    if len(lengths) > 1 or not all(LENGTH.fullmatch(length) for length in lengths):
        raise BadHead(BAD_REQUEST)


class Handler(LoggedHandler):
    """Answers the requests of a connection, one after the other."""

    def __init__(self, sock: socket, address: object, server: Any) -> None:
        self._connections = server.connections
        self._connection = server.connection(sock, address)
        self._reader = TimedReader(sock, self._connection, self._connections)
        self._plain_socket = sock
        self._begun = self._answered = False
        self._first_line, self._error = "", BAD_REQUEST
        super().__init__(TimedSocket(sock, self._reader), address, server)

    def handle(self) -> None:
        """Answers the requests of a connection, until it is closed."""
        # Later parts of an answer would wait for the acknowledgement of the first.
        if self._plain_socket.family in (AF_INET, AF_INET6):
            self._plain_socket.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
        self._connections.wait_for_request(self._connection)
        self._reader.expect_head(HEAD_WAIT)
        try:
            with suppress(OSError):  # the client hung up before the error was sent
                super().handle()
        finally:
            self._connections.forget(self._connection)

    def handle_one_request(self) -> object:
        """Answers the next request. Returns True where another one may follow, or the answer to a malformed one."""
        self._forget_request()
        ended = super().handle_one_request()
        self._answered = True
        if self.environ is not None:  # its head was read
            return ended
        if self._begun and self._reader.late:
            return self._told(REQUEST_TIMEOUT)
        if self._reader.failed or ended is None:
            return None
        status, _answer = ended
        return self._told(LINE_TOO_LONG if status == LINE_TOO_LONG.status else self._error)

    def _told(self, error: ErrorAnswer) -> tuple[str, bytes]:
        """Returns an answer, as a problem to a request whose first line names an address of the API."""
        is_of_api = self._first_line.partition(" ")[2].startswith(API)
        return error.status, error.problem if is_of_api else error.answer

    def read_requestline(self) -> str:
        """Returns the first line of the next request, waiting for it. Raises OSError."""
        if self._answered:
            gevent.sleep(0)  # a client that pipelines requests never waits, and would keep all others from their turn
            self._connections.wait_for_next(self._connection)
            self._reader.expect_head(IDLE_WAIT)
        self._begun = bool(self.rfile.peek(1))
        if self._answered:
            self._connections.wait_for_request(self._connection)
            self._reader.expect_head(HEAD_WAIT)
        self._first_line = str(super().read_requestline())
        return self._first_line

    def read_request(self, raw_requestline: str) -> bool:
        """Reads the rest of the head. Raises ValueError."""
        try:
            if not REQUEST_LINE.fullmatch(raw_requestline):
                raise BadHead(BAD_REQUEST)
            super().read_request(raw_requestline)
        except BadHead as bad:
            self._error = bad.answer
            raise
        except OSError as gone:  # of any other kind of error gevent writes a traceback
            raise ValueError from gone
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
        # Nothing is upgraded: a body ends where its length says, also where its sender asks for another protocol.
        environ["wsgi.input"], environ["wsgi.input_terminated"] = self.wsgi_input, True
        if not isinstance(self._plain_socket, SSLSocket):
            environ["wsgi.url_scheme"] = "http"  # also where the server speaks TLS
            environ["sixfold.socket"] = self._plain_socket  # direct writes would not be encrypted
        return environ

    def handle_one_response(self) -> None:
        """Answers a request. None follows where it is not known where its body has ended."""
        super().handle_one_response()
        if self._reader.failed:
            self.close_connection = True

    def handle_error(self, kind: type[BaseException], error: BaseException, trace: TracebackType) -> None:
        """Answers a request that broke. One that the end of the server cuts short has no answer: it is sent again."""
        if issubclass(kind, gevent.GreenletExit):
            self.close_connection = True
        else:
            super().handle_error(kind, error, trace)

    def run_application(self) -> None:
        """Runs the application, and prepares for draining the unread body."""
        environ = self.environ or {}
        turn = partial(self.server.fair_starts.wait, self.server.network(environ), name_in(environ))
        environ[TURN_KEY], environ[END_KEY] = turn, partial(self.server.fair_starts.wait, ENDED)
        turn()
        try:
            super().run_application()
        finally:
            self._expect_rest()

    def process_result(self) -> None:
        """Sends the application's answer, unless the request was never complete."""
        if self._reader.late and not self.headers_sent:
            is_of_api = (self.environ or {}).get("PATH_INFO", "").startswith(API)
            body, kind = (unread_problem(408), [("Content-Type", MIMETYPE)]) if is_of_api else (b"", [])
            fields = [("Connection", "close"), ("Content-Length", str(len(body))), *kind]
            self.start_response("408 Request Timeout", fields)
            self.write(body)
        else:
            super().process_result()

    def _forget_request(self) -> None:
        self.environ, self._begun, self._first_line, self._error = None, False, "", BAD_REQUEST

    def _expect_rest(self) -> None:
        body = self.wsgi_input
        left = (self.content_length or 0) - body.position
        # A body that has not been asked for, as its sender wished, need not come.
        if left > LARGEST_DISCARDED or (left > 0 and body.socket is not None):
            self.close_connection = True
            body.content_length = body.position
        self._reader.expect_within(DISCARD_WAIT)


TLS_HANDSHAKE = b"\x16"
"""The first byte of TLS; no request begins with it."""


class Server(WSGIServer):  # type: ignore[misc]  # gevent has no types
    """Serves an application with its own handler, pool and log."""

    max_accept = ACCEPTED_A_TURN

    def __init__(self, listener: Any, application: Flask, **more: Any) -> None:
        self._config = services_in(application).config
        most = connections_allowed()
        self._kept_free = min(CONNECTIONS_KEPT_FREE, most // 8)
        self.connections, self.fair_starts = Connections(self._are_scarce), FairStarts()
        log = open_log(self._config)
        self.notes_requests = log is not None
        # Without a pool of its own gevent would not wait for running requests when it stops.
        own = {"spawn": Pool(most), "handler_class": Handler, "log": log, "error_log": error_output()}
        super().__init__(listener, application, **{**more, **own})

    def connection(self, sock: socket, address: object) -> Connection:
        """Returns a connection that was accepted. Where a proxy comes from is not counted: all come from there."""
        host = str(address[0]) if isinstance(address, tuple) else ""
        return Connection(sock, "" if is_proxy(self._config, host) else network_of(host))

    def wrap_socket_and_handle(self, client_socket: socket, address: object) -> None:
        """Answers a connection of a server that speaks TLS; plain http is answered, too, and told where it is not.

        A connection is closed whose handshake takes too long, and earlier where connections are scarce.
        """
        connection = self.connection(client_socket, address)
        self.connections.wait_for_request(connection)
        try:
            client_socket.settimeout(HEAD_WAIT)
            is_tls = client_socket.recv(1, MSG_PEEK) == TLS_HANDSHAKE
            sock = self.wrap_socket(client_socket, **self.ssl_args) if is_tls else client_socket
            sock.settimeout(None)
        except OSError:  # hung up, too slow, or does not trust the certificate
            client_socket.close()
            return
        finally:
            self.connections.forget(connection)
        with closing(sock):
            self.handle(sock, address)

    def network(self, environ: dict[str, Any]) -> str:
        """Returns the network of a request, by the report of a trusted proxy where it came through one."""
        return network_of(origin(self._config, environ))

    def do_read(self) -> Any:
        """Takes the next connection. Returns None where there is none, or first another one has to be closed for it."""
        try:
            return super().do_read()
        except OSError as problem:
            if problem.errno not in (errno.EMFILE, errno.ENFILE) or not self.connections.drop_oldest():
                raise
            return None

    def _are_scarce(self, closing: int) -> bool:
        return bool(self.pool.free_count() + closing < self._kept_free)
