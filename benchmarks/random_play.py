"""Random legal play of each game, cards or rolls per CPU second, against the package schnapsen playing at random.

Both deal real cards by chance, ask their rules which cards may be played, and play one of them, to the end.
"""

import random
import statistics
import sys
from collections.abc import Callable

import _players
from _ratio import ratio, say
from schnapsen.game import Bot, Move, PlayerPerspective, SchnapsenGamePlayEngine

from rules_core.events import Event

MEDIAN = 3.0
MATCHES = 20
DEALS = 150


class Random(Bot):  # type: ignore[misc]  # the package has no types
    """Plays any move that its rules allow, and counts."""

    moves = 0

    def __init__(self, chance: random.Random) -> None:
        super().__init__("random")
        self.chance = chance

    def get_move(self, perspective: PlayerPerspective, leader_move: Move | None) -> Move:
        Random.moves += 1
        return self.chance.choice(perspective.valid_moves())


def schnapsen() -> int:
    """Plays deals of Schnapsen, and returns how many moves were made."""
    engine, before = SchnapsenGamePlayEngine(), Random.moves
    for seed in range(DEALS):
        chance = random.Random(seed)
        engine.play_game(Random(chance), Random(chance), chance)
    return Random.moves - before


def several(play: Callable[[random.Random], list[Event]]) -> int:
    """Plays matches of a game, and returns how many cards were played or dice rolled."""
    return sum(len(play(random.Random(seed))) for seed in range(MATCHES))


def main() -> int:
    values, theirs_count = {}, schnapsen()
    for name, play in _players.found().items():
        count = several(play)
        a, b, quotient = ratio(lambda play=play: several(play), schnapsen)  # type: ignore[misc]
        values[name] = count / theirs_count / quotient
        speed = f"{count / a:,.0f} entries, schnapsen {theirs_count / b:,.0f} moves per CPU second"
        print(f"{name}: {speed}, {values[name]:.2f} times schnapsen")
    held = say("median game against schnapsen", statistics.median(values.values()), MEDIAN, at_least=True)
    for name, value in values.items():
        least = getattr(_players.module_of(name), "AGAINST_SCHNAPSEN", 0.0)
        held = (not least or say(f"{name} against schnapsen", value, least, at_least=True)) and held
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
