"""Playing a card: turn, duties, winner of the trick (SU-4, 5, 7, 8, 10 to 13)."""

from functools import cache

from msgspec.structs import replace

from rules_core.cards import SUITS, Card, Suit, without
from rules_core.evidence import Duty
from rules_core.findings import Refusal
from rules_core.forecast import Forecast
from rules_core.games.sechsundsechzig.events import AugenTrick, MarriagePlay
from rules_core.games.sechsundsechzig.hand import HandState, Marriage, State, hand_of, leading, not_the_leader, phase
from rules_core.games.sechsundsechzig.marriage import PARTNER, announce, judge_marriage, step_down, worth
from rules_core.games.sechsundsechzig.packs import AUGEN, ORDER, PACKS, SUIT, TAKES
from rules_core.games.sechsundsechzig.talon import Known, draw
from rules_core.match import bad_seat, with_hand, wrong_phase
from rules_core.tricks import (
    CompleteTrick,
    Played,
    asserted_by,
    judge_duties,
    judge_whereabouts,
    known_after,
    playable,
    put,
    seen,
    with_card,
)

MOST_IN_A_CARD = 11  # SU-9


@cache
def asked(trump: Suit, led: Suit, best: Card) -> tuple[Duty, ...]:
    """Returns the duties of a trick once drawing has ended, the foremost first (SU-11 to SU-13).

    `best` is the card that is ahead: take the trick in the led suit, else follow, else take it with a trump. Nothing
    of the led suit takes it once it is trumped (SU-12); a trump that would not take it is not owed (SU-13).
    """
    taking = TAKES[trump][best]
    higher = taking & SUIT[led]
    trumps = taking & SUIT[trump] if led != trump else frozenset()
    beat = (Duty("must-beat", "SU-12", higher),) if higher else ()
    trump_it = (Duty("must-trump", "SU-13", trumps),) if trumps else ()
    return (*beat, Duty("must-follow-suit", "SU-11", SUIT[led]), *trump_it)


@cache
def duties(trump: Suit, led: Suit, best: Card, card: Card) -> tuple[Duty, ...]:
    """Returns the claims of playing this card once drawing has ended."""
    return asserted_by(asked(trump, led, best), card)


def owed(hand: HandState, card: Card) -> tuple[Duty, ...]:
    """Returns the claims of playing this card now: none with the talon open (SU-7), nor when leading."""
    best = hand.ahead
    if hand.draws or best is None:
        return ()
    return duties(hand.trump or "", hand.trick[0].card[1], best.card, card)


def judge_play(state: State, event: MarriagePlay) -> Refusal | None:
    """Judges a card: its turn, its place, its announcement, and the duties of play."""
    hand, seat, card = state.hand, event.seat, event.card
    if hand is None or hand.trump is None or hand.by_tricks or len(hand.tricks) == hand.due:
        return wrong_phase(phase(state))
    if seat != hand.to_act:
        return not_the_leader(state, seat, "SU-4")
    if refusal := whereabouts(state, hand, seat, card):
        return refusal
    if event.marriage and (refusal := judge_marriage(state, hand, seat, card)):
        return refusal
    if event.irregular or hand.draws or not hand.trick or (hand.declared[seat] is None and not hand.known[seat]):
        return None
    return judge_duties(hand, seat, card, owed(hand, card))


def whereabouts(state: State, hand: HandState, seat: int, card: Card) -> Refusal | None:
    """Judges where a card is: in the pack, not out, not openly elsewhere, in the declared hand."""
    pack = PACKS[state.players]
    refusal = judge_whereabouts(hand, seat, card, pack.faces, pack.copies, "SU-1")
    if refusal is not None and refusal.code == "card-elsewhere":
        return Refusal(refusal.code, "SU-3" if card in hand.known[-1] else "SU-17", refusal.facts)
    return refusal


def legal(state: State, seat: int, cards: tuple[Card, ...]) -> list[Card]:
    """Returns which cards this seat may play now if these are its whole hand; sorted, each once."""
    hand, pack = state.hand, PACKS[state.players]
    if hand is None or hand.trump is None or hand.by_tricks or len(hand.tricks) == hand.due or seat != hand.to_act:
        return []
    best = hand.ahead
    due = () if hand.draws or best is None else asked(hand.trump, hand.trick[0].card[1], best.card)
    return playable(hand, seat, cards, pack.faces, pack.copies, due)


