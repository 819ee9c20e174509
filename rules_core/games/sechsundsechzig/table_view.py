"""What an observer sees (record, section 6): Augen and closed tricks are remembered, not shown, until the hand ends."""

from typing import Literal

from msgspec import Struct, structs

from rules_core import view as views
from rules_core.cards import Card, Suit
from rules_core.findings import Infraction, Observer, ScoreLine
from rules_core.games.sechsundsechzig.events import Close, MarriageMeld, MarriagePlay, Swap
from rules_core.games.sechsundsechzig.hand import (
    HandState,
    Options,
    State,
    by_side,
    hand_of,
    leading,
    lying_up,
    phase,
    public,
    talon_left,
    to_act,
)
from rules_core.games.sechsundsechzig.marriage import (
    PARTNER,
    PLAIN_MARRIAGE,
    TRUMP_MARRIAGE,
    counting,
    judge_marriage,
    judge_meld,
    worth,
)
from rules_core.games.sechsundsechzig.packs import COUNTING, PACKS, lowest
from rules_core.games.sechsundsechzig.play import judge_play, whereabouts
from rules_core.games.sechsundsechzig.score import caller, contradiction, count
from rules_core.games.sechsundsechzig.score_lines import explain
from rules_core.games.sechsundsechzig.talon import judge_close, judge_swap
from rules_core.match import with_hand
from rules_core.tricks import tricks_won
from rules_core.view import HandView, SeatView, TableView


class Announced(Struct, frozen=True):
    """A marriage that was announced; `pending` until its side has a trick (SU-18)."""

    seat: int
    suit: Suit | None
    points: int
    pending: bool


class SechsundsechzigView(Struct, frozen=True):
    """View of what only this game has.

    `talon` cards are left, the one that lies `up` included; it is `used-up` too where a few stay out. `may_call`,
    `may_close` and `may_swap` are the seat that may, None where nobody may now; `lowest` is the trump to be swapped.
    `marriages`: what each card would count if the seat about to lead announced it, as far as this observer can know;
    `may_meld`: what may be announced in a hand that is entered by tricks. `augen` by seat: only for those who may look.
    `once`: of these cards the pad shows one copy of two as gone. `count`: between hands, line by line what the last one
    came to. `ranks`, `copies` and the `worth` of ranks are the pack's.
    """

    trump: Suit | None = None
    up: Card | None = None
    talon: int = 0
    talon_is: Literal["open", "closed", "used-up"] = "open"
    closed_by: int | None = None
    announced: tuple[Announced, ...] = ()
    may_call: int | None = None
    may_close: int | None = None
    may_swap: int | None = None
    lowest: Card | None = None
    marriages: tuple[tuple[Card, int], ...] = ()
    may_meld: tuple[int, ...] = ()
    augen: tuple[int, ...] | None = None
    once: frozenset[Card] = frozenset()
    count: tuple[ScoreLine, ...] = ()
    ranks: str = ""
    copies: int = 1
    worth: tuple[tuple[str, int], ...] = COUNTING


def view(state: State, observer: Observer, infractions: tuple[Infraction, ...]) -> TableView:
    """Returns the table as this observer may see it: of closed tricks only the last, of declared hands only the own."""
    hand = state.hand
    open_trick = hand.trick if hand else ()
    entering = leading(state)
    return TableView(
        phase=phase(state),
        to_act=to_act(state),
        hand=_hand_view(state),
        seats=_seat_views(state),
        winners=state.winners,
        finished=state.finished,
        infractions=views.visible(infractions, observer),
        extra=_extra(state, hand, observer) if hand else SechsundsechzigView(count=_last_count(state)),
        totals=state.totals,
        led_suit=open_trick[0].card[1] if open_trick else None,
        last_trick=views.last_trick(hand) if hand else None,
        dimmed=views.dimmed(hand, observer, PACKS[state.players].copies) if hand else frozenset(),
        mine=views.judged_cards(hand, observer, lambda seat, card: judge_play(state, MarriagePlay(seat, card))),
        may_enter_tricks=entering,
        may_tally=views.may_deal_and_tally(state) or bool(hand and not hand.trick and not hand.tricks),
        contradiction=contradiction(state),
    )


