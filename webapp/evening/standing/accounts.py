"""What a person has from tables, byes, penalties and rulings, up to a round. Sums are kept until something changes."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from webapp.evening.standing.points import AdjustedPart, ByePart, Part, PenaltyPart, TablePoints
from webapp.evening.standing.scoring import Absence, AdjustedTo, Points, exact

TableKey = tuple[str, int, int]
WHOLE_EVENING = 0
"""Stands for the round of what belongs to none."""


@dataclass(frozen=True)
class Sums:
    """What a person has up to a round. `earned` is the total without penalties, `best_table` that of one table.

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
    """What a person has from one round, and the parts of it."""

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
