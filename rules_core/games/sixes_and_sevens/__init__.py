"""Sixes and Sevens (ODD). The rules by their numbers; each part is a file.

ODD-1, 3 to 6  hand; play: `_deal`         ODD-11, 12  score: `finish`, `settle`
ODD-2, 8, 9    parity: `parity`, `ahead`   ODD-V1      play: `_judge_ace`, `_ace`
ODD-4          hand: `hand_size`           ODD-V2      parity: `takes_low`
ODD-7          parity: `owed`, `duties`    ODD-V3      score: `leaders`
ODD-10         play: `_end_trick`
"""

from collections.abc import Mapping

from rules_core.cards import Card
from rules_core.events import Ace, Adjust, Deal, Hand, Play, Ruling, Trick, TrickTally, VoidHand, types
from rules_core.game import Query
from rules_core.games.sixes_and_sevens.hand import (
    PACK,
    PLAYERS,
    HandState,
    HandSummary,
    Options,
    State,
    cards_held,
    hand_size,
    phase,
    start,
    to_act,
)
from rules_core.games.sixes_and_sevens.play import apply, candidates, judge, legal
from rules_core.games.sixes_and_sevens.score import explain, goals, leaders, summary, tricks_taken
from rules_core.games.sixes_and_sevens.sight import contradiction, view
from rules_core.tricks import infractions

__all__ = [
    "CARDS",
    "EVENTS",
    "NAME",
    "PACK",
    "PLAYERS",
    "QUERIES",
    "HandState",
    "HandSummary",
    "Options",
    "State",
    "apply",
    "candidates",
    "cards_held",
    "contradiction",
    "explain",
    "goals",
    "hand_size",
    "infractions",
    "judge",
    "leaders",
    "legal",
    "phase",
    "start",
    "summary",
    "to_act",
    "tricks_taken",
    "view",
]

NAME = "sixes-and-sevens"
CARDS: Mapping[int, tuple[Card, ...]] = dict.fromkeys(PLAYERS, PACK)
EVENTS = types(Deal, Hand, VoidHand, Adjust, Ruling, Play, Trick, TrickTally, Ace)
QUERIES: Mapping[str, Query] = {}
