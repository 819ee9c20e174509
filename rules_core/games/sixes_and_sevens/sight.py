"""What a viewer sees of a table (GEN-5), and what can no longer be (ODD-7)."""

from msgspec import Struct

from rules_core import view as views
from rules_core.cards import Card
from rules_core.contradiction import contradiction as undealable
from rules_core.events import Play
from rules_core.findings import Contradiction, Refusal, Viewer
from rules_core.games.sixes_and_sevens.hand import PACK, State, cards_held, hand_size, phase, to_act
from rules_core.games.sixes_and_sevens.parity import aces_in, ahead, parity, takes_low
from rules_core.games.sixes_and_sevens.play import judge_play
from rules_core.tricks import Played, infractions
from rules_core.view import HandView, SeatView, TableView


class Parity(Struct, frozen=True):
    """The odd and the even cards of the trick that lies, and whether the lowest of the led suit is ahead (ODD-9)."""

    odd: tuple[Card, ...]
    even: tuple[Card, ...]
    low: bool


def contradiction(state: State) -> Contradiction | None:
    """Returns why the unseen cards of the hand can no longer be dealt (ODD-7), counting those aside (ODD-4)."""
    hand = state.hand
    if hand is None or not hand.claims:
        return None
    rooms = [cards_held(state, seat) for seat in range(state.players)]
    unseen = [card for card in PACK if card not in hand.played]
    return undealable(unseen, (*rooms, len(unseen) - sum(rooms)), hand.claims)


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
        totals=state.totals,
        led_suit=open_trick[0].card[1] if open_trick else None,
        last_trick=views.last_trick(hand) if hand else None,
        dimmed=views.dimmed(hand, viewer) if hand else frozenset(),
        mine=_mine(state, viewer),
        low_wins=state.options.fewest_wins,
        may_enter_tricks=bool(hand and not hand.trick),
        may_tally=views.may_deal_and_tally(state) or bool(hand and not hand.trick and not hand.tricks),
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
    return {card: judge_play(state, Play(seat, card)) for card in held}
