"""Standings worked out by hand."""

from dataclasses import replace
from fractions import Fraction

import pytest

from webapp.evening.standing.ledger import StandingLedger, standing, standings_by_game
from webapp.evening.standing.points import (
    ByePart,
    GamePart,
    PenaltyPart,
    PlacePart,
)
from webapp.evening.standing.rows import PlaceChange, Standing, changes, plain_rows
from webapp.evening.standing.scoring import Bye, PenaltyPoints, Scoring, TableResult, TieBreak

ANN, BEN, CAT, DAN, EVA, FAY = range(1, 7)
PLACES = Scoring(place_points=(3, 2, 1, 0), bye=1)
HALF = Fraction(1, 2)


def table(round_: int, people: tuple[int, ...], scores: tuple[int, ...], number: int = 1) -> TableResult:
    return TableResult(round=round_, table=number, people=people, scores=scores)


def totals(found: Standing) -> list[tuple[int, int, Fraction]]:
    return [(row.place, row.person, row.total) for row in found.rows]


def test_sides_that_tie_share_the_points_of_their_places_and_their_place() -> None:
    found = standing(PLACES, (ANN, BEN, CAT, DAN), [table(1, (ANN, BEN, CAT, DAN), (7, 12, 7, 1))])
    assert totals(found) == [(1, BEN, 3), (2, ANN, 3 * HALF), (2, CAT, 3 * HALF), (4, DAN, 0)]
    assert [row.shared for row in found.rows] == [False, True, True, False]
    assert found.rows[1].parts == (PlacePart(1, 1, 2, 4, (CAT,), 3 * HALF),)


def test_few_points_are_good_where_the_game_says_so() -> None:
    few = Scoring(game_points=True, turned=True, bye=20)
    found = standing(few, (ANN, BEN, CAT), [table(1, (ANN, BEN), (30, 12))], [Bye(CAT, 1)])
    assert totals(found) == [(1, BEN, -12), (2, CAT, -20), (3, ANN, -30)]
    assert [few.shown_total(row.total) for row in found.rows] == [12, 20, 30]
    assert plain_rows(found, {ANN: "Ann", BEN: "Ben", CAT: "Cat"})[0] == [1, "Ben", 12, None, 12]


def test_game_points_are_the_next_number() -> None:
    results = [table(1, (ANN, BEN), (5, 9)), table(1, (CAT, DAN), (20, 19), 2)]
    first = Scoring(place_points=(1, 0), game_points=True)
    found = standing(first, range(1, 5), results)
    assert totals(found) == [(1, CAT, 1), (2, BEN, 1), (3, DAN, 0), (4, ANN, 0)]
    assert found.rows[0].parts == (PlacePart(1, 2, 1, 2, (), Fraction(1)), GamePart(1, 2, 20, Fraction(20), 0))


def test_partners_have_the_points_of_their_side() -> None:
    pairs = TableResult(round=1, table=1, people=(ANN, BEN, CAT, DAN), scores=(4, 7), sides=((0, 2), (1, 3)))
    found = standing(Scoring(place_points=(2, 0)), range(1, 5), [pairs])
    assert totals(found) == [(1, BEN, 2), (1, DAN, 2), (3, ANN, 0), (3, CAT, 0)]
    assert found.rows[0].parts == (PlacePart(1, 1, 1, 2, (), Fraction(2)),)


def test_a_stand_in_plays_for_somebody_else() -> None:
    result = TableResult(round=1, table=3, people=(ANN, BEN), scores=(1, 8), stand_ins={BEN: "Fay"})
    found = standing(PLACES, (ANN, BEN), [result])
    assert totals(found) == [(1, BEN, 3), (2, ANN, 2)]
    assert found.rows[0].parts == (PlacePart(1, 3, 1, 2, (), Fraction(3), played_by="Fay"),)


def test_penalties_and_byes_say_where_they_come_from() -> None:
    scoring = Scoring(place_points=(3, 2, 1, 0), bye=2)
    results, byes = [table(1, (ANN, BEN), (5, 4)), table(2, (ANN, CAT), (5, 4))], [Bye(CAT, 1), Bye(BEN, 2)]
    found = standing(
        scoring, (ANN, BEN, CAT), results, byes, [PenaltyPoints(ANN, 5, 1, 7), PenaltyPoints(CAT, 1, None, 8)]
    )
    assert totals(found) == [(1, BEN, 4), (2, CAT, 3), (3, ANN, 1)]
    assert found.rows[0].parts == (PlacePart(1, 1, 2, 2, (), Fraction(2)), ByePart(2, Fraction(2)))
    assert PenaltyPart(1, 7, Fraction(-5)) in found.rows[2].parts
    assert found.rows[1].parts[-1] == PenaltyPart(None, 8, Fraction(-1))
    assert [cell.points for cell in found.rows[2].by_round] == [-2, 3]
    assert [row.moved for row in found.rows] == [0, 0, 0]


