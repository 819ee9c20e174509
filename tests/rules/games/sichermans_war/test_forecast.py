"""What a phone without a network works out by itself in Sicherman's War is what the rules say."""

import random
from collections.abc import Iterator
from typing import Any

from rules_core.findings import Observer
from tests.cases import MORE
from tests.rules.games.sichermans_war.evening import SichermansWar
from tests.scripts.script import answers
from webapp.live.forecasts import hand_at, plan

GAME = SichermansWar.game.name
Raw = dict[str, Any]
TRIED = 6 * MORE


def _sent(raw: Raw) -> Raw:
    """An entry as its form sends it: text alone."""
    if raw["type"] == "reveal":
        return {"type": "reveal", **{f"cards-{seat}": card[0] for seat, card in enumerate(raw["cards"])}}
    if raw["type"] == "reinforce":
        return {"type": "reinforce", **{f"cards.{seat}": card[0] for seat, card in raw["cards"].items()}}
    return {name: str(told) for name, told in raw.items()}


def _stands(evening: SichermansWar) -> Raw | None:
    stands = hand_at(evening.game.name, evening.game.view(evening.state, Observer()))
    return None if stands is None else {**stands, "seq": len(evening.log)}


def _entries() -> Iterator[tuple[Raw, Raw, Raw, Raw | None]]:
    """Yields how the game goes, where it stands before and after an entry, and the entry."""
    for players in SichermansWar.game.players:
        how: Any = plan(GAME, players, SichermansWar.game.options())
        for chance in range(TRIED):
            evening = SichermansWar(random.Random(chance), players, {})
            while evening.phase != "over":
                before = _stands(evening)
                evening.act()
                raw = evening.log[-1]
                if evening.phase == "dice" and not evening.to_act:
                    evening.act()
                if before is not None and raw["type"] != "tally":
                    yield how, before, _sent(raw), _stands(evening)


def test_a_phone_goes_on_as_the_rules_do() -> None:
    cases = list(_entries())
    told = answers(
        'import {contests} from "./contests.js";', "([plan, at, event]) => contests.enter(plan, at, event)", cases
    )
    for (_how, before, event, after), found in zip(cases, told, strict=True):
        if after is None:
            assert found["phase"] == "unknown"
            assert all(found["full"]["cards"]), "the last cards lie on"
        else:
            expected = {name: list(one) if isinstance(one, tuple) else one for name, one in after.items()}
            expected["dice"] = [list(left) for left in after["dice"]]
            found["out"].sort()
            assert {name: found[name] for name in expected} == expected, (before, event)
