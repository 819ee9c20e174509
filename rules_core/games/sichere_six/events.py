"""The events of Sichere Six that differ from the shared ones."""

from typing import ClassVar, Literal

from msgspec import UNSET, UnsetType

from rules_core.events import Event, PerSeat, Play, Seat, Tally, Trick


class JokerPlay(Play, frozen=True, tag="play"):
    """A card is played; with the Joker its player declares it (SIC-10)."""

    joker: Literal["win", "lose"] | UnsetType = UNSET


class Mercy(Event, frozen=True, tag="mercy"):
    """The Chosen has taken Fate's Mercy and buried a card (SIC-14)."""

    public: ClassVar[bool] = True

    seat: Seat


class NinesTrick(Trick, frozen=True, tag="trick"):
    """A trick entered by its winner and the nines in it. More than it can hold: `bad-tally`, not `bad-value`."""

    nines: int = 0


class NinesTally(Tally, frozen=True, tag="tally"):
    """A whole round entered as tricks and captured nines, the buried card's included; one number a seat."""

    tricks: PerSeat[int]
    nines: PerSeat[int]
