"""Sixes and Sevens (ODD), in the order of its rule book.

ODD-1, 3..6  options, start, `_deal`        ODD-11, 12    `_settle`
ODD-2, 8, 9  `parity`, `ahead`              ODD-V1        `_judge_ace`, `_ace`
ODD-4        `hand_size`                    ODD-V2, V3    `takes_low`, `_settle`
ODD-7        `duties`
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias, cast

from msgspec import Struct, structs

from rules_core import match as matches
from rules_core import view as views
from rules_core.cards import RANKS, Card, by_suit, pack, rank
from rules_core.contradiction import contradiction as undealable
from rules_core.events import (
    Ace,
    Adjust,
    Deal,
    Event,
    Hand,
    Play,
    Ruling,
    Trick,
    TrickTally,
    VoidHand,
    types,
)
from rules_core.evidence import Duty
from rules_core.game import Contradiction, Goal, Infraction, Line, Query, Refusal, Viewer
from rules_core.match import Match, bad_seat, next_seat, with_hand, wrong_phase
from rules_core.tricks import (
    CompleteTrick,
    Played,
    TrickHand,
    asserted,
    declare,
    judge_declared,
    judge_duties,
    judge_whereabouts,
    opened,
    playable,
    stepped_down,
    taken_from,
    tricks_won,
)
from rules_core.tricks import infractions as infractions  # offered to others as it is
from rules_core.view import HandView, SeatView, TableView

NAME = "sixes-and-sevens"
PLAYERS: tuple[int, ...] = (3, 4, 5, 6)  # ODD-1
PACK: tuple[Card, ...] = pack()  # ODD-1
ODD_RANKS = "3579JK"  # ODD-2
EVENTS = types(Deal, Hand, VoidHand, Adjust, Ruling, Play, Trick, TrickTally, Ace)
QUERIES: Mapping[str, Query] = {}

_PACK = frozenset(PACK)
_SUIT = by_suit(PACK)
_HEIGHT = {card: RANKS.index(rank(card)) for card in PACK}  # ODD-8: 2 low, ace high
_IS_ODD = {card: rank(card) in ODD_RANKS for card in PACK}
_FOLLOW = {s: (Duty("must-follow-suit", "ODD-7", cards),) for s, cards in _SUIT.items()}
_LOW_ACE = -1
_NONE: frozenset[Card] = frozenset()


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The variants. Each default is the text's own rule."""

    ace_wild: bool = False
    ties_low: bool = False
    fewest_wins: bool = False
    final_tie: Literal["shared", "extra-hand"] = "shared"


class HandState(TrickHand, frozen=True):
    """The hand under way. `aces` says what the wild aces of this trick are, as far as decided (ODD-V1)."""

    aces: tuple[str, ...] = ()


class HandSummary(Struct, frozen=True, gc=False):
    """A finished hand. `played` keeps its tricks card by card, as far as they were entered so."""

    dealer: int
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    trick_winners: tuple[int, ...] = ()
    played: tuple[CompleteTrick, ...] = ()


State: TypeAlias = Match[Options, HandState]


def start(players: int, options: Options) -> State:
    """Returns a match before its first deal."""
    return Match(players, options, totals=(0,) * players)


def hand_size(players: int) -> int:
    """Returns the cards a player gets, as many as can be dealt evenly (ODD-4)."""
    return len(PACK) // players


# Who takes a trick


