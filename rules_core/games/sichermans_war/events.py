"""The events of Sicherman's War, and the spoils that its totals count."""

from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct

from rules_core.cards import Card
from rules_core.events import Event, PerSeat, Seat, Tally


class Reveal(Event, frozen=True, tag="reveal"):
    """All turn a card; one a seat (WAR-6)."""

    cards: PerSeat[Card]


class Roll(Event, frozen=True, tag="roll"):
    """A die is rolled and counts (WAR-7)."""

    tells_trick: ClassVar[bool] = False

    seat: Seat
    die: Literal["d6", "low", "high"]
    value: int


class Reinforce(Event, frozen=True, tag="reinforce"):
    """The tied players draw; the cards by their seats, which JSON writes as text (WAR-8)."""

    cards: dict[Annotated[str, Meta(pattern="^(0|-?[1-9][0-9]*)$")], Card]

    def acting(self, state: Any) -> int | None:
        """Returns the seat that draws, where it is one alone."""
        (seat, *others) = self.cards or [""]
        return int(seat) if not others and len(seat) == 1 else None


class Spoils(Struct, frozen=True, gc=False):
    """The cards that one player has won, counted by kind (WAR-11)."""

    low: int = 0
    ten: int = 0
    face: int = 0
    joker: int = 0


class SpoilsTally(Tally, frozen=True, tag="tally"):
    """The whole war entered as spoils, one entry a seat."""

    spoils: PerSeat[Spoils]
