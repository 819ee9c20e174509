"""Points of a person: of places at tables and their parts, from byes, penalties and rulings, up to a round."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
    """A person's points from one table.

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


TableKey = tuple[str, int, int]
WHOLE_EVENING = 0
"""Stands for the round of what belongs to none."""


@dataclass(frozen=True)
class Sums:
    """A person's sums up to a round. `earned` is the total without penalties, `best_table` that of one table.

    `met` has each opponent with the results against them.
    """

    total: Points
    game_points: Points
    earned: Points
    best_table: tuple[Points, ...]
    met: dict[int, list[Points]]
    started: bool


@dataclass(frozen=True)
class RoundPoints:
    """A person's points of one round, and their parts."""

    counted: Points
    parts: tuple[Part, ...]


@dataclass
class Account:
    """All that one person has: points of tables by the table, tables that are waited for, byes and penalties.

    What was played at an `adjusted` table counts for nothing: neither points nor opponents.
    """

    tables: dict[TableKey, TablePoints] = field(default_factory=dict)
    byes: list[ByePart] = field(default_factory=list)
    penalties: list[PenaltyPart] = field(default_factory=list)
    adjusted: dict[TableKey, AdjustedPart] = field(default_factory=dict)
    waits: set[TableKey] = field(default_factory=set)
    _sums: dict[int, Sums] = field(default_factory=dict)
    _rounds: dict[int, Mapping[int, RoundPoints]] = field(default_factory=dict)

    def add_table(self, key: TableKey, points: TablePoints) -> None:
        self.tables[key] = points
        self._forget()

    def remove_table(self, key: TableKey) -> None:
        """Neither counts a table nor waits for it any more."""
        self.waits.discard(key)
        if self.tables.pop(key, None) is not None:
            self._forget()

    def set_byes(self, byes: list[ByePart]) -> None:
        """Sets the rounds that were not played."""
        if self.byes != byes:
            self.byes = byes
            self._forget()

    def set_penalties(self, penalties: list[PenaltyPart]) -> None:
        if self.penalties != penalties:
            self.penalties = penalties
            self._forget()

    def set_adjusted(self, adjusted: dict[TableKey, AdjustedPart]) -> None:
        """Sets the tables whose worth rulings have set."""
        if self.adjusted != adjusted:
            self.adjusted = adjusted
            self._forget()

    @property
    def open_rounds(self) -> set[int]:
        """The rounds whose table is waited for."""
        return {round_ for _, round_, _ in self.waits - self.adjusted.keys()}

    def _forget(self) -> None:
        self._sums.clear()
        self._rounds.clear()

    def until(self, last: int) -> Sums:
        found = self._sums.get(last)
        if found is None:
            found = self._sums[last] = self._summed(last)
        return found

    def _summed(self, last: int) -> Sums:
        tables = self._tables_until(last)
        unplayed: list[ByePart | AdjustedPart] = [*self._byes_until(last), *self._adjusted_until(last)]
        penalties = [part.points for part in self.penalties if part.round is None or part.round <= last]
        met: dict[int, list[Points]] = {}
        for points in tables:
            for person, outcome in points.met:
                met.setdefault(person, []).append(outcome)
        earned = sum(points.counted for points in tables) + sum(part.points for part in unplayed)
        return Sums(
            total=exact(earned + sum(penalties)),
            game_points=exact(sum(one.game_points for one in tables) + sum(one.game_points for one in unplayed)),
            earned=exact(earned),
            best_table=max(((points.counted, points.game_points) for points in tables), default=()),
            met=met,
            started=bool(tables or unplayed or penalties),
        )

    def _tables_until(self, last: int) -> list[TablePoints]:
        return [self.tables[key] for key in sorted(self.tables.keys() - self.adjusted) if key[1] <= last]

    def _byes_until(self, last: int) -> list[ByePart]:
        """Returns the rounds up to this one that were not played, those worth the own average with that of then."""
        tables, byes = self._tables_until(last), [part for part in self.byes if part.round <= last]
        return [_own_average(part, tables) if part.absence == Absence.OWN else part for part in byes]

    def _adjusted_until(self, last: int) -> list[AdjustedPart]:
        tables, found = self._tables_until(last), [part for part in self.adjusted.values() if part.round <= last]
        return [_own_average_of(part, tables) if part.to == AdjustedTo.OWN else part for part in found]

    def rounds(self, last: int) -> Mapping[int, RoundPoints]:
        """Returns the points of each round up to this one that has any; penalties of the whole evening under 0."""
        if last not in self._rounds:
            found: defaultdict[int, list[tuple[Points, tuple[Part, ...]]]] = defaultdict(list)
            for table in self._tables_until(last):
                found[table.round].append((table.counted, table.parts))
            for bye in self._byes_until(last):
                found[bye.round].append((bye.points, (bye,)))
            for adjusted in self._adjusted_until(last):
                found[adjusted.round].append((adjusted.points, (adjusted,)))
            for penalty in self.penalties:
                found[penalty.round or WHOLE_EVENING].append((penalty.points, (penalty,)))
            self._rounds[last] = {round_: _together(points) for round_, points in found.items()}
        return self._rounds[last]


def _own_average(part: ByePart, tables: Sequence[TablePoints]) -> ByePart:
    if not tables:
        return replace(part, absence=Absence.WORST)
    points, game_points = sum(one.counted for one in tables), sum(one.game_points for one in tables)
    return replace(part, points=exact(points, len(tables)), game_points=exact(game_points, len(tables)))


def _own_average_of(part: AdjustedPart, tables: Sequence[TablePoints]) -> AdjustedPart:
    others = [one for one in tables if one.round != part.round]
    if not others:
        return replace(part, to=AdjustedTo.ROUND)
    points, game_points = sum(one.counted for one in others), sum(one.game_points for one in others)
    return replace(part, points=exact(points, len(others)), game_points=exact(game_points, len(others)))


def _together(points: Iterable[tuple[Points, tuple[Part, ...]]]) -> RoundPoints:
    found = list(points)
    return RoundPoints(exact(sum(counted for counted, _ in found)), tuple(part for _, parts in found for part in parts))
