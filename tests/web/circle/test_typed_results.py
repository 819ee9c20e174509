"""Typed results of an evening come into the circle of their table, and its season, and end with entries."""

from datetime import timedelta

import pytest

from tests.web.support.circle_tables import Tables, circle_matches
from tests.web.support.hall import EIGHT, GAME, Hall
from tests.web.support.site import Site
from webapp.circle.calendar import today
from webapp.circle.seasons import standing_of
from webapp.evening import lines as kinds
from webapp.evening.follower import EveningTables
from webapp.evening.keeper import EveningHub
from webapp.evening.plan import Kind, Length, Plan
from webapp.services import services_in
from webapp.store.roles import Role
from webapp.table.viewer import Viewer

SCORES = (4, 26, 13, 9)


@pytest.fixture
def hall(site: Site) -> Hall:
    hall = Hall(services_in(site.app))
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    return hall


def follow(hall: Hall) -> None:
    hall.tables.note_evening(hall.id)
    hall.tables.follow()


@pytest.mark.parametrize("first", ["given", "typed"])
def test_a_typed_result_comes_into_the_circle_of_its_table_and_into_its_season(
    site: Site, hall: Hall, first: str
) -> None:
    tables, table = Tables(site), hall.table(1)
    if first == "given":
        site.circle_tables.give(table, tables.circle.id)
        assert tables.kept() == []
    hall.add(kinds.Confirmed(1, 1, SCORES))
    if first == "typed":
        site.circle_tables.give(table, tables.circle.id)
    follow(hall)
    assert tables.kept() == [(table, [1])]
    assert tables.rebuilt() == []
    (match,) = circle_matches(site.store, tables.circle.id)
    assert match.summary["scores"] == list(SCORES)
    days = {"first_day": today() - timedelta(days=1), "last_day": None, "best": 5}
    season = site.store.make_season(tables.circle.id, {"name": "Autumn", "game": "", **days}, op="season")
    with site.app.test_request_context():
        rows = standing_of(season)
    assert [row.name for row in rows] == ["Ben", "Cat", "Dan", "Ann"]
    hall.add(kinds.Rejected(1, 1))
    follow(hall)
    assert tables.kept() == []
    assert tables.rebuilt() == []


def test_a_typed_result_of_a_smaller_table_has_the_hands_of_its_match(site: Site) -> None:
    plan = Plan(Kind.TOURNAMENT, game=GAME, sizes=(4, 3), rounds=2, length=Length.HANDS, hands=4)
    hall = Hall(services_in(site.app), plan, EIGHT[:7])
    hall.seat((1, 2, 3, 4), (5, 6, 7))
    tables = Tables(site)
    for number, scores in ((1, SCORES), (2, (17, 30, 4))):
        site.circle_tables.give(hall.table(number), tables.circle.id)
        hall.add(kinds.Confirmed(1, number, scores))
    follow(hall)
    matches = circle_matches(site.store, tables.circle.id)
    assert {len(match.players): match.summary["hands"] for match in matches} == {4: 4, 3: 3}


def test_a_typed_result_leaves_the_circle_when_entries_come(site: Site, hall: Hall) -> None:
    tables, table, ann = Tables(site), hall.table(1), site.device(site.phone())
    site.store.admit(table, ann, role=Role.HOST, seat=0)
    site.circle_tables.give(table, tables.circle.id)
    hall.add(kinds.Confirmed(1, 1, SCORES))
    follow(hall)
    assert tables.kept() == [(table, [1])]
    raw = {"type": "adjust", "points": [1, 0, 0, 0], "reason": "played"}
    site.make(table, Viewer(ann, Role.HOST, 0), raw, op="one")
    hall.tables.note(table)
    hall.tables.follow()
    follow(hall)
    assert tables.kept() == []
    assert tables.rebuilt() == []


def test_a_result_typed_before_the_house_started_anew_leaves_the_circle_when_it_is_taken_out(
    site: Site, hall: Hall
) -> None:
    tables, table = Tables(site), hall.table(1)
    site.circle_tables.give(table, tables.circle.id)
    hall.add(kinds.Confirmed(1, 1, SCORES))
    follow(hall)
    assert tables.kept() == [(table, [1])]
    hall.tables = EveningTables(site.store, site.play, hall.keeper, services_in(site.app).part(EveningHub))
    hall.add(kinds.Rejected(1, 1))
    follow(hall)
    assert tables.kept() == []
