"""Marriages: king and queen of a suit, announced when leading one of them (SU-17, SU-18)."""

from collections.abc import Mapping
from typing import Final

from msgspec import structs

from rules_core.cards import SUITS, Card
from rules_core.findings import Refusal
from rules_core.games.sechsundsechzig.events import MarriageMeld
from rules_core.games.sechsundsechzig.hand import (
    HandState,
    Marriage,
    State,
    cards_held,
    hand_of,
    leading,
    not_the_leader,
    phase,
    side_of,
)
from rules_core.games.sechsundsechzig.packs import PACKS
from rules_core.games.sechsundsechzig.talon import Known
from rules_core.match import with_hand, wrong_phase
from rules_core.tricks import copies_left, known_elsewhere, put, stepped_down

PARTNER: Mapping[Card, Card] = {a + s: b + s for s in SUITS for a, b in ("KQ", "QK")}
TRUMP_MARRIAGE: Final = 40  # SU-17
PLAIN_MARRIAGE: Final = 20


def judge_marriage(state: State, hand: HandState, seat: int, card: Card) -> Refusal | None:
    """Judges whether this card, played now, can be announced with its partner (SU-17)."""
    partner = PARTNER.get(card)
    if partner is None or hand.trick:
        return Refusal("bad-marriage", "SU-17", {"seat": seat, "card": card})
    for needed in (card, partner):
        if _at_most(state, hand, seat, needed) <= hand.paired[seat].count(needed):
            return Refusal("bad-marriage", "SU-17", {"seat": seat, "card": card, "partner": needed})
    if len(announce(hand, seat, card)[0][seat]) >= cards_held(state, seat):
        return Refusal("bad-marriage", "SU-17", {"seat": seat, "card": card, "partner": partner})
    return None


def _at_most(state: State, hand: HandState, seat: int, card: Card) -> int:
    most = copies_left(hand, card, PACKS[state.players].copies) - known_elsewhere(hand, seat, card)
    held = hand.declared[seat]
    return most if held is None else min(most, held.count(card))


def announce(hand: HandState, seat: int, card: Card) -> tuple[Known, Known]:
    """Returns the openly known and the paired cards after this card was led and announced.

    The card itself was in no marriage before; its partner stays in the hand, where all know it to be.
    """
    partner, paired = PARTNER[card], (*hand.paired[seat], PARTNER[card])
    known = list(hand.known[seat])
    if known.count(card) > paired.count(card):
        known.remove(card)
    if known.count(partner) < paired.count(partner):
        known.append(partner)
    return put(hand.known, seat, tuple(known)), put(hand.paired, seat, paired)


def worth(hand: HandState, card: Card) -> int:
    """Returns the points of a marriage in this card's suit: forty in trump, else twenty (SU-17)."""
    return TRUMP_MARRIAGE if card[1] == hand.trump else PLAIN_MARRIAGE


def judge_meld(state: State, event: MarriageMeld) -> Refusal | None:
    """Judges a marriage in a hand that is entered by tricks, or that nothing was played in yet."""
    hand = state.hand
    if hand is None or not leading(state) or not (hand.by_tricks or not hand.tricks):
        return wrong_phase(phase(state))
    if refusal := not_the_leader(state, event.seat, "SU-17"):
        return refusal
    suits = 1 if event.points == TRUMP_MARRIAGE else len(SUITS) - 1
    said = sum(marriage.points == event.points for marriage in hand.marriages)
    if announced(hand) or said >= suits * PACKS[state.players].copies:
        return Refusal("bad-marriage", "SU-17", {"seat": event.seat, "points": event.points})
    return None


def meld(state: State, event: MarriageMeld) -> State:
    """Only the points of this marriage are known; from here on the hand is entered by tricks."""
    hand = hand_of(state)
    suit = hand.trump if event.points == TRUMP_MARRIAGE else None
    marriages = (*hand.marriages, Marriage(event.seat, suit, event.points, len(hand.tricks)))
    return with_hand(state, step_down(structs.replace(hand, marriages=marriages)))


def step_down(hand: HandState) -> HandState:
    """Returns the hand entered by tricks from now on: which cards go is not known any more, nor what is still held."""
    nothing: Known = ((),) * len(hand.paired)
    return structs.replace(stepped_down(hand), paired=nothing, known=(*nothing, hand.known[-1]))


def announced(hand: HandState) -> bool:
    """Tells whether a marriage was announced with the lead of the trick that is being played."""
    return bool(hand.marriages) and hand.marriages[-1].trick == len(hand.tricks)


def counting(state: State, marriages: tuple[Marriage, ...], tricks: tuple[int, ...]) -> tuple[Marriage, ...]:
    """Returns the marriages that count: the announcer, or the partner, has a trick (SU-18). `tricks` is by side."""
    return tuple([marriage for marriage in marriages if tricks[side_of(state, marriage.seat)]])
