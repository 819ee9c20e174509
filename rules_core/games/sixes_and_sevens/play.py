"""Playing a hand: which events the rules take, and what follows from them (ODD-4 to 10, V1)."""

from collections.abc import Iterator

from msgspec import structs

from rules_core import match as matches
from rules_core.cards import Card
from rules_core.events import Deal, Event, Hand, Play, Trick, TrickTally
from rules_core.findings import Refusal
from rules_core.games.sixes_and_sevens.events import Ace
from rules_core.games.sixes_and_sevens.hand import (
    PACK,
    PACK_SET,
    HandState,
    HandSummary,
    State,
    cards_held,
    hand_of,
    hand_size,
    phase,
)
from rules_core.games.sixes_and_sevens.parity import aces_in, ahead, duties, owed
from rules_core.games.sixes_and_sevens.score import finish, settle
from rules_core.match import bad_seat, next_seat, with_hand, wrong_phase
from rules_core.tricks import (
    CompleteTrick,
    Played,
    asserted,
    declare,
    judge_declared,
    judge_duties,
    judge_whereabouts,
    playable,
    stepped_down,
    taken_from,
    tricks_won,
)

# Is it allowed?


def judge(state: State, event: Event, index: int) -> Refusal | None:
    """Returns why the rules do not take this event, None where they do."""
    match event:
        case Play():
            return judge_play(state, event)
        case Ace():
            return _judge_ace(state, event)
        case Trick():
            return _judge_trick(state, event)
        case TrickTally():
            return _judge_tally(state, event)
        case Hand():
            return _judge_hand(state, event)
    return matches.judge_between(state, event, index)


def judge_play(state: State, event: Play) -> Refusal | None:
    hand, seat, card = state.hand, event.seat, event.card
    if hand is None or hand.by_tricks or len(hand.trick) == state.players:
        return wrong_phase(phase(state))
    if seat != hand.to_act:
        return _not_in_turn(state, hand, seat)
    if refusal := judge_whereabouts(hand, seat, card, PACK_SET, 1, "ODD-1"):
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
    return judge_declared(hand, event, PACK_SET, cards_held(state, seat), "ODD-4")


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
            return _end_trick(state, hand_of(state), CompleteTrick(event.winner), by_tricks=True)
        case TrickTally():
            return finish(
                state, HandSummary(hand_of(state).dealer, event.tricks, event.tricks), hand_of(state).infractions
            )
        case Hand():
            # No card comes into a hand in this game: each of these was there from the first trick on.
            return with_hand(state, declare(hand_of(state), event, index))
        case Deal():
            return _deal(state, event)
    return matches.apply_between(state, event, settle)


def _deal(state: State, event: Deal) -> State:
    """The left of the dealer leads (ODD-5)."""
    dealer = matches.dealer_of(state, event)
    hand = HandState(dealer, next_seat(dealer, state.players), (None,) * state.players)
    return structs.replace(state, hand=hand, dealer=dealer)


def _play(state: State, event: Play, index: int) -> State:
    hand, seat, card = hand_of(state), event.seat, event.card
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
    hand = hand_of(state)
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
    return finish(state, HandSummary(hand.dealer, won, won, winners, tricks), hand.infractions)


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
        yield from (play for play in plays if judge_play(state, play) is None)
    if not hand.trick:
        yield from (Trick(seat) for seat in range(state.players))


def legal(state: State, seat: int, hand: tuple[Card, ...]) -> list[Card]:
    """Returns which cards this seat may play now if `hand` is its whole hand; sorted, each once."""
    now = state.hand
    if now is None or seat != now.to_act or now.by_tricks or len(now.trick) == state.players:
        return []
    return playable(now, seat, hand, PACK_SET, 1, owed(now.trick))
