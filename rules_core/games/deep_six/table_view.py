"""View of a table of Deep Six for one observer (record, section 6)."""

from typing import ClassVar

from msgspec import Struct, structs

from rules_core import view as views
from rules_core.cards import Card, Suit
from rules_core.events import Play
from rules_core.findings import Infraction, Observer
from rules_core.forecast import InForce
from rules_core.games.deep_six import auction, meld, play, score
from rules_core.games.deep_six.events import CardMeld, Show
from rules_core.games.deep_six.hand import (
    COPIES,
    HAND,
    Call,
    Given,
    HandState,
    Melded,
    Options,
    State,
    partner_of,
    phase,
)
from rules_core.view import SeatView, TableView


class DeepView(Struct, frozen=True):
    """View of what only this game has: the auction, the sunk suit, the invitation, the exchange and the melds.

    `gave` are the seats that have passed three cards; `given` are those cards for the seat that gave them (record,
    section 6) and the referee. An open book opens no exchange.
    `introduced` is the suit that takes the trick as it lies; `taken` the card points of each side, None while closed.
    `bids` are those that a pad may offer, `may_pass` whether a pass is one of the calls, `last_call` whether it ends
    the auction; `once` are the cards of which the pad shows one of the two as gone; `held` is the observer's own
    declared hand, both copies of a card in it; `partner` is the bidder's.
    """

    HIGHEST: ClassVar[int] = auction.HIGHEST
    ALL_POINTS: ClassVar[int] = score.ALL_POINTS
    LOWEST_MELD: ClassVar[int] = meld.LOWEST
    LOWEST_MELD_OF_SIDE: ClassVar[int] = score.LOWEST_MELD
    calls: tuple[Call, ...] = ()
    bidder: int | None = None
    bid: int | None = None
    sunk: Suit | None = None
    shown: tuple[Card, ...] = ()
    gave: tuple[int, ...] = ()
    given: tuple[Given, ...] = ()
    melded: tuple[Melded | None, ...] = ()
    introduced: Suit | None = None
    taken: tuple[int, ...] | None = None
    bids: tuple[int, ...] = ()
    may_pass: bool = False
    last_call: bool = False
    once: frozenset[Card] = frozenset()
    held: tuple[Card, ...] | None = None
    partner: int | None = None


def table_view(
    state: State, to_act: tuple[int, ...], infractions: tuple[Infraction, ...], observer: Observer
) -> TableView:
    """Returns the table as this observer may see it: of closed tricks only the last, of secrets only the own."""
    hand = state.hand
    open_trick = hand.trick if hand else ()
    is_unplayed = hand is not None and (score.may_tally(hand) or score.lacks_contract(hand))
    return TableView(
        phase=phase(state),
        to_act=to_act,
        hand=views.hand_view(state, planned=0, tricks=HAND, aside=0),
        seats=_seat_views(state, to_act),
        winners=state.winners,
        finished=state.finished,
        infractions=views.visible(infractions, observer),
        extra=_extra(hand, observer) if hand else DeepView(),
        totals=state.totals,
        led_suit=open_trick[0].card[1] if open_trick else None,
        last_trick=views.last_trick(hand) if hand else None,
        dimmed=views.dimmed(hand, observer, COPIES) if hand else frozenset(),
        mine=views.judged_cards(state.hand, observer, lambda seat, card: play.judge_play(state, Play(seat, card))),
        low_wins=True,  # DEEP-22
        may_enter_tricks=bool(hand and hand.phase == "play" and not hand.trick),
        may_tally=views.may_deal_and_tally(state) or is_unplayed,
    )


def _extra(hand: HandState, observer: Observer) -> DeepView:
    opening = hand.opening
    return DeepView(
        opening.calls,
        opening.bidder,
        opening.bid,
        opening.sunk,
        opening.shown,
        tuple(given.seat for given in opening.given),
        tuple(given for given in opening.given if observer.role == "referee" or observer.seat == given.seat),
        opening.melded,
        hand.ahead.card[1] if hand.ahead else None,
        hand.points if observer.open_book or observer.role == "referee" else None,
        auction.bids_offered(hand),
        hand.phase == "auction" and not auction.forced(hand),
        auction.is_last_call(hand),
        views.dimmed_once(hand, observer),
        None if observer.seat is None else hand.declared[observer.seat],
        None if opening.bidder is None else partner_of(opening.bidder),
    )


def _seat_views(state: State, to_act: tuple[int, ...]) -> tuple[SeatView, ...]:
    hand = state.hand
    seats = views.seat_views(state, hand.ahead.seat if hand and hand.ahead else None)
    if hand is None or hand.phase != "meld":
        return seats
    return tuple(structs.replace(seat, next=seat.seat in to_act) for seat in seats)


def shown(view: TableView, options: Options, cards: tuple[Card, ...]) -> tuple[Show | CardMeld, ...]:
    """Returns the bidder's possible invitation (DEEP-7) before the exchange, and each seat's best melds (DEEP-11)."""
    deep: DeepView = view.extra
    if view.phase == "exchange" and not deep.gave and deep.bidder is not None:
        return (Show(deep.bidder, cards),)
    if view.phase != "meld":
        return ()
    melds = tuple([one.cards for one in meld.best_melds(cards, deep.sunk, options.meld_reuse)])
    said = {"melds": melds} if melds else {"points": 0}
    return tuple([CardMeld(seat, **said) for seat in view.to_act])


def in_force(view: TableView) -> InForce:
    """Returns the sunk suit, and how far the hand has come before its first lead."""
    deep: DeepView = view.extra
    passed = tuple(sorted(call.seat for call in deep.calls if call.amount is None))
    melded = tuple(seat for seat, melds in enumerate(deep.melded) if melds is not None)
    low = deep.bid if view.phase == "auction" else None
    times = {"exchange": len(deep.gave), "meld": len(melded)}.get(view.phase, 0)
    out = {"auction": passed, "meld": melded}.get(view.phase, ())
    return InForce(deep.sunk or "", out=out, holder=deep.bidder, times=times, low=low)
