"""The play of the cards: winners of tricks, duties of play, tricks entered by their winner (DEEP-12 to 18)."""

from functools import cache

from msgspec.structs import replace

from rules_core.cards import Card, Suit, by_suit
from rules_core.declared_hands import declare, judge_declared
from rules_core.events import Hand, Play
from rules_core.evidence import Duty
from rules_core.findings import Refusal
from rules_core.forecast import Forecast, PhaseStep
from rules_core.games.deep_six import score
from rules_core.games.deep_six.events import PointsTrick
from rules_core.games.deep_six.hand import (
    COPIES,
    HAND,
    PACK,
    PACK_SET,
    RANKS,
    SEATS,
    HandState,
    State,
    cards_held,
    hand_of,
    not_in_turn,
    phase,
    side_of,
)
from rules_core.match import bad_seat, with_hand, wrong_phase
from rules_core.tricks import (
    CompleteTrick,
    Played,
    asserted_by,
    judge_duties,
    judge_whereabouts,
    known_after,
    playable,
    seen,
    stepped_down,
    with_card,
)

STEPS = {
    "auction": {
        "bid": PhaseStep(holds=True, turn=1, to="sink", alone=True, lowers="amount"),
        "pass": PhaseStep(out=True, turn=1, to="sink", alone=True),
        "contract": PhaseStep(named=True, holds=True, to="meld", key="suit"),
    },
    "sink": {"sink": PhaseStep(to="exchange", across=SEATS // 2, key="suit")},
    "exchange": {"show": PhaseStep(), "exchange": PhaseStep(turn=SEATS // 2, to="meld", times=2)},
    "meld": {"meld": PhaseStep(named=True, out=True, to="play", times=SEATS)},
}
CARD_POINTS = 240  # DEEP-18: all twos and threes
TRICK_POINTS = 80  # DEEP-18: four twos
POINTS = {card: {"2": 20, "3": 10}.get(card[0], 0) for card in PACK}  # DEEP-18
_HEIGHT = {card: RANKS.index(card[0]) for card in PACK}
_SUIT = by_suit(PACK)
_FOLLOW = {s: Duty("must-follow-suit", "DEEP-13", cards) for s, cards in _SUIT.items()}
_OVER = {
    # An identical card is over it (DEEP-14), since the second is the higher (DEEP-17).
    card: Duty("must-play-over", "DEEP-14", frozenset(c for c in _SUIT[card[1]] if _HEIGHT[c] >= _HEIGHT[card]))
    for card in PACK
}


# Winners of tricks


def takes(trick: tuple[Played, ...], ahead: Card, card: Card, sunk: Suit | None) -> bool:
    """Tells whether this card, laid to a trick in which `ahead` wins, wins instead (DEEP-15 to DEEP-17)."""
    if card[1] == ahead[1]:
        return _HEIGHT[card] >= _HEIGHT[ahead]
    # The sunk suit counts as introduced first, any other suit by its first card only.
    return card[1] != sunk and card[1] not in [played.card[1] for played in trick]


@cache
def asked(led: Suit, best: Card) -> tuple[Duty, ...]:
    """Returns the duties of a trick, the foremost first; `best` is the card that wins it.

    Play over it, else follow (DEEP-13, DEEP-14). Where another suit wins, no card of the led suit can: any will do.
    """
    return (_OVER[best], _FOLLOW[led]) if best[1] == led else (_FOLLOW[led],)


@cache
def _duties(led: Suit, best: Card, card: Card) -> tuple[Duty, ...]:
    return asserted_by(asked(led, best), card)


def duties(hand: HandState, card: Card) -> tuple[Duty, ...]:
    """Returns the claims of playing this card about its hand; a lead claims nothing."""
    best = hand.ahead
    return () if best is None else _duties(hand.trick[0].card[1], best.card, card)


# Is it allowed?


def judge_play(state: State, event: Play) -> Refusal | None:
    """Judges a card: whose turn it is, where the card is, and the duties by what is known of the hand."""
    hand, seat, card = state.hand, event.seat, event.card
    if hand is None or hand.phase != "play" or hand.by_tricks:
        return wrong_phase(phase(state))
    if seat != hand.to_act:
        return not_in_turn(seat, hand.to_act, "DEEP-12")
    if refusal := judge_whereabouts(hand, seat, card, PACK_SET, COPIES, "DEEP-1"):
        return refusal
    if event.irregular or (hand.declared[seat] is None and not (hand.known and hand.known[seat])):
        return None
    return judge_duties(hand, seat, card, duties(hand, card))


def judge_trick(state: State, event: PointsTrick) -> Refusal | None:
    """Judges a trick by its winner: the card points must be able to come to 240 with the tricks left (DEEP-18)."""
    hand = state.hand
    if hand is None or hand.phase != "play" or hand.trick:
        return wrong_phase(phase(state))
    if not 0 <= event.winner < SEATS:
        return bad_seat(event.winner)
    rest = CARD_POINTS - sum(hand.points)
    tricks = HAND - len(hand.tricks)
    after = rest - event.points
    possible = 0 <= event.points <= TRICK_POINTS and event.points % 10 == 0
    if possible and 0 <= after <= TRICK_POINTS * (tricks - 1):
        return None
    return Refusal("bad-tally", "DEEP-18", {"points": event.points, "rest": rest, "tricks": tricks})


def judge_hand(state: State, event: Hand) -> Refusal | None:
    """Judges a seat's own whole hand, once the exchange is over."""
    hand = state.hand
    if hand is None or hand.phase not in ("meld", "play"):
        return wrong_phase(phase(state))
    if not 0 <= event.seat < SEATS:
        return bad_seat(event.seat)
    return judge_declared(hand, event, PACK_SET, cards_held(state, event.seat), "DEEP-3", COPIES)


# Effects


def play(state: State, event: Play, index: int) -> State:
    """Lays the card on the table; the fourth ends the trick."""
    hand, seat, card = state.hand, event.seat, event.card
    assert hand is not None  # `judge` has seen to it
    played, once = seen(hand, card)
    laid, ahead = Played(seat, card, index), hand.ahead
    if ahead is None or takes(hand.trick, ahead.card, card, hand.opening.sunk):
        ahead = laid
    known = known_after(hand, seat, card)
    after = with_card(hand, laid, duties(hand, card), played=played, once=once, known=known, ahead=ahead)
    if len(trick := after.trick) < SEATS:
        return with_hand(state, after)
    one, two, three, four = trick
    points = POINTS[one.card] + POINTS[two.card] + POINTS[three.card] + POINTS[four.card]
    return _end_trick(state, after, CompleteTrick(ahead.seat, trick, (points,)), points)


def trick(state: State, event: PointsTrick, _index: int) -> State:
    """The hand is entered by tricks from here on: which cards went is not known, so none is known to be left."""
    hand = replace(stepped_down(hand_of(state)), known=())
    return _end_trick(state, hand, CompleteTrick(event.winner, (), (event.points,)), event.points)


def _end_trick(state: State, hand: HandState, trick: CompleteTrick, points: int) -> State:
    """Ends the trick; its winner leads the next (DEEP-12)."""
    first, second = hand.points
    taken = (first, second + points) if side_of(trick.winner) else (first + points, second)
    tricks = (*hand.tricks, trick)
    after = replace(hand, to_act=trick.winner, trick=(), tricks=tricks, points=taken, ahead=None)
    return with_hand(state, after) if len(tricks) < HAND else score.finish(state, after)


def declare_hand(state: State, event: Hand, index: int) -> State:
    """Judges the seat by its own cards from now on. No card comes in after the exchange: each was there at the lead."""
    return with_hand(state, declare(hand_of(state), event, index))


def legal(state: State, seat: int, cards: tuple[Card, ...]) -> list[Card]:
    """Returns which cards this seat may play now if these are its whole hand; sorted, each once."""
    hand = state.hand
    if hand is None or hand.phase != "play" or hand.by_tricks or seat != hand.to_act:
        return []
    due = () if hand.ahead is None else asked(hand.trick[0].card[1], hand.ahead.card)
    return playable(hand, seat, cards, PACK_SET, COPIES, due)


def forecast() -> Forecast:
    """Returns how a hand goes: from the auction to the melds (DEEP-4 to DEEP-12), then the tricks (DEEP-15 to 17)."""
    orders = {led: tuple(sorted(cards, key=_HEIGHT.__getitem__)) for led, cards in _SUIT.items()}
    return Forecast(
        orders={"": orders},
        later_takes=True,
        new_suit_takes=True,
        deals=True,
        tricks=HAND,
        begins="auction",
        steps=STEPS,
    )
