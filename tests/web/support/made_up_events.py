"""The events of a game that nobody has written: a field of each kind, for what is derived from the types of events."""

from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from rules_core.cards import Card
from rules_core.events import Deal, Event, PerSeat, PerSide, Place, Play, Seat, Text, types


class Throw(Event, frozen=True, tag="throw"):
    """A die, which may count only so much."""

    seat: Seat
    die: Literal["low", "high"]
    value: Annotated[int, Meta(ge=-5, le=8)]
    counts: Literal[20, 40] | UnsetType = UNSET


class LoudPlay(Play, frozen=True, tag="play"):
    """A card, with what its player says."""

    loud: bool = False
    call: Literal["up", "down"] | UnsetType = UNSET


class Turn(Event, frozen=True, tag="turn"):
    """A card of everybody, and more of some."""

    cards: PerSeat[Card]
    more: dict[str, Card] | UnsetType = UNSET


class LayDown(Event, frozen=True, tag="lay-down"):
    """Cards, or sets of them."""

    seat: Seat
    cards: tuple[Card, ...] | UnsetType = UNSET
    sets: tuple[tuple[Card, ...], ...] | UnsetType = UNSET


class NameSuit(Event, frozen=True, tag="name-suit"):
    """A suit, why, and which entry it is about."""

    public: ClassVar[bool] = True

    suit: Literal["C", "D", "H", "S"]
    reason: Text | UnsetType = UNSET
    about: Place | UnsetType = UNSET


class Pile(Struct, frozen=True):
    """What somebody has won."""

    small: int = 0
    large: int = 0


class Count(Event, frozen=True, tag="tally"):
    """A hand as totals, of every shape."""

    tricks: PerSeat[int]
    taken: PerSide[int] | UnsetType = UNSET
    piles: PerSeat[Pile] | UnsetType = UNSET


MADE_UP = types(Deal, Throw, LoudPlay, Turn, LayDown, NameSuit, Count)
