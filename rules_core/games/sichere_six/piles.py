"""Totals of a round that was played without entries, from the piles of captured cards (SIC-15, SIC-16)."""

from typing import Any

from rules_core.games.sichere_six.events import NinesTally
from rules_core.games.sichere_six.ranking import PACK
from rules_core.games.sichere_six.round import PLAYERS, State
from rules_core.piles import PileRules, Piles

NINES = frozenset(card for card in PACK if card[0] == "9")
(TRICK,) = PLAYERS  # SIC-1: as many cards as players


def piles(_state: State) -> PileRules:
    """Returns the possible piles of a round: the buried card is in one of them, or unseen (SIC-15)."""
    return PileRules(
        rule="SIC-16",
        cards=PACK,
        tally=_tally,
        trick=TRICK,
        spare=range(1, 2),
        buried=True,
        captured=NINES,
        counting=NINES,
    )


def _tally(piles: Piles, _told: Any) -> NinesTally:
    """Returns the tricks and nines of these piles. A nine that was buried counts as captured (SIC-15)."""
    return NinesTally(
        tuple([len(pile) // TRICK for pile in piles]), tuple([len(NINES.intersection(pile)) for pile in piles])
    )
