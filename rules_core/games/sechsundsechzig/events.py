"""The events of Sechsundsechzig that differ from the shared ones."""

from typing import Any, ClassVar, Literal

from rules_core.cards import Card
from rules_core.events import Event, PerSide, Play, Seat, Tally, Trick


class TurnUp(Event, frozen=True, tag="turn-up"):
    """The card that is turned up sets the trump (SU-3)."""

    public: ClassVar[bool] = True

    card: Card

    def acting(self, state: Any) -> int | None:
        """Returns the dealer, who turns the card up."""
        dealer: int | None = state.dealer
        return dealer


class MarriagePlay(Play, frozen=True, tag="play"):
    """A card is played; `marriage`: its player announces king and queen with it (SU-17)."""

    marriage: bool = False


class Close(Event, frozen=True, tag="close"):
    """The leader closes the talon (SU-14)."""

    public: ClassVar[bool] = True

    seat: Seat


class Swap(Event, frozen=True, tag="swap"):
    """The leader takes the turned-up card for the lowest trump (SU-V2)."""

    option: ClassVar[str | None] = "trump_swap"
    public: ClassVar[bool] = True
    asks_hand: ClassVar[bool] = True

    seat: Seat


class Call(Event, frozen=True, tag="claim"):
    """*66!* is called: the hand ends, rightly or wrongly (SU-19). The record's word for it is `claim`."""

    public: ClassVar[bool] = True

    seat: Seat


class MarriageMeld(Event, frozen=True, tag="meld"):
    """A marriage in a hand that is entered by tricks, by its points (SU-17)."""

    public: ClassVar[bool] = True
    asks_hand: ClassVar[bool] = True

    seat: Seat
    points: Literal[20, 40]


class AugenTrick(Trick, frozen=True, tag="trick"):
    """A trick entered by its winner and the Augen in it, marriages and the last trick's ten left out (SU-9).

    More than it can hold is for the game to judge: `bad-tally` (record, section 4.4).
    """

    augen: int


class PointsTally(Tally, frozen=True, tag="tally"):
    """A whole hand entered as the points that each side won."""

    points: PerSide[int]
