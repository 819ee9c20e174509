"""What a person has from tables, byes and penalties, summed up to a round. Sums are kept until something changes."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from webapp.club.standing.point_parts import ByePart, Part, PenaltyPart
from webapp.club.standing.table_points import TablePoints

TableKey = tuple[str, int, int]


@dataclass(frozen=True)
class Sums:
    """What a person has up to a round. `earned` is the total without penalties, `best_table` that of one table.

    `met` has each opponent with the results against them.
    """

    total: Fraction
    game_points: Fraction
    earned: Fraction
    best_table: tuple[Fraction, ...]
    met: dict[int, list[Fraction]]
    started: bool


@dataclass
class Account:
    """All that one person has: points of tables by the table, tables that are waited for, byes and penalties."""

    tables: dict[TableKey, TablePoints] = field(default_factory=dict)
    byes: list[ByePart] = field(default_factory=list)
    penalties: list[PenaltyPart] = field(default_factory=list)
    waits: set[TableKey] = field(default_factory=set)
    _sums: dict[int, Sums] = field(default_factory=dict)
    _rounds: dict[int, tuple[Part, ...]] | None = None

    def add_table(self, key: TableKey, points: TablePoints) -> None:
        """Counts what a table brought."""
        self.tables[key] = points
        self._forget()

    def remove_table(self, key: TableKey) -> None:
        """Neither counts a table nor waits for it any more."""
        self.waits.discard(key)
        if self.tables.pop(key, None) is not None:
            self._forget()

    def set_byes(self, byes: list[ByePart]) -> None:
        """Sets the rounds that were sat out."""
        if self.byes != byes:
            self.byes = byes
            self._forget()

    def set_penalties(self, penalties: list[PenaltyPart]) -> None:
        """Sets the penalties that hold."""
        if self.penalties != penalties:
            self.penalties = penalties
            self._forget()

    def _forget(self) -> None:
        self._sums.clear()
        self._rounds = None

    def until(self, last: int) -> Sums:
        """Returns the sums up to this round."""
        found = self._sums.get(last)
        if found is None:
            found = self._sums[last] = self._summed(last)
        return found

    def _summed(self, last: int) -> Sums:
        tables = [points for points in self.tables.values() if points.round <= last]
        byes = [part for part in self.byes if part.round <= last]
        penalties = [part for part in self.penalties if part.round is None or part.round <= last]
        met: dict[int, list[Fraction]] = {}
        for points in tables:
            for person, outcome in points.met:
                met.setdefault(person, []).append(outcome)
        at_tables = sum((points.counted for points in tables), Fraction())
        earned = at_tables + sum((part.points for part in byes), Fraction())
        return Sums(
            total=earned + sum((part.points for part in penalties), Fraction()),
            game_points=sum((points.game_points for points in tables), Fraction()),
            earned=earned,
            best_table=max(((points.counted, points.game_points) for points in tables), default=()),
            met=met,
            started=bool(tables or byes or penalties),
        )

    def parts(self) -> dict[int, tuple[Part, ...]]:
        """Returns where the points of each round come from; those of the whole evening stand under 0."""
        if self._rounds is None:
            found: dict[int, list[Part]] = {}
            for round_, part in self._all_parts():
                found.setdefault(round_, []).append(part)
            self._rounds = {round_: tuple(found[round_]) for round_ in sorted(found)}
        return self._rounds

    def _all_parts(self) -> Iterator[tuple[int, Part]]:
        for key in sorted(self.tables):
            yield from ((self.tables[key].round, part) for part in self.tables[key].parts)
        for bye in self.byes:
            yield bye.round, bye
        for penalty in self.penalties:
            yield penalty.round or 0, penalty
