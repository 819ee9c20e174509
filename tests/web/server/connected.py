"""Handlers of connections without a network."""

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

from webapp.server.connections import Connection, Connections
from webapp.server.handler import Handler


class Socket:
    """A socket that keeps what it is to send, piece by piece, and how long it may take for each; nothing more comes."""

    family = None

    def __init__(self, *comes: bytes) -> None:
        self._comes = list(comes)
        self.pieces: list[bytes] = []
        self.waits: list[float | None] = []

    def settimeout(self, seconds: float | None) -> None:
        self.waits.append(seconds)

    def sendall(self, data: bytes | bytearray) -> None:
        assert self.waits[-1] is not None
        self.pieces.append(bytes(data))

    def recv_into(self, buffer: memoryview) -> int:
        data = self._comes.pop(0) if self._comes else b""
        buffer[: len(data)] = data
        return len(data)

    def recv(self, size: int) -> bytes:
        return b""

    def close(self) -> None:
        pass


def handler_of(sock: Socket, **of_server: object) -> Handler:
    """A handler of a connection to such a server; the application answers with what it has read."""

    def application(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterator[bytes]:
        body = environ["wsgi.input"].read()
        start_response("200 OK", [("Content-Type", "text/plain"), ("Date", "today")])
        return iter([b"read:", body or b"nothing"])

    connections = Connections(lambda _closing: False)
    server: dict[str, object] = {
        "connections": connections,
        "connection": lambda sock, _address: Connection(sock, "here"),
        "fair_starts": SimpleNamespace(wait=lambda *_line: None),
        "network": lambda _environ: "here",
        "get_environ": dict,
        "application": application,
        "notes_requests": False,
    }
    return Handler(sock, ("192.0.2.1", 1), SimpleNamespace(**{**server, **of_server}))
