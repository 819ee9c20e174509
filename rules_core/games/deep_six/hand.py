"""The pack, the sides and the hand under way, for all parts of Deep Six."""

from typing import Annotated, Literal, TypeAlias, cast

from msgspec import Meta, Struct

from rules_core.cards import Card, Suit, pack
from rules_core.findings import Refusal
from rules_core.match import Match, bad_seat
from rules_core.tricks import Played, TrickHand

SEATS = 4  # DEEP-2
SIDES = 2
RANKS = "2345678"  # DEEP-1, low to high
PACK: tuple[Card, ...] = pack(RANKS)
COPIES = 2  # DEEP-1
HAND = 14  # DEEP-3
PACK_SET = frozenset(PACK)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The variants. Each default is the text's own rule, or what is decided where it is silent."""

    target: Annotated[int, Meta(ge=1)] = 500
    target_by: Literal["reaching", "exceeding"] = "reaching"
    meld_reuse: Literal["kinds", "none"] = "kinds"
    failed_bid: Literal["formula", "worse"] = "formula"


class Call(Struct, frozen=True):
    """A seat's call in the auction: an amount, or None for a pass (DEEP-4)."""

    seat: int
    amount: int | None = None


class Given(Struct, frozen=True):
    """Three cards that a seat passed face down (DEEP-8); None: they were not entered."""

    seat: int
    cards: tuple[Card, ...] | None = None


class Meld(Struct, frozen=True, gc=False):
    """One meld: its name, its kind (`run`, `echo` or `wide`), its rule, its cards low to high, and its points."""

    name: str
    kind: str
    rule: str
    cards: tuple[Card, ...]
    points: int


class Melded(Struct, frozen=True, gc=False):
    """A seat's melds: their total (0 or less), and the melds where they were laid card by card."""

    points: int
    melds: tuple[Meld, ...] = ()


class Opening(Struct, frozen=True, gc=False):
    """The hand before the first lead. `bidder` and `bid` are those of the lowest bid so far.

    `shown` is the bidder's invitation, `given` the cards passed, `melded` what each seat has melded, None: not yet.
    """

    calls: tuple[Call, ...] = ()
    bidder: int | None = None
    bid: int | None = None
    sunk: Suit | None = None
    shown: tuple[Card, ...] = ()
    given: tuple[Given, ...] = ()
    melded: tuple[Melded | None, ...] = (None,) * SEATS


class HandState(TrickHand, frozen=True):
    """The hand under way. `points` are the card points that each side has taken, without the last trick's ten.

    `phase` is `auction`, `sink`, `exchange`, `meld` or `play`; `ahead` the card that wins the trick as it lies.
    """

    phase: str = "auction"
    opening: Opening = Opening()
    points: tuple[int, ...] = (0,) * SIDES
    ahead: Played | None = None


State: TypeAlias = Match[Options, HandState]


def side_of(seat: int) -> int:
    """Returns the side of a seat: partners sit across (DEEP-2)."""
    return seat % SIDES


def partner_of(seat: int) -> int:
    """Returns the seat across (DEEP-2)."""
    return (seat + SIDES) % SEATS


def hand_of(state: State) -> HandState:
    """Returns the hand under way, which `judge` has seen to."""
    return cast("HandState", state.hand)


def bidder_of(hand: HandState) -> int:
    """Returns the winner of the auction, once it is over."""
    return cast("int", hand.opening.bidder)


def phase(state: State) -> str:
    """Returns `deal`, `auction`, `sink`, `exchange`, `meld`, `play` or `over`."""
    if state.hand is None:
        return "over" if state.winners else "deal"
    return state.hand.phase


def not_in_turn(seat: int, to_act: int, rule: str) -> Refusal | None:
    """Returns the refusal of a seat that is not the one to act, None for that one."""
    if seat == to_act:
        return None
    if not 0 <= seat < SEATS:
        return bad_seat(seat)
    return Refusal("not-your-turn", rule, {"seat": seat, "to_act": to_act})


def cards_held(state: State, seat: int) -> int:
    """Returns how many cards this seat holds now (DEEP-3); three move in the exchange (DEEP-8)."""
    hand = state.hand
    if hand is None:
        return 0
    held = HAND - len(hand.tricks) - any(p.seat == seat for p in hand.trick)
    if hand.phase == "exchange" and hand.opening.given:
        held += 3 if seat == hand.opening.bidder else -3 if seat == hand.opening.given[0].seat else 0
    return held
