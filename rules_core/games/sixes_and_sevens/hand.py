"""The pack, the options, the hand under way and its phases (ODD-1, ODD-3 to 6, V1)."""

from typing import Literal, TypeAlias, cast

from msgspec import Struct

from rules_core.cards import Card, pack
from rules_core.match import Match
from rules_core.tricks import CompleteTrick, TrickHand

PLAYERS: tuple[int, ...] = (3, 4, 5, 6)  # ODD-1
PACK: tuple[Card, ...] = pack()  # ODD-1
PACK_SET = frozenset(PACK)


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


def phase(state: State) -> str:
    """Returns `deal`, `play`, `aces` or `over`."""
    if state.hand is None:
        return "over" if state.winners else "deal"
    return "aces" if len(state.hand.trick) == state.players else "play"


def to_act(state: State) -> tuple[int, ...]:
    """Returns the seat whose turn it is, to play or to say what its ace is."""
    return () if state.hand is None else (state.hand.to_act,)


def cards_held(state: State, seat: int) -> int:
    """Returns how many cards this seat holds now (ODD-4)."""
    hand = state.hand
    if hand is None:
        return 0
    return hand_size(state.players) - len(hand.tricks) - any(p.seat == seat for p in hand.trick)


def hand_of(state: State) -> HandState:
    """Returns the hand under way of a state that has one."""
    return cast("HandState", state.hand)  # `judge` has seen to it
