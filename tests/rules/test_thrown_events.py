"""Any event thrown at a table in any phase: it is taken or refused, and what is taken can be taken back."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_core import replay
from rules_core.codes import CODES
from rules_core.findings import Observer, Refusal
from rules_core.games import GAMES
from tests.cases import MORE
from tests.rules.evening import Evening
from tests.rules.evenings import EVENINGS
from tests.rules.sitting_down import sit_down

EXAMPLES = 20 * MORE
VIEWERS = (Observer(), Observer("seat", 0), Observer("seat", 1, open_book=True), Observer("referee"))
KINDS = sorted(set().union(*(game.events for game in GAMES.values())))
CARDS = st.sampled_from(["7C", "QS", "KS", "TD", "9H", "8H", "AS", "X", "K", "2C", "ZZ", ""])
NUMBERS = st.integers(-2, 8) | st.sampled_from([20, 40, 66, 120, 10**30, -(10**30)])
LISTS = st.lists(NUMBERS, max_size=5) | st.lists(CARDS, max_size=9) | st.lists(st.lists(CARDS, max_size=5), max_size=3)
STRANGE = st.sampled_from([None, True, False, 3.0, "", {}, {"0": "7C"}, "win", "odd", "H", "low", "so"])
NAMES = sorted(
    {name for game in GAMES.values() for event in game.events.values() for name in event.__struct_encode_fields__}
)
FIELDS = st.dictionaries(st.sampled_from(NAMES), NUMBERS | CARDS | LISTS | STRANGE, max_size=6)


def likely(evening: Evening, data: st.DataObject) -> dict[str, Any]:
    """Fields that fit more often than not, so that many an event comes as far as the rules of play."""
    seat = data.draw(st.sampled_from([*evening.to_act, 0]))
    sides = len(evening.state.totals)
    return {
        "seat": seat,
        "winner": seat,
        "card": data.draw(st.sampled_from(evening.game.pack)),
        "cards": list(evening.hands[seat]) if evening.hands else [],
        "points": data.draw(st.sampled_from([0, 20, 40, [0] * sides, [1] + [0] * (sides - 1)])),
        "reason": "so",
        "augen": 4,
        "amount": 120,
        "suit": "H",
        "event": 0,
        "text": "so",
    }


@pytest.mark.parametrize("kind", EVENINGS, ids=lambda kind: kind.game.name)
@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data())
def test_any_event_in_any_phase_is_answered_and_undone(kind: type[Evening], data: st.DataObject) -> None:
    evening = sit_down(data, kind, cheats=True)
    evening.match(data.draw(st.integers(0, 60)))
    fold = evening.fold
    # What another game knows is refused soon: most are of this one.
    kinds = st.sampled_from(sorted(kind.game.events)) | st.sampled_from(KINDS)
    for _thrown in range(8):
        fields = {**likely(evening, data), **data.draw(FIELDS)}
        after = replay.step(fold, {"type": data.draw(kinds), **fields})
        if isinstance(after, Refusal):
            assert after.code in CODES
            continue
        undone = replay.step(after, {"type": "undo"})
        assert not isinstance(undone, Refusal)
        assert undone.state == fold.state
        fold = after
        assert kind.game.phase(fold.state) == "over" or any(kind.game.candidates(fold.state))
        for viewer in VIEWERS:
            kind.game.view(fold.state, viewer)
