"""View of a round for one observer: nothing of closed piles, nor of captured nines before the end (SIC-13)."""

from typing import ClassVar

from msgspec import UNSET, Struct

from rules_core import view as views
from rules_core.cards import Card, Suit
from rules_core.findings import Goal, Observer
from rules_core.games.sichere_six.mercy import contradiction
from rules_core.games.sichere_six.play import judge_play, play_of
from rules_core.games.sichere_six.ranking import JOKER, Said, ahead, asked, big_spit, is_free, little_spit, trumps
from rules_core.games.sichere_six.round import TRICKS, HandState, HandSummary, State, phase, to_act
from rules_core.games.sichere_six.score import NINES, StoneMoves, Stones, goals, stone_moves, stones
from rules_core.tricks import CompleteTrick, infractions
from rules_core.view import SeatView, TableView


class JokerSaid(Struct, frozen=True):
    """The Joker's player, and its declaration (SIC-10)."""

    seat: int
    said: Said


class Fate(Struct, frozen=True):
    """View of what only this game has: trumps, The Chosen, the Joker, stones.

    `trumps` are all of them, the highest first. `follow` are the cards of the suit that the open trick asks for;
    `free`: it asks for none behind its led Joker (SIC-11). `joker` lies in the open trick or the last one.
    `nines` (captured so far, a seat each) and `piles` (the tricks taken) are for an open book and a referee; None for
    everybody else (SIC-13). `mercy_lies`: Fate's Mercy has not been taken yet. Between rounds `moves` are what the last
    one did to the stones, and `adjusted` what people have changed since then, where they did.
    """

    NINES: ClassVar[int] = NINES
    stones: tuple[Stones, ...]
    goals: tuple[Goal, ...]
    trump: Suit | None = None
    big_spit: Card | None = None
    little_spit: Card | None = None
    trumps: tuple[Card, ...] = ()
    follow: frozenset[Card] = frozenset()
    free: bool = False
    chosen: int | None = None
    mercy_lies: bool = False
    joker: JokerSaid | None = None
    nines: tuple[int, ...] | None = None
    piles: tuple[CompleteTrick, ...] | None = None
    moves: tuple[StoneMoves, ...] = ()
    adjusted: tuple[StoneMoves, ...] = ()

    @property
    def ending(self) -> dict[str, Goal]:
        """The ends of the match, by name: *rounds*, *threshold*, and *play-off* where a tie is played off."""
        return {goal.what: goal for goal in self.goals}


def view(state: State, observer: Observer) -> TableView:
    """Returns the table as this observer may see it: of closed tricks only the last, of declared hands only the own."""
    hand = state.hand
    return TableView(
        phase=phase(state),
        to_act=to_act(state),
        hand=views.hand_view(state, state.options.rounds, TRICKS, int(hand is not None and not hand.mercy)),
        seats=_seat_views(state),
        winners=state.winners,
        finished=state.finished,
        infractions=views.visible(infractions(state), observer),
        extra=_fate(state, observer),
        totals=state.totals,
        led_suit=hand.led if hand else None,
        last_trick=views.last_trick(hand) if hand else None,
        dimmed=views.dimmed(hand, observer) if hand else frozenset(),
        mine=views.judged_cards(hand, observer, lambda seat, card: judge_play(state, play_of(seat, card))),
        may_enter_tricks=bool(hand and not hand.trick and phase(state) == "play"),
        may_tally=views.may_deal_and_tally(state) or bool(hand and not hand.trick and not hand.tricks),
        contradiction=contradiction(state),
    )


def _seat_views(state: State) -> tuple[SeatView, ...]:
    hand = state.hand
    if hand is None or not hand.trick or (hand.led is None and hand.joker == "lose"):  # it lies below every card
        return views.seat_views(state)
    return views.seat_views(state, ahead(hand.trick, hand.led, hand.trump, hand.joker).seat)


def _fate(state: State, observer: Observer) -> Fate:
    hand, held = state.hand, tuple(stones(total) for total in state.totals)
    if hand is None:
        return Fate(held, goals(state), moves=_moves(state), adjusted=_adjusted(state))
    opens, lead = observer.open_book or observer.role == "referee", state.options.joker_lead
    due = asked(hand.trick, hand.led, hand.trump, lead)
    return Fate(
        held,
        goals(state),
        hand.trump,
        None if hand.trump is None else big_spit(hand.trump),
        None if hand.trump is None else little_spit(hand.trump),
        trumps(hand.trump),
        due[0].cards if due else frozenset(),
        is_free(hand.trick, lead),
        hand.chosen,
        not hand.mercy,
        _joker(hand),
        hand.nines if opens else None,
        hand.tricks if opens else None,
    )


def _moves(state: State) -> tuple[StoneMoves, ...]:
    if not state.finished:
        return ()
    done: HandSummary = state.finished[-1]
    return tuple(stone_moves(before, points) for before, points in zip(done.before, done.points, strict=True))


def _adjusted(state: State) -> tuple[StoneMoves, ...]:
    """Returns the moves of stones by adjustments since the last round, none where the scores were left alone."""
    if not state.finished:
        return ()
    done: HandSummary = state.finished[-1]
    after = tuple(before + points for before, points in zip(done.before, done.points, strict=True))
    if after == state.totals:
        return ()
    return tuple(stone_moves(at, now - at) for at, now in zip(after, state.totals, strict=True))


def _joker(hand: HandState) -> JokerSaid | None:
    if hand.joker is UNSET:
        return None
    last = hand.tricks[-1].cards if hand.tricks else ()
    seats = [played.seat for played in (*last, *hand.trick) if played.card == JOKER]
    return JokerSaid(seats[0], hand.joker) if seats else None
