"""The event that only Sixes and Sevens has."""

from typing import ClassVar, Literal

import msgspec

from rules_core.events import Event, Seat


class Ace(Event, frozen=True, tag="ace"):
    """The player of a wild ace declares it (ODD-V1)."""

    asks_hand: ClassVar[bool] = True
    tells_trick: ClassVar[bool] = False

    seat: Seat
    as_: Literal["odd", "even"] = msgspec.field(name="as")
