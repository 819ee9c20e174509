"""Points of a table's places, and their parts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from webapp.evening.standing.scoring import Absence, AdjustedTo, Points, Scoring, TableResult, exact


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


@dataclass(frozen=True)
class AdjustedPart:
    """A table whose worth a ruling has set; `game_points` are the game's own that it counts."""

    round: int
    table: int
    to: AdjustedTo
    value: int
    why: str
    points: Points
    game_points: Points


Part = PlacePart | GamePart | ByePart | PenaltyPart | AdjustedPart


NO_ROUND = 0
WON, LEVEL, LOST = 1, Fraction(1, 2), 0


@dataclass(frozen=True)
class TablePoints:
    """What a person has from one table.

    `counted` is what it adds to the total, `game_points` are the game's own, more being better. `met` has each opponent
    with how it went against them: 1, ½ or 0.
    """

    round: int
    counted: Points
    game_points: int
    parts: tuple[PlacePart | GamePart, ...]
    met: tuple[tuple[int, Points], ...]


@dataclass(frozen=True)
class SidePlace:
    """The place of a side at a table, the sides that share it, itself among them, and the points for it."""

    place: int
    level: tuple[int, ...]
    points: Points


def places_at_table(scoring: Scoring, scores: Sequence[int]) -> list[SidePlace]:
    """Returns the place of each side. The points of all sides together are the same whether some tie or not."""
    good = [scoring.good(score) for score in scores]
    by_place, found = scoring.points_by_place(len(scores)), []
    for own in good:
        ahead = sum(other > own for other in good)
        level = tuple(side for side, other in enumerate(good) if other == own)
        held = by_place[ahead : ahead + len(level)]
        found.append(SidePlace(ahead + 1, level, exact(sum(held), len(level))))
    return found


def points_of_table(scoring: Scoring, result: TableResult) -> dict[int, TablePoints]:
    places = places_at_table(scoring, result.scores)
    people = [tuple(result.people[seat] for seat in side) for side in result.by_side]
    found = {}
    for side, members in enumerate(people):
        met = _met(side, places, people)
        for person in members:
            parts = tuple(_parts(scoring, result, person, side, places, people))
            counted = sum(part.points for part in parts if counts(scoring, part))
            game_points = int(scoring.good(result.scores[side]))
            found[person] = TablePoints(result.round, counted, game_points, parts, met)
    return found


def _parts(
    scoring: Scoring,
    result: TableResult,
    person: int,
    side: int,
    places: Sequence[SidePlace],
    people: Sequence[tuple[int, ...]],
) -> Iterator[PlacePart | GamePart]:
    own, score, played_by = places[side], result.scores[side], result.stand_ins.get(person)
    # Matches of an open evening are in no round, and what tells them apart is not what their table is called.
    at = (NO_ROUND, result.number) if result.number else (result.round, result.table)
    if scoring.place_points:
        shared = tuple(one for other in own.level if other != side for one in people[other])
        yield PlacePart(*at, own.place, len(places), shared, own.points, played_by)
    if scoring.game_points:
        points = int(scoring.good(score))
        yield GamePart(*at, score, points, result.hands, played_by)


def _met(side: int, places: Sequence[SidePlace], people: Sequence[tuple[int, ...]]) -> tuple[tuple[int, Points], ...]:
    own = places[side].place
    return tuple(
        (person, LEVEL if places[other].place == own else WON if places[other].place > own else LOST)
        for other, members in enumerate(people)
        if other != side
        for person in members
    )


def counts(scoring: Scoring, part: Part) -> bool:
    """Tells whether a part is in the total, rather than in the second number."""
    return not (isinstance(part, GamePart) and scoring.game_points_next)
