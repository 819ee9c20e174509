"""Knaves: every trick is a point, every knave taken costs some (KNV-1 to 9, V1)."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from rules_core.cards import RANKS, Card, pack
from rules_core.counts import Counts
from rules_core.events import PerSeat, Trick, TrickTally
from rules_core.evidence import Duty
from rules_core.trick_game import TrickGame
from rules_core.trick_rules import Rules, TrickMatch, follow_suit, trick_events
from rules_core.tricks import Played, TrickHand

PACK = pack()
SUITS = {suit: frozenset(card for card in PACK if card[1] == suit) for suit in "CDHS"}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The variants. Each default is the text's own rule."""

    knave_costs: Literal[1, 2] = 1


class KnavesTrick(Trick, frozen=True, tag="trick"):
    """A trick entered by its winner, and how many knaves lay in it (KNV-7)."""

    knaves: int


class KnavesTally(TrickTally, frozen=True, tag="tally"):
    """A whole hand: the tricks and the knaves of each seat (KNV-7)."""

    knaves: PerSeat[int]


class Knaves(TrickGame[Options]):
    """The rules of Knaves."""

    name = "knaves"
    prefix = "KNV"
    players = (3, 4)
    pack = PACK
    options = Options
    events = trick_events(KnavesTrick, KnavesTally)
    counts: Mapping[str, Mapping[Card, int]] = {"knaves": {f"J{suit}": 1 for suit in SUITS}}
    rules = Rules(pack="KNV-1", deal="KNV-2", lead="KNV-3", turn="KNV-4", take="KNV-6", score="KNV-7", end="KNV-8")
    follows = follow_suit(SUITS, "KNV-5")

    def owed(self, hand: TrickHand, options: Options, /) -> tuple[Duty, ...]:
        """Suit is followed (KNV-5)."""
        return self.follows[hand.trick[0].card[1]] if hand.trick else ()

    def ahead(self, hand: TrickHand, options: Options, /) -> Played:
        """The highest card of the led suit takes the trick (KNV-6)."""
        led = hand.trick[0].card[1]
        return max((p for p in hand.trick if p.card[1] == led), key=lambda p: RANKS.index(p.card[0]))

    def points(self, taken: Counts, options: Options, /) -> tuple[int, ...]:
        """A point a trick, less what the knaves cost (KNV-7, V1)."""
        pairs = zip(taken["tricks"], taken["knaves"], strict=True)
        return tuple(tricks - knaves * options.knave_costs for tricks, knaves in pairs)

    def planned(self, players: int, options: Options, /) -> int:
        """Everybody deals once (KNV-8)."""
        return players

    def ended(self, state: TrickMatch[Options], /) -> tuple[int, ...]:
        """The most points win, equals share (KNV-8, KNV-9)."""
        return self.leaders(state) if len(state.finished) >= state.players else ()


GAME: TrickGame[Any] = Knaves()
