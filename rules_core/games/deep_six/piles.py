"""Totals of a hand that was played without entries, from the piles of captured cards (DEEP-18, DEEP-19)."""

from typing import Literal

from msgspec import UNSET, Struct

from rules_core.events import PerSide, Seat
from rules_core.games.deep_six.events import Amount, Contract, SidesTally
from rules_core.games.deep_six.hand import COPIES, PACK, SEATS, SIDES, State, side_of
from rules_core.games.deep_six.play import POINTS
from rules_core.games.deep_six.score import LAST_TRICK, lacks_contract
from rules_core.piles import PileRules, Piles

COUNTING = frozenset(card for card, points in POINTS.items() if points)


class LastTrick(Struct, frozen=True):
    """The winner of the last trick: its ten points belong to no card (DEEP-18)."""

    last: Seat


class LastTrickAndMeld(LastTrick, frozen=True):
    """The same, and the melds of each side."""

    meld: PerSide[int]


class WholeHand(LastTrickAndMeld, frozen=True):
    """The same, and the result of the auction."""

    bidder: Seat
    bid: Amount
    sunk: Literal["C", "D", "H", "S"]


def piles(state: State) -> PileRules | None:
    """Returns the possible piles of the two sides: all 56 cards; None from the first call to the last pass.

    The contract is told where there is none yet, the meld where nobody has melded.
    """
    hand = state.hand
    told: type[LastTrick] = LastTrick
    if hand is None or lacks_contract(hand):
        told = WholeHand
    elif hand.phase == "meld":
        told = LastTrickAndMeld
    elif hand.phase != "play":
        return None
    cards = PACK * COPIES
    return PileRules(rule="DEEP-18", cards=cards, tally=_tally, told=told, leads=_leads, trick=SEATS, counting=COUNTING)


def _leads(told: LastTrick) -> tuple[Contract, ...]:
    return (Contract(told.bidder, told.bid, told.sunk),) if isinstance(told, WholeHand) else ()


def _tally(piles: Piles, told: LastTrick) -> SidesTally:
    """Returns the points taken by each side, the last trick's ten included."""
    ten = [LAST_TRICK if side == side_of(told.last) else 0 for side in range(SIDES)]
    taken = tuple([sum(map(POINTS.__getitem__, pile)) + ten[side] for side, pile in enumerate(piles)])
    return SidesTally(taken, told.meld if isinstance(told, LastTrickAndMeld) else UNSET)
