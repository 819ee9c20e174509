"""The auction (DEEP-4, DEEP-5), and the quick entry of its result and that of the exchange."""

from msgspec import structs

from rules_core.events import Event
from rules_core.findings import Refusal
from rules_core.games.deep_six.events import Bid, Contract, Pass
from rules_core.games.deep_six.hand import SEATS, Call, HandState, State, hand_of, not_in_turn, phase
from rules_core.match import bad_seat, next_seat, with_hand, wrong_phase

HIGHEST = 120  # DEEP-4: bids go down from here
STEP = 10
OFFERED = 32
"""How many of the next lower bids a pad may offer: from 120 that is down to −190, far below any hand."""


def passed(hand: HandState) -> frozenset[int]:
    """Returns the seats that are out of the auction: a pass is for all of it (DEEP-4)."""
    return frozenset(call.seat for call in hand.opening.calls if call.amount is None)


def forced(hand: HandState) -> bool:
    """Tells whether three have passed and nobody has bid: the dealer must bid 120 (DEEP-5)."""
    return hand.opening.bidder is None and len(hand.opening.calls) == SEATS - 1


def highest_bid(hand: HandState) -> int:
    """Returns the highest possible bid: below the current one, at first 120 (DEEP-4)."""
    return HIGHEST if hand.opening.bid is None else hand.opening.bid - STEP


# Is it allowed?


def judge_bid(state: State, event: Bid) -> Refusal | None:
    """Judges a bid: a multiple of ten, lower than the last, of any depth; exactly 120 from a forced dealer."""
    hand = state.hand
    if hand is None or hand.phase != "auction":
        return wrong_phase(phase(state))
    if refusal := not_in_turn(event.seat, hand.to_act, "DEEP-4"):
        return refusal
    if forced(hand) and event.amount != HIGHEST:
        return _forced(event.seat)
    return _judge_amount(event.seat, event.amount, highest_bid(hand))


def judge_pass(state: State, event: Pass) -> Refusal | None:
    """Judges a pass: anybody's, but a forced dealer's (DEEP-5)."""
    hand = state.hand
    if hand is None or hand.phase != "auction":
        return wrong_phase(phase(state))
    if refusal := not_in_turn(event.seat, hand.to_act, "DEEP-4"):
        return refusal
    return _forced(event.seat) if forced(hand) else None


def judge_contract(state: State, event: Contract) -> Refusal | None:
    """Judges the quick entry: before any call, with an amount that can be bid."""
    hand = state.hand
    if hand is None or hand.phase != "auction" or hand.opening.calls:
        return wrong_phase(phase(state))
    if not 0 <= event.seat < SEATS:
        return bad_seat(event.seat)
    return _judge_amount(event.seat, event.amount, HIGHEST)


def _judge_amount(seat: int, amount: int, highest: int) -> Refusal | None:
    if amount % STEP == 0 and amount <= highest:
        return None
    return Refusal("bad-bid", "DEEP-4", {"seat": seat, "amount": amount, "highest": highest})


def _forced(seat: int) -> Refusal:
    return Refusal("bad-bid", "DEEP-5", {"seat": seat, "due": HIGHEST})


# Effects


def bid(state: State, event: Bid, _index: int) -> State:
    """The bid stands until a lower one is made."""
    hand = hand_of(state)
    calls = (*hand.opening.calls, Call(event.seat, event.amount))
    opening = structs.replace(hand.opening, calls=calls, bidder=event.seat, bid=event.amount)
    return with_hand(state, _go_on(structs.replace(hand, opening=opening)))


def pass_(state: State, event: Pass, _index: int) -> State:
    """The seat is not asked again."""
    hand = hand_of(state)
    opening = structs.replace(hand.opening, calls=(*hand.opening.calls, Call(event.seat)))
    return with_hand(state, _go_on(structs.replace(hand, opening=opening)))


def contract(state: State, event: Contract, _index: int) -> State:
    """Goes straight to the meld, the cards having been exchanged unseen."""
    hand = hand_of(state)
    opening = structs.replace(hand.opening, bidder=event.seat, bid=event.amount, sunk=event.suit)
    return with_hand(state, structs.replace(hand, phase="meld", to_act=event.seat, opening=opening))


def _go_on(hand: HandState) -> HandState:
    """It goes round until three have passed and one has bid (DEEP-4)."""
    out, bidder = passed(hand), hand.opening.bidder
    if bidder is not None and len(out) == SEATS - 1:
        return structs.replace(hand, phase="sink", to_act=bidder)
    seat = next_seat(hand.to_act, SEATS)
    while seat in out:
        seat = next_seat(seat, SEATS)
    return structs.replace(hand, to_act=seat)


def is_last_call(hand: HandState) -> bool:
    """Tells whether a pass would end the auction now, and leave the last bid standing (DEEP-4)."""
    return hand.phase == "auction" and hand.opening.bidder is not None and len(passed(hand)) == SEATS - 2


def bids_offered(hand: HandState) -> tuple[int, ...]:
    """Returns the bids that a pad may offer, the highest first; none outside the auction."""
    if hand.phase != "auction":
        return ()
    return tuple(call.amount for call in calls_offered(hand) if isinstance(call, Bid))


def calls_offered(hand: HandState) -> list[Event]:
    """Returns the calls that a pad may offer: the next lower bids and a pass, a forced dealer only 120."""
    if forced(hand):
        return [Bid(hand.to_act, HIGHEST)]
    highest = highest_bid(hand)
    return [Pass(hand.to_act), *(Bid(hand.to_act, highest - STEP * down) for down in range(OFFERED))]
