"""Whole evenings by their lines, in any order, beside a recomputation from what was played."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.web.support.hall import GAME, listed
from webapp.evening import lines as kinds
from webapp.evening.keeper import EveningNow
from webapp.evening.lines import Line, folded
from webapp.evening.plan import Counting, Kind, Plan
from webapp.evening.standing.scoring import Absence, AdjustedTo
from webapp.evening.standings import EveningStandings
from webapp.journal.lines import body_of
from webapp.store.evening_models import Evening, EveningLine

PLACES, FULL, ROUNDS = (7, 4, 2, 1), 4, (1, 2, 3)
PEOPLE = range(1, 12)
LATE, LEAVER, PAIR, TEAM = 11, 10, (1, 2), (3, 4, 5)
EXAMPLES = 25
Table = dict[int, int]
Own = dict[int, dict[int, Fraction]]

plans = st.builds(
    Plan,
    kind=st.just(Kind.TOURNAMENT),
    game=st.just(GAME),
    sizes=st.just((4, 3)),
    rounds=st.just(len(ROUNDS)),
    counting=st.sampled_from(Counting),
    place_points=st.just(PLACES),
    equal_tables=st.booleans(),
    bye=st.integers(-2, 9),
    absence=st.sampled_from(Absence),
    left_last=st.booleans(),
    pairs=st.just(True),
)


class Played:
    """An evening as it was played: a late-comer, a leaver, a pair and a team, penalties and rulings, some lifted."""

    def __init__(self, plan: Plan, chance: Random) -> None:
        self.plan, self.chance = plan, chance
        self.rounds = {number: self._round(number) for number in ROUNDS}
        self.penalties = [(chance.choice(PEOPLE), chance.randrange(5), chance.random() < 0.4) for _ in range(4)]

        self.rulings = [self._ruling(chance.choice(ROUNDS)) for _ in range(3)]

    def _ruling(self, number: int) -> tuple[int, int, tuple[int, ...], AdjustedTo, int]:
        at, table = self.chance.choice([*enumerate(self.rounds[number][0], 1)])
        people = tuple(sorted(self.chance.sample([*table], self.chance.randint(1, len(table)))))
        return number, at, people, self.chance.choice([*AdjustedTo]), self.chance.randrange(101)

    def _round(self, number: int) -> tuple[list[Table], list[int]]:
        here = [one for one in PEOPLE if (one != LATE or number > 1) and (one != LEAVER or number < 3)]
        self.chance.shuffle(here)
        sizes = self.chance.choice([(4, 3), (3, 3), (4, 4), (3,)])
        tables = [{here.pop(): self.chance.randrange(-3, 9) for _ in range(size)} for size in sizes]
        return tables, [one for one in here if self.chance.random() < 0.5]

    def lines(self) -> Iterator[Line]:
        """Yields what was added to the evening: results in any order, many after another one, or corrected."""
        yield kinds.Planned(self.plan, "Tuesday club")
        yield from listed([f"Player {number}" for number in range(1, LATE)])
        yield kinds.Changed(PAIR[0], partner=PAIR[1])
        yield from (kinds.Changed(one, team="Reds") for one in TEAM)
        for number, (tables, byes) in self.rounds.items():
            seats = tuple(kinds.TableSeats(at, tuple(table)) for at, table in enumerate(tables, 1))
            yield kinds.Seated(number, seats, tuple(byes))
            yield from self._results(number, tables)
            yield kinds.Ended(number)
            if number == 1:
                yield kinds.Listed(LATE, "Late")
            if number == len(ROUNDS) - 1:
                yield kinds.Left(LEAVER)

    def _results(self, number: int, tables: list[Table]) -> Iterator[Line]:
        for at, table in self.chance.sample([*enumerate(tables, 1)], len(tables)):
            wrong, right = (0,) * len(table), tuple(table.values())
            came = self.chance.randrange(3)
            yield kinds.Confirmed(number, at, right if came == 0 else wrong)
            if came == 1:
                yield from (kinds.Rejected(number, at), kinds.Confirmed(number, at, right))
            if came == 2:
                yield kinds.Corrected(number, at, right, wrong)

    def evening(self) -> EveningNow:
        """Returns the evening after its lines and penalties, these lifted or not."""
        lines = [*self.lines()]
        given = {}
        for person, points, lifted in self.penalties:
            round_ = self.chance.choice((None, *ROUNDS))
            lines.append(kinds.Penalised(person, "points", "Late", "GEN-3", "Karin", points, round_))
            given[len(lines)] = lifted
        lines += [kinds.Lifted(line, "A mistake", "Karin") for line, lifted in given.items() if lifted]
        for number, at, people, to, value in self.rulings:
            lines.append(kinds.Adjusted(number, at, to, "Phone rang", "GEN-3", "Karin", people, value))
        rows = [
            EveningLine(evening_id=1, seq=seq, kind=kind, body=msgspec.to_builtins(body))
            for seq, (kind, body) in enumerate(map(body_of, lines), 1)
        ]
        return EveningNow(Evening(id=1, title="", lot=7), folded(rows), tuple(rows), ())

    def points(self, table: Table, person: int) -> Fraction:
        """What somebody has from a table: the middle of the places that all with the same score hold."""
        if self.plan.counting == Counting.GAME:
            return Fraction(table[person])
        scores = sorted(table.values(), reverse=True)
        held = [self._of_place(at, len(table)) for at, score in enumerate(scores) if score == table[person]]
        return sum(held, Fraction()) / len(held)

    def _of_place(self, at: int, size: int) -> Fraction:
        if not self.plan.equal_tables or size == FULL:
            return Fraction(PLACES[at])
        share = Fraction(FULL, size)  # of the places of a full table a place here covers so many
        covers = [max(Fraction(), min((at + 1) * share, q + 1) - max(at * share, Fraction(q))) for q in range(FULL)]
        return sum((points * part for points, part in zip(PLACES, covers, strict=True)), Fraction()) / share

    def earned(self) -> dict[int, Fraction]:
        """What everybody has from all rounds, without penalties."""
        own: Own = defaultdict(dict)
        newest = {(one, it[0]): it for it in self.rulings for one in it[2]}
        ruled = {key: it for key, it in newest.items() if it[3] != AdjustedTo.PLAYED}
        for number, (tables, _byes) in self.rounds.items():
            for table in tables:
                counts = [one for one in table if (one, number) not in ruled]
                own.update({one: own[one] | {number: self.points(table, one)} for one in counts})
        known = {one for tables, byes in self.rounds.values() for one in (*byes, *(it for t in tables for it in t))}
        set_to = {key: self._ruled(own, *key, *it[1:]) for key, it in ruled.items()}
        return {
            one: sum((set_to.get((one, it), self._of_round(own, known, one, it)) for it in ROUNDS), Fraction())
            for one in PEOPLE
        }

    def _ruled(
        self, own: Own, one: int, number: int, at: int, _people: tuple[int, ...], to: AdjustedTo, value: int
    ) -> Fraction:
        there = [has[number] for has in own.values() if number in has] or [Fraction()]
        others = [points for round_, points in own.get(one, {}).items() if round_ != number]
        if to == AdjustedTo.POINTS:
            return Fraction(value)
        if to == AdjustedTo.PERCENT:
            size = len(self.rounds[number][0][at - 1])
            worst, best = self._of_place(size - 1, size), self._of_place(0, size)
            if self.plan.counting == Counting.GAME:
                worst, best = min(there), max(there)
            return worst + (best - worst) * value / 100
        if to == AdjustedTo.OWN and others:
            return sum(others, Fraction()) / len(others)
        return sum(there, Fraction()) / len(there)

    def _of_round(self, own: Own, known: set[int], one: int, number: int) -> Fraction:
        if number in own.get(one, {}):
            return own[one][number]
        there = [has[number] for has in own.values() if number in has]
        absence, bye = self.plan.absence, Fraction(self.plan.bye)
        if absence == Absence.POINTS:
            return bye
        if absence == Absence.SAT_OUT:
            return bye if one in self.rounds[number][1] else Fraction()
        if not there:
            return Fraction()
        if absence == Absence.AVERAGE and one in known:
            return sum(there, Fraction()) / len(there)
        if absence == Absence.OWN and own.get(one):
            return sum(own[one].values(), Fraction()) / len(own[one])
        return min(there)


@given(plan=plans, chance=st.randoms(use_true_random=False))
@settings(max_examples=EXAMPLES)
def test_the_standing_is_what_was_played(plan: Plan, chance: Random) -> None:
    played = Played(plan, chance)
    found = EveningStandings().of(played.evening()).whole
    assert found is not None
    earned = played.earned()
    lost = {one: sum(points for it, points, lifted in played.penalties if it == one and not lifted) for one in PEOPLE}
    totals = {one: earned[one] - lost[one] for one in PEOPLE}
    assert {row.person: Fraction(row.total) for row in found.rows} == totals
    left = plan.left_last and LEAVER
    assert [row.person for row in found.rows] == sorted(
        (row.person for row in found.rows), key=lambda one: (one == left, -totals[one])
    )
    (pair,) = found.pairs
    assert pair.total == sum(earned[one] for one in PAIR) / 2 - sum(lost[one] for one in PAIR)
    (team,) = found.teams
    assert team.total == sum(totals[one] for one in TEAM)
