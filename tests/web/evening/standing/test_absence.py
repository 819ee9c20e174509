"""What rounds count that somebody did not play, worked out anew: nobody gains by them."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.web.support.hall import GAME, Hall
from webapp.evening import lines as kinds
from webapp.evening.plan import Counting, Kind, Plan
from webapp.evening.standing.ledger import StandingLedger, standing
from webapp.evening.standing.rows import Standing
from webapp.evening.standing.scoring import Absence, Bye, Scoring, TableResult
from webapp.evening.standing_page import standing_page
from webapp.evening.standings import EveningStandings
from webapp.evening.viewer import EveningViewer
from webapp.services import services_in

PLACES = (5, 3, 1)
PEOPLE = range(1, 9)
ROUNDS = (1, 2, 3)
EXAMPLES = 25


@dataclass(frozen=True)
class Played:
    """Rounds with who sat where and what for, and who sat out of the others."""

    scores: Mapping[int, list[dict[int, int]]]
    sat_out: frozenset[tuple[int, int]]

    @property
    def results(self) -> list[TableResult]:
        return [
            TableResult(round=round_, table=number, people=tuple(table), scores=tuple(table.values()))
            for round_, tables in self.scores.items()
            for number, table in enumerate(tables, 1)
        ]

    @property
    def seated(self) -> set[int]:
        at_tables = {person for tables in self.scores.values() for table in tables for person in table}
        return at_tables | {person for person, _round in self.sat_out}

    def away(self, round_: int) -> list[int]:
        here = {person for table in self.scores[round_] for person in table}
        return [person for person in PEOPLE if person not in here]

    @property
    def byes(self) -> list[Bye]:
        return [
            Bye(person, round_, (person, round_) not in self.sat_out, person not in self.seated)
            for round_ in ROUNDS
            for person in self.away(round_)
        ]


@st.composite
def evenings(draw: st.DrawFn) -> Played:
    """Whole evenings: people come late, pause, leave and sit out."""
    chance, scores, sat_out = draw(st.randoms(use_true_random=False)), {}, set[tuple[int, int]]()
    for round_ in ROUNDS:
        people = chance.sample(PEOPLE, chance.choice((3, 6, 6)))
        tables = [people[at : at + 3] for at in range(0, len(people), 3)]
        scores[round_] = [{person: chance.randrange(-3, 12) for person in table} for table in tables]
        sat_out |= {(person, round_) for person in PEOPLE if person not in people and chance.random() < 0.4}
    return Played(scores, frozenset(sat_out))


def _place_points(table: Mapping[int, int], person: int, *, low: bool) -> Fraction:
    """Returns the average of the places that all with the same score hold."""
    order = sorted(table.values(), reverse=not low)
    held = [PLACES[at] for at, score in enumerate(order) if score == table[person]]
    return Fraction(sum(held), len(held))


def _counted(played: Played, scoring: Scoring) -> tuple[dict[int, Fraction], dict[tuple[int, int], Fraction]]:
    """Returns the totals, and what each has from each round, more being better."""
    low, of_round = scoring.turned, dict[tuple[int, int], Fraction]()
    for round_, tables in played.scores.items():
        here: dict[int, Fraction] = {}
        for table in tables:
            for person, score in table.items():
                own = Fraction(-score if low else score)
                here[person] = _place_points(table, person, low=low) if scoring.place_points else own
        for person in played.away(round_):
            fixed = Fraction(-scoring.bye if low and not scoring.place_points else scoring.bye)
            worst, average = min(here.values()), sum(here.values()) / len(here)
            sat_out = (person, round_) in played.sat_out
            worth = {
                Absence.POINTS: fixed,
                Absence.WORST: worst,
                Absence.AVERAGE: average if person in played.seated else worst,
                Absence.OWN: worst,
                Absence.SAT_OUT: fixed if sat_out else Fraction(),
            }
            of_round[person, round_] = worth[scoring.absence]
        of_round.update({(person, round_): points for person, points in here.items()})
    if scoring.absence == Absence.OWN:
        of_round |= _own_averages(played, of_round)
    totals: defaultdict[int, Fraction] = defaultdict(Fraction)
    for (person, _round), points in of_round.items():
        totals[person] += points
    return dict(totals), of_round


def _own_averages(played: Played, of_round: Mapping[tuple[int, int], Fraction]) -> dict[tuple[int, int], Fraction]:
    """Returns what each who has played at all has from the other rounds: the average of those played."""
    found = {}
    for person in PEOPLE:
        away = [round_ for round_ in ROUNDS if person in played.away(round_)]
        own = [of_round[person, round_] for round_ in ROUNDS if round_ not in away]
        if own:
            found.update({(person, round_): sum(own) / len(own) for round_ in away})
    return found


scorings = st.builds(
    Scoring,
    place_points=st.sampled_from([(), PLACES]),
    game_points=st.just(True),
    turned=st.booleans(),
    bye=st.integers(-2, 4),
    absence=st.sampled_from(Absence),
    left=st.frozensets(st.sampled_from(PEOPLE), max_size=3),
)


def _standing(played: Played, scoring: Scoring, chance: Random) -> Standing:
    """Returns the standing of results that come in any order, some of them after another one of their table."""
    ledger, results = StandingLedger(scoring, PEOPLE), played.results
    ledger.set_byes(played.byes)
    chance.shuffle(results)
    for result in results:
        ledger.put(TableResult(round=result.round, table=result.table, people=result.people, scores=(9,) * 3))
        ledger.standing()
        ledger.put(result)
    return ledger.standing()


@given(played=evenings(), scoring=scorings, chance=st.randoms(use_true_random=False))
@settings(max_examples=EXAMPLES)
def test_every_total_is_what_the_rounds_and_the_absences_come_to(
    played: Played, scoring: Scoring, chance: Random
) -> None:
    found, (totals, _rounds) = _standing(played, scoring, chance), _counted(played, scoring)
    assert {row.person: Fraction(row.total) for row in found.rows} == {one: totals.get(one, 0) for one in PEOPLE}
    for row in found.rows:
        assert row.place == 1 + sum(other.place < row.place for other in found.rows)
    gone = [row.person in scoring.left for row in found.rows]
    assert gone == sorted(gone), "who has left comes after everybody who stayed"
    for one, other in pairwise(found.rows):
        assert one.total >= other.total or (one.person not in scoring.left and other.person in scoring.left)


@given(played=evenings(), scoring=scorings, chance=st.randoms(use_true_random=False))
@settings(max_examples=EXAMPLES)
def test_nobody_gains_by_staying_away(played: Played, scoring: Scoring, chance: Random) -> None:
    found = _standing(played, scoring, chance)
    cells = {(row.person, cell.round): cell.points for row in found.rows for cell in row.by_round}
    rows = {row.person: row for row in found.rows}
    for round_ in ROUNDS:
        away = played.away(round_)
        here = [cells[person, round_] for person in PEOPLE if person not in away]
        assert None not in here
        for person in away:
            if scoring.absence == Absence.WORST:
                assert all(cells[person, round_] <= points for points in here)  # type: ignore[operator]
            elif scoring.absence == Absence.AVERAGE:
                assert cells[person, round_] <= Fraction(sum(here), len(here))  # type: ignore[arg-type, operator]
    if scoring.absence == Absence.WORST:
        _compare(played, rows, cells)


def _compare(played: Played, rows: Mapping[int, object], cells: Mapping[tuple[int, int], object]) -> None:
    """Whoever was there in every round in which somebody was, with no less each time, and in others, is not behind."""
    there = {one: {round_ for round_ in ROUNDS if one not in played.away(round_)} for one in PEOPLE}
    for one in PEOPLE:
        for other in PEOPLE:
            if there[one] > there[other] and all(cells[one, it] >= cells[other, it] for it in there[other]):  # type: ignore[operator]
                assert rows[one].total >= rows[other].total  # type: ignore[attr-defined]


def _left_after_the_first(app: Flask, **more: Any) -> Hall:
    plan = Plan(
        Kind.TOURNAMENT,
        game=GAME,
        options={"fewest_wins": True},
        sizes=(3,),
        rounds=2,
        counting=Counting.GAME,
        bye=7,
        **more,
    )
    hall = Hall(services_in(app), plan, names=("Ann", "Ben", "Cat", "Dan", "Eva", "Fay", "Gus"))
    hall.seat((1, 2, 3), (4, 5, 6))
    hall.start()
    hall.add(kinds.Confirmed(1, 1, (10, 20, 30)), kinds.Confirmed(1, 2, (10, 20, 30)), kinds.Ended(1))
    hall.add(*(kinds.Left(person) for person in (4, 5, 6, 7)))
    hall.seat((1, 2, 3))
    hall.start()
    hall.add(kinds.Confirmed(2, 1, (20, 30, 40)), kinds.Ended(2))
    return hall


@pytest.mark.parametrize(
    ("absence", "totals"),
    [
        (Absence.SAT_OUT, {1: 30, 2: 50, 3: 70, 4: 10, 5: 20, 6: 30, 7: 0}),
        (Absence.POINTS, {1: 30, 2: 50, 3: 70, 4: 17, 5: 27, 6: 37, 7: 14}),
        (Absence.WORST, {1: 30, 2: 50, 3: 70, 4: 50, 5: 60, 6: 70, 7: 70}),
        (Absence.AVERAGE, {1: 30, 2: 50, 3: 70, 4: 40, 5: 50, 6: 60, 7: 70}),
        (Absence.OWN, {1: 30, 2: 50, 3: 70, 4: 20, 5: 40, 6: 60, 7: 70}),
    ],
)
def test_who_leaves_after_the_first_of_two_rounds(app: Flask, absence: Absence, totals: dict[int, int]) -> None:
    """Few points are good; the people of the second table leave, and one never came."""
    hall = _left_after_the_first(app, absence=absence)
    found = EveningStandings().of(hall.now).whole
    assert found is not None
    assert {row.person: found.scoring.shown_total(row.total) for row in found.rows} == totals
    order = [row.person for row in found.rows]
    if absence == Absence.WORST:
        assert order.index(1) < order.index(4), "Dan had the same in the round that he played"


@pytest.mark.parametrize(("last", "order"), [(False, [4, 1, 5, 2, 6, 3, 7]), (True, [1, 2, 3, 4, 5, 6, 7])])
def test_who_left_ranks_behind_those_who_stayed_where_the_plan_says_so(
    app: Flask, last: bool, order: list[int]
) -> None:
    hall = _left_after_the_first(app, absence=Absence.OWN, left_last=last, tie_breaks=())
    hall.add(kinds.Left(2))
    found = EveningStandings().of(hall.now).whole
    assert found is not None
    assert [row.person for row in found.rows] == order, "Ben played to the end, and went after it"
    with app.test_request_context():
        shown = standing_page(hall.now, EveningViewer()).standings[0].rows
    assert [row.name for row in shown if row.left] == (["Dan", "Eva", "Fay", "Gus"] if last else [])
    assert any("Round 2: missed, the own average: 10" in row.lines for row in shown if row.name == "Dan")


@pytest.mark.parametrize(("both", "order"), [(False, ["a", "b"]), (True, ["b", "a"])])
def test_a_team_has_left_once_all_of_its_people_have(both: bool, order: list[str]) -> None:
    scoring = Scoring(place_points=PLACES, teams={1: "a", 2: "a", 3: "b"}, left=frozenset((1, 2) if both else (1,)))
    found = standing(scoring, (1, 2, 3), [TableResult(round=1, table=1, people=(1, 2, 3), scores=(3, 2, 1))])
    assert [scoring.teams[row.group] for row in found.teams] == order
