"""Anything entered at any moment: it is refused, or it folds, can be shown, and can be taken back."""

import json
from itertools import islice
from random import Random
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core import replay, result
from rules_core.cards import RANKS, SUITS
from rules_core.events import encode
from rules_core.findings import Observer, Refusal
from rules_core.game import Game
from rules_core.games import GAMES
from rules_core.replay import Fold
from tests.cases import MORE
from tests.rules.evening import Evening
from tests.rules.sitting_down import each_game, sit_down

Raw = dict[str, Any]

KINDS = sorted({"undo", "amend", "nonsense"}.union(*(game.events for game in GAMES.values())))
STRANGE: list[Any] = [None, True, False, 3.0, "", "x", [], {}, 10**20, -(10**20), [None], [[]], {"0": "K"}]
SIZES = [0, 1, 2, 3, 4, 8, 14]


def card(chance: Random) -> str:
    strange = chance.random() < 0.1
    return chance.choice(["X", "K", "10H", ""]) if strange else chance.choice(RANKS) + chance.choice(SUITS)


def some(chance: Random, one: Any) -> list[Any]:
    return [one(chance) for _ in range(chance.choice(SIZES))]


def seat(chance: Random) -> int:
    return chance.randint(-1, 4)


def amount(chance: Random) -> int:
    return chance.choice([0, 1, 3, 8, 13, 20, 40, -30, 66, 110, 120, 250])


def value(chance: Random) -> Any:
    kinds = [seat, amount, card, lambda c: some(c, card), lambda c: some(c, amount), lambda c: [some(c, card)]]
    words = ["odd", "win", "lose", "H", "low", "d6", True]
    kinds += [lambda c: c.choice(words), lambda c: {str(seat(c)): card(c)}, lambda c: c.choice(STRANGE)]
    return chance.choice(kinds)(chance)


LIKELY: dict[str, Any] = {"seat": seat, "dealer": seat, "winner": seat, "card": card, "amount": amount}
LIKELY |= {"cards": lambda c: some(c, card), "target": lambda c: c.randint(0, 60)}


def entry(chance: Random, game: Game[Any]) -> Raw:
    """Returns an entry of this game or another, with what its fields may hold or with anything."""
    raw: Raw = {"type": chance.choice(KINDS if chance.random() < 0.2 else [*game.events, "undo", "amend"])}
    struct = game.events.get(raw["type"])
    for field in msgspec.structs.fields(struct) if struct else ():
        if chance.random() < 0.8:
            raw[field.encode_name] = LIKELY.get(field.encode_name, value)(chance)
    if raw["type"] == "amend":
        withs = [entry(chance, game) for _ in range(chance.randint(0, 2))]
        raw["changes"] = [{"target": chance.randint(0, 40), "with": withs}]
    return raw


def offered(chance: Random, fold: Fold) -> Raw:
    """Returns what a pad offers now, else anything."""
    events = list(islice(fold.game.candidates(fold.state), 40))
    return json.loads(json.dumps(encode(chance.choice(events)))) if events else entry(chance, fold.game)


def shown(fold: Fold) -> None:
    """Everything that is ever asked of a state has an answer."""
    game, state = fold.game, fold.state
    json.dumps(result.table(fold), allow_nan=False)
    for viewer in (Observer(), Observer("referee"), *(Observer("seat", at) for at in range(len(fold.header.players)))):
        game.view(state, viewer)
    assert all(game.cards_held(state, at) >= 0 for at in range(len(fold.header.players)))
    json.dumps(msgspec.to_builtins([game.contradiction(state), game.goals(state)]), allow_nan=False)
    for number, hand in enumerate(state.finished):
        lines = game.explain(state, number)
        sums = [sum(line.points or 0 for line in lines if line.side == side) for side in range(len(state.totals))]
        assert sums == list(hand.points)


@each_game
@settings(max_examples=15 * MORE, deadline=None)
@given(data=st.data())
def test_whatever_is_entered_is_refused_or_folds_and_is_undone(kind: type[Evening], data: st.DataObject) -> None:
    evening = sit_down(data, kind, cheats=True)
    evening.match(data.draw(st.integers(0, 120)))
    chance, fold, log = evening.chance, evening.fold, list(evening.log)
    for _entry in range(25):
        raw = entry(chance, fold.game) if chance.random() < 0.75 else offered(chance, fold)
        after = replay.step(fold, raw)
        if isinstance(after, Refusal):
            json.dumps(result.error(after, fold.seq), allow_nan=False)
            continue
        if raw["type"] not in ("undo", "amend"):
            undone = replay.step(after, {"type": "undo"})
            assert isinstance(undone, Fold)
            assert undone.state == fold.state
        fold = after
        log.append(raw)
        shown(fold)
    again = replay.replay(fold.header, log)
    assert again.refusal is None
    assert again.fold.state == fold.state
