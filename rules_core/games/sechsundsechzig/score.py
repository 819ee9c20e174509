"""The end of a hand and of the match: the call, the closer's risk, the points (SU-15, 16, 18 to 25, V1)."""

from typing import Literal

from msgspec import Struct, structs

from rules_core import match as matches
from rules_core.contradiction import contradiction as undealable
from rules_core.findings import Contradiction, Goal, Refusal
from rules_core.games.sechsundsechzig.events import Call, PointsTally
from rules_core.games.sechsundsechzig.hand import (
    HandState,
    HandSummary,
    Options,
    State,
    by_side,
    cards_held,
    hand_of,
    phase,
    side_of,
    talon_left,
)
from rules_core.games.sechsundsechzig.marriage import announced, counting
from rules_core.games.sechsundsechzig.packs import PACKS
from rules_core.hand_points import HandPoints
from rules_core.match import bad_seat, wrong_phase
from rules_core.tricks import opened, tricks_won, unseen

FEW_AUGEN = 32
"""With this many or fewer the opponents lose two points (SU-21). It stays the same with `call_at` 101."""
MOST_POINTS = 3

Outcome = Literal["call-right", "call-wrong", "closer-failed", "last-trick", "unclaimed"]


# The call


def caller(state: State) -> int | None:
    """Returns the seat that may call now (SU-19, SU-20), None where nobody may."""
    hand = state.hand
    if hand is None or hand.trump is None:
        return None
    if hand.trick:
        return hand.trick[0].seat if len(hand.trick) == 1 and announced(hand) else None
    return hand.to_act if hand.tricks or announced(hand) else None


def judge_call(state: State, event: Call) -> Refusal | None:
    """Judges when *66!* is called: after taking a trick and before leading again, or right after announcing (SU-20)."""
    if phase(state) not in ("play", "claim"):
        return wrong_phase(phase(state))
    if not 0 <= event.seat < state.players:
        return bad_seat(event.seat)
    may = caller(state)
    if may is None:
        return Refusal("bad-claim", "SU-20", {"seat": event.seat})
    if event.seat != may:
        return Refusal("not-your-turn", "SU-20", {"seat": event.seat, "to_act": may})
    return None


def judge_settle(state: State) -> Refusal | None:
    """Judges the end of a hand that nobody calls: only after the last trick (SU-24)."""
    return None if phase(state) == "claim" else Refusal("wrong-phase", "SU-24", {"phase": phase(state)})


def judge_tally(state: State, event: PointsTally) -> Refusal | None:
    """Judges a hand entered as its points: nothing, or the points of one side, or the same for all but one."""
    hand = state.hand
    if hand is None or hand.trick or hand.tricks:
        return wrong_phase(phase(state))
    points, sides = event.points, len(state.totals)
    scored = [won for won in points if won]
    fits = len(points) == sides and all(0 <= won <= MOST_POINTS for won in points)
    shared = len(scored) <= 1 or (len(scored) == sides - 1 and len(set(scored)) == 1)
    return None if fits and shared else Refusal("bad-tally", "SU-21", {"points": list(points), "sides": sides})


# Scores


def hand_points(_players: int, _options: Options) -> HandPoints:
    """Returns the possible points of a hand: up to three a side (SU-21 to SU-24)."""
    return HandPoints(most=MOST_POINTS)


class Count(Struct, frozen=True, gc=False):
    """The count of a hand: Augen and tricks by seat; `last_trick` has the last trick's ten (SU-V1)."""

    augen: tuple[int, ...]
    tricks: tuple[int, ...]
    last_trick: int | None


def count(state: State) -> Count:
    """Returns the Augen of the hand as it stands: cards taken, marriages that count, the last trick (SU-9, 18, V1)."""
    hand = hand_of(state)
    tricks, augen = tricks_won(hand.tricks, state.players), list(hand.captured)
    for marriage in counting(state, hand.marriages, by_side(state, tricks)):
        augen[marriage.seat] += marriage.points
    ten = state.options.last_trick_augen
    last = hand.tricks[-1].winner if ten and len(hand.tricks) == hand.due else None
    if last is not None:
        augen[last] += ten
    return Count(tuple(augen), tricks, last)


def called_points(state: State, counted: Count, side: int) -> int:
    """Returns the points of a right call (SU-21). Of several opponents the best placed one decides."""
    tricks, augen = by_side(state, counted.tricks), by_side(state, counted.augen)
    others = [other for other in range(len(state.totals)) if other != side]
    if tricks[side] == sum(tricks):
        return 3
    return 2 if max([augen[other] for other in others]) <= FEW_AUGEN else 1


