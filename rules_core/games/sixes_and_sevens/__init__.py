"""Sixes and Sevens (ODD): a plain trick game but for odd and even tricks, and for wild aces.

ODD-1, 4 to 6, 10  as every plain trick game     ODD-11, 12  `points`, `planned`, `ended`
ODD-2, 8, 9        `parity`, `takes_low`         ODD-V1      `open_aces`, `judge_other`, `apply_other`
ODD-7              FOLLOW                        ODD-V2, V3  `takes_low`, `low_wins`
"""

from collections.abc import Iterator

from msgspec import structs

from rules_core.counts import Counts
from rules_core.events import Event, Trick, TrickTally
from rules_core.evidence import Duty
from rules_core.figures import Figure
from rules_core.findings import Observer, Refusal
from rules_core.forecast import Forecast, InForce
from rules_core.games.sixes_and_sevens.events import Ace
from rules_core.games.sixes_and_sevens.figures import FIGURE_TYPES, taken_low
from rules_core.games.sixes_and_sevens.parity import (
    FOLLOW,
    PACK,
    Options,
    Parity,
    ahead,
    forecast,
    in_force,
    open_aces,
    parity,
)
from rules_core.hand_points import HandPoints
from rules_core.match import wrong_phase
from rules_core.trick_game import TrickGame
from rules_core.trick_rules import Rules, TrickMatch, trick_events
from rules_core.tricks import Played, TrickHand, hand_of, lying
from rules_core.view import TableView

State = TrickMatch[Options]


class SixesAndSevens(TrickGame[Options]):
    """Sixes and Sevens."""

    name = "sixes-and-sevens"
    prefix = "ODD"
    players = (3, 4, 5, 6)  # ODD-1
    pack = PACK
    options = Options
    events = trick_events(Trick, TrickTally, Ace)
    figure_types = FIGURE_TYPES
    rules = Rules(
        pack="ODD-1",
        deal="ODD-4",
        lead="ODD-5",
        turn="ODD-6",
        take="ODD-10",
        score="ODD-11",
        end="ODD-11",
        tie="ODD-12",
    )

    def owed(self, hand: TrickHand, options: Options, /) -> tuple[Duty, ...]:
        return FOLLOW[hand.trick[0].card[1]] if hand.trick else ()

    def ahead(self, hand: TrickHand, options: Options, /) -> Played:
        return ahead(hand.trick, hand.said, options)

    def points(self, taken: Counts, options: Options, /) -> tuple[int, ...]:
        return taken["tricks"]

    def hand_points(self, players: int, options: Options, /) -> HandPoints:
        size = self.hand_size(players)
        return HandPoints(most=size, sums=(size,))

    def low_wins(self, options: Options, /) -> bool:
        return options.fewest_wins

    def planned(self, players: int, options: Options, /) -> int:
        return players

    def ended(self, state: State, /) -> tuple[int, ...]:
        """Returns the winners when everybody has dealt once (ODD-11). Equals share it, or play on (ODD-12)."""
        best = self.leaders(state)
        everybody_dealt = len(state.finished) >= state.players
        return best if everybody_dealt and (len(best) == 1 or state.options.final_tie == "shared") else ()

    def view_extra(self, state: State, observer: Observer, /) -> Parity:
        hand = state.hand
        return parity(lying(hand), hand.said, state.options) if hand else parity((), (), state.options)

    def figures_of(self, state: State, hand: int, /) -> Iterator[Figure]:
        yield from super().figures_of(state, hand)
        yield from taken_low(state.finished[hand].played, state.players, state.options)

    def forecast(self, players: int, options: Options, /) -> Forecast:
        return forecast(options)

    # Wild aces (ODD-V1)

    def in_force(self, view: TableView, /) -> InForce:
        return in_force(view)

    def asked(self, hand: TrickHand, options: Options, /) -> int | None:
        return next((ace.seat for ace in open_aces(hand.trick, hand.said, options)), None)

    def phase(self, state: State, /) -> str:
        return "aces" if _awaits_ace(state) else super().phase(state)

    def judge_other(self, state: State, event: Event, index: int, /) -> Refusal | None:
        if not isinstance(event, Ace):
            return super().judge_other(state, event, index)
        if not _awaits_ace(state):
            return wrong_phase(self.phase(state))
        return None if event.seat == hand_of(state).to_act else self.not_in_turn(state, event.seat)

    def not_in_turn(self, state: State, seat: int, /) -> Refusal:
        refusal = super().not_in_turn(state, seat)
        return structs.replace(refusal, rule="ODD-V1") if _awaits_ace(state) and refusal.rule else refusal

    def apply_other(self, state: State, event: Event, /) -> State:
        hand = state.hand
        if hand is None or not isinstance(event, Ace):
            return super().apply_other(state, event)
        (card,) = [played.card for played in hand.trick if played.seat == event.seat]
        return self.full_trick(state, structs.replace(hand, said=(*hand.said, (card, event.as_))))

    def candidates(self, state: State, /) -> Iterator[Event]:
        if not _awaits_ace(state):
            return super().candidates(state)
        seat = hand_of(state).to_act
        return iter((Ace(seat, "odd"), Ace(seat, "even")))


def _awaits_ace(state: State) -> bool:
    return state.hand is not None and len(state.hand.trick) == state.players


GAME = SixesAndSevens()
