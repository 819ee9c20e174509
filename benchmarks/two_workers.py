"""Accepted moves that two workers on one PostgreSQL can take, against one worker there, at one table and at 25.

Two phones enter at each table in turn, each over a connection of its own, which lies with either worker. Counted is the
CPU time of the workers for a move: half of what two of them need is what bounds them, given cores enough and phones
that are spread over both. So it is measured on any machine, whatever else runs there.
"""

import selectors
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from _matches import match
from _phones import Enterer
from _ratio import say
from _served import Server, _cpu, _family, many_files, ours
from sqlalchemy import URL
from strangers import seeded

from tests.databases import copied, postgresql, postgresql_folder, template

LIMITS = {25: 1.6}
"""How many times as much two workers take. At one table they cannot: its entries wait for each other."""
ROUNDS, MOVES = 4, 400
TABLES = 25


class Table:
    """Two phones that enter in turn, each over its own connection."""

    def __init__(self, server: Server, number: int) -> None:
        self.phones = [Enterer(server, number) for _ in range(2)]
        self.moves: Iterator[dict[str, Any]] = iter(match(4, number))
        self._entered = 0

    def send(self, selector: selectors.BaseSelector) -> None:
        """Sends the next entry from the phone whose turn it is."""
        phone = self.phones[self._entered % 2]
        phone.seen = self._entered
        self._entered += 1
        phone.socket.sendall(phone.request(next(self.moves)))
        selector.register(phone.socket, selectors.EVENT_READ, (self, phone))


def enter(tables: list[Table], moves: int) -> None:
    """Makes so many entries at all these tables together, as many at each: at one alone they would be too fast."""
    with selectors.DefaultSelector() as selector:
        for table in tables:
            table.send(selector)
        left = dict.fromkeys(tables, moves // len(tables) - 1)
        while selector.get_map():
            for key, _events in selector.select():
                table, phone = key.data
                selector.unregister(phone.socket)
                phone.answer()
                if left[table]:
                    left[table] -= 1
                    table.send(selector)


def cost(server: Server, tables: list[Table], moves: int) -> float:
    """Returns the CPU seconds of all processes of the server for one accepted move."""
    before = sum(map(_cpu, _family(server.process.pid)))
    enter(tables, moves)
    return (sum(map(_cpu, _family(server.process.pid))) - before) / moves


def started(stack: ExitStack, source: URL, workers: int, tables: int) -> tuple[Server, list[int]]:
    """Starts a server with so many workers on a database of its own, and returns it with its tables."""
    database = copied(source, f"workers_{workers}_{tables}")
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    store, numbers, _flooded = seeded(folder, database)
    while len(numbers) < tables:
        numbers += seeded(folder, database)[1]
    store.close()
    server = stack.enter_context(ours(folder, workers=workers, database=database, paced=False))
    return server, numbers[:tables]


def main() -> int:
    many_files()
    held = []
    with postgresql_folder(), postgresql() as source, ExitStack() as stack:
        template(source)
        for tables in (1, TABLES):
            servers = [started(stack, source, workers, tables) for workers in (1, 2)]
            # Once both have started: a connection that asks nothing for so long is closed.
            one, two = ((server, [Table(server, number) for number in numbers]) for server, numbers in servers)
            moves = MOVES if tables > 1 else 30  # more at one table, and the phone would be told to pause
            for _server, phones in (one, two):
                enter(phones, moves // 4)  # the first round fills caches
            rounds = [(cost(*one, moves), cost(*two, moves)) for _ in range(ROUNDS)]
            a, b = (statistics.median(column) * 1000 for column in zip(*rounds, strict=True))
            print(f"{tables} tables: one worker {a:.2f} ms of CPU a move, two together {b:.2f} ms")
            quotient = statistics.median(2 * alone / both for alone, both in rounds)
            if tables in LIMITS:
                held.append(say(f"what two workers take at {tables} tables", quotient, LIMITS[tables], at_least=True))
            else:
                print(f"what two workers take at {tables} table: {quotient:.2f} times one")
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
