"""Two tables that differ only in what is closed, and what is tried at both."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

from tests.rules.tables import NAMES
from tests.web.support.log_pairs import match_of, with_other_older_tricks
from tests.web.support.sample import LogPair, Setting
from tests.web.support.samples import SAMPLES
from tests.web.support.site import Site
from tests.web.support.two_worlds import World

Raw = Mapping[str, Any]


SETTINGS = {name: setting for sample in SAMPLES.values() for name, setting in sample.settings.items()}


DECLARED = {name: setting for name, setting in SETTINGS.items() if setting.declares}
"""Those in which somebody can declare a hand."""


PILES = {game: sample.piles for game, sample in SAMPLES.items()}


def older_tricks(setting: Setting, seed: int) -> Iterator[LogPair]:
    for again in range(20):
        evening = match_of(setting, seed + 100 * again)
        if evening.state.hand and (twins := with_other_older_tricks(evening, random.Random(seed))):
            yield twins
            return
    raise AssertionError("no twins found")


def worlds_of(site: Site, twins: LogPair, book: str, entries: int | None = None) -> tuple[World, World]:
    """Returns both tables with so many entries, all without a number."""
    one, other = (World(site, twins.game, NAMES[: twins.players], book, twins.options) for _ in range(2))
    for world, log in zip((one, other), twins.logs, strict=True):
        world.fill(log[:entries])
    return one, other


def tried_entries(world: World, twins: LogPair, phones: list[str], chance: random.Random) -> Iterator[tuple[str, Raw]]:
    """Yields entries that might tell something, true ones and nonsense, from phones that may enter.

    A card that was played in one of the worlds only is not tapped: that it is gone may be told.
    """
    game, fold = world.fold.game, world.fold
    pack = [card for card in game.pack if card not in twins.cards]
    for raw in (*_plays(pack, twins, chance), *_amendments(fold, twins, pack, chance), *_others(twins)):
        yield chance.choice(phones), raw
    for who in phones:
        yield who, {"type": "undo"}
        if who != "host":
            seat = int(who[-1])
            held = game.cards_held(fold.state, seat)
            yield who, {"type": "hand", "seat": seat, "cards": chance.sample(pack, min(held, len(pack)))}
            yield who, {"type": "hand", "seat": seat, "cards": []}


def _plays(pack: list[str], twins: LogPair, chance: random.Random) -> Iterator[Raw]:
    halves = {"K": "Q", "Q": "K"}
    for seat in range(twins.players):
        for card in chance.sample(pack, min(4, len(pack))):
            yield {"type": "play", "seat": seat, "card": card, **({"joker": "win"} if card == "X" else {})}
            # The other half of a marriage may be gone, and whoever announces it is told.
            married = halves.get(card[0], "") + card[1:] not in twins.cards
            yield {"type": "play", "seat": seat, "card": card, "irregular": True, "marriage": married}


def _amendments(fold: Any, twins: LogPair, pack: list[str], chance: random.Random) -> Iterator[Raw]:
    log = twins.logs[0]
    for target in chance.sample(range(len(log)), min(14, len(log))):
        raw = log[target]
        yield _amend(target)
        if raw["type"] == "play":
            yield _amend(target, {**raw, "card": chance.choice(pack)})
            yield _amend(target, {**raw, "card": chance.choice(pack)}, {"type": "ruling", "event": 0, "text": "x"})
        elif raw["type"] == "deal":
            yield _amend(target, {"type": "deal", "dealer": 1})
            yield _amend(target, raw, {"type": "void-hand"}, raw)
        elif raw["type"] == "turn-up":
            yield _amend(target, {"type": "turn-up", "card": chance.choice(pack)})
        elif raw["type"] in ("hand", "exchange"):
            yield _amend(target, {**raw, "cards": chance.sample(pack, len(raw.get("cards", "abc")))})
    yield {"type": "amend", "changes": [{"target": 0, "with": []}, {"target": 1, "with": []}]}


def _amend(target: int, *instead: Raw) -> Raw:
    return {"type": "amend", "changes": [{"target": target, "with": list(instead)}]}


def _others(twins: LogPair) -> Iterator[Raw]:
    for seat in range(twins.players):
        yield {"type": "trick", "winner": seat}
        yield {"type": "trick", "winner": seat, "nines": 9, "points": 90, "augen": 99}
        for kind in ("close", "swap", "claim", "mercy", "pass"):
            yield {"type": kind, "seat": seat}
        yield {"type": "meld", "seat": seat, "melds": [["6S", "7S", "8S"], ["8D", "8D"]]}
        yield {"type": "meld", "seat": seat, "points": 0}
        yield {"type": "exchange", "seat": seat, "cards": ["2D", "3D", "4D"]}
        yield {"type": "show", "seat": seat, "cards": ["8D"]}
        yield {"type": "roll", "seat": seat, "die": "d6", "value": 3}
    yield {"type": "reveal", "cards": ["2"] * twins.players}
    yield {"type": "settle"}
    yield {"type": "void-hand"}
    yield {"type": "tally", "tricks": [1] * twins.players}
    yield {"type": "ruling", "event": 1, "text": "x"}
