"""Totals of a hand that was played without entries, from the piles of captured cards (DEEP-18, DEEP-19)."""

from msgspec import UNSET, Struct

from rules_core.events import PerSide, Seat
from rules_core.games.deep_six.events import SidesTally
from rules_core.games.deep_six.hand import COPIES, PACK, SEATS, SIDES, State, side_of
from rules_core.games.deep_six.play import POINTS
from rules_core.games.deep_six.score import LAST_TRICK
from rules_core.piles import PileRules, Piles

COUNTING = frozenset(card for card, points in POINTS.items() if points)


class LastTrick(Struct, frozen=True):
    """Who took the last trick: its ten points lie in no card (DEEP-18)."""

    last: Seat


class LastTrickAndMeld(LastTrick, frozen=True):
    """The same, and what each side has melded."""

    meld: PerSide[int]


def piles(state: State) -> PileRules | None:
    """Returns what the piles of the two sides can be, once there is a contract: all 56 cards.

    The meld is told where nobody has melded yet.
    """
    if state.hand is None or state.hand.phase not in ("meld", "play"):
        return None
    told = LastTrick if state.hand.phase == "play" else LastTrickAndMeld
    return PileRules(rule="DEEP-18", cards=PACK * COPIES, tally=_tally, told=told, trick=SEATS, counting=COUNTING)


def _tally(piles: Piles, told: LastTrick) -> SidesTally:
    """Returns what each side has taken, the last trick's ten among it."""
    ten = [LAST_TRICK if side == side_of(told.last) else 0 for side in range(SIDES)]
    taken = tuple([sum(map(POINTS.__getitem__, pile)) + ten[side] for side, pile in enumerate(piles)])
    return SidesTally(taken, told.meld if isinstance(told, LastTrickAndMeld) else UNSET)
