"""Ledger of a standing: all results, byes, penalties and rulings that count, and the standing after each round."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from webapp.evening.standing.points import (
    WHOLE_EVENING,
    Account,
    AdjustedPart,
    ByePart,
    PenaltyPart,
    TableKey,
    TablePoints,
    points_of_table,
)
from webapp.evening.standing.ranking import RankedPerson, group_rows, pairs_of, ranked, teams_of
from webapp.evening.standing.rows import Cell, Standing, StandingRow
from webapp.evening.standing.scoring import (
    Absence,
    AdjustedPoints,
    AdjustedTo,
    Bye,
    PenaltyPoints,
    Points,
    Scoring,
    TableResult,
    exact,
)


class RoundWorth:
    """The worth of a round by what those who `played` have from it; nothing but fixed points before a result is in."""

    def __init__(self, scoring: Scoring, played: Sequence[TablePoints]) -> None:
        self._scoring, self._played = scoring, played

    def part(self, bye: Bye) -> ByePart | None:
        """Returns the points of a person who did not play, None for none; for the own average the round's worst."""
        absence = self._scoring.absence
        if absence == Absence.POINTS or (absence == Absence.SAT_OUT and not bye.missed):
            points = self._scoring.bye_points()
            return ByePart(bye.round, points, bye.missed, absence, self._absent_game_points)
        if absence == Absence.SAT_OUT or not self._played:
            return None
        if absence == Absence.AVERAGE and not bye.unseated:
            return _part(bye, self._average, absence)
        return _part(bye, self._worst, Absence.OWN if absence == Absence.OWN else Absence.WORST)

    def adjusted(self, one: AdjustedPoints, sides: int) -> AdjustedPart:
        """Returns the points by a ruling at a table of this many sides; for the own average that of the round."""
        points, game_points = self._average
        if one.to == AdjustedTo.PERCENT:
            points, game_points = self._share(one.value, sides)
        if one.to == AdjustedTo.POINTS:
            points = exact(self._scoring.shown_total(one.value))
            game_points = points if self._scoring.only_game_points else game_points
        return AdjustedPart(one.round, one.table, one.to, one.value, one.why, points, game_points)

    def _share(self, percent: int, sides: int) -> tuple[Points, Points]:
        """Returns so much of the way from the worst to the best, of points in the total and of the game's own."""
        scoring, played = self._scoring, [one.game_points for one in self._played] or [0]
        by_place = [*scoring.points_by_place(sides), *(0 for _ in range(sides))][:sides]
        own = _between(min(played), max(played), percent)
        places = _between(by_place[-1], by_place[0], percent) if scoring.place_points else 0
        return exact(places + (own if scoring.game_points and not scoring.game_points_next else 0)), own

    @cached_property
    def _worst(self) -> tuple[Points, Points]:
        return min(one.counted for one in self._played), min(one.game_points for one in self._played)

    @cached_property
    def _average(self) -> tuple[Points, Points]:
        count = len(self._played) or 1
        return (
            exact(sum(one.counted for one in self._played), count),
            exact(sum(one.game_points for one in self._played), count),
        )

    @cached_property
    def _absent_game_points(self) -> Points:
        """The game's own points where others are fixed: where few are good, none at all would be the best there is."""
        is_fixed = self._scoring.absence == Absence.POINTS and self._scoring.turned and self._scoring.place_points
        return self._worst[1] if is_fixed and self._played else 0


def _between(worst: Points, best: Points, percent: int) -> Points:
    return exact(worst * 100 + (best - worst) * percent, 100)


def _part(bye: Bye, worth: tuple[Points, Points], absence: Absence) -> ByePart:
    counted, game_points = worth
    return ByePart(bye.round, counted, bye.missed, absence, game_points)