def parity(trick: tuple[Played, ...], aces: tuple[str, ...] = ()) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Returns the odd and the even cards (ODD-2). `aces` says what each wild ace is, in playing order (ODD-V1)."""
    said = iter(aces)
    odd: list[Card] = []
    even: list[Card] = []
    for played in trick:
        card = played.card
        is_odd = next(said, "even") == "odd" if card[0] == "A" else _IS_ODD[card]
        (odd if is_odd else even).append(card)
    return tuple(odd), tuple(even)


def takes_low(odd: int, even: int, options: Options) -> bool:
    """Tells whether the lowest card of the led suit is ahead (ODD-8, ODD-9, ODD-V2)."""
    return even > odd or (options.ties_low and even == odd)


def ahead(trick: tuple[Played, ...], aces: tuple[str, ...], options: Options) -> Played:
    """Returns the card that takes the trick as it lies (ODD-8, ODD-9). The trick holds at least one card."""
    low_aces = {p.card for p, said in zip(aces_in(trick), aces, strict=False) if said == "odd"} if aces else _NONE
    odd, led = 0, trick[0].card[1]
    following = []
    for played in trick:
        card = played.card
        odd += _IS_ODD[card] or card in low_aces
        if card[1] == led:
            following.append((_LOW_ACE if card in low_aces else _HEIGHT[card], played))
    low = takes_low(odd, len(trick) - odd, options)
    # No two cards of a suit are of one height, so that the cards themselves are never compared.
    return (min(following) if low else max(following))[1]


def aces_in(trick: tuple[Played, ...]) -> tuple[Played, ...]:
    """Returns the aces in playing order (ODD-V1)."""
    return tuple(p for p in trick if p.card[0] == "A")


def owed(trick: tuple[Played, ...]) -> tuple[Duty, ...]:
    """Returns what the trick asks of every hand: a card of the led suit (ODD-7). A lead is free."""
    return _FOLLOW[trick[0].card[1]] if trick else ()


def duties(trick: tuple[Played, ...], card: Card) -> tuple[Duty, ...]:
    """Returns what playing this card asserts: off the led suit, that the hand holds none of it (ODD-7)."""
    due = owed(trick)
    return () if not due or card in due[0].cards else due


# The phases


def phase(state: State) -> str:
    """Returns `deal`, `play`, `aces` or `over`."""
    if state.hand is None:
        return "over" if state.winners else "deal"
    return "aces" if len(state.hand.trick) == state.players else "play"


def to_act(state: State) -> tuple[int, ...]:
    """Returns the seat whose turn it is, to play or to say what its ace is."""
    return () if state.hand is None else (state.hand.to_act,)


# Is it allowed?


def judge(state: State, event: Event, index: int) -> Refusal | None:
    """Returns why the rules do not take this event, None where they do."""
    match event:
        case Play():
            return _judge_play(state, event)
        case Ace():
            return _judge_ace(state, event)
        case Trick():
            return _judge_trick(state, event)
        case TrickTally():
            return _judge_tally(state, event)
        case Hand():
            return _judge_hand(state, event)
    return matches.judge_between(state, event, index)


def _judge_play(state: State, event: Play) -> Refusal | None:
    hand, seat, card = state.hand, event.seat, event.card
    if hand is None or hand.by_tricks or len(hand.trick) == state.players:
        return wrong_phase(phase(state))
    if seat != hand.to_act:
        return _not_in_turn(state, hand, seat)
    if refusal := judge_whereabouts(hand, seat, card, _PACK, 1, "ODD-1"):
        return refusal
    if event.irregular or hand.declared[seat] is None:
        return None
    return judge_duties(hand, seat, card, duties(hand.trick, card))


def _judge_ace(state: State, event: Ace) -> Refusal | None:
    hand = state.hand
    if hand is None or len(hand.trick) < state.players:
        return wrong_phase(phase(state))
    return _not_in_turn(state, hand, event.seat) if event.seat != hand.to_act else None


def _judge_trick(state: State, event: Trick) -> Refusal | None:
    if state.hand is None or state.hand.trick:
        return wrong_phase(phase(state))
    return None if 0 <= event.winner < state.players else bad_seat(event.winner)


def _judge_tally(state: State, event: TrickTally) -> Refusal | None:
    if state.hand is None or state.hand.trick or state.hand.tricks:
        return wrong_phase(phase(state))
    due = hand_size(state.players)
    if len(event.tricks) != state.players or min(event.tricks) < 0 or sum(event.tricks) != due:
        return Refusal("bad-tally", "ODD-4", {"field": "tricks", "sum": sum(event.tricks), "due": due})
    return None


def _judge_hand(state: State, event: Hand) -> Refusal | None:
    hand, seat = state.hand, event.seat
    if hand is None or len(hand.trick) == state.players:
        return wrong_phase(phase(state))
    if not 0 <= seat < state.players:
        return bad_seat(seat)
    return judge_declared(hand, event, _PACK, cards_held(state, seat), "ODD-4")


def cards_held(state: State, seat: int) -> int:
    """Returns how many cards this seat holds now (ODD-4)."""
    hand = state.hand
    if hand is None:
        return 0
    return hand_size(state.players) - len(hand.tricks) - any(p.seat == seat for p in hand.trick)


def _not_in_turn(state: State, hand: HandState, seat: int) -> Refusal:
    if not 0 <= seat < state.players:
        return bad_seat(seat)
    rule = "ODD-V1" if phase(state) == "aces" else "ODD-6" if hand.trick else "ODD-10" if hand.tricks else "ODD-5"
    return Refusal("not-your-turn", rule, {"seat": seat, "to_act": hand.to_act})


# What follows


def apply(state: State, event: Event, index: int) -> State:
    """Returns the state after an event that `judge` took."""
    match event:
        case Play():
            return _play(state, event, index)
        case Ace():
            return _ace(state, event)
        case Trick():
            return _end_trick(state, _of(state), CompleteTrick(event.winner), by_tricks=True)
        case TrickTally():
            return _score(state, HandSummary(_of(state).dealer, event.tricks, event.tricks), _of(state).infractions)
        case Hand():
            # No card comes into a hand in this game: each of these was there from the first trick on.
            return with_hand(state, declare(_of(state), event, index))
        case Deal():
            return _deal(state, event)
    return matches.apply_between(state, event, _settle)


def _of(state: State) -> HandState:
    return cast("HandState", state.hand)  # `judge` has seen to it


def _deal(state: State, event: Deal) -> State:
    """The left of the dealer leads (ODD-5)."""
    dealer = matches.dealer_of(state, event)
    hand = HandState(dealer, next_seat(dealer, state.players), (None,) * state.players)
    return structs.replace(state, hand=hand, dealer=dealer)


def _play(state: State, event: Play, index: int) -> State:
    hand, seat, card = _of(state), event.seat, event.card
    claims, infractions = hand.claims, hand.infractions
    due = duties(hand.trick, card)
    if claims or due:
        claims, infractions = asserted(hand, seat, card, due, index)
    trick = (*hand.trick, Played(seat, card, index))
    after = HandState(
        hand.dealer,
        next_seat(seat, state.players),
        hand.declared if hand.declared[seat] is None else taken_from(hand.declared, seat, card),
        trick,
        hand.tricks,
        hand.played | {card},
        claims,
        infractions,
    )
    return with_hand(state, after) if len(trick) < state.players else _full_trick(state, after)


def _full_trick(state: State, hand: HandState) -> State:
    """Asks for the wild aces in playing order (ODD-V1), then gives the trick away."""
    if state.options.ace_wild:
        asked = aces_in(hand.trick)[len(hand.aces) :]
        if asked:
            return with_hand(state, structs.replace(hand, to_act=asked[0].seat))
    taken = ahead(hand.trick, hand.aces, state.options)
    return _end_trick(state, hand, CompleteTrick(taken.seat, hand.trick), by_tricks=False)


def _ace(state: State, event: Ace) -> State:
    hand = _of(state)
    return _full_trick(state, structs.replace(hand, aces=(*hand.aces, event.as_)))


def _end_trick(state: State, hand: HandState, trick: CompleteTrick, *, by_tricks: bool) -> State:
    """Who takes a trick leads the next (ODD-10); a point a trick (ODD-11)."""
    tricks = (*hand.tricks, trick)
    if len(tricks) < hand_size(state.players):
        led = HandState(
            hand.dealer,
            trick.winner,
            hand.declared,
            (),
            tricks,
            hand.played,
            hand.claims,
            hand.infractions,
            hand.by_tricks,
        )
        return with_hand(state, stepped_down(led) if by_tricks else led)
    won = tricks_won(tricks, state.players)
    winners = tuple(t.winner for t in tricks)
    return _score(state, HandSummary(hand.dealer, won, won, winners, tricks), hand.infractions)


def _score(state: State, summary: HandSummary, infractions: tuple[Infraction, ...]) -> State:
    # What was proven by a hand that only its seat could see is open to all now.
    return _settle(matches.finish_hand(state, summary, tuple(opened(i) for i in infractions)))


def _settle(state: State) -> State:
    """The match ends when everybody has dealt once (ODD-11). Equals share it, or play on (ODD-12, V3)."""
    best = leaders(state)
    everybody_dealt = len(state.finished) >= state.players
    ended = everybody_dealt and (len(best) == 1 or state.options.final_tie == "shared")
    return structs.replace(state, winners=best if ended else ())


def leaders(state: State) -> tuple[int, ...]:
    """Returns the seats with the best total so far (ODD-12, V3)."""
    best = (min if state.options.fewest_wins else max)(state.totals)
    return tuple(seat for seat, total in enumerate(state.totals) if total == best)


# What others ask


def candidates(state: State) -> Iterator[Event]:
    """Yields the events that a pad may offer now, each of them taken by `judge`."""
    hand = state.hand
    if hand is None:
        yield from matches.deals_offered(state)
        return
    if len(hand.trick) == state.players:
        yield from (Ace(hand.to_act, "odd"), Ace(hand.to_act, "even"))
        return
    if not hand.by_tricks:
        plays = (Play(hand.to_act, card) for card in PACK)
        yield from (play for play in plays if _judge_play(state, play) is None)
    if not hand.trick:
        yield from (Trick(seat) for seat in range(state.players))


def legal(state: State, seat: int, hand: tuple[Card, ...]) -> list[Card]:
    """Returns which cards this seat may play now if `hand` is its whole hand; sorted, each once."""
    now = state.hand
    if now is None or seat != now.to_act or now.by_tricks or len(now.trick) == state.players:
        return []
    return playable(now, seat, hand, _PACK, 1, owed(now.trick))


def tricks_taken(state: State) -> tuple[int, ...]:
    """Returns the tricks that each seat has taken in the hand under way, or in the last one."""
    if state.hand is not None:
        return tricks_won(state.hand.tricks, state.players)
    return state.finished[-1].tricks if state.finished else (0,) * state.players


def summary(state: State) -> dict[str, Any]:
    """Returns the game's part of a result: the finished hands (record, section 4.1)."""
    hands = [
        {
            "dealer": hand.dealer,
            "points": list(hand.points),
            "trick_winners": list(hand.trick_winners),
            "tricks": list(hand.tricks),
        }
        for hand in state.finished
    ]
    return {"hands": hands}


