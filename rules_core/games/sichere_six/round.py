"""A round under way, a finished one, and where the match stands (SIC-1, SIC-3..5, SIC-14)."""

from typing import Annotated, Literal, TypeAlias, cast

from msgspec import UNSET, Meta, Struct, UnsetType

from rules_core.cards import Card, Suit
from rules_core.evidence import Claim
from rules_core.findings import Contradiction
from rules_core.games.sichere_six.ranking import Said
from rules_core.match import Match
from rules_core.tricks import CompleteTrick, TrickHand

PLAYERS: tuple[int, ...] = (3,)  # SIC-1
TRICKS = 8  # SIC-3: as many as cards in a hand
NONE_YET = (0, 0, 0)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The variants: rounds of a match (SIC-20), the score that ends it (SIC-22), what a led Joker asks for (SIC-11)."""

    rounds: Annotated[int, Meta(ge=1)] = 9
    threshold: Annotated[int, Meta(ge=1)] = 9
    joker_lead: Literal["next-card", "no-suit"] = "next-card"


class HandState(TrickHand, frozen=True):
    """The round under way.

    `led` is the suit that the trick asks for (SIC-6), `joker` what was said with the Joker once it is out (SIC-10).
    `nines` are captured ones, a seat each, the buried card's left out. `chosen`: The Chosen, from the first captured 9
    on; `mercy`: Fate's Mercy is taken and a card buried (SIC-14). `earlier` are those of The Chosen's claims that were
    made before the Mercy came in, `since` the cards played after it that may speak against them.
    `play_off`: this round is played because of a tie at the end of the match (SIC-21).
    """

    trump: Suit | None = None
    led: Suit | None = None
    joker: Said | UnsetType = UNSET
    nines: tuple[int, ...] = NONE_YET
    chosen: int | None = None
    mercy: bool = False
    earlier: tuple[Claim, ...] = ()
    since: tuple[Card, ...] = ()
    play_off: bool = False


class HandSummary(Struct, frozen=True, gc=False):
    """A finished round. `before` are the totals that its points were added to; `buried` where it could be deduced.

    `played` keeps its tricks card by card, as far as they were entered so. `contradiction` is one that the round left
    open: The Chosen's cards do not agree with what was asserted, and no single play is proven false.
    """

    dealer: int
    points: tuple[int, ...]
    tricks: tuple[int, ...]
    nines: tuple[int, ...]
    before: tuple[int, ...]
    chosen: int | None = None
    mirth: bool = False
    trick_winners: tuple[int, ...] = ()
    played: tuple[CompleteTrick, ...] = ()
    buried: Card | None = None
    contradiction: Contradiction | None = None
    play_off: bool = False


State: TypeAlias = Match[Options, HandState]


def start(players: int, options: Options) -> State:
    """Returns a match before its first deal."""
    return Match(players, options, totals=(0,) * players)


def hand_of(state: State) -> HandState:
    """Returns the round under way, where `judge` has seen to it that there is one."""
    return cast("HandState", state.hand)


def awaits_mercy(hand: HandState) -> bool:
    """Tells whether The Chosen has yet to take Fate's Mercy and bury a card (SIC-14)."""
    return hand.chosen is not None and not hand.mercy


def phase(state: State) -> str:
    """Returns `deal`, `play`, `mercy` or `over`."""
    if state.hand is None:
        return "over" if state.winners else "deal"
    return "mercy" if awaits_mercy(state.hand) else "play"


def to_act(state: State) -> tuple[int, ...]:
    """Returns the seat whose turn it is: to play, or to take Fate's Mercy (SIC-14)."""
    return () if state.hand is None else (state.hand.to_act,)


def cards_held(state: State, seat: int) -> int:
    """Returns how many cards this seat holds now (SIC-3). Who takes the Mercy buries a card: as many as before."""
    hand = state.hand
    return 0 if hand is None else held_in(hand, seat)


def held_in(hand: HandState, seat: int) -> int:
    """Returns how many cards this seat holds in this round."""
    return TRICKS - len(hand.tricks) - (seat in [p.seat for p in hand.trick])
