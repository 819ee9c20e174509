"""How long fifty writers wait for their entries, against as many that insert bare rows under the same lock."""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

from _matches import GAME
from _ratio import say
from sqlalchemy import text

from webapp.config import Config, file_url
from webapp.journal.hub import Hub
from webapp.store import open_store
from webapp.store.engines import FairLock, writing_engine
from webapp.table.entry import entry_of
from webapp.table.keeper import Made, TableKeeper
from webapp.table.viewer import Viewer

WRITERS, EACH, ROUNDS = 50, 20, 5
LIMIT = 3.0
"""An entry is judged, drawn up and appended where the bare row is only inserted."""
Write = Callable[[int, int], None]


def waits(write: Write) -> list[float]:
    """Returns how long each write took, in milliseconds, the shortest first."""

    def one(writer: int) -> list[float]:
        took = []
        for entry in range(EACH):
            began = time.perf_counter()
            write(writer, entry)
            took.append((time.perf_counter() - began) * 1000)
        return took

    with ThreadPoolExecutor(WRITERS) as pool:
        return sorted(wait for took in pool.map(one, range(WRITERS)) for wait in took)


def ours(folder: Path) -> Write:
    """Returns what makes an entry; a new table for each call."""
    store = open_store(Config(instance=folder).database)
    host, *others = (store.add_device(f"token-{writer}-{time.perf_counter_ns()}").id for writer in range(WRITERS))
    players = ("Ann", "Ben", "Cat")
    table = store.create_table(game=GAME.name, players=players, options={}, device_id=host)
    devices = [host, *others]
    tables = TableKeeper(store, Hub())

    def write(writer: int, entry: int) -> None:
        op = f"{writer}-{entry}"
        event = {"type": "adjust", "points": [1, 0, 0], "reason": op}
        entry = entry_of(tables.at(table.id).fold, event)
        if not isinstance(tables.make(table.id, Viewer(devices[writer], "host", 0), entry, op=op), Made):
            raise TypeError("the entry was not taken")

    return write


def bare(folder: Path) -> Write:
    """Returns what inserts one row as safely as ours."""
    engine, turn, numbers = writing_engine(file_url(folder / "bare.sqlite")), FairLock(), count()
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE IF NOT EXISTS lines (id INTEGER PRIMARY KEY, number INTEGER, body TEXT)"))

    def write(writer: int, entry: int) -> None:
        with turn, engine.begin() as connection:
            line = {"number": next(numbers), "body": f"{writer}-{entry}" * 10}
            connection.execute(text("INSERT INTO lines (number, body) VALUES (:number, :body)"), line)

    return write


def at(found: list[float], part: float) -> float:
    """Returns the value that this part of all does not exceed."""
    return found[int(len(found) * part)]


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        rounds = [(waits(ours(Path(name))), waits(bare(Path(name)))) for _ in range(ROUNDS)]
    for who, which in (("ours", 0), ("bare", 1)):
        median, late = (statistics.median(at(each[which], part) for each in rounds) for part in (0.5, 0.99))
        print(f"{who}: {WRITERS} writers, {WRITERS * EACH} events: median {median:.0f} ms, p99 {late:.0f} ms")
    quotient = statistics.median(at(mine, 0.99) / at(theirs, 0.99) for mine, theirs in rounds)
    return 0 if say("p99 of an entry against a bare insert", quotient, LIMIT, at_least=False) else 1


if __name__ == "__main__":
    sys.exit(main())
