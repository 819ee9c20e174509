"""Wall time from an entry that leaves one phone to the news of it on the others, against a server that only repeats.

The three other phones of a table listen; the last of them to hear counts. Both servers write to a file first, and the
disk takes what it takes: so they have turns, and each entry of ours is compared with the one after it.
"""

import statistics
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from _ratio import say
from _served import many_files
from many_phones import parties

LIMIT_MS = 30
OTHERS, ENTRIES = 3, 60


def main() -> int:
    many_files()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        mine, theirs, _queues = parties(Path(name), stack)
        for party in (mine, theirs):
            party.come(OTHERS)
        pairs = [(mine.wait() * 1000, theirs.wait() * 1000) for _ in range(ENTRIES)]
    a, b = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"until the others see an entry: ours {a:.1f} ms, bare broadcast {b:.1f} ms")
    more = statistics.median(one - other for one, other in pairs)
    return 0 if say("milliseconds more until the others see an entry", more, LIMIT_MS, at_least=False) else 1


if __name__ == "__main__":
    sys.exit(main())
