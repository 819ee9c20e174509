"""What a phone without a network works out by itself is what the rules say, in every game."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core.findings import Viewer
from rules_core.forecast import Forecast
from rules_core.game import Game
from tests.rules.evening import Evening
from tests.rules.evenings import EVENINGS
from tests.rules.forecast_twin import At, Plan, enter
from tests.rules.plain import GAME as PLAIN
from tests.rules.test_random_games import MORE, sit_down
from webapp.live.forecasts import hand_at, plan

KNOWN = [
    kind for kind in EVENINGS if isinstance(kind.game.forecast(kind.game.players[0], kind.game.options()), Forecast)
]
"""Games in which all turn a card at the same time are played in the browser (tests/e2e/games/sichermans_war)."""
ENTRIES = 120


def told(game: Game[Any], state: Any) -> At | None:
    """Where the hand stands as a page tells it."""
    stands = hand_at(game.name, game.view(state, Viewer()))
    if stands is None:
        return None
    lying = tuple([(seat, card) for seat, card in stands.pop("lying")])
    return At(**{**stands, "taken": tuple(stands["taken"]), "lying": lying})


@pytest.mark.parametrize("kind", KNOWN, ids=lambda kind: kind.game.name)
@settings(max_examples=6 * MORE, deadline=None)
@given(data=st.data())
def test_a_phone_goes_on_as_the_rules_do(kind: type[Evening], data: st.DataObject) -> None:
    evening = sit_down(data, kind, cheats=False)
    how: Plan = plan(kind.game.name, evening.players, evening.state.options)  # type: ignore[assignment]
    ahead: At | None = None
    while evening.phase != "over" and len(evening.log) < ENTRIES:
        entered = len(evening.log)
        evening.act()
        for event in evening.log[entered:] if ahead else ():
            assert ahead
            ahead = enter(how, ahead, event)
        rules = told(kind.game, evening.state)
        if ahead and ahead.phase == "play":
            assert ahead == rules, evening.log[-5:]
        elif ahead and ahead.phase == "deal":
            assert evening.phase in ("deal", "over")
        elif ahead and ahead.phase in (how.get("opens"), how.get("asks"), how.get("wild"), *how.get("steps", ())):
            assert evening.phase == ahead.phase
            several = rules and len(evening.to_act) > 1  # whoever of them comes first
            same = rules is None or (replace(ahead, next=rules.next) if several else ahead) == rules
            assert same or evening.phase == how.get("asks"), evening.log[-5:]
        elif ahead and ahead.phase == "stopped":
            assert evening.phase == how.get("resumes")
        else:
            kinds = {event["type"] for event in evening.log[entered:]}
            # Between two hands, once the planned ones are over, only the rules know whether a match goes on.
            is_beyond = ahead is not None and 0 < ahead.planned <= ahead.hand and evening.phase == "deal"
            assert not ahead or is_beyond or rules is None or not kinds <= {"play", "deal", "mercy"}
            ahead = rules


def test_a_plain_game_is_asked_who_takes_a_trick() -> None:
    asked = PLAIN.forecast(3, PLAIN.options())
    assert asked is not None
    assert {led: "".join(card[0] for card in order) for led, order in asked.orders[""].items()} == dict.fromkeys(
        "CDHS", "23456789TJQKA"
    )
