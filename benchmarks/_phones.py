"""Phones that listen, all in one process, and one that enters."""

import json
import selectors
import socket
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from _served import Server, token

from webapp.access.device import COOKIE

PATIENCE = 30.0
MARK = 24  # no mark of a message is longer


class Lost(Exception):
    """A phone has not heard what it should have."""


class Crowd:
    """Phones that have the same table open, and put its page together from what differs."""

    def __init__(self, server: Server, table_id: int, first: int, phones: int) -> None:
        self._selector = selectors.DefaultSelector()
        self._tails: dict[socket.socket, bytes] = {}
        self.received = 0
        for number in range(first, first + phones):
            sock = socket.create_connection(("127.0.0.1", server.port))
            sock.sendall(
                f"GET /tables/{table_id}/stream HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                f"Cookie: {COOKIE}={token(number)}\r\nAccept-Language: en\r\nShows: \r\n\r\n".encode()
            )
            sock.setblocking(False)
            self._tails[sock] = b""
            self._selector.register(sock, selectors.EVENT_READ)

    def hear(self, mark: bytes) -> float:
        """Waits until every phone has heard this, and returns how long that took. Raises Lost."""
        waiting, begun = set(self._tails), time.monotonic()
        for sock in tuple(waiting):
            if mark in self._tails[sock]:
                waiting.discard(sock)
        while waiting:
            for key, _events in self._selector.select(0.1):
                self._read(key.fileobj, mark, waiting)  # type: ignore[arg-type]
            if time.monotonic() - begun > PATIENCE:
                raise Lost(f"{len(waiting)} of {len(self._tails)} phones have not heard {mark!r}")
        return time.monotonic() - begun

    def close(self) -> None:
        """Hangs up every phone."""
        for sock in self._tails:
            sock.close()
        self._selector.close()

    def _read(self, sock: socket.socket, mark: bytes, waiting: set[socket.socket]) -> None:
        piece = sock.recv(262144)
        if not piece:
            raise Lost("a stream has ended")
        self.received += len(piece)
        heard = self._tails[sock] + piece
        if mark in heard:
            waiting.discard(sock)
            heard = heard[heard.rindex(mark) :]
        self._tails[sock] = heard if mark in heard else heard[-MARK:]


class Enterer:
    """The host's phone: one connection that stays open, one entry after the other."""

    def __init__(self, server: Server, table_id: int, *, device: int = 0, seen: int = 0, query: str = "") -> None:
        self.server, self.table_id, self.seen, self.shows = server, table_id, seen, ""
        self.socket = socket.create_connection(("127.0.0.1", server.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._head = (
            f"POST /tables/{table_id}/events{query} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            f"Cookie: {COOKIE}={token(device)}\r\nSec-Fetch-Site: same-origin\r\n"
            "HX-Request: true\r\nAccept-Language: en\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n"
        )
        self._stream = (
            f"GET /tables/{table_id}/stream HTTP/1.0\r\nHost: 127.0.0.1:{server.port}\r\n"
            f"Cookie: {COOKIE}={token(device)}\r\nAccept-Language: en\r\nShows: \r\n\r\n"
        )

    def open_page(self) -> None:
        """Learns from the stream what the page shows: the entries say so, and are answered without the table."""
        with socket.create_connection(("127.0.0.1", self.server.port)) as sock:
            sock.sendall(self._stream.encode())
            heard = b""
            while heard.count(b"\x01") < 2:
                heard += sock.recv(262144)
            self.shows = heard.split(b"\x01")[1].decode()

    def request(self, raw: dict[str, Any]) -> bytes:
        """Returns the bytes of the next entry."""
        form = {"event": json.dumps(raw), "op": f"{self.table_id}-{self.seen:012}", "seen": str(self.seen)}
        body = urlencode(form)
        self.seen += 1
        return f"{self._head}Shows: {self.shows}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()

    def enter(self, raw: dict[str, Any]) -> bytes:
        """Makes an entry and returns the answer's body, which is empty once the page is open."""
        self.send(raw)
        return self.answer()

    def send(self, raw: dict[str, Any]) -> None:
        """Sends the next entry; its answer is to be read."""
        self.socket.sendall(self.request(raw))

    def answer(self) -> bytes:
        """Reads one answer. Raises Lost where the entry was not taken."""
        data = b""
        while b"\r\n\r\n" not in data:
            data += self._piece()
        head, _, body = data.partition(b"\r\n\r\n")
        if b" 204 " in head.split(b"\r\n")[0]:
            return body
        if b" 200 " not in head.split(b"\r\n")[0]:
            raise Lost(data.decode()[:2000])
        length = next(int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
        while len(body) < length:
            body += self._piece()
        return body

    def _piece(self) -> bytes:
        piece = self.socket.recv(262144)
        if not piece:
            raise Lost("the server has closed the connection")
        return piece


def one_stream(server: Server, table_id: int, number: int, enterer: Enterer, moves: list[Any], folder: Path) -> None:
    """Notes what one phone hears of these moves, a file a message, for the servers that only repeat them."""
    sock = socket.create_connection(("127.0.0.1", server.port))
    sock.sendall(
        f"GET /tables/{table_id}/stream HTTP/1.0\r\nHost: 127.0.0.1:{server.port}\r\n"
        f"Cookie: {COOKIE}={token(number)}\r\nAccept-Language: en\r\n\r\n".encode()
    )
    sock.settimeout(PATIENCE)
    heard = b""
    for raw in moves:
        enterer.enter(raw)
        mark = b"id: %d\n" % enterer.seen
        while not (mark in heard and heard.endswith(b"\n\n")):
            heard += sock.recv(262144)
        heard = heard[heard.index(mark) :]
        (folder / f"{enterer.seen:06}.frame").write_bytes(heard)
        heard = b""
    sock.close()
