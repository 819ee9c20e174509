"""Memory of a process that folds a match of each game, against one that plays a game of the package chess. Linux."""

import subprocess
import sys

from _ratio import say

from tests.rules.evenings import EVENINGS

LIMIT = 2.0
# Not `ru_maxrss`: that one counts what the parent held when it started the process.
PEAK = "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')))"
CHESS = """
import random, chess
board, chance = chess.Board(), random.Random(1)
while not board.is_game_over() and len(board.move_stack) < 120:
    board.push(chance.choice(list(board.legal_moves)))
"""
FOLD = """
import sys
from rules_core import record, replay
read = record.read(sys.stdin.buffer.read())
assert replay.replay(read.header, read.events).refusal is None
"""
RECORD = """
import random
from rules_core.record import write
from tests.rules.evenings import EVENINGS
kind = next(kind for kind in EVENINGS if kind.game.name == {game!r})
evening = kind(random.Random(1), kind.game.players[0], {{}})
evening.match()
import sys
sys.stdout.buffer.write(write(evening.fold.header, evening.log))
"""


def run(code: str, given: bytes = b"") -> bytes:
    """Returns what a fresh Python prints."""
    return subprocess.run([sys.executable, "-c", code], input=given, check=True, capture_output=True).stdout


def peak(code: str, given: bytes = b"") -> float:
    """Returns the most memory that a fresh Python held while it ran this, in MiB."""
    return int(run(code + PEAK, given)) / 1024


def main() -> int:
    bare, theirs = peak(""), peak(CHESS)
    print(f"bare Python {bare:.1f} MiB, a game of chess {theirs:.1f} MiB")
    ours = 0.0
    for kind in EVENINGS:
        match = run(RECORD.format(game=kind.game.name))
        held = peak(FOLD, match)
        ours = max(ours, held)
        print(f"{kind.game.name}: {held:.1f} MiB for a record of {len(match) / 1024:.0f} KiB")
    return 0 if say("the largest against chess", ours / theirs, LIMIT, at_least=False) else 1


if __name__ == "__main__":
    sys.exit(main())