def test_a_table_that_is_not_confirmed_is_waited_for() -> None:
    ledger = StandingLedger(PLACES, (ANN, BEN))
    ledger.put(TableResult(round=1, table=1, people=(ANN, BEN), scores=(3, 1), confirmed=False))
    assert [(row.total, row.by_round[0].waits, row.by_round[0].points) for row in ledger.standing().rows] == [
        (0, True, None)
    ] * 2
    ledger.put(table(1, (ANN, BEN), (3, 1)))
    assert [(row.total, row.by_round[0].waits) for row in ledger.standing().rows] == [(3, False), (2, False)]


def test_everything_that_comes_is_in_the_next_standing() -> None:
    ledger = StandingLedger(PLACES, (ANN, BEN))
    first, second = table(1, (ANN, BEN), (3, 1)), table(1, (BEN, CAT), (3, 1), 2)
    byes, penalties = [Bye(CAT, 1)], [PenaltyPoints(ANN, 2, 1, 1)]
    assert ledger.standing() == standing(PLACES, (ANN, BEN), [])
    ledger.put(first)
    assert ledger.standing() == standing(PLACES, (ANN, BEN), [first])
    ledger.put(second)
    assert ledger.standing() == standing(PLACES, (ANN, BEN), [first, second])
    ledger.set_people((ANN, BEN, CAT))
    assert ledger.standing() == standing(PLACES, (ANN, BEN, CAT), [first, second])
    ledger.set_byes(byes)
    assert ledger.standing() == standing(PLACES, (ANN, BEN, CAT), [first, second], byes)
    ledger.set_penalties(penalties)
    assert ledger.standing() == standing(PLACES, (ANN, BEN, CAT), [first, second], byes, penalties)
    ledger.remove(first.key)
    assert ledger.standing() == standing(PLACES, (ANN, BEN, CAT), [second], byes, penalties)


BEATEN_IN_A_CIRCLE = [table(1, (ANN, BEN), (2, 1)), table(2, (BEN, CAT), (2, 1)), table(3, (CAT, ANN), (2, 1))]


def test_head_to_head_among_three() -> None:
    """Ann beat Ben and Cat, Ben beat Cat; all three have three wins, for Dan lost where it evens out."""
    scoring = Scoring(place_points=(1, 0), tie_breaks=(TieBreak.HEAD_TO_HEAD,))
    results = [
        *(table(1, (ANN, BEN), (2, 1)), table(2, (ANN, CAT), (2, 1), 2), table(3, (BEN, CAT), (2, 1), 3)),
        *(table(4, (BEN, DAN), (2, 1), 4), table(4, (CAT, DAN), (2, 1), 5), table(5, (CAT, DAN), (2, 1), 6)),
    ]
    found = standing(scoring, range(1, 5), results)
    assert totals(found) == [(1, ANN, 2), (2, BEN, 2), (3, CAT, 2), (4, DAN, 0)]
    (step,) = found.rows[1].ties
    assert step.values == {ANN: (Fraction(2),), BEN: (Fraction(1),), CAT: (Fraction(0),)}
    assert (step.ahead_of(BEN), step.behind(BEN)) == ((CAT,), (ANN,))


def test_head_to_head_of_a_circle_decides_nothing() -> None:
    found = standing(Scoring(place_points=(1, 0), tie_breaks=(TieBreak.HEAD_TO_HEAD,)), range(1, 4), BEATEN_IN_A_CIRCLE)
    assert [row.place for row in found.rows] == [1, 1, 1]
    assert not found.rows[0].ties[0].decided


def test_head_to_head_says_nothing_where_two_have_not_met() -> None:
    scoring = Scoring(place_points=(1, 0), tie_breaks=(TieBreak.HEAD_TO_HEAD,))
    results = [table(1, (ANN, BEN), (2, 1)), table(2, (BEN, CAT), (2, 1)), table(2, (CAT, DAN), (2, 1), 2)]
    found = standing(scoring, range(1, 5), results)
    assert [row.place for row in found.rows] == [1, 1, 1, 4]
    assert found.rows[0].ties[0].values == {}


