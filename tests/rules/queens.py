"""A plain trick game for tests: it is found nowhere, its rules are those of a trick game's defaults where it can."""

from collections.abc import Mapping

from msgspec import Struct

from rules_core.cards import by_suit, pack
from rules_core.counts import Counts, Worth
from rules_core.events import PerSeat, Trick, TrickTally
from rules_core.evidence import Duty
from rules_core.trick_game import TrickGame
from rules_core.trick_rules import Rules, TrickMatch, follow_suit, trick_events
from rules_core.tricks import Played, TrickHand, highest

PACK = pack("789TJQKA")
FOLLOW = follow_suit(by_suit(PACK), "XY-4")


class Options(Struct, frozen=True):
    """Whether fewer points are better, and how many hands are planned."""

    low: bool = False
    hands: int = 0


class QueensTrick(Trick, frozen=True, tag="trick"):
    """A trick and the queens in it."""

    queens: int = 0


class QueensTally(TrickTally, frozen=True, tag="tally"):
    """The tricks and the queens of each seat."""

    queens: PerSeat[int]


class Queens(TrickGame[Options]):
    """A trick is a point, a queen costs three; all four queens bring twenty instead."""

    name = "queens"
    prefix = "XY"
    players = (3, 4)
    pack = PACK
    options = Options
    events = trick_events(QueensTrick, QueensTally)
    counts: Mapping[str, Worth] = {"queens": {"QC": 1, "QD": 1, "QH": 1, "QS": 1}}
    rules = Rules(pack="XY-1", deal="XY-2", lead="XY-3", turn="XY-5", take="XY-6", score="XY-7", end="XY-8", tie="XY-9")

    def owed(self, hand: TrickHand, options: Options, /) -> tuple[Duty, ...]:
        return FOLLOW[hand.trick[0].card[1]] if hand.trick else ()

    def ahead(self, hand: TrickHand, options: Options, /) -> Played:
        return highest(hand.trick, trump="S")

    def points(self, taken: Counts, options: Options, /) -> tuple[int, ...]:
        pairs = zip(taken["tricks"], taken["queens"], strict=True)
        return tuple(20 if queens == 4 else tricks - 3 * queens for tricks, queens in pairs)

    def low_wins(self, options: Options, /) -> bool:
        return options.low

    def planned(self, players: int, options: Options, /) -> int:
        return options.hands

    def ended(self, state: TrickMatch[Options], /) -> tuple[int, ...]:
        best = self.leaders(state)
        return best if len(state.finished) >= (state.options.hands or 9) and len(best) == 1 else ()


GAME = Queens()