def _extra(state: State, hand: HandState, observer: Observer) -> SechsundsechzigView:
    seat = hand.to_act
    sees = observer.role == "referee" or observer.seat == seat
    known = with_hand(state, _remembered(state, hand if sees else public(hand), observer))
    pack = PACKS[state.players]
    return SechsundsechzigView(
        hand.trump,
        lying_up(hand),
        talon_left(state),
        "closed" if hand.closed_by is not None else "open" if hand.draws else "used-up",
        hand.closed_by,
        _announced(state, hand),
        caller(state),
        seat if judge_close(known, Close(seat)) is None else None,
        seat if judge_swap(known, Swap(seat)) is None else None,
        lowest(pack, hand.trump) if hand.trump else None,
        _marriages(known) if leading(state) and not hand.by_tricks else (),
        _may_meld(state) if hand.by_tricks else (),
        count(state).augen if observer.open_book or observer.role == "referee" else None,
        views.dimmed_once(hand, observer) if pack.copies == 2 else frozenset(),
        ranks=pack.ranks,
        copies=pack.copies,
    )


def on_table(view: TableView) -> tuple[tuple[int | None, Card], ...]:
    """Returns the trick that lies, and the card that is turned up under the talon."""
    up = ((None, view.extra.up),) if view.extra.up else ()
    return (*views.on_table(view), *up)


def shown(view: TableView, options: Options, cards: tuple[Card, ...]) -> tuple[MarriagePlay, ...]:
    """Returns the leads with which the leader may announce the king and queen that lie there (SU-17)."""
    announced = dict(view.extra.marriages)
    if len(cards) != 2 or PARTNER.get(cards[0]) != cards[1]:
        return ()
    return tuple([MarriagePlay(view.to_act[0], card, marriage=True) for card in cards if card in announced])


def _remembered(state: State, hand: HandState, observer: Observer) -> HandState:
    """Returns the hand less the cards of older tricks: what may be announced does not tell of them (GEN-5)."""
    if observer.open_book or observer.role == "referee":
        return hand
    copies = PACKS[state.players].copies
    once = views.dimmed_once(hand, observer) if copies > 1 else frozenset[Card]()
    return structs.replace(hand, played=views.dimmed(hand, observer, copies), once=once)


def _last_count(state: State) -> tuple[ScoreLine, ...]:
    return explain(state, len(state.finished) - 1) if state.finished else ()


def _announced(state: State, hand: HandState) -> tuple[Announced, ...]:
    counts = counting(state, hand.marriages, by_side(state, tricks_won(hand.tricks, state.players)))
    return tuple(Announced(m.seat, m.suit, m.points, m not in counts) for m in hand.marriages)


def _marriages(state: State) -> tuple[tuple[Card, int], ...]:
    """Returns the cards whose lead could be announced, with what each would count (SU-17)."""
    hand = hand_of(state)
    return tuple(
        (card, worth(hand, card))
        for card in PACKS[state.players].cards
        if whereabouts(state, hand, hand.to_act, card) is None
        and judge_marriage(state, hand, hand.to_act, card) is None
    )


def _may_meld(state: State) -> tuple[int, ...]:
    seat = hand_of(state).to_act
    melds = (MarriageMeld(seat, PLAIN_MARRIAGE), MarriageMeld(seat, TRUMP_MARRIAGE))
    return tuple(meld.points for meld in melds if judge_meld(state, meld) is None)


def _hand_view(state: State) -> HandView:
    hand, pack = state.hand, PACKS[state.players]
    due = hand.due if hand else pack.tricks
    seen = views.hand_view(state, planned=0, tricks=due, aside=talon_left(state))
    return seen if seen.trick <= due else structs.replace(seen, trick=due)


def _seat_views(state: State) -> tuple[SeatView, ...]:
    hand = state.hand
    return views.seat_views(state, hand.ahead.seat if hand and hand.ahead else None)