def test_head_to_head_counts_an_opponent_once_however_often_they_met() -> None:
    scoring = Scoring(place_points=(1, 0), tie_breaks=(TieBreak.HEAD_TO_HEAD,))
    results = [
        *(table(1, (ANN, BEN), (2, 1)), table(2, (BEN, ANN), (2, 1)), table(3, (ANN, BEN), (2, 1))),
        *(table(4, (BEN, DAN), (2, 1)),),
    ]
    found = standing(scoring, (ANN, BEN), results)
    assert found.rows[0].ties[0].values == {ANN: (Fraction(2, 3),), BEN: (Fraction(1, 3),)}


def test_opponents_count_by_what_they_earned_and_not_by_their_penalties() -> None:
    scoring = Scoring(place_points=(1, 0), tie_breaks=(TieBreak.OPPONENTS,))
    results = [
        *(table(1, (ANN, CAT), (2, 1)), table(1, (BEN, DAN), (2, 1), 2)),
        *(table(2, (DAN, EVA), (2, 1)), table(2, (CAT, EVA), (1, 1), 2)),
    ]
    found = standing(scoring, range(1, 6), results, penalties=[PenaltyPoints(DAN, 9, None, 1)])
    assert totals(found)[:2] == [(1, BEN, 1), (2, ANN, 1)]
    assert found.rows[0].ties[0].values == {ANN: (HALF,), BEN: (Fraction(1),)}


def test_the_best_table_then_the_points_of_the_game() -> None:
    two = [table(1, (ANN, BEN), (9, 5)), table(2, (ANN, BEN), (1, 4)), table(3, (CAT, DAN), (8, 8))]
    best = Scoring(place_points=(4, 2), tie_breaks=(TieBreak.BEST_TABLE,))
    assert totals(standing(best, (ANN, BEN), two)) == [(1, ANN, 6), (2, BEN, 6)]
    points = Scoring(place_points=(4, 2), tie_breaks=(TieBreak.GAME_POINTS,))
    assert totals(standing(points, (ANN, BEN), two)) == [(1, ANN, 6), (2, BEN, 6)]
    few = Scoring(place_points=(4, 2), turned=True, tie_breaks=(TieBreak.GAME_POINTS,))
    assert totals(standing(few, (ANN, BEN), two)) == [(1, BEN, 6), (2, ANN, 6)]


def test_a_lot_is_drawn_once_an_evening() -> None:
    def order(seed: int, people: range) -> list[int]:
        found = standing(Scoring(place_points=(1,), tie_breaks=(TieBreak.DRAW,), draw_seed=seed), people, [])
        return [row.person for row in found.rows]

    first = order(1, range(1, 30))
    assert order(1, range(1, 30)) == first
    assert order(1, range(1, 20)) == [person for person in first if person < 20]
    assert order(2, range(1, 30)) != first


def test_teams_have_what_their_people_have_and_share_places() -> None:
    teams = {ANN: "Reds", CAT: "Reds", BEN: "Blues", DAN: "Blues", EVA: "Greens"}
    found = standing(
        Scoring(place_points=(3, 2, 1, 0), teams=teams), range(1, 7), [table(1, (ANN, BEN, DAN, CAT), (4, 3, 2, 1))]
    )
    assert [(row.place, teams[row.group], row.total, row.shared) for row in found.teams] == [
        (1, "Reds", 3, True),
        (1, "Blues", 3, True),
        (3, "Greens", 0, False),
    ]
    assert found.teams[0].people == (ANN, CAT)


def test_the_hidden_round_is_nowhere() -> None:
    scoring = Scoring(place_points=(3, 2, 1, 0), hidden_last=True, bye=1)
    first = [table(1, (ANN, BEN), (1, 2))]
    last = [
        table(2, (ANN, BEN), (5, 1)),
        TableResult(round=2, table=2, people=(CAT, DAN), scores=(0, 0), confirmed=False),
    ]
    whole = standing(
        scoring, range(1, 6), [*first, *last], [Bye(EVA, 2)], [PenaltyPoints(BEN, 2, 2, 1)], running_round=2
    )
    shown = whole.before
    assert shown is not None
    assert shown == replace(standing(scoring, range(1, 6), first), before=None)
    assert totals(whole)[0] == (1, ANN, 5)


def test_the_only_round_is_hidden_whole() -> None:
    scoring = Scoring(place_points=(3, 2), hidden_last=True)
    shown = standing(scoring, (ANN, BEN), [table(1, (ANN, BEN), (1, 2))]).before
    assert shown is not None
    assert [(row.place, row.total, row.by_round, row.parts) for row in shown.rows] == [(1, 0, (), ())] * 2


