"""A phone that listens to a table over a socket of its own, and one that plays there."""

import json
import socket
import time
from codecs import getincrementaldecoder
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from sqlalchemy import URL

from tests.running import PATIENCE
from tests.web.support.site import stored_token
from webapp.access.device import COOKIE, TOKEN_BYTES
from webapp.config import Config
from webapp.store import Store, open_store
from webapp.store.chain.key import chain_of

HOST = f"{1:0{TOKEN_BYTES}}"
WATCHER = f"{2:0{TOKEN_BYTES}}"


class DirectStore:
    """A database beside the server: what is changed here the server is not told."""

    def __init__(self, instance: Path, server: URL | None = None, chain_key: str = "") -> None:
        config = Config(instance=instance, server=server, chain_key=chain_key)
        self.store: Store = open_store(config.database, chain=chain_of(config))
        self.host, self.watcher = (self.store.add_device(stored_token(token)).id for token in (HOST, WATCHER))

    def table(self) -> int:
        """Returns a new table that a host's phone has opened and a watcher's phone looks at."""
        names = ["Ann", "Ben", "Cat"]
        table = self.store.create_table(game="sixes-and-sevens", players=names, options={}, device_id=self.host)
        self.store.admit(table.id, self.watcher, role="watcher")
        return table.id


class At:
    """A table at a server, and the phones that have it open."""

    def __init__(self, direct: DirectStore, table_id: int) -> None:
        self.direct, self.table_id = direct, table_id
        self._phones: list[Listener] = []

    def phone(self, port: int, token: str, **more: Any) -> "Listener":
        """Opens the stream as this device."""
        self._phones.append(Listener(port, self.table_id, token, **more))
        return self._phones[-1]

    def close(self) -> None:
        """Hangs up every phone."""
        for phone in self._phones:
            phone.socket.close()


@dataclass
class Listener:
    """An open stream and what has been read of it."""

    port: int
    table_id: int
    token: str
    version: str = "HTTP/1.1"
    buffer: int | None = None
    heard: str = field(default="", init=False)

    def __post_init__(self) -> None:
        self.socket = socket.socket()
        self._decoder = getincrementaldecoder("utf-8")()  # a piece may end within a letter
        if self.buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.buffer)
        connect(self.socket, self.port)
        head = f"Host: 127.0.0.1:{self.port}\r\nCookie: {COOKIE}={self.token}\r\nAccept-Language: en\r\n\r\n"
        self.socket.sendall(f"GET /tables/{self.table_id}/stream {self.version}\r\n{head}".encode())

    def until(self, text: str) -> str:
        """Reads on until this has been said, and returns what was said before it."""
        end = time.monotonic() + PATIENCE
        while text not in self.heard:
            self.socket.settimeout(max(0.01, end - time.monotonic()))
            piece = self.socket.recv(65536)
            assert piece, f"the stream ended before {text!r}: {self.heard[-300:]!r}"
            self.heard += self._decoder.decode(piece)
        before, _, self.heard = self.heard.partition(text)
        return before

    def rest(self) -> str:
        """Reads until the stream ends, and returns all of that."""
        self.socket.settimeout(PATIENCE)
        while piece := self.socket.recv(65536):
            self.heard += self._decoder.decode(piece)
        return self.heard


def play(port: int, table_id: int, raw: dict[str, object], seen: int) -> None:
    """Makes an entry as the host's phone."""
    form = {"event": json.dumps(raw), "op": f"entry-{seen:08}", "seen": str(seen)}
    headers = {"Cookie": f"{COOKIE}={HOST}", "Sec-Fetch-Site": "same-origin", "HX-Request": "true"}
    url = f"http://127.0.0.1:{port}/tables/{table_id}/events"
    with urlopen(Request(url, data=urlencode(form).encode(), headers=headers), timeout=PATIENCE) as answer:
        assert answer.status == 200


def connect(to: socket.socket, port: int) -> None:
    """Waits for a server whose workers are only just starting."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if to.connect_ex(("127.0.0.1", port)) == 0:
            return
        time.sleep(0.05)
    raise ConnectionRefusedError(port)
