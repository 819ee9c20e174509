"""Deep Six (DEEP), a part each for the auction, the exchange, the meld, the play and the score.

DEEP-1, 2, 3  `hand`: PACK, COPIES, HAND, `side_of`; `_deal` here
DEEP-4, 5     `auction`: `judge_bid`, `judge_pass`, `_go_on`, `forced`
DEEP-6        `exchange`: `judge_sink`
DEEP-7, 8     `exchange`: `judge_show`, `judge_exchange`
DEEP-9, 10    `meld`: RUNS, ECHOES, WIDES, `meld_of`
DEEP-11       `meld`: `needed`, `best_melds`
DEEP-12       `meld.meld`, `play._end_trick`
DEEP-13, 14   `play`: `duties`
DEEP-15..17   `play`: `takes`
DEEP-18       `play`: POINTS, `judge_trick`; `score`: `finish`, `judge_tally`
DEEP-19..21   `score`: `side_points`
DEEP-22       `score`: `over_target`, `settle`
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import structs

from rules_core import match as matches
from rules_core.cards import Card
from rules_core.contradiction import contradiction as undealable
from rules_core.events import Adjust, Deal, Event, Hand, Play, Ruling, VoidHand, types
from rules_core.findings import Contradiction, Observer, Query, Refusal
from rules_core.forecast import Forecast, InForce
from rules_core.game import Game
from rules_core.games.deep_six import auction, exchange, meld, play, score
from rules_core.games.deep_six.case_evidence import evidence
from rules_core.games.deep_six.events import (
    Bid,
    CardMeld,
    Contract,
    Exchange,
    Pass,
    PointsTrick,
    Show,
    SidesTally,
    Sink,
)
from rules_core.games.deep_six.figures import FIGURE_TYPES, figures_of
from rules_core.games.deep_six.hand import COPIES, PACK, SEATS, SIDES, HandState, Options, State, cards_held, phase
from rules_core.games.deep_six.piles import piles
from rules_core.games.deep_six.play import legal
from rules_core.games.deep_six.score import explain, goals, hand_points
from rules_core.games.deep_six.table_view import in_force, shown, table_view
from rules_core.match import Match, fields_told, next_seat, wrong_phase
from rules_core.tricks import infractions, tricks_won, unseen
from rules_core.view import TableView

CARDS: Mapping[int, tuple[Card, ...]] = {SEATS: PACK * COPIES}
QUERIES: Mapping[str, Query] = {"best_meld": meld.answer_best_meld}
CODES: Mapping[str, str] = {
    "must-play-over": "DEEP-14",
    "bad-bid": "DEEP-4",
    "bad-meld": "DEEP-9",
    "sunk-run": "DEEP-9",
    "meld-reuse": "DEEP-11",
}
_JUDGE: Mapping[type[Event], Callable[[State, Any], Refusal | None]] = {
    Bid: auction.judge_bid,
    Pass: auction.judge_pass,
    Contract: auction.judge_contract,
    Sink: exchange.judge_sink,
    Show: exchange.judge_show,
    Exchange: exchange.judge_exchange,
    CardMeld: meld.judge_meld,
    Play: play.judge_play,
    PointsTrick: play.judge_trick,
    Hand: play.judge_hand,
    SidesTally: score.judge_tally,
}
_APPLY: Mapping[type[Event], Callable[[State, Any, int], State]] = {
    Bid: auction.bid,
    Pass: auction.pass_,
    Contract: auction.contract,
    Sink: exchange.sink,
    Show: exchange.show,
    Exchange: exchange.exchange,
    CardMeld: meld.meld,
    Play: play.play,
    PointsTrick: play.trick,
    Hand: play.declare_hand,
    SidesTally: score.tally,
}


def start(players: int, options: Options) -> State:
    """Returns a match before its first deal; two sides score (DEEP-2)."""
    return Match(players, options, totals=(0,) * SIDES)


def to_act(state: State) -> tuple[int, ...]:
    """Returns the seat whose turn it is; in the meld all that have not melded."""
    hand = state.hand
    if hand is None:
        return ()
    if hand.phase != "meld":
        return (hand.to_act,)
    return tuple(seat for seat, melded in enumerate(hand.opening.melded) if melded is None)


def judge(state: State, event: Event, index: int) -> Refusal | None:
    """Returns why the rules do not take this event, None where they do."""
    own = _JUDGE.get(type(event))
    if own is not None:
        return own(state, event)
    if isinstance(event, Deal) and state.hand is not None:
        return wrong_phase(phase(state))
    return matches.judge_between(state, event, index)


def apply(state: State, event: Event, index: int) -> State:
    """Returns the state after an event that `judge` took."""
    own = _APPLY.get(type(event))
    if own is not None:
        return own(state, event, index)
    if isinstance(event, Deal):
        return _deal(state, event)
    return matches.apply_between(state, event, score.settle)


def _deal(state: State, event: Deal) -> State:
    """The deal passes left (DEEP-3); the left of the dealer bids first (DEEP-4)."""
    dealer = matches.dealer_of(state, event)
    hand = HandState(dealer, next_seat(dealer, SEATS), (None,) * SEATS)
    return structs.replace(state, hand=hand, dealer=dealer)


# Queries


def candidates(state: State) -> Iterator[Event]:
    """Yields the events that a pad may offer now, each of them taken by `judge`."""
    hand = state.hand
    if hand is None:
        yield from matches.deals_offered(state)
        return
    match hand.phase:
        case "auction":
            yield from auction.calls_offered(hand)
        case "sink":
            yield from (Sink(hand.to_act, suit) for suit in ("C", "D", "H", "S"))
        case "exchange":
            yield Exchange(hand.to_act)
        case "meld":
            yield from (CardMeld(seat, points=0) for seat in to_act(state))
        case _:
            yield from _plays(state, hand)


def _plays(state: State, hand: HandState) -> Iterator[Event]:
    plays = (Play(hand.to_act, card) for card in PACK)
    yield from (event for event in plays if play.judge_play(state, event) is None)
    tricks = (PointsTrick(seat, points) for seat in range(SEATS) for points in range(0, play.TRICK_POINTS + 1, 10))
    yield from (event for event in tricks if play.judge_trick(state, event) is None)


def tricks_taken(state: State) -> tuple[int, ...]:
    """Returns the tricks that each seat has taken in the hand under way, or in the last one; none after a tally."""
    if state.hand is not None:
        return tricks_won(state.hand.tricks, SEATS)
    return tricks_won(state.finished[-1].played, SEATS) if state.finished else (0,) * SEATS


HAND = fields_told(
    score.HandSummary, "dealer", "points", "trick_winners", "bidder", "bid", "sunk", "meld", "taken", "net", "made"
)
"""What a result tells of a finished hand."""


def contradiction(state: State) -> Contradiction | None:
    """Returns why the unseen cards of the hand can no longer be dealt (DEEP-13, DEEP-14).

    All 56 cards are in the hands. A melded card has its place, so it is not unseen.
    """
    hand = state.hand
    if hand is None or not hand.claims:
        return None
    known = [hand.known[seat] if hand.known else () for seat in range(SEATS)]
    rooms = [cards_held(state, seat) - len(known[seat]) for seat in range(SEATS)]
    return undealable(unseen(hand, PACK, COPIES), rooms, hand.claims)


def view(state: State, observer: Observer) -> TableView:
    """Returns the table as this observer may see it."""
    seen = table_view(state, to_act(state), infractions(state), observer)
    return structs.replace(seen, contradiction=contradiction(state))


class DeepSix(Game[State]):
    """Deep Six."""

    name = "deep-six"
    prefix = "DEEP"
    players = (SEATS,)  # DEEP-2
    pack = PACK
    cards = CARDS
    options = Options
    events = types(
        Deal,
        Hand,
        VoidHand,
        Adjust,
        Ruling,
        Bid,
        Pass,
        Contract,
        Sink,
        Show,
        Exchange,
        CardMeld,
        Play,
        PointsTrick,
        SidesTally,
    )
    queries = QUERIES
    codes = CODES
    open_codes = frozenset({"bad-bid"})

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
    figures_of = staticmethod(figures_of)
    tricks_taken = staticmethod(tricks_taken)
    candidates = staticmethod(candidates)
    legal = staticmethod(legal)

    shown = staticmethod(shown)

    def forecast(self, players: int, options: Options, /) -> Forecast:
        return play.forecast()

    def in_force(self, view: TableView, /) -> InForce:
        return in_force(view)


GAME = DeepSix()
