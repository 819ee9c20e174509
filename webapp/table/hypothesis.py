"""What a card would say of a play: the rules are asked with a supposed hand."""

from msgspec import structs

from rules_core.cards import Card
from rules_core.events import Play
from rules_core.findings import Refusal
from rules_core.replay import Fold, Node, state_before
from rules_core.tricks import put


def broken_duty(fold: Fold, node: Node, card: Card) -> Refusal | None:
    """Returns the duty that this play would have broken, had the hand been known to hold this card; None: none."""
    state, play = state_before(fold, node), node.event
    assert isinstance(play, Play)
    declared = put(state.hand.declared, play.seat, (play.card, card))
    supposed = structs.replace(state, hand=structs.replace(state.hand, declared=declared))
    refusal = fold.game.judge(supposed, structs.replace(play, irregular=False), node.index)
    return refusal if refusal is not None and refusal.code.startswith("must-") else None
