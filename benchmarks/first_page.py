"""From starting the server to its first page, against a bare Flask server with the same libraries and a new database.

Ours brings its database to the newest shape first, in an empty folder as on the first day.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

from _ratio import say
from _served import Server, bare, ours

LIMIT = 4.0
ROUNDS = 3

Start = Callable[[Path], AbstractContextManager[Server]]


def first_page(start: Start) -> float:
    """Returns the seconds until a new server has answered."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.monotonic()
        with start(Path(folder)) as server:
            try:
                urlopen(f"http://127.0.0.1:{server.port}/").close()
            except HTTPError as error:  # the bare server has no page, and says so as quickly
                error.close()
            return time.monotonic() - begun


def main() -> int:
    own, other = partial(ours, settled=False), partial(bare, "queues")
    first_page(own), first_page(other)  # compiles what is compiled once
    rounds = [(first_page(own), first_page(other)) for _ in range(ROUNDS)]
    a, b = (statistics.median(column) for column in zip(*rounds, strict=True))
    print(f"ours {a:.2f} s, bare {b:.2f} s")
    quotient = statistics.median(one / another for one, another in rounds)
    return 0 if say("start to first page against a bare server", quotient, LIMIT, at_least=False) else 1


if __name__ == "__main__":
    sys.exit(main())
