"""Non-blocking writer to the socket of one stream. For gevent, where each connection has a greenlet."""

import os
import socket
from collections.abc import Iterable
from contextlib import suppress

import gevent
from gevent.socket import wait_write

from webapp.http.answers import Message
from webapp.http.durations import SLOW_SOCKET_WAIT
from webapp.http.limits import SEND_BUFFER


class SocketWriter:
    """Queues for a slow socket the rest of the current message, and after it the newest one alone."""

    __slots__ = ("_closed", "_drain", "_ending", "_left", "_next", "_open", "_socket", "chunked", "fd", "is_ready")

    def __init__(self, sock: socket.socket, *, chunked: bool) -> None:
        """`chunked`: the answer is sent in the chunks of HTTP/1.1."""
        self._socket, self.fd, self.chunked = sock, sock.fileno(), chunked
        self._left = memoryview(b"")
        self._next: Message | None = None
        self._drain: gevent.Greenlet | None = None
        self._open = self._ending = self._closed = False
        self.is_ready = False
        """Whether a message goes out at once. Else one may wait, which a newer one would replace."""
        with suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(SLOW_SOCKET_WAIT * 1000))

    def send(self, message: Message) -> None:
        """Sends a state, or keeps the newest one until the current message is sent."""
        if self.is_ready:
            self._begin(message)
        elif not (self._ending or self._closed):
            self._next = message

    def end(self, message: Message) -> None:
        """Sends a last message; the answer ends once it is sent."""
        self.send(message)
        self._ending = True
        if self._open and not self._left:
            self._shut_down(socket.SHUT_RD)
        self._look()

    def listen(self) -> None:
        """Starts to write, and waits until the connection is closed or the stream ends."""
        self._open = True
        self._send_next()
        with suppress(OSError):
            while self._socket.recv(4096):  # nothing of ours follows a request for a stream
                pass

    def close(self) -> None:
        """Drops unsent data; the socket belongs to the server again."""
        self._closed = True
        self._look()
        if self._drain is not None:
            self._drain.kill(block=False)
            self._drain = None

    def _begin(self, message: Message) -> None:
        data = message.chunk if self.chunked else message.plain
        self.keep_rest(data, self._write(data))

    def keep_rest(self, data: bytes, sent: int) -> None:
        """Writes the rest of a message that did not fit into the socket's buffer, once there is room."""
        if sent < len(data) and not self._closed:
            self._left = memoryview(data)[sent:]
            self._drain = gevent.spawn(self._drain_slowly)
            self._look()

    def _send_next(self) -> None:
        if self._next is not None:
            message, self._next = self._next, None
            self._begin(message)
        if self._ending and not self._left:
            self._shut_down(socket.SHUT_RD)
        self._look()

    def _look(self) -> None:
        self.is_ready = self._open and not (self._left or self._ending or self._closed)

    def _drain_slowly(self) -> None:
        try:
            while self._left and not self._closed:
                wait_write(self.fd, timeout=SLOW_SOCKET_WAIT)
                if not self._closed:
                    self._left = self._left[self._write(self._left) :]
        except OSError:
            self._shut_down(socket.SHUT_RDWR)
        else:
            self._send_next()

    def _write(self, data: bytes | memoryview) -> int:
        # Past the socket's own `send`, which would wait: gevent has every socket non-blocking underneath.
        try:
            return os.write(self.fd, data)
        except BlockingIOError:
            return 0
        except OSError:
            self._shut_down(socket.SHUT_RDWR)
            return 0

    def _shut_down(self, how: int) -> None:
        self._closed = self._closed or how == socket.SHUT_RDWR
        self._look()
        with suppress(OSError):
            self._socket.shutdown(how)


def send_to_all(writers: Iterable[SocketWriter], message: Message) -> None:
    """Sends a state to many. One loop without inner calls: its body runs for each device in a hall."""
    write, chunk, plain = os.write, message.chunk, message.plain
    for writer in writers:
        if not writer.is_ready:
            writer.send(message)
            continue
        data, sent = chunk if writer.chunked else plain, 0
        try:  # noqa: SIM105  (what `suppress` does costs as much as all else in here)
            sent = write(writer.fd, data)
        except OSError:  # `keep_rest` writes again, and handles it
            pass
        if sent != len(data):
            writer.keep_rest(data, sent)


def send_now_to_all(writers: Iterable[SocketWriter], message: Message) -> None:
    """Sends a message that is of the moment alone: those that are behind are not sent it."""
    send_to_all([writer for writer in writers if writer.is_ready], message)
