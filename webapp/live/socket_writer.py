"""The socket of one phone, written to without waiting for it. For gevent, where each connection has a greenlet."""

import os
import socket
from contextlib import suppress

import gevent
from gevent.socket import wait_write

from webapp.http.limits import SEND_BUFFER
from webapp.http.rate_limits import SLOW_PHONE_WAIT
from webapp.http.sse import Message


class Wire:
    """What a phone does not take at once waits: the rest of the message under way, then only the newest after it."""

    __slots__ = ("_chunked", "_closed", "_drain", "_ending", "_fd", "_left", "_next", "_open", "_socket")

    def __init__(self, sock: socket.socket, *, chunked: bool) -> None:
        """`chunked`: the answer goes out in chunks, as HTTP/1.1 has it."""
        self._socket, self._fd, self._chunked = sock, sock.fileno(), chunked
        self._left = memoryview(b"")
        self._next: Message | None = None
        self._drain: gevent.Greenlet | None = None
        self._open = self._ending = self._closed = False
        _limit(sock)

    def send(self, message: Message) -> None:
        """Sends the newest state, or keeps it until what is under way has gone."""
        if self._ending or self._closed:
            return
        if self._left or not self._open:
            self._next = message
        else:
            self._begin(message)

    def say(self, message: Message) -> None:
        """Sends what is of the moment: a phone that is behind does without it."""
        if self._open and not self._left:
            self.send(message)

    def end(self, message: Message) -> None:
        """Sends a last message; the answer ends when it has gone."""
        self.send(message)
        self._ending = True
        if self._open and not self._left:
            self._hang_up(socket.SHUT_RD)

    def listen(self) -> None:
        """Opens the wire, the head of the answer being out, and waits until the phone hangs up or the stream ends."""
        self._open = True
        self._go_on()
        with suppress(OSError):
            while self._socket.recv(4096):  # nothing of ours follows a request for a stream
                pass

    def close(self) -> None:
        """Forgets what was to be sent; the socket belongs to the server again."""
        self._closed = True
        if self._drain is not None:
            self._drain.kill(block=False)
            self._drain = None

    def _begin(self, message: Message) -> None:
        data = message.chunk if self._chunked else message.plain
        sent = self._write(data)
        if sent < len(data) and not self._closed:
            self._left = memoryview(data)[sent:]
            self._drain = gevent.spawn(self._wait_for_it)

    def _go_on(self) -> None:
        """What comes after the message under way: the newest that waits, or the end."""
        if self._next is not None:
            message, self._next = self._next, None
            self._begin(message)
        if self._ending and not self._left:
            self._hang_up(socket.SHUT_RD)

    def _wait_for_it(self) -> None:
        """Waits for a slow phone, so that nobody else has to."""
        try:
            while self._left and not self._closed:
                wait_write(self._fd, timeout=SLOW_PHONE_WAIT)
                if not self._closed:
                    self._left = self._left[self._write(self._left) :]
        except OSError:
            self._hang_up(socket.SHUT_RDWR)
        else:
            self._go_on()

    def _write(self, data: bytes | memoryview) -> int:
        # Past the socket's own `send`, which would wait: gevent has every socket non-blocking underneath.
        try:
            return os.write(self._fd, data)
        except BlockingIOError:
            return 0
        except OSError:
            self._hang_up(socket.SHUT_RDWR)
            return 0

    def _hang_up(self, how: int) -> None:
        """Ends `listen`, which reads the end of the connection."""
        self._closed = self._closed or how == socket.SHUT_RDWR
        with suppress(OSError):
            self._socket.shutdown(how)


def _limit(sock: socket.socket) -> None:
    """A phone that is gone without a word is given up, and none keeps old pictures in the system's memory."""
    with suppress(OSError):
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(SLOW_PHONE_WAIT * 1000))
