"""2,000 phones at one table: each hears each move, how long that takes, and what each costs the server in memory.

Memory stands against the bare broadcast and the queues, which keep a socket and a greenlet a phone as well.
"""

import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from _matches import match
from _phones import Crowd, Enterer
from _ratio import say
from _served import Server, bare, many_files, ours, seeded

PHONES, EARLY, MOVES = 2000, 20, 10
MEMORY_LIMIT = 2.0


def come(server: Server, table: int) -> tuple[Crowd, float]:
    """Lets the phones in, and returns them with the KiB of memory that each of them costs the server."""
    early = Crowd(server, table, 1, EARLY)  # what is loaded once is loaded for them
    early.hear(b"\r\n\r\n")
    before = server.memory()
    crowd = Crowd(server, table, EARLY + 1, PHONES)
    crowd.hear(b"\r\n\r\n")
    cost = (server.memory() - before) / PHONES / 1024
    early.close()
    return crowd, cost


def reached(server: Server, table: int, crowd: Crowd) -> list[float]:
    """Enters, and returns for each move after how many seconds the last phone had heard of it."""
    enterer, waits = Enterer(server, table), []
    for number, raw in enumerate(match(4, 1)[:MOVES], 1):
        enterer.enter(raw)
        waits.append(crowd.hear(b"id: %d\n" % number))
    return waits


def main() -> int:
    many_files()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        table, *_ = seeded(folder, phones=EARLY + PHONES)
        server = stack.enter_context(ours(folder))
        crowd, mine = come(server, table)
        waits = reached(server, table, crowd)
        crowd.close()
        memory = {}
        for kind in ("broadcast", "queues"):
            other = stack.enter_context(bare(kind, folder))
            crowd, memory[kind] = come(other, table)
            crowd.close()
    waits.sort()
    print(f"{PHONES} phones heard each of {MOVES} moves, the last after {waits[len(waits) // 2]:.2f} s in the middle")
    print(f"ours {mine:.1f}, bare broadcast {memory['broadcast']:.1f}, queues {memory['queues']:.1f} KiB a phone")
    held = [
        say("phones that lost a move", 0, 0, at_least=False),  # else `hear` has ended the run
        say("memory of a phone against one with a queue", mine / memory["queues"], MEMORY_LIMIT, at_least=False),
    ]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
