"""Two tables that differ only in what is closed look the same to everybody else while the hand lasts (section 6)."""

import os
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from rules_core import replay
from rules_core.game import Refusal, Viewer
from tests.rules.evenings import EVENINGS, Evening
from tests.rules.test_random_games import sit_down

EXAMPLES = 40 * int(os.environ.get("SIXFOLD_EXAMPLES", "1"))
WITH_HANDS = [kind for kind in EVENINGS if "hand" in kind.game.EVENTS]


class Poorer:
    """The table of an evening as somebody would keep it who knows nothing that is closed.

    Where the evening has a declared hand it has a ruling, which says nothing. `knowing` are the seats that know more.
    """

    def __init__(self, evening: Evening) -> None:
        self.evening, self.fold, self.knowing = evening, evening.fold, set[int]()

    def follow(self) -> None:
        """Takes over what the evening has entered since."""
        for raw in self.evening.log[self.fold.seq :]:
            known = self.without(raw)
            after = replay.step(self.fold, known)
            assert not isinstance(after, Refusal), (known, after)
            self.fold = after
        if self.evening.state.hand is None:  # what was closed is open now
            self.fold, self.knowing = self.evening.fold, set()

    def without(self, raw: dict[str, Any]) -> dict[str, Any]:
        if raw["type"] == "hand":
            self.knowing.add(raw["seat"])
            return {"type": "ruling", "event": 0, "text": "nothing"}
        if raw["type"] == "exchange":
            self.knowing |= {raw["seat"], (raw["seat"] + 2) % 4}
            return {"type": "exchange", "seat": raw["seat"]}
        return raw


def told_at_once(evening: Evening, state: Any) -> set[int]:
    """Returns the irregular plays that were breaches by what was known already."""
    return {i.event for i in evening.game.infractions(state) if i.proof == i.event}


def seen(evening: Evening, state: Any, viewer: Viewer) -> dict[str, Any]:
    """Returns all that a viewer sees; of a breach not which entry proved it, for that may have been a closed one."""
    view = structs.asdict(evening.game.view(state, viewer))
    return {**view, "infractions": {(i.code, i.seat, i.event) for i in view["infractions"]}}


@pytest.mark.parametrize("kind", WITH_HANDS, ids=lambda kind: kind.game.NAME)
@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data())
def test_nobody_sees_what_another_has_closed(kind: type[Evening], data: st.DataObject) -> None:
    evening = sit_down(data, kind, cheats=data.draw(st.booleans()))
    evening.now_and_then = 0.3  # many declared hands
    poorer = Poorer(evening)
    while evening.phase != "over" and len(evening.log) < 120:
        evening.act()
        poorer.follow()
        if told_at_once(evening, evening.state) != told_at_once(evening, poorer.fold.state):
            return  # who enters a card of the own declared hand as irregular has told everybody that it broke a duty
        others = [Viewer("seat", seat) for seat in range(evening.players) if seat not in poorer.knowing]
        for viewer in (Viewer(), Viewer(open_book=True), *others):
            assert seen(evening, evening.state, viewer) == seen(evening, poorer.fold.state, viewer)