class StandingLedger:
    """All that counts in one standing. Only `people` get rows; others who played count as opponents."""

    def __init__(self, scoring: Scoring, people: Iterable[int] = ()) -> None:
        self.scoring = scoring
        self._people = tuple(people)
        self._accounts: defaultdict[int, Account] = defaultdict(Account)
        self._results: dict[TableKey, TableResult] = {}
        self._byes: tuple[Bye, ...] = ()
        self._adjusted: dict[tuple[TableKey, int], AdjustedPoints] = {}
        self._rankings: dict[int, list[RankedPerson]] = {}

    def set_people(self, people: Iterable[int]) -> None:
        self._people = tuple(people)
        self._rankings.clear()

    def put(self, result: TableResult) -> None:
        """Takes a result in place of the one that this table had in this round, if any."""
        self.remove(result.key)
        self._results[result.key] = result
        self._forget_rankings(result.round)
        for person, points in points_of_table(self.scoring, result).items():
            if result.confirmed:
                self._accounts[person].add_table(result.key, points)
            else:
                self._accounts[person].waits.add(result.key)

    def remove(self, key: TableKey) -> None:
        """Takes a result out; nothing happens where there is none."""
        old = self._results.pop(key, None)
        if old is not None:
            self._forget_rankings(old.round)
            for person in old.people:
                self._accounts[person].remove_table(key)

    def set_byes(self, byes: Iterable[Bye]) -> None:
        """Sets who did not play, for all rounds."""
        self._byes = tuple(sorted(byes, key=lambda bye: bye.round))
        self._rankings.clear()

    def set_adjusted(self, adjusted: Iterable[AdjustedPoints]) -> None:
        """Sets which tables are worth what to whom by rulings that hold."""
        self._adjusted = {(("", one.round, one.table), one.person): one for one in adjusted}
        self._rankings.clear()

    def set_penalties(self, penalties: Iterable[PenaltyPoints]) -> None:
        found = defaultdict[int, list[PenaltyPart]](list)
        for one in sorted(penalties, key=lambda one: one.number):
            found[one.person].append(PenaltyPart(one.round, one.number, exact(-one.points)))
        for person in self._accounts.keys() | found.keys():
            self._accounts[person].set_penalties(found[person])
        self._rankings.clear()

    def standing(self, running_round: int | None = None) -> Standing:
        """Returns the standing as it is now. The newest round is the running one, or the last that is known."""
        self._count_adjusted()
        self._count_byes()
        rounds = self._rounds(running_round)
        earlier = rounds[:-1]
        before = self._up_to(earlier, earlier[:-1]) if self.scoring.hidden_last else None
        return self._up_to(rounds, earlier, before)

    def _count_adjusted(self) -> None:
        found = defaultdict[int, dict[TableKey, AdjustedPart]](dict)
        worths = {round_: self._worth(round_) for round_ in {one.round for one in self._adjusted.values()}}
        for (key, person), one in self._adjusted.items():
            if (result := self._results.get(key)) is not None and person in result.people:
                found[person][key] = worths[one.round].adjusted(one, len(result.scores))
        for person in self._accounts.keys() | found.keys():
            self._accounts[person].set_adjusted(found[person])

    def _count_byes(self) -> None:
        found, rounds = defaultdict[int, list[ByePart]](list), {bye.round for bye in self._byes}
        worths = {round_: self._worth(round_) for round_ in rounds}
        for bye in self._byes:
            if (part := worths[bye.round].part(bye)) is not None:
                found[bye.person].append(part)
        for person in self._accounts.keys() | found.keys():
            self._accounts[person].set_byes(found[person])

    def _worth(self, round_: int) -> RoundWorth:
        keys = [key for key, result in self._results.items() if result.round == round_ and result.confirmed]
        played = ((key, one) for key in keys for one in self._results[key].people if (key, one) not in self._adjusted)
        return RoundWorth(self.scoring, [self._accounts[person].tables[key] for key, person in played])

    def _rounds(self, running_round: int | None) -> tuple[int, ...]:
        known = {result.round for result in self._results.values()}
        for account in self._accounts.values():
            known.update(part.round for part in account.byes)
            known.update(part.round for part in account.penalties if part.round is not None)
        return tuple(sorted(known | ({running_round} if running_round is not None else set())))

    def _up_to(self, rounds: tuple[int, ...], earlier: tuple[int, ...], before: Standing | None = None) -> Standing:
        then, now = earlier[-1] if earlier else 0, rounds[-1] if rounds else 0
        # Before the first round there was no standing, whatever penalties there were.
        order = self._ranked(then) if earlier else []
        started = (placed for placed in order if self._accounts[placed.person].until(then).started)
        places = {placed.person: placed.place for placed in started}
        rows = tuple(self._row(placed, rounds, now, places.get(placed.person)) for placed in self._ranked(now))
        sums = {person: account.until(now) for person, account in self._accounts.items()}
        cells = {row.person: [(cell.points, row.penalties_in(cell.round)) for cell in row.by_round] for row in rows}
        pairs = {group: both for group, both in pairs_of(self.scoring).items() if cells.keys() >= set(both)}
        return Standing(
            self.scoring,
            rounds,
            rows,
            group_rows(self.scoring, pairs, sums, cells, once=True),
            group_rows(self.scoring, teams_of(self.scoring, cells), sums, cells, once=False),
            before,
        )

    def _ranked(self, last: int) -> list[RankedPerson]:
        """Returns the order up to this round; that of earlier rounds stays until one of their results is corrected."""
        found = self._rankings.get(last)
        if found is None:
            for person in self._people:
                self._accounts[person]  # who has nothing yet has a row, too
            sums = {person: account.until(last) for person, account in self._accounts.items()}
            found = self._rankings[last] = ranked(self.scoring, self._people, sums)
        return found

    def _forget_rankings(self, first: int) -> None:
        for last in [last for last in self._rankings if last >= first]:
            del self._rankings[last]

    def _row(self, placed: RankedPerson, rounds: tuple[int, ...], last: int, place_before: int | None) -> StandingRow:
        account = self._accounts[placed.person]
        sums = account.until(last)
        found, waiting = account.rounds(last), account.open_rounds
        return StandingRow(
            place=placed.place,
            shared=placed.shared,
            person=placed.person,
            total=sums.total,
            game_points=sums.game_points,
            by_round=tuple(
                Cell(round_, found[round_].counted if round_ in found else None, round_ in waiting) for round_ in rounds
            ),
            parts=tuple(part for round_ in (*rounds, WHOLE_EVENING) if round_ in found for part in found[round_].parts),
            ties=placed.ties,
            moved=None if place_before is None else place_before - placed.place,
        )


