"""What each card that nobody has seen yet would mean for a play: would it prove a breach, and of which duty?"""

from dataclasses import dataclass

from rules_core.cards import Card
from rules_core.findings import Refusal
from rules_core.replay import Fold, Node
from rules_core.tricks import TrickHand, unseen
from webapp.table.hand_span import HandSpan
from webapp.table.hypothesis import broken_duty


@dataclass(frozen=True)
class Meaning:
    """Cards that would mean the same: a breach of the duty `code`, or none."""

    code: str | None
    rule: str | None
    cards: tuple[Card, ...]

    @property
    def suits(self) -> list[list[Card]]:
        """The cards suit by suit, a Joker by itself."""
        suits: dict[str, list[Card]] = {}
        for card in self.cards:
            suits.setdefault(card[1:], []).append(card)
        return list(suits.values())


def meanings(fold: Fold, hand: HandSpan, node: Node) -> list[Meaning]:
    """Returns the cards that the seat of this play might still hold, by what they would prove; breaches first."""
    return _sorted_out(fold, node, still_unseen(fold, hand))


def still_unseen(fold: Fold, hand: HandSpan) -> list[Card]:
    """Returns the cards of the pack that nobody has seen in this hand, suit by suit, each once."""
    state = hand.last_state.hand
    pack = fold.game.cards[len(fold.header.players)]
    if not isinstance(state, TrickHand) or not pack:
        return []
    each = tuple(dict.fromkeys(pack))
    left = set(unseen(state, each, len(pack) // len(each)))
    return [card for card in each if card in left]


def could_break(fold: Fold, node: Node) -> list[Refusal]:
    """Returns every duty that this play could have broken, whatever the hand held."""
    pack = dict.fromkeys(fold.game.cards[len(fold.header.players)])
    found = (broken_duty(fold, node, card) for card in pack)
    return list({refusal.code: refusal for refusal in found if refusal is not None}.values())


def _sorted_out(fold: Fold, node: Node, cards: list[Card]) -> list[Meaning]:
    by_duty: dict[tuple[str | None, str | None], list[Card]] = {}
    for card in cards:
        refusal = broken_duty(fold, node, card)
        duty = (None, None) if refusal is None else (refusal.code, refusal.rule)
        by_duty.setdefault(duty, []).append(card)
    return [Meaning(code, rule, tuple(held)) for (code, rule), held in sorted(by_duty.items(), key=_breaches_first)]


def _breaches_first(item: tuple[tuple[str | None, str | None], list[Card]]) -> tuple[bool, str]:
    (code, _rule), _cards = item
    return code is None, code or ""