def test_nothing_is_hidden_that_the_scoring_does_not_hide() -> None:
    assert standing(PLACES, (ANN, BEN), [table(1, (ANN, BEN), (1, 2))]).before is None


def test_a_correction_of_the_first_round_says_what_changed() -> None:
    results = [table(1, (ANN, BEN, CAT), (3, 2, 1)), table(2, (ANN, BEN, CAT), (1, 2, 3))]
    before = standing(Scoring(place_points=(3, 1, 0)), (ANN, BEN, CAT), results)
    after = standing(
        Scoring(place_points=(3, 1, 0)), (ANN, BEN, CAT), [table(1, (ANN, BEN, CAT), (2, 3, 1)), results[1]]
    )
    assert changes(before, after) == (
        PlaceChange(BEN, Fraction(2), Fraction(4), Fraction(4), Fraction(5), 3, 1),
        PlaceChange(CAT, Fraction(3), Fraction(3), Fraction(4), Fraction(4), 1, 2),
        PlaceChange(ANN, Fraction(3), Fraction(1), Fraction(4), Fraction(3), 1, 3),
    )
    assert changes(after, after) == ()


def test_a_penalty_that_changes_no_place_is_a_change() -> None:
    played = [table(1, (ANN, BEN), (3, 1))]
    before = standing(PLACES, (ANN, BEN), played)
    after = standing(PLACES, (ANN, BEN), played, penalties=[PenaltyPoints(BEN, 1, 1, 1)])
    assert changes(before, after) == (PlaceChange(BEN, 2, 1, 1, 1, 2, 2),)


def test_who_comes_late_or_goes_is_a_change() -> None:
    one, both = standing(PLACES, (ANN,), []), standing(PLACES, (ANN, BEN), [])
    assert changes(one, both) == (PlaceChange(BEN, None, Fraction(0), None, Fraction(0), None, 1),)
    assert changes(both, one) == (PlaceChange(BEN, Fraction(0), None, Fraction(0), None, 1, None),)
    assert both.row(BEN) is not None
    assert one.row(BEN) is None


def test_places_won_are_counted_since_the_round_before() -> None:
    results = [table(1, (ANN, BEN), (2, 1)), table(2, (BEN, CAT), (2, 1)), table(3, (BEN, CAT), (2, 1))]
    found = standing(Scoring(place_points=(2, 0)), (ANN, BEN, CAT), results[:2])
    assert [(row.person, row.place, row.moved) for row in found.rows] == [(ANN, 1, 0), (BEN, 1, 1), (CAT, 3, None)]
    found = standing(Scoring(place_points=(2, 0)), (ANN, BEN, CAT), results[:2], running_round=3)
    assert [(row.person, row.moved) for row in found.rows] == [(ANN, 0), (BEN, 0), (CAT, 0)]


def test_nobody_has_moved_in_the_first_round() -> None:
    first = [PenaltyPoints(ANN, 1, None, 1)]
    found = standing(Scoring(place_points=(2, 0)), (ANN, BEN), [table(1, (ANN, BEN), (9, 1))], penalties=first)
    assert [(row.person, row.total, row.moved) for row in found.rows] == [(ANN, 1, None), (BEN, 0, None)]


def test_an_open_evening_has_a_standing_for_each_game() -> None:
    results = [
        TableResult(round=1, table=1, people=(ANN, BEN), scores=(2, 1), game="whist"),
        TableResult(round=2, table=1, people=(ANN, BEN), scores=(1, 2), game="whist"),
        TableResult(round=1, table=1, people=(ANN, CAT), scores=(40, 10), game="hearts"),
        TableResult(round=1, table=2, people=(ANN, CAT), scores=(30, 10), game="hearts"),
    ]
    scorings = {"whist": Scoring(place_points=(1, 0)), "hearts": Scoring(game_points=True, turned=True)}
    found = standings_by_game(scorings, results)
    assert totals(found["whist"]) == [(1, ANN, 1), (1, BEN, 1)]
    assert totals(found["hearts"]) == [(1, CAT, -20), (2, ANN, -70)]
    with pytest.raises(KeyError):
        standings_by_game({}, results)


