"""Accepted moves a second at one table and at 25 tables at once, against a bare Flask insert on the same server.

Each table has one phone that enters as fast as the answers come. Both servers are gevent's, both files are opened
alike, and every move is on the disk before its answer. They take turns, so that a busy machine slows both.
"""

import selectors
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from _matches import match
from _phones import Enterer
from _ratio import say
from _served import Server, bare, many_files, ours, seeded

LIMIT = 0.5
ROUNDS = 6
TABLES = 25
MOVES = {1: 30, TABLES: 100}  # of a round, over all its tables; a match has 212


class Tables:
    """Phones that enter at one server, each at its own table."""

    def __init__(self, server: Server, tables: list[int]) -> None:
        self._phones = [(Enterer(server, table), iter(match(4, table))) for table in tables]

    def rate(self) -> float:
        """Returns the moves a second that the server accepts from all of them."""
        begun, moves_in_all = time.monotonic(), MOVES[len(self._phones)]
        left = moves_in_all
        with selectors.DefaultSelector() as selector:
            for phone, moves in self._phones:
                selector.register(phone.socket, selectors.EVENT_READ, (phone, moves))
                phone.socket.sendall(phone.request(next(moves)))
            under_way = len(self._phones)
            left -= under_way
            while under_way:
                for key, _events in selector.select():
                    under_way -= not self._goes_on(*key.data, left > 0)
                    left -= left > 0
        return moves_in_all / (time.monotonic() - begun)

    def _goes_on(self, phone: Enterer, moves: Iterator[Any], more: bool) -> bool:
        """Reads an answer, and enters again if there is more to do."""
        phone.answer()
        if more:
            phone.socket.sendall(phone.request(next(moves)))
        return more


def main() -> int:
    many_files()
    held = []
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        first, *tables = seeded(folder, tables=1 + TABLES)
        mine, other = stack.enter_context(ours(folder, paced=False)), stack.enter_context(bare("broadcast", folder))
        for numbers in ([first], tables):
            here, there = Tables(mine, numbers), Tables(other, numbers)
            here.rate(), there.rate()  # the first round fills caches
            rounds = [(here.rate(), there.rate()) for _ in range(ROUNDS)]
            a, b = (statistics.median(column) for column in zip(*rounds, strict=True))
            what = f"{len(numbers)} table{'s' if len(numbers) > 1 else ''}"
            print(f"{what}: ours {a:.0f}, bare insert {b:.0f} moves a second")
            quotient = statistics.median(one / another for one, another in rounds)
            held.append(say(f"accepted moves at {what} against a bare insert", quotient, LIMIT, at_least=True))
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
