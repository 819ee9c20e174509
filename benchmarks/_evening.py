"""An evening of 100 tables, and all its phones: their tables' streams, the organiser's page and the hall screen."""

import re
import selectors
import socket
import time
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from _matches import GAME, match
from _served import Server, token
from sqlmodel import Session

from tests.web.support.hall import Hall
from webapp.access.device import COOKIE, _hash
from webapp.config import Config
from webapp.evening.plan import Kind, Plan
from webapp.factory import services_of
from webapp.store import Store, open_store
from webapp.store.evening_models import Admission, EveningChange, NewLine
from webapp.store.models import Device
from webapp.store.roles import Role
from webapp.table.entry import stored

TABLES, SEATS = 100, 4
PEOPLE = TABLES * SEATS
ORGANISER, HALL, ALONE = 0, PEOPLE + 1, PEOPLE + 2
"""Devices; those between stand for the people."""
HANDS = 4
TABLES_ALONE = 8
"""A match has some 200 entries."""
LEFT = (1, 2, 3)
"""Entries that are left of the tables' first hands, in turns: hands end all the time."""


class Game(NamedTuple):
    """A table by its number at the evening, 0 at none; its log, and how much of it was entered at the beginning."""

    number: int
    table_id: int
    log: Sequence[Any]
    begun: int


class Seeded:
    """What lies in the database: the evening with its tables, and tables that play alone, one after the other."""

    def __init__(self, folder: Path) -> None:
        config = Config(instance=folder)
        store = open_store(config.database)
        with Session(store._writer) as session:
            devices = [Device(token_hash=_hash(token(number))) for number in range(ALONE + 1)]
            session.add_all(devices)
            session.commit()
            self.devices = [device.id for device in devices]
        plan = Plan(Kind.TOURNAMENT, game=GAME.name, sizes=(SEATS,), rounds=2, minutes=60, between=0)
        names = [f"Player {number}" for number in range(1, PEOPLE + 1)]
        hall = Hall(services_of(config, store), plan, names, organiser=self.devices[ORGANISER])
        self._admit(store, hall)
        hall.seat(*(tuple(range(first, first + SEATS)) for first in range(1, PEOPLE + 1, SEATS)))
        self.evening, self.tables = hall.id, [hall.table(number) for number in range(1, TABLES + 1)]
        logs = [match(SEATS, number, hands=HANDS) for number in range(TABLES)]
        begun = [_filled(store, *one) for one in zip(self.tables, logs, cycle(LEFT), strict=False)]
        alone = [
            store.create_table(game=GAME.name, players=names[:SEATS], options={}, device_id=self.devices[ALONE]).id
            for _ in range(TABLES_ALONE)
        ]
        self.games = [Game(number, *one) for number, one in enumerate(zip(self.tables, logs, begun, strict=True), 1)]
        self.alone = [Game(0, table, match(SEATS, table), 0) for table in alone]
        store.close()

    def _admit(self, store: Store, hall: Hall) -> None:
        admitted = [Admission(self.devices[person], Role.PLAYER, person) for person in range(1, PEOPLE + 1)]
        admitted.append(Admission(self.devices[HALL], Role.WATCHER))
        lines = [NewLine("let-in", {"person": person}) for person in range(1, PEOPLE + 1)]
        change, after = EveningChange(admit=admitted), hall.now.state.seq
        store.add_to_evening(hall.id, lines, after=after, device_id=self.devices[ORGANISER], change=change)


def _filled(store: Store, table_id: int, log: Sequence[Any], left: int) -> int:
    """Puts all but so many entries of the first hand into a table, and returns how many these are."""
    hand = next((at for at, raw in enumerate(log) if at and raw["type"] == "deal"), len(log))
    *before, body = [stored(raw) for raw in log[: hand - left]]
    seq = hand - left
    store.append(table_id, seq=seq, op=f"fill-{table_id:08}", device_id=1, body=body, before=before)
    return seq


class Ears:
    """Streams that are read in a thread of their own; what comes by the kept ones is noted with its time."""

    def __init__(self, server: Server) -> None:
        self._server, self._selector = server, selectors.DefaultSelector()
        self.heard: dict[str, list[tuple[float, str]]] = {}
        self._tails: dict[str, str] = {}
        self.open, self._ended = 0, False
        self._thread = Thread(target=self._run, daemon=True)

    def listen(self, path: str, device: int, keep: str = "") -> None:
        """Opens a stream of a device; what comes is kept by this name, if it has one."""
        sock = socket.create_connection(("127.0.0.1", self._server.port))
        sock.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._server.port}\r\n"
            f"Cookie: {COOKIE}={token(device)}\r\nAccept-Language: en\r\n\r\n".encode()
        )
        head = sock.recv(65536)
        assert b" 200 " in head.split(b"\r\n")[0], head[:300]
        sock.setblocking(False)
        self._selector.register(sock, selectors.EVENT_READ, keep)
        self.open += 1
        if keep:
            self.heard[keep], self._tails[keep] = [], ""

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Ends; every stream must have stayed open."""
        self._ended = True
        self._thread.join()

    def wait(self, keep: str, after: float, said: str, patience: float) -> float | None:
        """Waits until a message in which this matches has come after that moment; returns after how many seconds."""
        while True:
            late = time.monotonic() > after + patience
            for at, text in tuple(self.heard[keep]):
                if at >= after and re.search(said, text, re.DOTALL):
                    return at - after
            if late:
                return None
            time.sleep(0.01)

    def _run(self) -> None:
        while not self._ended:
            for key, _events in self._selector.select(0.1):
                piece = key.fileobj.recv(1 << 20)  # type: ignore[union-attr]
                if not piece:
                    self.open -= 1
                    self._selector.unregister(key.fileobj)
                elif key.data:
                    self._note(key.data, piece.decode(errors="replace"))

    def _note(self, keep: str, piece: str) -> None:
        *whole, self._tails[keep] = (self._tails[keep] + piece).split("\n\n")
        self.heard[keep].extend((time.monotonic(), text) for text in whole)
