"""CPU time of the server for a move that so many phones look at, against two servers that only repeat the same bytes.

A move is a POST in all three: ours judges and keeps it and draws the table for each kind of viewer, the others insert a
row. Then everybody hears of it: of ours what differs, of the others the whole page as a phone without a script would
get it from ours. The limit is that of the bare broadcast; the queues are printed as well. The
phones are watchers, one kind of viewer; each further kind at the table is one drawing more, whatever its phones.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count, cycle
from pathlib import Path
from typing import Any

from _matches import match
from _phones import Crowd, Enterer, one_stream
from _ratio import say
from _served import Server, bare, many_files, ours, seeded

LIMITS = {100: 1.0, 500: 0.8}
"""By the number of phones. The other server sends the whole page: with many phones what differs alone is less."""
SAMPLE, ROUNDS, MOVES = 12, 7, 8


class Party:
    """A server, who enters there, and what its phones hear of each move in turn."""

    def __init__(self, server: Server, enterer: Enterer, moves: Iterator[Any], marks: Iterator[int]) -> None:
        self.server, self._enterer, self._moves, self._marks = server, enterer, moves, marks
        self._crowd: Crowd | None = None

    def come(self, phones: int) -> None:
        """Lets so many phones in, instead of those before, and enters until everything is warm."""
        if self._crowd is not None:
            self._crowd.close()
        self._crowd = Crowd(self.server, self._enterer.table_id, 1, phones)
        self._crowd.hear(b"\r\n\r\n")
        self.cost()

    def cost(self) -> float:
        """Returns the CPU seconds of a move that every phone has heard of."""
        before = self.server.cpu()
        for _ in range(MOVES):
            self.wait()
        return (self.server.cpu() - before) / MOVES

    def wait(self) -> float:
        """Makes an entry, and returns the seconds of wall time after which every phone has heard of it."""
        assert self._crowd is not None
        begun = time.perf_counter()
        self._enterer.send(next(self._moves))
        self._crowd.hear(b"id: %d\n" % next(self._marks))
        waited = time.perf_counter() - begun
        self._enterer.answer()
        return waited


def parties(folder: Path, stack: ExitStack) -> list[Party]:
    """Returns our server and the two that repeat what ours has sent for the first moves."""
    table, *_ = seeded(folder, phones=max(LIMITS))
    moves = match(4, 1)
    server = stack.enter_context(ours(folder, paced=False))
    enterer = Enterer(server, table)
    one_stream(server, table, 1, enterer, moves[:SAMPLE], folder)
    enterer.open_page()
    found = [Party(server, enterer, iter(moves[SAMPLE:]), count(SAMPLE + 1))]
    for kind in ("broadcast", "queues"):
        place = folder / kind
        place.mkdir()
        for file in folder.glob("*.frame"):
            (place / file.name).write_bytes(file.read_bytes())
        server = stack.enter_context(bare(kind, place))
        marks = cycle(range(1, SAMPLE + 1))
        found.append(Party(server, Enterer(server, table), cycle(moves), marks))
    return found


def main() -> int:
    many_files()
    held = []
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        everybody = parties(Path(name), stack)
        for phones, limit in LIMITS.items():
            for party in everybody:
                party.come(phones)
            rounds = [[party.cost() * 1000 for party in everybody] for _ in range(ROUNDS)]
            a, b, c = (statistics.median(column) for column in zip(*rounds, strict=True))
            print(f"{phones} phones: ours {a:.2f} ms, bare broadcast {b:.2f} ms, queues {c:.2f} ms of CPU a move")
            quotient = statistics.median(one / other for one, other, _ in rounds)
            held.append(say(f"a move at {phones} phones against a bare broadcast", quotient, limit, at_least=False))
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