def contradiction(state: State) -> Contradiction | None:
    """Returns why the unseen cards of the hand can no longer be dealt (ODD-7), counting those aside (ODD-4)."""
    hand = state.hand
    if hand is None or not hand.claims:
        return None
    rooms = [cards_held(state, seat) for seat in range(state.players)]
    unseen = [card for card in PACK if card not in hand.played]
    return undealable(unseen, (*rooms, len(unseen) - sum(rooms)), hand.claims)


def explain(state: State, hand: int) -> tuple[Line, ...]:
    """Returns why a finished hand scored what it did: a point a trick (ODD-11)."""
    tricks = state.finished[hand].tricks
    return tuple(Line(seat, "tricks", "ODD-11", won, {"count": won}) for seat, won in enumerate(tricks))


def goals(state: State) -> tuple[Goal, ...]:
    """Returns how many hands of the match are played (ODD-11), or that equals play on (ODD-12)."""
    played = len(state.finished)
    hands = Goal("hands", "ODD-11", played, state.players)
    if played < state.players or state.winners:
        return (hands,)
    return (hands, Goal("play-off", "ODD-12", played - state.players, 1, leaders(state)))


# What a viewer sees


class Parity(Struct, frozen=True):
    """The odd and the even cards of the trick that lies, and whether the lowest of the led suit is ahead (ODD-9)."""

    odd: tuple[Card, ...]
    even: tuple[Card, ...]
    low: bool


