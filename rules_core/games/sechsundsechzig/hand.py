"""The state of a match and of its hand, and the questions about it that every other part asks."""

from typing import Annotated, Literal, TypeAlias, cast

from msgspec import UNSET, Meta, Struct, UnsetType, structs

from rules_core.cards import Card, Suit
from rules_core.findings import Contradiction, Malformed, Refusal
from rules_core.games.sechsundsechzig.packs import PACKS
from rules_core.match import Match, bad_seat
from rules_core.tricks import CompleteTrick, Played, TrickHand


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The variants. Each default is the text's own rule, or what is decided where it is silent.

    `partners` is for four players only, and there it is the default (SU-16).
    """

    target: Annotated[int, Meta(ge=1)] = 7
    partners: bool | UnsetType = UNSET
    call_at: Literal[66, 101] = 66
    last_trick_augen: Literal[0, 10] = 0
    unclaimed: Literal["nobody", "last-trick"] = "nobody"
    trump_swap: bool = False


class Marriage(Struct, frozen=True, gc=False):
    """An announced king and queen: worth `points` Augen, announced after so many tricks.

    `suit` is None where only the points were entered and it is not the trump.
    """

    seat: int
    suit: Suit | None
    points: int
    trick: int


class HandState(TrickHand, frozen=True):
    """The hand under way; no trump before the card is turned up (SU-3).

    `draws`: so often everybody draws yet; 0 once the talon is used up or closed. `due`: with so many tricks the hand
    is played out. `captured` are the Augen in each seat's tricks, marriages aside. `paired` are the cards in each hand
    that were announced with another and may not be announced again (SU-17). `ahead` takes the trick as it lies (SU-8).
    """

    trump: Suit | None = None
    draws: int = 0
    due: int = 0
    captured: tuple[int, ...] = ()
    marriages: tuple[Marriage, ...] = ()
    paired: tuple[tuple[Card, ...], ...] = ()
    closed_by: int | None = None
    ahead: Played | None = None


class HandSummary(Struct, frozen=True, gc=False):
    """A finished hand. `outcome` says which rule scored it.

    `augen` are each seat's, with the marriages that count and the last trick's; `captured` those in the tricks' cards
    alone, `last_trick` the seat that has the last trick's ten (SU-V1). `played` keeps the tricks card by card, as far
    as they were entered so, `lying` the cards of a trick that a call cut short.
    """

    dealer: int
    points: tuple[int, ...]
    outcome: Literal["tally", "call-right", "call-wrong", "closer-failed", "last-trick", "unclaimed"] = "tally"
    trump: Suit | None = None
    closed_by: int | None = None
    claimed_by: int | None = None
    claim_good: bool | None = None
    augen: tuple[int, ...] | None = None
    tricks: tuple[int, ...] | None = None
    captured: tuple[int, ...] = ()
    marriages: tuple[Marriage, ...] = ()
    last_trick: int | None = None
    trick_winners: tuple[int, ...] = ()
    played: tuple[CompleteTrick, ...] = ()
    lying: tuple[Played, ...] = ()
    contradiction: Contradiction | None = None


State: TypeAlias = Match[Options, HandState]


def start(players: int, options: Options) -> State:
    """Returns a match before its first deal. Raises `Malformed` for `partners` with fewer than four (SU-16)."""
    if players < 4 and options.partners is not UNSET:
        raise Malformed("only four players are partners", "partners")
    sides = 2 if players == 4 and options.partners is not False else players
    return Match(players, options, totals=(0,) * sides)


def side_of(state: State, seat: int) -> int:
    """Returns the side of a seat: itself, or with partners the seats across (SU-16)."""
    return seat % len(state.totals)


def by_side(state: State, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Returns numbers given by seat, summed by side: partners count together (SU-16)."""
    sides = len(state.totals)
    if sides == len(numbers):
        return numbers
    return tuple([sum(numbers[side::sides]) for side in range(sides)])


def hand_of(state: State) -> HandState:
    """Returns the hand under way of a state that has one."""
    return cast("HandState", state.hand)  # `judge` has seen to it


def phase(state: State) -> str:
    """Returns `deal`, `turn-up`, `play`, `claim` (the last trick is taken, the call is open) or `over`."""
    hand = state.hand
    if hand is None:
        return "over" if state.winners else "deal"
    if hand.trump is None:
        return "turn-up"
    return "claim" if len(hand.tricks) == hand.due else "play"


def to_act(state: State) -> tuple[int, ...]:
    """Returns the dealer in `turn-up`, in `claim` the winner of the last trick, else the seat whose turn it is."""
    return () if state.hand is None else (state.hand.to_act,)


def leading(state: State) -> bool:
    """Tells whether the table waits for a lead."""
    hand = state.hand
    return hand is not None and hand.trump is not None and not hand.trick and len(hand.tricks) < hand.due


def not_the_leader(state: State, seat: int, rule: str) -> Refusal | None:
    """Returns the refusal of a seat that is not the one to act, None for that one."""
    due = hand_of(state).to_act
    if seat == due:
        return None
    if not 0 <= seat < state.players:
        return bad_seat(seat)
    return Refusal("not-your-turn", rule, {"seat": seat, "to_act": due})


def cards_held(state: State, seat: int) -> int:
    """Returns how many cards this seat holds now (SU-2): as many as dealt until drawing has ended."""
    hand = state.hand
    if hand is None:
        return 0
    left = min(PACKS[state.players].size, hand.due - len(hand.tricks))
    return left - (seat in [played.seat for played in hand.trick])


def drawn(state: State) -> int:
    """Returns how often everybody has drawn in the hand under way."""
    hand = hand_of(state)
    return min(len(hand.tricks), hand.due - PACKS[state.players].size)


def talon_left(state: State) -> int:
    """Returns how many cards the talon still has, the turned-up one included; 0 between hands."""
    if state.hand is None:
        return 0
    return PACKS[state.players].talon - state.players * drawn(state)


def lying_up(hand: HandState) -> Card | None:
    """Returns the card that lies openly under the talon, None before it is turned up and once it is drawn (SU-3)."""
    return hand.known[-1][0] if hand.known[-1] else None


def public(hand: HandState) -> HandState:
    """Returns the hand as all know it, without anybody's own."""
    return structs.replace(hand, declared=(None,) * len(hand.declared))
