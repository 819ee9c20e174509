"""View of a table of tricks for one observer. A game's `view` fills it, deny by default (record, section 6)."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from rules_core.cards import Card, Suit
from rules_core.findings import Contradiction, Infraction, Observer, Refusal
from rules_core.match import Match
from rules_core.tricks import CompleteTrick, Played, TrickHand, tricks_won


class SeatView(Struct, frozen=True):
    """One seat. `turn` is its place in the trick that lies, from 1; `said` is what it has said of its card there."""

    seat: int
    score: int
    tricks: int
    turn: int
    card: Card | None = None
    led: bool = False
    ahead: bool = False
    next: bool = False
    said: str | None = None


class HandView(Struct, frozen=True):
    """Where the match stands: hand `number` of those `planned`, trick `trick` of `tricks`, how many cards lie aside.

    `planned` is 0 where nobody knows; a `number` beyond it is an extra hand.
    `by_tricks`: the hand is entered trick by trick from here on.
    """

    number: int
    planned: int
    dealer: int | None
    trick: int = 0
    tricks: int = 0
    aside: int = 0
    by_tricks: bool = False


class TrickView(Struct, frozen=True):
    """A trick of the hand, by its number from 1; the cards in playing order; no winner while it lies open."""

    number: int
    cards: tuple[Played, ...]
    winner: int | None = None

    @property
    def leader(self) -> int | None:
        """The seat that led, None where only the winner was entered."""
        return self.cards[0].seat if self.cards else None


class TableView(Struct, frozen=True):
    """A table as one observer may see it.

    `mine` is the observer's own declared hand: why each card may not be played now, None where it may. `dimmed` are the
    cards that the pad shows as gone. `totals` has one number a side; `low_wins`: the lower one is the better.
    `may_tally`: the hand may be entered as totals now, together with what leads to them: its deal, and what else the
    game asks for. `extra` is what only this game shows.
    """

    phase: str
    to_act: tuple[int, ...]
    hand: HandView
    seats: tuple[SeatView, ...]
    winners: tuple[int, ...]
    finished: tuple[Any, ...]
    infractions: tuple[Infraction, ...]
    extra: Any
    totals: tuple[int, ...]
    led_suit: Suit | None = None
    last_trick: TrickView | None = None
    dimmed: frozenset[Card] = frozenset()
    mine: Mapping[Card, Refusal | None] | None = None
    low_wins: bool = False
    may_enter_tricks: bool = False
    may_tally: bool = False
    contradiction: Contradiction | None = None


def hand_view(match: Match[Any, Any], planned: int, tricks: int, aside: int) -> HandView:
    """Returns where the match stands. `planned` hands are played, as far as the game knows; 0: it does not."""
    number = len(match.finished) + (0 if match.winners else 1)
    hand: TrickHand | None = match.hand
    if hand is None:
        return HandView(number, planned, match.dealer, 0, tricks, aside)
    return HandView(number, planned, hand.dealer, len(hand.tricks) + 1, tricks, aside, hand.by_tricks)


def seat_views(match: Match[Any, Any], best: int | None = None) -> tuple[SeatView, ...]:
    """Returns the seats. `best` is the seat whose card is ahead."""
    hand: TrickHand | None = match.hand
    if hand is None:
        return tuple(SeatView(seat, _score(match, seat), 0, 0) for seat in range(match.players))
    leader = hand.trick[0].seat if hand.trick else hand.to_act
    cards, said = {played.seat: played.card for played in hand.trick}, dict(hand.said)
    won = tricks_won(hand.tricks, match.players)
    return tuple(
        SeatView(
            seat,
            score=_score(match, seat),
            tricks=won[seat],
            turn=(seat - leader) % match.players + 1,
            card=cards.get(seat),
            led=bool(hand.trick) and seat == leader,
            ahead=seat == best,
            next=seat == hand.to_act,
            said=said.get(cards.get(seat, "")),
        )
        for seat in range(match.players)
    )


def _score(match: Match[Any, Any], seat: int) -> int:
    """Returns the total of a seat's side: its own, or that of the partners across."""
    return match.totals[seat % len(match.totals)]


def on_table(view: TableView) -> tuple[tuple[int, Card], ...]:
    """Returns the cards that lie before seats, in playing order."""
    return tuple([(seat.seat, seat.card) for seat in sorted(view.seats, key=lambda seat: seat.turn) if seat.card])


def may_deal_and_tally(match: Match[Any, Any]) -> bool:
    """Tells whether the next hand may be entered as its deal and its totals at once: between two hands."""
    return match.hand is None and not match.winners


def last_trick(hand: TrickHand) -> TrickView | None:
    """Returns the last completed trick, None before there is one or where only its winner was entered."""
    return _numbered(hand.tricks, len(hand.tricks)) if hand.tricks and hand.tricks[-1].cards else None


def dimmed(hand: TrickHand, observer: Observer, copies: int = 1) -> frozenset[Card]:
    """Returns the cards that this observer's pad shows as gone, all `copies` of them: the open trick and the last one.

    More would be the memory that the rules ask of the players (GEN-5); an open book shows all.
    """
    if observer.open_book or observer.role == "referee":
        return hand.played
    return _showing(hand, copies)


def dimmed_once(hand: TrickHand, observer: Observer) -> frozenset[Card]:
    """Returns the cards of a double pack that this observer's pad shows as gone with one of their two copies."""
    if observer.open_book or observer.role == "referee":
        return hand.once
    return _showing(hand, 1)


def _showing(hand: TrickHand, times: int) -> frozenset[Card]:
    last = hand.tricks[-1].cards if hand.tricks else ()
    shown = [played.card for played in (*last, *hand.trick)]
    return frozenset(card for card in shown if shown.count(card) == times)


def judged_cards(
    hand: TrickHand | None, observer: Observer, judge: Callable[[int, Card], Refusal | None]
) -> dict[Card, Refusal | None] | None:
    """Returns the cards that the observer's seat has declared, each with its refusal now; None where it has not."""
    seat = observer.seat
    if hand is None or seat is None or (held := hand.declared[seat]) is None:
        return None
    return {card: judge(seat, card) for card in held}


def visible(infractions: tuple[Infraction, ...], observer: Observer) -> tuple[Infraction, ...]:
    """Returns the proven breaches less those that rest on a hand which is still somebody else's secret."""
    return tuple(i for i in infractions if not i.private or observer.role == "referee" or i.seat == observer.seat)


def trick_of(event: int, tricks: tuple[CompleteTrick, ...], lying: tuple[Played, ...] = ()) -> TrickView | None:
    """Returns the trick in which the play at this place of the log fell, None where it is not among these."""
    for number, trick in enumerate(tricks, 1):
        if any(played.event == event for played in trick.cards):
            return _numbered(tricks, number)
    if any(played.event == event for played in lying):
        return TrickView(len(tricks) + 1, lying)
    return None


def _numbered(tricks: tuple[CompleteTrick, ...], number: int) -> TrickView:
    trick = tricks[number - 1]
    return TrickView(number, trick.cards, trick.winner)
