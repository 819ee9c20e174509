"""The sunk suit, the invitation, and the three cards there and back (DEEP-6 to DEEP-8)."""

from msgspec import UNSET, structs

from rules_core.cards import Card
from rules_core.findings import Refusal
from rules_core.games.deep_six.events import Exchange, Show, Sink
from rules_core.games.deep_six.hand import (
    COPIES,
    HAND,
    PACK_SET,
    SEATS,
    Given,
    HandState,
    State,
    bidder_of,
    hand_of,
    not_in_turn,
    partner_of,
    phase,
)
from rules_core.match import with_hand, wrong_phase
from rules_core.tricks import known_elsewhere, whereabouts

EXCHANGED = 3  # DEEP-8


# Is it allowed?


def judge_sink(state: State, event: Sink) -> Refusal | None:
    """Judges who names the sunk suit: the winner of the auction (DEEP-6)."""
    hand = state.hand
    if hand is None or hand.phase != "sink":
        return wrong_phase(phase(state))
    return not_in_turn(event.seat, hand.to_act, "DEEP-6")


def judge_show(state: State, event: Show) -> Refusal | None:
    """Judges an invitation: the bidder's alone, before any card is passed (DEEP-7). More may be laid to it."""
    hand = state.hand
    if hand is None or hand.phase != "exchange" or hand.opening.given:
        return wrong_phase(phase(state))
    if refusal := not_in_turn(event.seat, bidder_of(hand), "DEEP-7"):
        return refusal
    lying = hand.opening.shown + event.cards
    if refusal := _judge_cards(hand, event.seat, lying, "DEEP-7"):
        return refusal
    return _wrong_size(event.seat, len(lying), HAND, "DEEP-7") if len(lying) > HAND else None


def judge_exchange(state: State, event: Exchange) -> Refusal | None:
    """Judges three cards passed: by the partner, then by the bidder (DEEP-8).

    Which three the other one passed is not asked: a secret refuses nothing.
    """
    hand = state.hand
    if hand is None or hand.phase != "exchange":
        return wrong_phase(phase(state))
    if refusal := not_in_turn(event.seat, hand.to_act, "DEEP-8"):
        return refusal
    if event.cards is UNSET:
        return None
    if refusal := _judge_cards(hand, event.seat, event.cards, "DEEP-8"):
        return refusal
    count = len(event.cards)
    return _wrong_size(event.seat, count, EXCHANGED, "DEEP-8") if count != EXCHANGED else None


def _judge_cards(hand: HandState, seat: int, cards: tuple[Card, ...], rule: str) -> Refusal | None:
    """Judges where cards are, of which none has been played: in the pack, and not lying openly before another."""
    for card in cards:
        if card not in PACK_SET:
            return Refusal("unknown-card", "DEEP-1", {"card": card})
    for card in cards:
        if cards.count(card) > COPIES:
            return Refusal("card-already-played", "DEEP-1", {"card": card, "seat": seat, "copies": COPIES})
    for card in cards:
        if cards.count(card) > COPIES - known_elsewhere(hand, seat, card):
            return Refusal("card-elsewhere", rule, {**whereabouts(hand, seat, card), "copies": COPIES})
    return None


def _wrong_size(seat: int, cards: int, due: int, rule: str) -> Refusal:
    return Refusal("hand-size", rule, {"seat": seat, "cards": cards, "due": due})


# Effects


def sink(state: State, event: Sink, _index: int) -> State:
    """Then the partner passes three cards."""
    hand = hand_of(state)
    opening = structs.replace(hand.opening, sunk=event.suit)
    changed = structs.replace(hand, phase="exchange", to_act=partner_of(event.seat), opening=opening)
    return with_hand(state, changed)


def show(state: State, event: Show, _index: int) -> State:
    """All know the shown cards to be in the bidder's hand until the bidder has given cards back."""
    hand = hand_of(state)
    shown = hand.opening.shown + event.cards
    known = tuple(shown if seat == event.seat else () for seat in range(SEATS))
    opening = structs.replace(hand.opening, shown=shown)
    return with_hand(state, structs.replace(hand, opening=opening, known=known))


def exchange(state: State, event: Exchange, _index: int) -> State:
    """The bidder gives three back; then everybody melds (DEEP-8). A shown card may have gone back: none is known."""
    hand = hand_of(state)
    cards = None if event.cards is UNSET else event.cards
    given = (*hand.opening.given, Given(event.seat, cards))
    done = len(given) == 2
    changed = structs.replace(
        hand,
        phase="meld" if done else "exchange",
        to_act=bidder_of(hand),
        opening=structs.replace(hand.opening, given=given),
        known=() if done else hand.known,
    )
    return with_hand(state, changed)
