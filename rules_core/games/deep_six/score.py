"""Score of a hand, entered card by card or as a whole, and the end of the match (DEEP-18 to DEEP-22)."""

from collections.abc import Iterator

from msgspec import UNSET, Struct, structs

from rules_core import match as matches
from rules_core.cards import Suit
from rules_core.findings import Goal, Refusal, ScoreLine
from rules_core.games.deep_six.events import SidesTally
from rules_core.games.deep_six.hand import (
    SEATS,
    SIDES,
    HandState,
    Melded,
    Options,
    State,
    bidder_of,
    hand_of,
    phase,
    side_of,
)
from rules_core.hand_points import HandPoints
from rules_core.match import wrong_phase
from rules_core.tricks import CompleteTrick, opened

LAST_TRICK = 10  # DEEP-18
ALL_POINTS = 250  # DEEP-18
FAILED = 200  # DEEP-20
LOWEST_MELD = -510
"""The most that two hands can hold."""


class HandSummary(Struct, frozen=True, gc=False):
    """A finished hand, one number a side. `played` keeps its tricks card by card, as far as they were entered so.

    `melded` is what each seat melded, None where the meld was entered for the side.
    """

    dealer: int
    points: tuple[int, ...]
    bidder: int
    bid: int
    sunk: Suit
    meld: tuple[int, ...]
    taken: tuple[int, ...]
    net: tuple[int, ...]
    made: bool
    trick_winners: tuple[int, ...] = ()
    played: tuple[CompleteTrick, ...] = ()
    melded: tuple[Melded | None, ...] = ()


# A hand


def side_points(net: int, bid: int | None, options: Options) -> int:
    """Returns the points of a side for its net (DEEP-19 to DEEP-21). `bid` None: it is not the bidding side."""
    if bid is not None and net > bid:
        failed = FAILED - bid
        return max(failed, net) if options.failed_bid == "worse" else failed
    return max(net, 0)


def _melded(hand: HandState) -> tuple[int, ...]:
    points = [m.points if m else 0 for m in hand.opening.melded]
    return tuple(sum(points[side::SIDES]) for side in range(SIDES))


def finish(state: State, hand: HandState) -> State:
    """Scores a hand whose last trick has been taken; its winner's side gets ten more (DEEP-18)."""
    last = side_of(hand.tricks[-1].winner)
    taken = tuple(p + LAST_TRICK if side == last else p for side, p in enumerate(hand.points))
    return _score(state, hand, taken, _melded(hand))


def _score(state: State, hand: HandState, taken: tuple[int, ...], meld: tuple[int, ...]) -> State:
    bidder, bid = bidder_of(hand), hand.opening.bid or 0
    net = tuple(t + m for t, m in zip(taken, meld, strict=True))
    bids = [bid if side == side_of(bidder) else None for side in range(SIDES)]
    summary = HandSummary(
        hand.dealer,
        tuple(side_points(n, b, state.options) for n, b in zip(net, bids, strict=True)),
        bidder,
        bid,
        hand.opening.sunk or "",
        meld,
        taken,
        net,
        net[side_of(bidder)] <= bid,
        tuple(trick.winner for trick in hand.tricks),
        hand.tricks,
        hand.opening.melded,
    )
    # What was proven by a hand that only its seat could see is open to all now.
    return settle(matches.finish_hand(state, summary, tuple(map(opened, hand.infractions))))


def judge_tally(state: State, event: SidesTally) -> Refusal | None:
    """Judges a whole hand: 250 points taken, and the meld where no seat has melded and only there."""
    hand = state.hand
    if hand is None or not may_tally(hand):
        return wrong_phase(phase(state))
    if hand.phase == "play" and event.meld is not UNSET:
        return Refusal("wrong-phase", "DEEP-19", {"phase": "play", "field": "meld"})
    if hand.phase == "meld" and event.meld is UNSET:
        return Refusal("bad-value", "DEEP-19", {"field": "meld"})
    taken = event.taken
    if len(taken) != SIDES or sum(taken) != ALL_POINTS or any(t < 0 or t % 10 for t in taken):
        return Refusal("bad-tally", "DEEP-18", {"sum": sum(taken), "due": ALL_POINTS})
    meld = (0,) * SIDES if event.meld is UNSET else event.meld
    if len(meld) != SIDES or any(not LOWEST_MELD <= m <= 0 or m % 5 for m in meld):
        return Refusal("bad-tally", "DEEP-10", {"meld": meld, "lowest": LOWEST_MELD})
    return None


