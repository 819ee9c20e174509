"""Random honest matches of a plain trick game, as logs, for the benchmarks that need any game."""

import random
from typing import Any

from rules_core import replay
from rules_core.findings import Refusal
from rules_core.games import GAMES
from rules_core.record import Header
from rules_core.trick_game import TrickGame

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
Raw = dict[str, Any]
GAME: TrickGame[Any] = next(game for game in GAMES.values() if isinstance(game, TrickGame))
"""The first one found in which nothing but cards is asked for by default."""


def match(players: int, seed: int, hands: int | None = None) -> list[Raw]:
    """Returns the log of one match, or of its first hands."""
    chance = random.Random(seed)
    fold = replay.begin(Header(GAME.name, NAMES[:players], {}))
    log: list[Raw] = []
    size = GAME.hand_size(players)
    held: list[list[str]] = []
    while GAME.phase(fold.state) != "over" and (hands is None or len(fold.state.finished) < hands):
        if GAME.phase(fold.state) == "deal":
            pack = list(GAME.pack)
            chance.shuffle(pack)
            held = [pack[seat * size : (seat + 1) * size] for seat in range(players)]
            raw: Raw = {"type": "deal"}
        else:
            seat = GAME.to_act(fold.state)[0]
            card = chance.choice(GAME.legal(fold.state, seat, tuple(held[seat])))
            held[seat].remove(card)
            raw = {"type": "play", "seat": seat, "card": card}
        after = replay.step(fold, raw)
        if isinstance(after, Refusal):
            raise RuntimeError(after)
        fold = after
        log.append(raw)
    return log
