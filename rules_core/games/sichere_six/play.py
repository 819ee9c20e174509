"""Playing a round: accepted events, and their effects (SIC-4..16)."""

from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from rules_core import match as matches
from rules_core.cards import Card
from rules_core.declared_hands import judge_declared
from rules_core.events import Deal, Event, Hand
from rules_core.findings import Refusal
from rules_core.games.sichere_six.events import JokerPlay, Mercy, NinesTally, NinesTrick
from rules_core.games.sichere_six.mercy import contradiction_in, declare_hand, judge_mercy, shown, take_mercy
from rules_core.games.sichere_six.ranking import JOKER, PACK, ahead, asked, duties, led_after, trump_after
from rules_core.games.sichere_six.round import (
    PLAYERS,
    TRICKS,
    HandState,
    HandSummary,
    State,
    awaits_mercy,
    hand_of,
    held_in,
    phase,
)
from rules_core.games.sichere_six.score import end_due, judge_tally, nines_fit, scored, settle, tallied
from rules_core.match import bad_seat, next_seat, with_hand, wrong_phase
from rules_core.tricks import (
    CompleteTrick,
    Played,
    judge_duties,
    judge_whereabouts,
    opened,
    playable,
    stepped_down,
    with_card,
)

_PACK = frozenset(PACK)


# Is it allowed?


def judge(state: State, event: Event, index: int) -> Refusal | None:
    """Returns why the rules do not take this event, None where they do."""
    match event:
        case JokerPlay():
            return judge_play(state, event)
        case Mercy():
            return judge_mercy(state, event)
        case NinesTrick():
            return _judge_trick(state, event)
        case NinesTally():
            return judge_tally(state, event)
        case Hand():
            return _judge_hand(state, event)
    return matches.judge_between(state, event, index)


def judge_play(state: State, event: JokerPlay) -> Refusal | None:
    """Judges a card: its turn, its place, the Joker's declaration (SIC-10), the duty to follow (SIC-6)."""
    hand, seat, card = state.hand, event.seat, event.card
    if event.joker is not UNSET and card != JOKER:
        return Refusal("bad-value", "SIC-10", {"field": "joker", "card": card})
    if hand is None or hand.by_tricks or awaits_mercy(hand):
        return _not_now(state)
    if seat != hand.to_act:
        return _not_in_turn(hand, seat, state.players)
    if refusal := judge_whereabouts(hand, seat, card, _PACK, 1, "SIC-1"):
        return refusal
    if event.joker is UNSET and card == JOKER:
        return Refusal("joker-undeclared", "SIC-10", {"seat": seat, "card": card})
    if event.irregular or hand.declared[seat] is None:
        return None
    due = duties(hand.trick, hand.led, hand.trump, card, state.options.joker_lead)
    return judge_duties(hand, seat, card, due)


def _judge_trick(state: State, event: NinesTrick) -> Refusal | None:
    """Judges a trick entered by its winner and the nines in it: they must come to four with the buried card."""
    hand = state.hand
    if hand is None or hand.trick or awaits_mercy(hand):
        return _not_now(state)
    if not 0 <= event.winner < state.players:
        return bad_seat(event.winner)
    caught = sum(hand.nines) + event.nines
    if not 0 <= event.nines <= PLAYERS[0] or not nines_fit(caught, TRICKS - len(hand.tricks) - 1):
        return Refusal("bad-tally", "SIC-16", {"field": "nines", "nines": event.nines, "sum": caught})
    return None


def _judge_hand(state: State, event: Hand) -> Refusal | None:
    hand, seat = state.hand, event.seat
    if hand is None or awaits_mercy(hand):
        return _not_now(state)
    if not 0 <= seat < state.players:
        return bad_seat(seat)
    return judge_declared(hand, event, _PACK, held_in(hand, seat), "SIC-3")


def _not_now(state: State) -> Refusal:
    """Before the next lead The Chosen must have taken the Mercy (SIC-14)."""
    if state.hand is None or not awaits_mercy(state.hand):
        return wrong_phase(phase(state))
    return Refusal("wrong-phase", "SIC-14", {"phase": "mercy", "to_act": state.hand.chosen})


def _not_in_turn(hand: HandState, seat: int, players: int) -> Refusal:
    if not 0 <= seat < players:
        return bad_seat(seat)
    return Refusal("not-your-turn", "SIC-5" if hand.trick else "SIC-4", {"seat": seat, "to_act": hand.to_act})


# Effects


def apply(state: State, event: Event, index: int) -> State:
    """Returns the state after an event that `judge` took."""
    match event:
        case JokerPlay():
            return _play(state, event, index)
        case Mercy():
            return _mercy(state, event)
        case NinesTrick():
            return _trick(state, event)
        case NinesTally():
            return _finish(state, hand_of(state), tallied(state, hand_of(state), event))
        case Hand():
            return with_hand(state, declare_hand(hand_of(state), event, index))
        case Deal():
            return _deal(state, event)
    return matches.apply_between(state, event, settle)


def _deal(state: State, event: Deal) -> State:
    """The left of the dealer leads (SIC-4)."""
    dealer = matches.dealer_of(state, event)
    leader = next_seat(dealer, state.players)
    hand = HandState(dealer, leader, (None,) * state.players, play_off=end_due(state))
    return replace(state, hand=hand, dealer=dealer)


