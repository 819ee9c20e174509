"""What is closed to a viewer changes nothing that the viewer sees: the record without it shows the same table."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from rules_core import replay
from rules_core.findings import Observer
from rules_core.view import TableView
from tests.cases import MORE
from tests.rules.evening import Evening
from tests.rules.sitting_down import each_game, sit_down


def closed_to(viewer: Observer, raw: dict[str, Any]) -> bool:
    """Tells whether this entry says what only another seat may know while the hand lasts (record, section 6)."""
    secret = raw["type"] == "hand" or (raw["type"] == "exchange" and "cards" in raw)
    return secret and raw["seat"] != viewer.seat


def blanked(raw: dict[str, Any]) -> dict[str, Any]:
    """Returns the entry without its secret; of a declared hand nothing is left, so a mere word stands there."""
    if raw["type"] == "hand":
        return {"type": "ruling", "event": 0, "text": "a hand was declared"}
    return {name: value for name, value in raw.items() if name != "cards"}


def seen(view: TableView) -> tuple[TableView, set[tuple[int, str]]]:
    """Returns the view, of its breaches only which they are: what proved one first may have been a declared hand.

    Whoever sees the card that proves it for all knows that it was in that hand.
    """
    return structs.replace(view, infractions=()), {(i.event, i.code) for i in view.infractions}


@each_game
@settings(max_examples=10 * MORE, deadline=None)
@given(data=st.data())
def test_nobody_sees_anything_that_rests_on_anothers_secret(kind: type[Evening], data: st.DataObject) -> None:
    evening = sit_down(data, kind, cheats=True)
    evening.match(data.draw(st.integers(1, 120)))
    if evening.state.hand is None:
        return
    deals = [at for at, raw in enumerate(evening.log) if raw["type"] == "deal"]
    last = deals[-1] if deals else 0
    for viewer in (Observer(), Observer(open_book=True), *(Observer("seat", seat) for seat in range(evening.players))):
        told = [blanked(raw) if at > last and closed_to(viewer, raw) else raw for at, raw in enumerate(evening.log)]
        other = replay.replay(evening.fold.header, told)
        assert other.refusal is None
        game = evening.game
        assert seen(game.view(other.fold.state, viewer)) == seen(game.view(evening.state, viewer))
        assert game.contradiction(other.fold.state) == game.contradiction(evening.state)
