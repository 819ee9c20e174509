"""The talon: the card turned up, drawing, closing, and the swap of the lowest trump (SU-3, 5, 6, 14, V2)."""

from msgspec import structs

from rules_core.cards import Card, without
from rules_core.findings import Refusal
from rules_core.games.sechsundsechzig.events import Close, Swap, TurnUp
from rules_core.games.sechsundsechzig.hand import HandState, State, hand_of, leading, lying_up, not_the_leader, phase
from rules_core.games.sechsundsechzig.packs import PACKS, lowest
from rules_core.match import next_seat, with_hand, wrong_phase
from rules_core.tricks import Declared, judge_whereabouts, known_after, put

Known = tuple[tuple[Card, ...], ...]


def judge_turn_up(state: State, event: TurnUp) -> Refusal | None:
    """Judges the card turned up after the deal (SU-3)."""
    if state.hand is None or state.hand.trump is not None:
        return wrong_phase(phase(state))
    if event.card not in PACKS[state.players].faces:
        return Refusal("unknown-card", "SU-1", {"card": event.card})
    return None


def turn_up(state: State, event: TurnUp) -> State:
    """Its suit is trump, it lies openly under the talon (SU-3); left of the dealer leads (SU-4)."""
    hand = hand_of(state)
    known = (*hand.known[:-1], (event.card,))
    leader = next_seat(hand.dealer, state.players)  # SU-4
    return with_hand(state, structs.replace(hand, trump=event.card[1], known=known, to_act=leader))


def draw(hand: HandState, winner: int, players: int) -> tuple[Declared, Known]:
    """Returns the declared hands and the openly known cards after everybody has drawn, the winner first (SU-5).

    A hidden card makes a declared hand uncertain, so it lapses. The last card of all is the one that lies up: all
    see who gets it, the last to draw, unless fewer cards than players are left before (SU-3, SU-6).
    """
    lapsed: Declared = (None,) * players
    if hand.draws > 1 or PACKS[players].talon % players:
        return lapsed, hand.known
    last, (card,) = (winner - 1) % players, hand.known[-1]
    known = (*put(hand.known, last, (*hand.known[last], card))[:-1], ())
    held = hand.declared[last]
    return lapsed if held is None else put(lapsed, last, (*held, card)), known


def open_to_leader(state: State) -> bool:
    """Tells whether a seat is about to lead while everybody can still draw (SU-14)."""
    return leading(state) and hand_of(state).draws > 0


def judge_close(state: State, event: Close) -> Refusal | None:
    """Judges the closing: by the seat about to lead, while everybody could still draw (SU-14)."""
    if not open_to_leader(state):
        return Refusal("wrong-phase", "SU-14", {"phase": phase(state), "type": "close"})
    return not_the_leader(state, event.seat, "SU-14")


def close(state: State, event: Close) -> State:
    """Closes the talon: the cards in hand are played out without drawing (SU-14)."""
    hand = hand_of(state)
    due = len(hand.tricks) + PACKS[state.players].size
    return with_hand(state, structs.replace(hand, closed_by=event.seat, draws=0, due=due))


def judge_swap(state: State, event: Swap) -> Refusal | None:
    """Judges the swap of the lowest trump for the card that lies up (SU-V2)."""
    if not state.options.trump_swap:
        return Refusal("unknown-event", "SU-V2", {"type": "swap", "option": "trump_swap"})
    if not open_to_leader(state):
        return Refusal("wrong-phase", "SU-V2", {"phase": phase(state), "type": "swap"})
    hand, pack = hand_of(state), PACKS[state.players]
    low = lowest(pack, hand.trump or "")
    if lying_up(hand) == low:
        return Refusal("wrong-phase", "SU-V2", {"phase": phase(state), "type": "swap", "card": low})
    if refusal := not_the_leader(state, event.seat, "SU-V2"):
        return refusal
    return judge_whereabouts(hand, event.seat, low, pack.faces, pack.copies, "SU-V2")


def swap(state: State, event: Swap) -> State:
    """The lowest trump lies up, and all know whose hand the other card is in (SU-V2).

    No claim can be proven by the card that shows: there are no duties before drawing ends (SU-7).
    """
    hand, seat = hand_of(state), event.seat
    low, (up,) = lowest(PACKS[state.players], hand.trump or ""), hand.known[-1]
    known = known_after(hand, seat, low)
    known = (*put(known, seat, (*known[seat], up))[:-1], (low,))
    held = hand.declared[seat]
    declared = hand.declared if held is None else put(hand.declared, seat, (*without(held, low), up))
    return with_hand(state, structs.replace(hand, known=known, declared=declared))