def play(state: State, event: MarriagePlay, index: int) -> State:
    """Lays the card; a full trick goes to its winner."""
    hand, seat, card, players = state.hand, event.seat, event.card, state.players
    assert hand is not None  # `judge` has seen to it
    played, once = (hand.played | {card}, hand.once) if PACKS[players].copies == 1 else seen(hand, card)
    known, paired, marriages = hand.known, hand.paired, hand.marriages
    if event.marriage or card in known[seat]:
        known, paired, marriages = _told(hand, seat, card, marriage=event.marriage)
    laid, ahead = Played(seat, card, index), hand.ahead
    # An identical card does not take the trick from the first (SU-10).
    if ahead is None or card in TAKES[hand.trump or ""][ahead.card]:
        ahead = laid
    after = with_card(
        hand,
        laid,
        owed(hand, card),
        (PARTNER[card],) if event.marriage else (),
        played=played,
        once=once,
        known=known,
        marriages=marriages,
        paired=paired,
        ahead=ahead,
    )
    if len(trick := after.trick) < players:
        return with_hand(state, after)
    augen = sum([AUGEN[p.card] for p in trick])
    return with_hand(state, _taken(after, CompleteTrick(ahead.seat, trick, (augen,)), augen))


def _told(hand: HandState, seat: int, card: Card, *, marriage: bool) -> tuple[Known, Known, tuple[Marriage, ...]]:
    if marriage:
        known, paired = announce(hand, seat, card)
        return known, paired, (*hand.marriages, Marriage(seat, card[1], worth(hand, card), len(hand.tricks)))
    known, paired = known_after(hand, seat, card), hand.paired
    if card in paired[seat]:  # of two alike the announced one goes first: the other may still be announced
        paired = put(paired, seat, without(paired[seat], card))
    return known, paired, hand.marriages


def _taken(hand: HandState, trick: CompleteTrick, augen: int) -> HandState:
    """Ends the trick; its winner draws first and leads the next (SU-4, SU-5)."""
    winner, captured = trick.winner, hand.captured
    draws, declared, known = hand.draws, hand.declared, hand.known
    if draws:
        declared, known = draw(hand, winner, len(captured))
        draws -= 1
    return replace(
        hand,
        to_act=winner,
        declared=declared,
        trick=(),
        tricks=(*hand.tricks, trick),
        known=known,
        draws=draws,
        captured=(*captured[:winner], captured[winner] + augen, *captured[winner + 1 :]),
        ahead=None,
    )


def judge_trick(state: State, event: AugenTrick) -> Refusal | None:
    """Judges a trick entered by its winner and Augen: no card has more than eleven, the pack no more than it has."""
    if not leading(state):
        return wrong_phase(phase(state))
    if not 0 <= event.winner < state.players:
        return bad_seat(event.winner)
    left = PACKS[state.players].augen - sum(hand_of(state).captured)
    most = min(left, MOST_IN_A_CARD * state.players)
    if not 0 <= event.augen <= most:
        return Refusal("bad-tally", "SU-9", {"augen": event.augen, "most": most})
    return None


def trick(state: State, event: AugenTrick) -> State:
    """Enters a trick by its winner and points alone."""
    taken = CompleteTrick(event.winner, (), (event.augen,))
    return with_hand(state, step_down(_taken(hand_of(state), taken, event.augen)))


def forecast(players: int) -> Forecast:
    """Returns the course of tricks (SU-8, SU-10), of closed hands (SU-14), and of what is entered between two hands."""
    orders = {trump: {led: _order(led) + (_order(trump) if led != trump else ()) for led in SUITS} for trump in SUITS}
    pack = PACKS[players]
    return Forecast(
        orders=orders,
        harmless=("swap", "meld"),
        shuts={"close": pack.size},
        deals=True,
        opens="turn-up",
        tricks=pack.tricks,
        asks="claim",
        ends=("claim", "settle"),
    )


def _order(suit: Suit) -> tuple[Card, ...]:
    return tuple([rank + suit for rank in ORDER])
