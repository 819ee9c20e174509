"""Random honest matches, as logs, for the benchmarks."""

import random
from typing import Any

from rules_core import replay
from rules_core.game import Refusal
from rules_core.games import sixes_and_sevens as game
from rules_core.record import Header

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
Raw = dict[str, Any]


def match(players: int, seed: int, hands: int | None = None) -> list[Raw]:
    """Returns the log of one match, or of its first hands."""
    chance = random.Random(seed)
    fold = replay.begin(Header(game.NAME, NAMES[:players], {}))
    log: list[Raw] = []
    size = game.hand_size(players)
    held: list[list[str]] = []
    while game.phase(fold.state) != "over" and (hands is None or len(fold.state.finished) < hands):
        if game.phase(fold.state) == "deal":
            pack = list(game.PACK)
            chance.shuffle(pack)
            held = [pack[seat * size : (seat + 1) * size] for seat in range(players)]
            raw: Raw = {"type": "deal"}
        else:
            seat = game.to_act(fold.state)[0]
            card = chance.choice(game.legal(fold.state, seat, tuple(held[seat])))
            held[seat].remove(card)
            raw = {"type": "play", "seat": seat, "card": card}
        after = replay.step(fold, raw)
        if isinstance(after, Refusal):
            raise RuntimeError(after)
        fold = after
        log.append(raw)
    return log