def standing(
    scoring: Scoring,
    people: Iterable[int],
    results: Iterable[TableResult],
    byes: Iterable[Bye] = (),
    penalties: Iterable[PenaltyPoints] = (),
    *,
    adjusted: Iterable[AdjustedPoints] = (),
    running_round: int | None = None,
) -> Standing:
    """Returns the standing from these results, in any order."""
    ledger = StandingLedger(scoring, people)
    for result in results:
        ledger.put(result)
    ledger.set_byes(byes)
    ledger.set_penalties(penalties)
    ledger.set_adjusted(adjusted)
    return ledger.standing(running_round)


def standings_by_game(
    scorings: Mapping[str, Scoring], results: Iterable[TableResult], penalties: Sequence[PenaltyPoints] = ()
) -> dict[str, Standing]:
    """Returns one standing a game of an open evening, with everybody who played it, at however many tables.

    Penalties are those of the evening: they are off in each. Raises KeyError for a game without a scoring.
    """
    by_game: dict[str, list[TableResult]] = {}
    for result in results:
        by_game.setdefault(result.game, []).append(result)
    made = {}
    for game, found in sorted(by_game.items()):
        people = sorted({person for result in found for person in result.people})
        own = [one for one in penalties if one.person in people]
        made[game] = standing(scorings[game], people, found, penalties=own)
    return made