def view(state: State, viewer: Viewer) -> TableView:
    """Returns the table as this viewer may see it: of closed tricks only the last, of declared hands only the own."""
    hand = state.hand
    open_trick = hand.trick if hand else ()
    return TableView(
        phase=phase(state),
        to_act=to_act(state),
        hand=_hand_view(state),
        seats=_seat_views(state),
        winners=state.winners,
        finished=state.finished,
        infractions=views.visible(infractions(state), viewer),
        beside=_parity(state, open_trick),
        led_suit=open_trick[0].card[1] if open_trick else None,
        last_trick=views.last_trick(hand) if hand else None,
        dimmed=views.dimmed(hand, viewer) if hand else frozenset(),
        mine=_mine(state, viewer),
        low_wins=state.options.fewest_wins,
        may_enter_tricks=bool(hand and not hand.trick),
        may_tally=bool(hand and not hand.trick and not hand.tricks),
        contradiction=contradiction(state),
    )


def _parity(state: State, trick: tuple[Played, ...]) -> Parity:
    odd, even = parity(trick, state.hand.aces if state.hand else ())
    return Parity(odd, even, takes_low(len(odd), len(even), state.options))


def _hand_view(state: State) -> HandView:
    due = hand_size(state.players)
    return views.hand_view(state, planned=state.players, tricks=due, aside=len(PACK) - due * state.players)


def _seat_views(state: State) -> tuple[SeatView, ...]:
    hand = state.hand
    if hand is None or not hand.trick:
        return views.seat_views(state)
    said = {p.seat: what for p, what in zip(aces_in(hand.trick), hand.aces, strict=False)}
    return views.seat_views(state, ahead(hand.trick, hand.aces, state.options).seat, said)


def _mine(state: State, viewer: Viewer) -> dict[Card, Refusal | None] | None:
    hand, seat = state.hand, viewer.seat
    if hand is None or seat is None or (held := hand.declared[seat]) is None:
        return None
    return {card: _judge_play(state, Play(seat, card)) for card in held}
