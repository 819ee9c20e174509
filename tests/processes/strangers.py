"""Somebody who speaks to a server over a bare socket, and what a server is told so that it soon loses patience."""

import json
import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPResponse

from tests.forked_process import Forked
from tests.paths import ROOT
from tests.running import PATIENCE

HASTY = Forked("tests.processes.hasty") if sys.platform == "linux" else (sys.executable, "-m", "tests.processes.hasty")
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


def hasty(**limits: float) -> dict[str, str]:
    """Returns the settings of a server that has these limits."""
    return {"HASTY": json.dumps(limits), "PYTHONPATH": str(ROOT), "SIXFOLD_LOG": "quiet", "SIXFOLD_BACKUPS": "0"}


@contextmanager
def strangers(port: int, number: int, said: bytes = b"", address: str = "127.0.0.1") -> Iterator[list["Stranger"]]:
    """Connects so many, who say this and nothing more."""
    with ExitStack() as stack:
        yield [stack.enter_context(Stranger(port, said, address)) for _ in range(number)]


@contextmanager
def open_files(number: int) -> Iterator[None]:
    """Lets this process have so many, where the system allows it."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, number), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


class Stranger:
    """A connection of somebody who need not speak HTTP."""

    def __init__(self, port: int, said: bytes = b"", address: str = "127.0.0.1") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE, (address, 0))
        self.socket.sendall(said)

    def __enter__(self) -> "Stranger":
        return self

    def __exit__(self, *_more: object) -> None:
        self.socket.close()

    def asks(self, request: bytes) -> int:
        """Sends a request, reads the whole answer, and returns its status."""
        self.socket.sendall(request)
        answer = HTTPResponse(self.socket)
        answer.begin()
        answer.read()
        return answer.status

    def has_heard(self) -> bytes:
        """Returns what has come until now."""
        heard = b""
        self.socket.setblocking(False)
        with suppress(BlockingIOError):
            while piece := self.socket.recv(65536):
                heard += piece
        return heard

    def hears(self) -> bytes:
        """Returns all that comes until the server hangs up."""
        heard = b""
        try:
            while piece := self.socket.recv(65536):
                heard += piece
        except ConnectionResetError:
            pass
        return heard

    def status(self) -> int:
        """Returns the status of the one answer, after which the server hangs up; 0 where it does so without a word."""
        heard = self.hears()
        assert heard.count(b"HTTP/1.1 ") <= 1, heard
        return int(heard.split()[1]) if heard else 0
