"""The standing of an evening: it follows results, byes, penalties and corrections, and may hide the last round."""

import pytest
from flask import Flask

from tests.web.support.hall import GAME, Hall
from webapp.evening import lines as kinds
from webapp.evening.plan import Kind, Plan
from webapp.evening.standing.scoring import TieBreak
from webapp.evening.standings import (
    EveningStandings,
    corrections,
    is_turned,
    standing_of,
)
from webapp.evening.viewer import SERVER
from webapp.services import services_in
from webapp.store.roles import Role


@pytest.fixture
def hall(app: Flask) -> Hall:
    plan = Plan(
        Kind.TOURNAMENT,
        game=GAME,
        sizes=(3,),
        rounds=1,
        place_points=(4, 2, 0),
        bye=1,
        hidden_last=True,
        tie_breaks=(TieBreak.DRAW,),
    )
    hall = Hall(services_in(app), plan, names=("Ann", "Ben", "Cat", "Dan", "Eva", "Fay", "Gus"))
    hall.seat((1, 2, 3), (4, 5, 6), byes=(7,))
    hall.start()
    return hall


def _totals(hall: Hall) -> dict[int, int]:
    found = EveningStandings().of(hall.now)
    assert found.whole is not None
    return {row.person: int(row.total) for row in found.whole.rows}


def test_it_counts_what_is_in_and_who_sat_out(hall: Hall) -> None:
    hall.add(kinds.Confirmed(1, 1, (9, 5, 2)))
    assert _totals(hall) == {1: 4, 2: 2, 3: 0, 4: 0, 5: 0, 6: 0, 7: 0}
    hall.add(kinds.Confirmed(1, 2, (1, 2, 3)), kinds.Ended(1))
    assert _totals(hall) == {1: 4, 2: 2, 3: 0, 4: 0, 5: 2, 6: 4, 7: 1}


def test_a_penalty_is_taken_off_until_it_is_lifted(hall: Hall) -> None:
    karin = hall.admit(hall.services.store.add_device("karin").id, Role.REFEREE, name="Karin")
    hall.add(kinds.Confirmed(1, 1, (9, 5, 2)))
    now = hall.add(kinds.Penalised(1, "points", "late", "GEN-1", "Karin", points=1), who=karin)
    assert _totals(hall)[1] == 3
    hall.add(kinds.Lifted(now.state.seq, "was not late", "Karin"), who=karin)
    assert _totals(hall)[1] == 4


def test_a_correction_says_whose_total_it_changed(app: Flask, hall: Hall) -> None:
    hall.add(kinds.Confirmed(1, 1, (9, 5, 2)))
    hall.add(kinds.Corrected(1, 1, (4, 5, 2), (9, 5, 2)), who=SERVER)
    with app.app_context():
        ((_line, changed),) = corrections(hall.now, sees_all=True)
    assert {(one.person, one.total_before, one.total) for one in changed} == {(1, 4, 2), (2, 2, 4)}


def test_the_kept_standing_is_the_one_worked_out_anew(hall: Hall) -> None:
    kept = hall.services.part(EveningStandings)
    for line in (kinds.Confirmed(1, 1, (9, 5, 2)), kinds.Rejected(1, 1), kinds.Confirmed(1, 2, (1, 2, 3))):
        hall.add(line)
        assert kept.of(hall.now) == EveningStandings().of(hall.now)


def test_a_hidden_round_is_shown_to_who_sees_all_and_once_it_is_disclosed(app: Flask, hall: Hall) -> None:
    hall.add(kinds.Confirmed(1, 1, (9, 5, 2)))
    with app.app_context():
        seen, whole = standing_of(hall.now, sees_all=False), standing_of(hall.now, sees_all=True)
        assert seen.hidden
        assert seen.whole is not None
        assert {row.total for row in seen.whole.rows} == {0}
        assert not whole.hidden
        hall.add(kinds.Disclosed())
        assert standing_of(hall.now, sees_all=False) == standing_of(hall.now, sees_all=True)


def test_an_open_evening_has_a_standing_by_game(app: Flask) -> None:
    hall = Hall(services_in(app), Plan(Kind.OPEN), names=("Ann",))
    hall.add(kinds.Played(1, GAME, ("Ann", "Zoe", "Ben"), (9, 5, 2)), who=SERVER)
    found = EveningStandings().of(hall.now)
    rows = found.by_game[GAME].rows
    assert [(found.names[row.person], int(row.total)) for row in rows] == [("Ann", 3), ("Zoe", 2), ("Ben", 1)]


def test_few_points_are_good_where_the_game_says_so() -> None:
    assert is_turned(Plan(Kind.TOURNAMENT, game="deep-six"))
    assert not is_turned(Plan(Kind.TOURNAMENT, game="sixes-and-sevens"))