def test_rows_for_spreadsheets() -> None:
    scoring = Scoring(place_points=(3, 2), game_points=True, teams={ANN: "Reds"})
    found = standing(
        scoring, (ANN, BEN), [table(1, (ANN, BEN), (7, 7))], [Bye(ANN, 2)], [PenaltyPoints(BEN, 1, None, 3)]
    )
    names = {ANN: "Ann", BEN: "Ben"}
    cells = [[str(value) for value in row] for row in plain_rows(found, names)]
    assert cells == [
        ["1", "Ann", "Reds", "2.50", "0", "None", "2.50", "7"],
        ["2", "Ben", "", "2.50", "None", "-1", "1.50", "7"],
    ]


@pytest.mark.parametrize(
    ("people", "scores", "sides"),
    [((1, 2), (1,), ()), ((1, 2), (1, 2), ((0,), (0,))), ((1, 1), (1, 2), ()), ((1, 2, 3), (1, 2), ((0,), (1,)))],
)
def test_a_result_without_sense_is_refused(
    people: tuple[int, ...], scores: tuple[int, ...], sides: tuple[tuple[int, ...], ...]
) -> None:
    with pytest.raises(ValueError, match=r"side|seats"):
        TableResult(round=1, table=1, people=people, scores=scores, sides=sides)


def test_a_scoring_without_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="count"):
        Scoring()
    with pytest.raises(ValueError, match="twice"):
        Scoring(place_points=(1,), tie_breaks=(TieBreak.DRAW, TieBreak.DRAW))


def test_a_table_of_three_is_worth_as_much_as_one_of_four() -> None:
    scoring = Scoring(place_points=(3, 2, 1, 0), full_table=4)
    assert [float(points) for points in scoring.points_by_place(3)] == [2.75, 1.5, 0.25]
    assert sum(scoring.points_by_place(3)) / Fraction(3) == sum(scoring.points_by_place(4)) / Fraction(4)
    assert scoring.points_by_place(4) == (3, 2, 1, 0)
    assert list(Scoring(place_points=(3, 2, 1, 0)).points_by_place(3)) == [3, 2, 1, 0]


def test_two_sides_beside_three_people_alone() -> None:
    assert list(Scoring(place_points=(2,), full_table=2).points_by_place(3)) == [2, 1, 0]
    shared = standing(
        Scoring(place_points=(3, 2, 1, 0), full_table=4), (ANN, BEN, CAT), [table(1, (ANN, BEN, CAT), (5, 5, 1))]
    )
    assert [float(row.total) for row in shared.rows] == [2.125, 2.125, 0.25]


def test_pairs_are_ranked_as_pairs_and_teams_with_tie_breaks_of_their_own() -> None:
    sides = ((0, 2), (1, 3))
    played = [
        TableResult(round=1, table=1, people=(ANN, BEN, CAT, DAN), sides=sides, scores=(7, 5)),
        TableResult(round=2, table=1, people=(ANN, EVA, CAT, FAY), sides=sides, scores=(2, 7)),
        TableResult(round=3, table=1, people=(BEN, EVA, DAN, FAY), sides=sides, scores=(7, 3)),
    ]
    scoring = Scoring(
        place_points=(2, 0),
        tie_breaks=(TieBreak.HEAD_TO_HEAD, TieBreak.GAME_POINTS),
        pairs=((ANN, CAT), (BEN, DAN), (EVA, FAY)),
    )
    found = standing(scoring, range(1, 7), played, penalties=[PenaltyPoints(CAT, 1, 3, 1)])
    assert [(row.place, row.people, row.total, row.by_round) for row in found.pairs] == [
        (1, (BEN, DAN), 2, (0, None, 2)),
        (2, (EVA, FAY), 2, (None, 2, 0)),
        (3, (ANN, CAT), 1, (2, 0, -1)),
    ]
    assert [step.tie_break for step in found.pairs[0].ties if step.decided] == [TieBreak.HEAD_TO_HEAD]
    assert [(row.person, row.total) for row in found.rows if row.person in (ANN, CAT)] == [(ANN, 2), (CAT, 1)]


def test_a_penalty_of_one_is_a_penalty_of_the_pair() -> None:
    alone = standing(
        Scoring(place_points=(2, 0), pairs=((ANN, BEN),)), (ANN, BEN), [], penalties=[PenaltyPoints(ANN, 3, None, 1)]
    )
    assert alone.pairs[0].total == -3


def test_who_stood_in_is_named() -> None:
    one = TableResult(round=2, table=1, people=(ANN, BEN), scores=(2, 1), stand_ins={BEN: "Karl"})
    found = standing(PLACES, (ANN, BEN), [one])
    assert [row[-1] for row in plain_rows(found, {ANN: "Ann", BEN: "Ben"})] == ["", "2: Karl"]