def failed_points(state: State, closer: int) -> int:
    """Returns the points of the opponents of a side that closed and failed: more if they had no trick then (SU-22)."""
    hand = hand_of(state)
    before = hand.tricks[: hand.due - PACKS[state.players].size]
    return 2 if any(side_of(state, trick.winner) != closer for trick in before) else 3


def reached(state: State, counted: Count, seat: int) -> bool:
    """Tells whether this seat's side has the Augen to call (SU-16, SU-19)."""
    return by_side(state, counted.augen)[side_of(state, seat)] >= state.options.call_at


def scored(state: State, counted: Count, claimed_by: int | None, right: bool | None) -> tuple[tuple[int, ...], Outcome]:
    """Returns the points by side and which rule gave them (SU-21 to 24). `right`: the caller has the Augen for it.

    A wrong call ends the hand: the others score, even if one of them had closed. A closer who did not
    call, or came too late, fails against every opponent. SU-21 and SU-23 never give more than SU-22 then: the closer
    was leading, so either nobody had a trick yet (three points) or the closer had one, and a call is worth two at most.
    """
    hand = hand_of(state)
    closer = None if hand.closed_by is None else side_of(state, hand.closed_by)
    side = None if claimed_by is None else side_of(state, claimed_by)
    if closer is not None and (side is None or (right and side != closer) or (not right and side == closer)):
        return _all_but(state, closer, failed_points(state, closer)), "closer-failed"
    if side is not None:
        called = called_points(state, counted, side)
        return (_only(state, side, called), "call-right") if right else (_all_but(state, side, called), "call-wrong")
    if state.options.unclaimed == "last-trick":
        return _only(state, side_of(state, hand.tricks[-1].winner), 1), "last-trick"
    return (0,) * len(state.totals), "unclaimed"


def _only(state: State, side: int, points: int) -> tuple[int, ...]:
    return tuple([points if other == side else 0 for other in range(len(state.totals))])


def _all_but(state: State, side: int, points: int) -> tuple[int, ...]:
    return tuple([0 if other == side else points for other in range(len(state.totals))])


# Effects


def finish(state: State, claimed_by: int | None) -> State:
    """Scores the hand, called or not, and puts it away."""
    hand, counted = hand_of(state), count(state)
    right = None if claimed_by is None else reached(state, counted, claimed_by)
    points, outcome = scored(state, counted, claimed_by, right)
    summary = HandSummary(
        hand.dealer,
        points,
        outcome,
        hand.trump,
        hand.closed_by,
        claimed_by,
        right,
        counted.augen,
        counted.tricks,
        hand.captured,
        hand.marriages,
        counted.last_trick,
        tuple([trick.winner for trick in hand.tricks]),
        hand.tricks,
        hand.trick,
        undealt(state),
    )
    return _put_away(state, hand, summary)


def tally(state: State, event: PointsTally) -> State:
    """Scores a hand of which only the points are known."""
    hand = hand_of(state)
    return _put_away(state, hand, HandSummary(hand.dealer, event.points))


def _put_away(state: State, hand: HandState, summary: HandSummary) -> State:
    # What was proven by a hand that only its seat could see is open to all now.
    return match_end(matches.finish_hand(state, summary, tuple(map(opened, hand.infractions))))


def match_end(state: State) -> State:
    """The match ends when a side has the target; if several have, the highest total wins, equals share it (SU-25)."""
    ended = max(state.totals) >= state.options.target
    return structs.replace(state, winners=matches.leaders(state) if ended else ())


def goals(state: State) -> tuple[Goal, ...]:
    """Returns how far the best side is on the way to the target (SU-25)."""
    return (Goal("target", "SU-25", max(state.totals), state.options.target, matches.leaders(state)),)


def contradiction(state: State) -> Contradiction | None:
    """Returns why the unseen cards cannot be dealt: of the hand under way, between hands of the last one."""
    if state.hand is not None:
        return undealt(state)
    last: HandSummary | None = state.finished[-1] if state.finished else None
    return last.contradiction if last else None


def undealt(state: State) -> Contradiction | None:
    """Returns why the unseen cards of the hand under way cannot be dealt to the hands and the talon (SU-11)."""
    hand = hand_of(state)
    if not hand.claims or len(hand.tricks) == hand.due:
        return None  # played out: no hand has a card left
    pack = PACKS[state.players]
    rooms = [cards_held(state, seat) - len(hand.known[seat]) for seat in range(state.players)]
    left = unseen(hand, pack.cards, pack.copies)
    return undealable(left, (*rooms, talon_left(state) - len(hand.known[-1])), hand.claims)
