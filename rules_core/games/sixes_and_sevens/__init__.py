"""Sixes and Sevens (ODD). The rules by their numbers; each part is a file.

ODD-1, 3 to 6  hand; play: `_deal`         ODD-11, 12  score: `finish`, `settle`
ODD-2, 8, 9    parity: `parity`, `ahead`   ODD-V1      play: `_judge_ace`, `_ace`
ODD-4          hand: `hand_size`           ODD-V2      parity: `takes_low`
ODD-7          parity: `owed`, `duties`    ODD-V3      score: `leaders`
ODD-10         play: `_end_trick`
"""

from rules_core.events import Adjust, Deal, Hand, Play, Ruling, Trick, TrickTally, VoidHand, types
from rules_core.game import Game
from rules_core.games.sixes_and_sevens.events import Ace
from rules_core.games.sixes_and_sevens.hand import (
    PACK,
    PLAYERS,
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


class SixesAndSevens(Game[State]):
    """Sixes and Sevens."""

    name = "sixes-and-sevens"
    prefix = "ODD"
    players = PLAYERS
    pack = PACK
    options = Options
    events = types(Deal, Hand, VoidHand, Adjust, Ruling, Play, Trick, TrickTally, Ace)

    hand_size = staticmethod(hand_size)

    start = staticmethod(start)
    judge = staticmethod(judge)
    apply = staticmethod(apply)
    phase = staticmethod(phase)
    to_act = staticmethod(to_act)
    view = staticmethod(view)
    explain = staticmethod(explain)
    goals = staticmethod(goals)
    summary = staticmethod(summary)
    infractions = staticmethod(infractions)
    contradiction = staticmethod(contradiction)
    leaders = staticmethod(leaders)
    cards_held = staticmethod(cards_held)
    tricks_taken = staticmethod(tricks_taken)
    candidates = staticmethod(candidates)
    legal = staticmethod(legal)


GAME = SixesAndSevens()