def _play(state: State, event: JokerPlay, index: int) -> State:
    hand, seat, card = state.hand, event.seat, event.card
    assert hand is not None  # `judge` has seen to it
    if hand.earlier and seat == hand.chosen:
        hand = shown(hand, card, index)
    after = with_card(
        hand,
        Played(seat, card, index),
        duties(hand.trick, hand.led, hand.trump, card, state.options.joker_lead),
        trump=trump_after(hand.trump, card),
        led=led_after(hand.led, hand.trump, card),
        joker=event.joker if card == JOKER else hand.joker,
    )
    return with_hand(state, after) if len(after.trick) < state.players else _full_trick(state, after, index)


def _full_trick(state: State, hand: HandState, index: int) -> State:
    taken = ahead(hand.trick, hand.led, hand.trump, hand.joker)
    nines = sum([played.card[0] == "9" for played in hand.trick])
    after = _end_trick(hand, CompleteTrick(taken.seat, hand.trick, (nines,)), nines)
    if len(after.tricks) < TRICKS or awaits_mercy(after):
        return with_hand(state, after)
    return _finish_by_cards(state, after, index)


def _end_trick(hand: HandState, trick: CompleteTrick, nines: int) -> HandState:
    """Ends the trick; its winner leads the next (SIC-4); who captures the first 9 is The Chosen (SIC-14)."""
    winner, caught = trick.winner, hand.nines
    after = replace(hand, to_act=winner, trick=(), tricks=(*hand.tricks, trick), led=None)
    if not nines:
        return after
    chosen = winner if hand.chosen is None else hand.chosen
    return replace(after, nines=(*caught[:winner], caught[winner] + nines, *caught[winner + 1 :]), chosen=chosen)


def _trick(state: State, event: NinesTrick) -> State:
    hand = stepped_down(replace(hand_of(state), earlier=(), since=()))
    after = _end_trick(hand, CompleteTrick(event.winner, (), (event.nines,)), event.nines)
    if len(after.tricks) < TRICKS or awaits_mercy(after):
        return with_hand(state, after)
    return _finish(state, after, scored(state, after))


def _mercy(state: State, event: Mercy) -> State:
    """A first 9 in the last trick: the Mercy was the only card, so it is the buried one and proves nothing (SIC-15)."""
    hand = take_mercy(hand_of(state), event.seat)
    return with_hand(state, hand) if len(hand.tricks) < TRICKS else _finish(state, hand, scored(state, hand))


def _buried(hand: HandState) -> Card:
    """Returns the one card that was never played in a round entered by cards (SIC-15)."""
    (card,) = _PACK.difference(hand.played)
    return card


def _finish_by_cards(state: State, hand: HandState, index: int) -> State:
    """The buried card comes to light (SIC-15). What is contradictory now outlives the round: no card will prove it."""
    if not hand.earlier:
        return _finish(state, hand, scored(state, hand))
    proved = replace(shown(hand, _buried(hand), index), since=hand.since)
    told = contradiction_in(proved) if proved.earlier else None
    return _finish(state, proved, replace(scored(state, proved), contradiction=told))


def _finish(state: State, hand: HandState, summary: HandSummary) -> State:
    # What was proven by a hand that only its seat could see is open to all now.
    return settle(matches.finish_hand(state, summary, tuple(map(opened, hand.infractions))))


# Queries


def candidates(state: State) -> Iterator[Event]:
    """Yields the events that a pad may offer now, each of them taken by `judge`."""
    hand = state.hand
    if hand is None:
        yield from matches.deals_offered(state)
        return
    if awaits_mercy(hand):
        yield Mercy(hand.to_act)
        return
    offered = (*_plays(hand.to_act), *(NinesTrick(seat, nines) for seat in range(state.players) for nines in range(4)))
    yield from (event for event in offered if judge(state, event, 0) is None)


def _plays(seat: int) -> Iterator[JokerPlay]:
    yield from (JokerPlay(seat, card) for card in PACK if card != JOKER)
    yield from (JokerPlay(seat, JOKER, joker="win"), JokerPlay(seat, JOKER, joker="lose"))


def play_of(seat: int, card: Card) -> JokerPlay:
    """Returns the play of this card as far as its legality goes: the Joker may say either (SIC-10)."""
    return JokerPlay(seat, card, joker="win") if card == JOKER else JokerPlay(seat, card)


def legal(state: State, seat: int, cards: tuple[Card, ...]) -> list[Card]:
    """Returns which cards this seat may play now if these are its whole hand; sorted, each once."""
    hand = state.hand
    if hand is None or hand.by_tricks or awaits_mercy(hand) or seat != hand.to_act:
        return []
    due = asked(hand.trick, hand.led, hand.trump, state.options.joker_lead)
    if JOKER not in cards or JOKER in hand.played:
        return playable(hand, seat, cards, _PACK, 1, due)
    plain = tuple([card for card in cards if card != JOKER])
    return [*playable(hand, seat, plain, _PACK, 1, due), JOKER]  # SIC-6: with any suit led
