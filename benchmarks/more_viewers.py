"""CPU time of the server for one more kind of viewer of a move, against a bare Flask route that inserts one row.

Two servers of ours are played alike: at one table a watcher looks on, too, at the other one so
do players with phones of their own, each of whom is shown another page. What that costs more is theirs.
"""

import statistics
import sys
import tempfile
from contextlib import ExitStack
from itertools import count
from pathlib import Path

from _matches import match
from _phones import Crowd, Enterer
from _ratio import say
from _served import Server, bare, many_files, ours, seeded, token

from webapp.access.device import _hash
from webapp.config import Config
from webapp.store import open_store
from webapp.store.roles import Role

LIMIT = 0.25
PLAYERS = 3
ROUNDS, MOVES = 15, 12


class Party:
    """A server, the phone that enters there, and so many that have the table open."""

    def __init__(self, server: Server, table_id: int, phones: int) -> None:
        self._server, self._moves, self._marks = server, iter(match(4, 1)), count(1)
        self._enterer = Enterer(server, table_id)
        if phones:
            self._enterer.open_page()
        self._crowd = Crowd(server, table_id, 1, phones)
        self._crowd.hear(b"\r\n\r\n")
        self.cost()  # everything is warm then

    def cost(self) -> float:
        """Returns the CPU seconds of a move that every phone has heard of."""
        before = self._server.cpu()
        for _ in range(MOVES):
            self._enterer.enter(next(self._moves))
            self._crowd.hear(b"id: %d\n" % next(self._marks))
        return (self._server.cpu() - before) / MOVES


def party(folder: Path, stack: ExitStack, players: int) -> Party:
    """Returns a server of ours with a table that a watcher and so many players have open."""
    folder.mkdir()
    table, *_ = seeded(folder, phones=1 + players)
    store = open_store(Config(instance=folder).database)
    for seat in range(1, players + 1):
        device = store.device(_hash(token(1 + seat)))
        assert device is not None
        store.admit(table, device.id, role=Role.PLAYER, seat=seat)
    store.close()
    return Party(stack.enter_context(ours(folder, paced=False)), table, 1 + players)


def main() -> int:
    many_files()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        few, many = party(folder / "few", stack, 0), party(folder / "many", stack, PLAYERS)
        insert = Party(stack.enter_context(bare("broadcast", folder)), 1, 0)
        rounds = [(few.cost() * 1000, many.cost() * 1000, insert.cost() * 1000) for _ in range(ROUNDS)]
    a, b, c = (statistics.median(column) for column in zip(*rounds, strict=True))
    print(f"one kind {a:.2f} ms, {1 + PLAYERS} kinds {b:.2f} ms, bare insert {c:.2f} ms of CPU a move")
    quotient = statistics.median((more - one) / PLAYERS / row for one, more, row in rounds)
    return 0 if say("one more kind of viewer against a bare insert", quotient, LIMIT, at_least=False) else 1


if __name__ == "__main__":
    sys.exit(main())
