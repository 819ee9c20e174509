"""The events of Deep Six that differ from the shared ones."""

from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, Meta, UnsetType

from rules_core.cards import Card
from rules_core.events import Event, PerSide, Seat, Tally, Trick

Amount = Annotated[int, Meta(ge=-(2**53))]
"""A bid. The game judges one that is too high (`bad-bid`); below this bound JSON readers disagree on the number."""


class Bid(Event, frozen=True, tag="bid"):
    """A bid in the auction (DEEP-4)."""

    public: ClassVar[bool] = True
    in_turn: ClassVar[bool] = True

    seat: Seat
    amount: Amount


class Pass(Event, frozen=True, tag="pass"):
    """A pass, for the whole auction (DEEP-4)."""

    public: ClassVar[bool] = True
    in_turn: ClassVar[bool] = True

    seat: Seat


class Contract(Event, frozen=True, tag="contract"):
    """The whole auction and the exchange entered as their result."""

    public: ClassVar[bool] = True

    seat: Seat
    amount: Amount
    suit: Literal["C", "D", "H", "S"]


class Sink(Event, frozen=True, tag="sink"):
    """The bidder names the sunk suit (DEEP-6)."""

    public: ClassVar[bool] = True

    seat: Seat
    suit: Literal["C", "D", "H", "S"]


class Show(Event, frozen=True, tag="show"):
    """The bidder's invitation: melds, or parts of melds, laid down before the exchange (DEEP-7)."""

    public: ClassVar[bool] = True

    seat: Seat
    cards: tuple[Card, ...]


class Exchange(Event, frozen=True, tag="exchange"):
    """Three cards passed face down (DEEP-8). Which ones is for those two alone, and may be left out."""

    secret: ClassVar[tuple[str, ...]] = ("cards",)
    closed_by: ClassVar[str] = "DEEP-8"

    seat: Seat
    cards: tuple[Card, ...] | UnsetType = UNSET


class CardMeld(Event, frozen=True, tag="meld"):
    """A player's melds (DEEP-9, DEEP-10), as cards or as their total.

    More than a hand can hold is for the game to judge: `bad-meld` (record, section 4.3).
    """

    public: ClassVar[bool] = True
    asks_hand: ClassVar[bool] = True

    seat: Seat
    melds: tuple[tuple[Card, ...], ...] | UnsetType = UNSET
    points: int | UnsetType = UNSET

    def __post_init__(self) -> None:
        if (self.melds is UNSET) == (self.points is UNSET):
            raise ValueError("either melds or points")


class PointsTrick(Trick, frozen=True, tag="trick"):
    """A trick entered by its winner and the card points in it, the last trick's ten left out (DEEP-18).

    An amount that no trick can hold is for the game to judge: `bad-tally` (record, section 4.3).
    """

    points: int


class SidesTally(Tally, frozen=True, tag="tally"):
    """A whole hand entered as points taken and, where nobody has melded, the meld; one number a side."""

    taken: PerSide[int]
    meld: PerSide[int] | UnsetType = UNSET
