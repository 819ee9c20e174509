"""Where the numbers of a standing come from, one part a source."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class PlacePart:
    """The place of a person's side at a table.

    It is `place` of `places`, shared with the people of other sides that tied. `played_by` is who stood in.
    """

    round: int
    table: int
    place: int
    places: int
    shared_with: tuple[int, ...]
    points: Fraction
    played_by: int | None = None


@dataclass(frozen=True)
class GamePart:
    """The game's own points at a table: `score` as the game counts them, `points` turned over where few are good."""

    round: int
    table: int
    score: int
    points: Fraction
    hands: int
    over: bool
    played_by: int | None = None


@dataclass(frozen=True)
class ByePart:
    """A round that was sat out."""

    round: int
    points: Fraction


@dataclass(frozen=True)
class PenaltyPart:
    """A penalty; `points` are below zero."""

    round: int | None
    number: int
    points: Fraction


Part = PlacePart | GamePart | ByePart | PenaltyPart