def may_tally(hand: HandState) -> bool:
    """Tells whether the whole hand may be entered now: nobody has melded, or all and no card is played."""
    if hand.phase == "meld":
        return hand.opening.melded == (None,) * SEATS
    return hand.phase == "play" and not hand.trick and not hand.tricks


def lacks_contract(hand: HandState) -> bool:
    """Tells whether a contract may still be entered instead of the auction, and the totals behind it."""
    return hand.phase == "auction" and not hand.opening.calls


def tally(state: State, event: SidesTally, _index: int) -> State:
    """Scores the hand as it was entered."""
    hand = hand_of(state)
    return _score(state, hand, event.taken, _melded(hand) if event.meld is UNSET else event.meld)


# The match


def hand_points(_players: int, _options: Options) -> HandPoints:
    """Returns the possible points of a hand: zero or more, in fives (DEEP-10, DEEP-18)."""
    return HandPoints(steps=5)


def over_target(total: int, options: Options) -> bool:
    """Tells whether a total ends the match (DEEP-22)."""
    return total >= options.target if options.target_by == "reaching" else total > options.target


def settle(state: State) -> State:
    """The match ends with a side at the target, the lower one wins; equals play another hand (DEEP-22)."""
    best = leaders(state)
    ended = len(best) == 1 and any(over_target(total, state.options) for total in state.totals)
    return structs.replace(state, winners=best if ended else ())


def leaders(state: State) -> tuple[int, ...]:
    """Returns the sides with the best total so far, which is the lowest (DEEP-22)."""
    return matches.leaders(state, min)


def goals(state: State) -> tuple[Goal, ...]:
    """Returns how far the higher side is to the target, and that equals beyond it play on (DEEP-22)."""
    most, options = max(state.totals), state.options
    furthest = tuple(side for side, total in enumerate(state.totals) if total == most)
    what = "target" if options.target_by == "reaching" else "over-target"
    target = Goal(what, "DEEP-22", most, options.target, furthest)
    if over_target(most, options) and len(furthest) == SIDES:
        return (target, Goal("play-off", "DEEP-22", 0, 1, furthest))
    return (target,)


# Why this score


def explain(state: State, hand: int) -> tuple[ScoreLine, ...]:
    """Returns the explanation of a finished hand's score: cards, last trick, melds, and the result of the bid."""
    summary: HandSummary = state.finished[hand]
    return tuple(line for side in range(SIDES) for line in _lines(summary, side))


def _lines(hand: HandSummary, side: int) -> Iterator[ScoreLine]:
    net, bid = hand.net[side], hand.bid
    facts = {"net": net, "bid": bid}
    if side != side_of(hand.bidder) or hand.made:
        yield from _net_lines(hand, side)
        if side == side_of(hand.bidder):
            yield ScoreLine(side, "made", "DEEP-19", None, facts)
        if net < 0:
            yield ScoreLine(side, "raised", "DEEP-21", -net, {"net": net})
    elif hand.points[side] == FAILED - bid:
        yield ScoreLine(side, "net", "DEEP-19", None, {**facts, "taken": hand.taken[side], "meld": hand.meld[side]})
        yield ScoreLine(side, "failed-bid", "DEEP-20", FAILED - bid, facts)
    else:
        yield from _net_lines(hand, side)
        yield ScoreLine(side, "failed-bid", "DEEP-20", None, {**facts, "failed": FAILED - bid})


def _net_lines(hand: HandSummary, side: int) -> Iterator[ScoreLine]:
    """Yields the lines of a side's net (DEEP-18, DEEP-19)."""
    winners = hand.trick_winners
    if winners and side_of(winners[-1]) == side:
        yield ScoreLine(side, "cards", "DEEP-18", hand.taken[side] - LAST_TRICK)
        yield ScoreLine(side, "last-trick", "DEEP-18", LAST_TRICK, {"seat": winners[-1]})
    else:
        # After a tally the winner of the last trick is unknown: its points are within those taken.
        yield ScoreLine(side, "cards" if winners else "taken", "DEEP-18", hand.taken[side])
    known = [(seat, m) for seat, m in enumerate(hand.melded) if m is not None and side_of(seat) == side]
    if not known:
        yield ScoreLine(side, "meld", "DEEP-19", hand.meld[side])
    for seat, melded in known:
        for meld in melded.melds:
            yield ScoreLine(side, meld.name, meld.rule, meld.points, {"seat": seat, "cards": meld.cards})
        if not melded.melds:
            yield ScoreLine(side, "meld", "DEEP-19", melded.points, {"seat": seat})
