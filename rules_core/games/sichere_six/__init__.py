"""Sichere Six (SIC), in the order of its rule book.

SIC-1, 2     PACK, PLAYERS, `start`; anybody may be named as the first dealer
SIC-3        `round.cards_held`             SIC-14        `mercy.judge_mercy`, `mercy.take_mercy`
SIC-4, 5     `play._deal`, `_not_in_turn`   SIC-15        `play._buried`, `score.scored`
SIC-6        `ranking.duties`               SIC-16        `score.judge_tally`, `nines_fit`
SIC-7..9     `ranking.trumps`, `_height`    SIC-17, 18    `score.points`
SIC-10       `play.judge_play`              SIC-19        `score.stones`, `stone_moves`
SIC-11       `ranking.led_after`, `is_free` SIC-20..22    `score.settle`, `end_due`
SIC-12       `ranking.ahead`                section 5     `mercy.shown`, `declare_hand`, `contradiction_in`
SIC-13       `table_view.view`
"""

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins

from rules_core.case_evidence import HandCount, Question, count, trick_lines
from rules_core.events import Adjust, Deal, Hand, Ruling, VoidHand, types
from rules_core.forecast import Forecast, InForce
from rules_core.game import Game
from rules_core.games.sichere_six.events import JokerPlay, Mercy, NinesTally, NinesTrick
from rules_core.games.sichere_six.figures import FIGURE_TYPES, figures_of
from rules_core.games.sichere_six.mercy import contradiction
from rules_core.games.sichere_six.piles import piles
from rules_core.games.sichere_six.play import apply, candidates, judge, legal, play_of
from rules_core.games.sichere_six.ranking import JOKER, PACK, forecast
from rules_core.games.sichere_six.round import (
    PLAYERS,
    HandSummary,
    Options,
    State,
    cards_held,
    phase,
    start,
    to_act,
)
from rules_core.games.sichere_six.score import explain, goals, hand_points, stones
from rules_core.games.sichere_six.table_view import Fate, view
from rules_core.match import fields_told, told_of
from rules_core.tricks import infractions
from rules_core.view import TableView

CODES: Mapping[str, str] = {"joker-undeclared": "SIC-10"}


HAND = fields_told(
    HandSummary, "dealer", "points", "trick_winners", "tricks", "nines", "chosen", "mirth", "contradiction"
)
"""What a result tells of a finished hand."""


def summary(state: State) -> dict[str, Any]:
    """Returns the game's part of a result: the finished rounds and the stones (record, section 4.2)."""
    return {
        "hands": [told_of(done, HAND) for done in state.finished],
        "stones": [to_builtins(stones(total)) for total in state.totals],
    }


class SichereSix(Game[State]):
    """Sichere Six."""

    name = "sichere-six"
    prefix = "SIC"
    players = PLAYERS
    pack = PACK
    options = Options
    events = types(Deal, Hand, VoidHand, Adjust, Ruling, JokerPlay, NinesTrick, NinesTally, Mercy)
    codes = CODES
    open_codes = frozenset({"joker-undeclared"})

    figure_types = FIGURE_TYPES

    hand_points = staticmethod(hand_points)
    piles = staticmethod(piles)
    start = staticmethod(start)
    judge = staticmethod(judge)
    apply = staticmethod(apply)
    phase = staticmethod(phase)
    to_act = staticmethod(to_act)
    view = staticmethod(view)
    explain = staticmethod(explain)
    goals = staticmethod(goals)
    hand_told = HAND
    summary = staticmethod(summary)
    infractions = staticmethod(infractions)
    contradiction = staticmethod(contradiction)
    cards_held = staticmethod(cards_held)
    figures_of = staticmethod(figures_of)
    play_of = staticmethod(play_of)
    candidates = staticmethod(candidates)
    legal = staticmethod(legal)

    def evidence(self, question: Question, /) -> HandCount | None:
        """Returns the tricks of the round with their nines (SIC-13, SIC-17); nothing of a single card."""
        if isinstance(question.event, (JokerPlay, Hand)) or not question.tricks:
            return None
        return count(("tricks", "nines"), trick_lines(question.tricks, lambda t: (1, *t.counts)), 3, "SIC-17")

    def forecast(self, players: int, options: Options, /) -> Forecast:
        return forecast(options.joker_lead)

    def in_force(self, view: TableView, /) -> InForce:
        fate: Fate = view.extra
        won = fate.joker.seat if fate.joker and fate.joker.said == "win" else None
        lies = won is not None and any(seat.seat == won and seat.card == JOKER for seat in view.seats)
        return InForce(fate.trump or "", fate.chosen is None, won if lies else None)


GAME = SichereSix()
