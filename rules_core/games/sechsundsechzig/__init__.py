"""Sechsundsechzig (SU). The rules by their numbers; each part is a file.

SU-1, 2, 8 to 10  packs                      SU-17, 18   marriage
SU-3, 5, 6, 14    talon                      SU-19, 20   score: `judge_call`, `reached`
SU-4, 7, 11 to 13 play: `duties`, `owed`     SU-21 to 24 score: `called_points`, `failed_points`, `scored`
SU-15             score: `scored`            SU-25       score: `match_end`
SU-16             hand: `side_of`, `by_side` SU-V1, V2   score: `count`; talon: `judge_swap`
"""

from collections.abc import Iterator, Mapping

from msgspec import structs

from rules_core import match as matches
from rules_core.cards import Card
from rules_core.declared_hands import declare, judge_declared
from rules_core.events import Adjust, Deal, Event, Hand, Ruling, Settle, VoidHand, types
from rules_core.findings import Observer, Refusal
from rules_core.forecast import Forecast, InForce
from rules_core.game import Game
from rules_core.games.sechsundsechzig import marriage, play, score, table_view, talon
from rules_core.games.sechsundsechzig.augen_count import evidence
from rules_core.games.sechsundsechzig.events import (
    AugenTrick,
    Call,
    Close,
    MarriageMeld,
    MarriagePlay,
    PointsTally,
    Swap,
    TurnUp,
)
from rules_core.games.sechsundsechzig.figures import FIGURE_TYPES, figures_of, level_of
from rules_core.games.sechsundsechzig.hand import (
    HandState,
    HandSummary,
    Options,
    State,
    cards_held,
    hand_of,
    leading,
    phase,
    start,
    to_act,
)
from rules_core.games.sechsundsechzig.packs import FACES, PACKS
from rules_core.games.sechsundsechzig.piles import piles
from rules_core.games.sechsundsechzig.play import legal
from rules_core.games.sechsundsechzig.score import contradiction, goals, hand_points
from rules_core.games.sechsundsechzig.score_lines import explain
from rules_core.games.sechsundsechzig.table_view import SechsundsechzigView
from rules_core.match import bad_seat, fields_told, with_hand, wrong_phase
from rules_core.tricks import infractions
from rules_core.view import TableView

CARDS: Mapping[int, tuple[Card, ...]] = {count: pack.cards * pack.copies for count, pack in PACKS.items()}
CODES: Mapping[str, str] = {"must-beat": "SU-12", "must-trump": "SU-13", "bad-marriage": "SU-17", "bad-claim": "SU-20"}

# Is it allowed?


def judge(state: State, event: Event, index: int) -> Refusal | None:
    """Returns why the rules do not take this event, None where they do."""
    match event:
        case MarriagePlay():
            return play.judge_play(state, event)
        case AugenTrick():
            return play.judge_trick(state, event)
        case Call():
            return score.judge_call(state, event)
        case Settle():
            return score.judge_settle(state)
        case PointsTally():
            return score.judge_tally(state, event)
    return _judge_before_the_lead(state, event, index)


def _judge_before_the_lead(state: State, event: Event, index: int) -> Refusal | None:
    match event:
        case TurnUp():
            return talon.judge_turn_up(state, event)
        case Close():
            return talon.judge_close(state, event)
        case Swap():
            return talon.judge_swap(state, event)
        case MarriageMeld():
            return marriage.judge_meld(state, event)
        case Hand():
            return _judge_hand(state, event)
    return matches.judge_between(state, event, index)


def _judge_hand(state: State, event: Hand) -> Refusal | None:
    hand, seat, pack = state.hand, event.seat, PACKS[state.players]
    if hand is None or phase(state) != "play":
        return wrong_phase(phase(state))
    if not 0 <= seat < state.players:
        return bad_seat(seat)
    return judge_declared(hand, event, pack.faces, cards_held(state, seat), "SU-2", pack.copies)


# Effects


def apply(state: State, event: Event, index: int) -> State:
    """Returns the state after an event that `judge` took."""
    match event:
        case MarriagePlay():
            return play.play(state, event, index)
        case AugenTrick():
            return play.trick(state, event)
        case Call(seat=seat):
            return score.finish(state, seat)
        case Settle():
            return score.finish(state, None)
        case PointsTally():
            return score.tally(state, event)
    return _before_the_lead(state, event, index)


