"""What holds of every standing."""

from dataclasses import replace
from fractions import Fraction
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from webapp.evening.standing.ledger import StandingLedger, standing
from webapp.evening.standing.points import counts, places_at_table
from webapp.evening.standing.scoring import (
    Absence,
    Bye,
    PenaltyPoints,
    Scoring,
    TableResult,
    TieBreak,
)

PEOPLE = range(1, 9)
EXAMPLES = 20
POINTS = st.fractions(0, 9, max_denominator=4)

scorings = st.builds(
    Scoring,
    place_points=st.lists(POINTS, min_size=1, max_size=5).map(lambda found: tuple(sorted(found, reverse=True))),
    game_points=st.booleans(),
    turned=st.booleans(),
    tie_breaks=st.lists(st.sampled_from(TieBreak), unique=True).map(tuple),
    bye=POINTS,
    absence=st.sampled_from(Absence),
    hidden_last=st.booleans(),
    draw_seed=st.integers(0, 3),
    teams=st.dictionaries(st.sampled_from(PEOPLE), st.sampled_from("ab")),
)


@st.composite
def table_results(draw: st.DrawFn) -> TableResult:
    people = draw(st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=4, unique=True))
    sides = ((0, 2), (1, 3)) if len(people) == 4 and draw(st.booleans()) else ()
    scores = draw(st.lists(st.integers(-2, 3), min_size=len(sides or people), max_size=len(sides or people)))
    return TableResult(
        round=draw(st.integers(1, 3)),
        table=draw(st.integers(1, 3)),
        people=tuple(people),
        scores=tuple(scores),
        sides=sides,
        confirmed=draw(st.integers(0, 4)) > 0,
    )


byes = st.lists(st.builds(Bye, st.sampled_from(PEOPLE), st.integers(1, 3)), max_size=2)
penalties = st.lists(
    st.builds(PenaltyPoints, st.sampled_from(PEOPLE), POINTS, st.none() | st.integers(1, 3), st.integers(1, 9)),
    max_size=2,
    unique_by=lambda one: one.number,
)
results = st.lists(table_results(), max_size=9)


@given(scoring=scorings, scores=st.lists(st.integers(0, 3), min_size=1, max_size=6))
@settings(max_examples=EXAMPLES)
def test_a_table_gives_the_same_points_whether_sides_tie_or_not(scoring: Scoring, scores: list[int]) -> None:
    given_out = sum(place.points for place in places_at_table(scoring, scores))
    assert given_out == sum(Fraction(points) for points in scoring.place_points[: len(scores)])


@given(scoring=scorings, played=results, byes=byes, penalties=penalties, shuffled=st.randoms(use_true_random=False))
@settings(max_examples=EXAMPLES)
def test_what_is_kept_is_what_is_worked_out_anew_in_any_order(
    scoring: Scoring, played: list[TableResult], byes: list[Bye], penalties: list[PenaltyPoints], shuffled: Random
) -> None:
    ledger = StandingLedger(scoring, PEOPLE)
    for result in played:
        ledger.put(result)
        ledger.standing()
    ledger.set_byes(byes)
    ledger.standing()
    ledger.set_penalties(penalties)
    ledger.put(played[0]) if played else None
    last = {result.key: result for result in [*played, *played[:1]]}
    others = list(last.values())
    shuffled.shuffle(others)
    people = shuffled.sample(PEOPLE, len(PEOPLE))
    assert ledger.standing(2) == standing(scoring, people, others, reversed(byes), reversed(penalties), running_round=2)
    for key in last:
        ledger.remove(key)
    assert ledger.standing() == standing(scoring, PEOPLE, [], byes, penalties)


@given(scoring=scorings, played=results, byes=byes, penalties=penalties)
@settings(max_examples=EXAMPLES)
def test_every_total_is_the_sum_of_its_parts_and_the_order_is_that_of_the_numbers(
    scoring: Scoring, played: list[TableResult], byes: list[Bye], penalties: list[PenaltyPoints]
) -> None:
    found = standing(scoring, PEOPLE, played, byes, penalties)
    assert sorted(row.person for row in found.rows) == list(PEOPLE)
    for row in found.rows:
        assert row.total == sum((part.points for part in row.parts if counts(scoring, part)), Fraction())
        assert row.place == 1 + sum(other.place < row.place for other in found.rows)
    for ahead, behind in zip(found.rows, found.rows[1:], strict=False):
        assert ahead.total >= behind.total
        apart = ahead.total > behind.total or (scoring.game_points_next and ahead.game_points > behind.game_points)
        if not apart:
            told = [one.tie_break for one in ahead.ties if behind.person in one.ahead_of(ahead.person)]
            assert len(told) == (ahead.place < behind.place)
            asked = [step.tie_break for step in ahead.ties]
            assert asked == list(scoring.tie_breaks[: len(asked)])


@given(scoring=scorings, played=results, byes=byes, penalties=penalties)
@settings(max_examples=EXAMPLES)
def test_what_happens_in_the_hidden_round_changes_nothing_that_is_shown(
    scoring: Scoring, played: list[TableResult], byes: list[Bye], penalties: list[PenaltyPoints]
) -> None:
    hiding = replace(scoring, hidden_last=True)
    known = [result for result in played if result.round < 3]
    whole = standing(hiding, PEOPLE, played, byes, penalties, running_round=3)
    earlier_byes = [bye for bye in byes if bye.round < 3]
    earlier_penalties = [one for one in penalties if one.round != 3]
    nothing_yet = standing(hiding, PEOPLE, known, earlier_byes, earlier_penalties, running_round=3)
    assert whole.before is not None
    assert whole.before == nothing_yet.before


@given(scoring=scorings, played=results)
@settings(max_examples=EXAMPLES)
def test_teams_have_all_that_their_people_have(scoring: Scoring, played: list[TableResult]) -> None:
    found = standing(scoring, PEOPLE, played)
    in_teams = sum((row.total for row in found.rows if row.person in scoring.teams), Fraction())
    assert sum((row.total for row in found.teams), Fraction()) == in_teams


@given(scoring=scorings, played=results, byes=byes, penalties=penalties)
@settings(max_examples=EXAMPLES)
def test_the_rounds_of_pairs_and_teams_and_the_penalties_of_the_evening_come_to_their_totals(
    scoring: Scoring, played: list[TableResult], byes: list[Bye], penalties: list[PenaltyPoints]
) -> None:
    one, other, *_more = PEOPLE
    found = standing(replace(scoring, pairs=((one, other),)), PEOPLE, played, byes, penalties, running_round=3)
    alone = {row.person: row for row in found.rows}
    for group in (*found.pairs, *found.teams):
        whole = sum(alone[person].penalties_in(None) for person in group.people)
        own = sum(points for points in group.by_round if points is not None)
        assert own + whole == group.total
