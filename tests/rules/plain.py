"""The plainest trick game, for tests that are about no game: the highest card of the suit led takes, most tricks win.

It is found nowhere; `conftest.plain` has it known for as long as a test module runs.
"""

from typing import Literal

from msgspec import Struct

from rules_core.cards import by_suit, pack
from rules_core.counts import Counts
from rules_core.evidence import Duty
from rules_core.trick_game import TrickGame
from rules_core.trick_rules import Rules, TrickMatch, follow_suit
from rules_core.tricks import Played, TrickHand, highest

PACK = pack()
FOLLOW = follow_suit(by_suit(PACK), "GEN-4")


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether equals at the end share the win or play on."""

    final_tie: Literal["shared", "extra-hand"] = "shared"


class Plain(TrickGame[Options]):
    """Everybody deals once; the most tricks win."""

    name = "plain"
    prefix = "PLAIN"
    players = (3, 4, 5, 6)
    pack = PACK
    options = Options
    rules = Rules(pack="LOG-4", deal="LOG-5", lead="LOG-3", turn="LOG-3", take="LOG-3", score="LOG-6", end="LOG-2")

    def owed(self, hand: TrickHand, options: Options, /) -> tuple[Duty, ...]:
        return FOLLOW[hand.trick[0].card[1]] if hand.trick else ()

    def ahead(self, hand: TrickHand, options: Options, /) -> Played:
        return highest(hand.trick)

    def points(self, taken: Counts, options: Options, /) -> tuple[int, ...]:
        return taken["tricks"]

    def ended(self, state: TrickMatch[Options], /) -> tuple[int, ...]:
        best, done = self.leaders(state), len(state.finished) >= state.players
        return best if done and (len(best) == 1 or state.options.final_tie == "shared") else ()


GAME = Plain()
