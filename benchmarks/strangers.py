"""How long a player's entry takes while strangers hold connections, send large records and flood another table.

Against the same in quiet, a round of each in turn; under one process, and under two of gunicorn with PostgreSQL. Every
entry that was acknowledged stands in the log afterwards.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from _matches import GAME, match
from _phones import Enterer
from _ratio import say
from _served import FLOODER, HERE, NAMES, UPLOADERS, Server, many_files, ours, token
from sqlalchemy import URL

from tests import databases
from webapp.access.device import _hash
from webapp.config import Config
from webapp.store import Store, open_store
from webapp.store.chain.key import chain_of

TABLES, ROUNDS, ENTRIES = 8, 3, 200
PAUSE = 0.03
"""Seconds between two entries, at one table and then at the next."""
LIMIT = 3.0


def seeded(folder: Path, server: URL | None) -> tuple[Store, list[int], int]:
    """Makes tables of one host, one of a device that floods it, and one of each device that uploads."""
    config = Config(instance=folder, server=server)
    store = open_store(config.database, chain=chain_of(config))

    def table(device: int) -> int:
        return store.create_table(game=GAME.name, players=NAMES, options={}, device_id=device).id

    host, flooder, *uploaders = (store.add_device(_hash(token(number))).id for number in (0, FLOODER, *UPLOADERS))
    for device in uploaders:
        table(device)
    return store, [table(host) for _ in range(TABLES)], table(flooder)


class Players:
    """Who play at their tables, an entry at a time at each in turn."""

    def __init__(self, server: Server, tables: list[int]) -> None:
        self._enterers = [Enterer(server, table_id) for table_id in tables]
        self._moves = [iter(match(4, table_id)) for table_id in tables]

    def waits(self) -> list[float]:
        """Makes entries, and returns how many milliseconds each took."""
        took = []
        for number in range(ENTRIES):
            which = number % len(self._enterers)
            raw = next(self._moves[which])
            began = time.perf_counter()
            self._enterers[which].enter(raw)
            took.append((time.perf_counter() - began) * 1000)
            time.sleep(PAUSE)
        return took

    def lost(self, store: Store) -> int:
        """Returns how many entries were acknowledged and are not in the logs."""
        return sum(abs(one.seen - store.last_seq(one.table_id)) for one in self._enterers)


@contextmanager
def strangers(server: Server, table_id: int, entries: int) -> Iterator[dict[str, int]]:
    """Lets strangers come. What they came to is in the dictionary once they are gone."""
    command = [sys.executable, str(HERE / "_strangers.py"), *map(str, (server.port, table_id, entries))]
    found: dict[str, int] = {}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield found
        out, _ = process.communicate()
    found.update(json.loads(out))


def measured(name: str, database: URL | None, workers: int) -> list[bool]:
    """Measures one kind of server, says what was found, and returns which of the limits hold."""
    quiet: list[float] = []
    loud: list[float] = []
    did: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        store, tables, flooded = seeded(Path(folder), database)
        with ours(Path(folder), workers=workers, database=database) as server:
            players = Players(server, tables)
            players.waits()  # what is loaded once is loaded for these
            for _ in range(ROUNDS):
                server.settle()
                quiet += players.waits()
                with strangers(server, flooded, store.last_seq(flooded)) as found:
                    loud += players.waits()
                did.update(found)
            lost = players.lost(store) + max(0, did["entry 200"] - store.last_seq(flooded))
        store.close()
    print(f"{name}: strangers came to {dict(did)}")
    for when, waits in (("in quiet", quiet), ("with strangers", loud)):
        print(
            f"{name}, {when}: median {at(waits, 0.5):.1f} ms, p99 {at(waits, 0.99):.1f} ms, longest {max(waits):.1f} ms"
        )
    return [
        say(
            f"p99 of an entry with strangers against quiet, {name}",
            at(loud, 0.99) / at(quiet, 0.99),
            LIMIT,
            at_least=False,
        ),
        say(f"entries lost with strangers, {name}", lost, 0, at_least=False),
    ]


def at(found: list[float], part: float) -> float:
    """Returns the value that this part of all does not exceed."""
    return sorted(found)[int(len(found) * part)]


def main() -> int:
    many_files()
    held = measured("one process", None, 1)
    with databases.postgresql_folder(), databases.postgresql() as server:
        held += measured("gunicorn", databases.template(server), 2)
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
