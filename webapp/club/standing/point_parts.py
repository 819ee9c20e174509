"""Where the numbers of a standing come from, one part a source."""

from dataclasses import dataclass

from webapp.club.standing.scoring import Absence, Points


@dataclass(frozen=True)
class PlacePart:
    """The place of a person's side at a table.

    It is `place` of `places`, shared with the people of other sides that tied. `played_by` is the name of who
    stood in.
    """

    round: int
    table: int
    place: int
    places: int
    shared_with: tuple[int, ...]
    points: Points
    played_by: str | None = None


@dataclass(frozen=True)
class GamePart:
    """The game's own points at a table: `score` as the game counts them, `points` turned over where few are good."""

    round: int
    table: int
    score: int
    points: int
    hands: int
    over: bool
    played_by: str | None = None


@dataclass(frozen=True)
class ByePart:
    """A round that was not played: sat out, or `missed`. `game_points` are the game's own that it counts."""

    round: int
    points: Points
    missed: bool = False
    absence: Absence = Absence.POINTS
    game_points: Points = 0


@dataclass(frozen=True)
class PenaltyPart:
    """A penalty; `points` are below zero."""

    round: int | None
    number: int
    points: Points


Part = PlacePart | GamePart | ByePart | PenaltyPart
