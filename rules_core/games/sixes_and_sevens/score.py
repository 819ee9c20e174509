"""What a hand scores, and when the match ends (ODD-11, ODD-12, V3)."""

from typing import Any

from msgspec import structs

from rules_core import match as matches
from rules_core.findings import Goal, Infraction, Line
from rules_core.games.sixes_and_sevens.hand import HandSummary, State
from rules_core.tricks import opened, tricks_won


def finish(state: State, summary: HandSummary, infractions: tuple[Infraction, ...]) -> State:
    """Returns the match with a hand scored and put away."""
    # What was proven by a hand that only its seat could see is open to all now.
    return settle(matches.finish_hand(state, summary, tuple(opened(i) for i in infractions)))


def settle(state: State) -> State:
    """The match ends when everybody has dealt once (ODD-11). Equals share it, or play on (ODD-12, V3)."""
    best = leaders(state)
    everybody_dealt = len(state.finished) >= state.players
    ended = everybody_dealt and (len(best) == 1 or state.options.final_tie == "shared")
    return structs.replace(state, winners=best if ended else ())


def leaders(state: State) -> tuple[int, ...]:
    """Returns the seats with the best total so far (ODD-12, V3)."""
    best = (min if state.options.fewest_wins else max)(state.totals)
    return tuple(seat for seat, total in enumerate(state.totals) if total == best)


def tricks_taken(state: State) -> tuple[int, ...]:
    """Returns the tricks that each seat has taken in the hand under way, or in the last one."""
    if state.hand is not None:
        return tricks_won(state.hand.tricks, state.players)
    return state.finished[-1].tricks if state.finished else (0,) * state.players


def summary(state: State) -> dict[str, Any]:
    """Returns the game's part of a result: the finished hands (record, section 4.1)."""
    hands = [
        {
            "dealer": hand.dealer,
            "points": list(hand.points),
            "trick_winners": list(hand.trick_winners),
            "tricks": list(hand.tricks),
        }
        for hand in state.finished
    ]
    return {"hands": hands}


def explain(state: State, hand: int) -> tuple[Line, ...]:
    """Returns why a finished hand scored what it did: a point a trick (ODD-11)."""
    tricks = state.finished[hand].tricks
    return tuple(Line(seat, "tricks", "ODD-11", won, {"count": won}) for seat, won in enumerate(tricks))


def goals(state: State) -> tuple[Goal, ...]:
    """Returns how many hands of the match are played (ODD-11), or that equals play on (ODD-12)."""
    played = len(state.finished)
    hands = Goal("hands", "ODD-11", played, state.players)
    if played < state.players or state.winners:
        return (hands,)
    return (hands, Goal("play-off", "ODD-12", played - state.players, 1, leaders(state)))