def _before_the_lead(state: State, event: Event, index: int) -> State:
    match event:
        case Deal():
            return _deal(state, event)
        case TurnUp():
            return talon.turn_up(state, event)
        case Close():
            return talon.close(state, event)
        case Swap():
            return talon.swap(state, event)
        case MarriageMeld():
            return marriage.meld(state, event)
        case Hand():
            # Claims are made only once no card comes in any more: each of these was there at the time.
            return with_hand(state, declare(hand_of(state), event, index))
    return matches.apply_between(state, event, score.match_end)


def _deal(state: State, event: Deal) -> State:
    """The dealer turns up the trump next (SU-3)."""
    dealer, pack, none = matches.dealer_of(state, event), PACKS[state.players], ((),) * state.players
    hand = HandState(
        dealer,
        to_act=dealer,
        declared=(None,) * state.players,
        known=(*none, ()),
        draws=pack.draws,
        due=pack.tricks,
        captured=(0,) * state.players,
        paired=none,
    )
    return structs.replace(state, hand=hand, dealer=dealer)


# Queries


def candidates(state: State) -> Iterator[Event]:
    """Yields the events that a pad may offer now, each of them taken by `judge`."""
    if state.hand is None:
        yield from matches.deals_offered(state)
        return
    yield from (event for event in _thinkable(state, state.hand) if judge(state, event, 0) is None)


def _thinkable(state: State, hand: HandState) -> Iterator[Event]:
    seat, pack = hand.to_act, PACKS[state.players]
    if hand.trump is None:
        yield from (TurnUp(card) for card in pack.cards)
        return
    yield from (Call(caller) for caller in range(state.players))
    yield from (Settle(), Close(seat), Swap(seat))
    yield from (MarriagePlay(seat, card) for card in pack.cards)
    if leading(state):
        yield from (MarriagePlay(seat, card, marriage=True) for card in marriage.PARTNER)
        yield from (MarriageMeld(seat, points) for points in (marriage.PLAIN_MARRIAGE, marriage.TRUMP_MARRIAGE))
        yield from (AugenTrick(winner, 0) for winner in range(state.players))


HAND = fields_told(
    HandSummary,
    "dealer",
    "points",
    "trick_winners",
    "trump",
    "closed_by",
    "claimed_by",
    "claim_good",
    "augen",
    "tricks",
    "contradiction",
)
"""What a result tells of a finished hand."""


def view(state: State, observer: Observer) -> TableView:
    """Returns the table as this observer may see it (record, section 6)."""
    return table_view.view(state, observer, infractions(state))


class Sechsundsechzig(Game[State]):
    """Sechsundsechzig."""

    name = "sechsundsechzig"
    prefix = "SU"
    players = tuple(PACKS)  # SU-1
    pack = FACES  # SU-1: four players do without the 7s and 8s, `PACKS` says so
    cards = CARDS
    options = Options
    events = types(
        Deal,
        Hand,
        VoidHand,
        Adjust,
        Ruling,
        TurnUp,
        MarriagePlay,
        Close,
        Swap,
        Call,
        Settle,
        AugenTrick,
        MarriageMeld,
        PointsTally,
    )
    codes = CODES
    open_codes = frozenset({"bad-claim"})

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
    infractions = staticmethod(infractions)
    contradiction = staticmethod(contradiction)
    evidence = staticmethod(evidence)
    cards_held = staticmethod(cards_held)
    level_of = staticmethod(level_of)
    figures_of = staticmethod(figures_of)
    candidates = staticmethod(candidates)
    legal = staticmethod(legal)

    on_table = staticmethod(table_view.on_table)
    shown = staticmethod(table_view.shown)

    def forecast(self, players: int, options: Options, /) -> Forecast:
        return play.forecast(players)

    def in_force(self, view: TableView, /) -> InForce:
        extra: SechsundsechzigView = view.extra
        return InForce(extra.trump or "")


GAME = Sechsundsechzig()
