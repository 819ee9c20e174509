"""Results of an evening come into the circle of their table, and its season: typed ones, and those of timed rounds."""

import random
import re
from datetime import timedelta

import pytest

from rules_core.replay import nodes, state_before
from tests.databases import changing
from tests.rules.evenings import EVENINGS
from tests.web.support.circle_tables import Tables, circle_matches
from tests.web.support.hall import EIGHT, GAME, Hall
from tests.web.support.phone import plain
from tests.web.support.site import Site
from tests.web.support.timed_table import HAND, TimedTable, follow
from webapp.circle.match_days import today
from webapp.circle.seasons import standing_of
from webapp.evening import lines as kinds
from webapp.evening.plan import Kind, Length, Plan
from webapp.factory import services_of
from webapp.services import services_in
from webapp.store.roles import Role
from webapp.table import entry_rate
from webapp.table.keeper import Made
from webapp.table.viewer import Viewer

SCORES = (4, 26, 13, 9)


@pytest.fixture
def hall(site: Site) -> Hall:
    hall = Hall(services_in(site.app))
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    return hall


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
    anew = hall.at(services_of(hall.services.config, site.store))
    anew.add(kinds.Rejected(1, 1))
    follow(anew)
    assert tables.kept() == []


@pytest.fixture
def timed(site: Site) -> TimedTable:
    return TimedTable(site)


def test_the_result_of_a_timed_round_counts_though_its_match_was_not_over(timed: TimedTable) -> None:
    assert timed.kept == []
    timed.say()
    assert timed.kept == [([2, 0], [0])]
    (match,) = circle_matches(timed.site.store, timed.tables.circle.id)
    assert (match.summary["hands"], match.summary["places"]) == (1, [1, 2])
    log = timed.site.store.events(timed.table)
    assert (match.began_at, match.ended_at) == (log[0].made_at, log[-1].made_at)


def test_it_counts_where_its_table_comes_to_the_circle_later(timed: TimedTable) -> None:
    timed.site.circle_tables.take_back(timed.table, timed.tables.circle.id)
    timed.say()
    assert timed.kept == []
    timed.site.circle_tables.give(timed.table, timed.tables.circle.id)
    assert timed.kept == [([2, 0], [0])]


def test_it_follows_its_table_and_leaves_with_the_result(timed: TimedTable) -> None:
    timed.say()
    (before,) = circle_matches(timed.site.store, timed.tables.circle.id)
    timed.enter({"type": "adjust", "points": [0, 3], "reason": "late"})
    assert timed.kept == [([2, 3], [1])]
    (after,) = circle_matches(timed.site.store, timed.tables.circle.id)
    assert after.ended_at == before.ended_at, "a correction does not move it to another day"
    timed.hall.add(kinds.Rejected(1, 1))
    follow(timed.hall)
    assert timed.kept == []


def test_a_match_that_goes_on_to_its_end_counts_whole_and_as_a_round_again_once_that_is_taken_back(
    timed: TimedTable,
) -> None:
    timed.say()
    timed.enter({"type": "tally", "points": [0, 3]}, {"type": "deal"}, {"type": "tally", "points": [0, 3]})
    timed.enter({"type": "deal"}, {"type": "tally", "points": [0, 3]})
    assert timed.kept == [([2, 9], [1])]
    timed.enter({"type": "undo"})
    assert timed.kept == [([2, 6], [1])]


def test_it_counts_as_a_round_again_with_the_very_entry_that_takes_the_end_back(timed: TimedTable) -> None:
    timed.say()
    timed.enter(*[{"type": "tally", "points": [0, 3]}, {"type": "deal"}] * 2, {"type": "tally", "points": [0, 3]})
    host = Viewer(timed.host, Role.HOST, 0)
    assert isinstance(timed.site.make(timed.table, host, {"type": "undo"}, op="takes-it-back-00", seen=None), Made)
    assert [score for score, _winners in timed.kept] == [[2, 9]], "what the evening has said of it by then"


def test_a_result_of_which_no_entry_is_left_counts_no_more(site: Site) -> None:
    timed = TimedTable(site, so_far=HAND[:1])
    timed.say()
    assert len(timed.kept) == 1
    timed.enter({"type": "undo"})
    assert timed.kept == []
    timed.enter({"type": "deal"})
    assert timed.kept == [], "nobody has said the result anew"
    timed.say()
    assert len(timed.kept) == 1


def test_a_round_ends_with_its_last_entry_also_where_that_changes_no_total(timed: TimedTable) -> None:
    timed.say()
    timed.enter({"type": "undo"})
    assert timed.kept == [([2, 0], [0])]
    (match,) = circle_matches(timed.site.store, timed.tables.circle.id)
    assert match.ended_at == timed.site.store.events(timed.table)[1].made_at


def test_it_does_so_too_where_the_last_entry_changed_no_total(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing then tells the evening that its result is another one."""
    played = next(kind for kind in EVENINGS if kind.game.name == "sichere-six")(random.Random(14), 3, {})
    played.match()
    *before, last = [raw for raw in played.log if raw["type"] != "hand"]  # only its own phone declares one
    assert state_before(played.fold, nodes(played.fold)[-1]).totals == played.state.totals
    monkeypatch.setattr(entry_rate, "PEOPLE", entry_rate.Rate(1e9, 1))
    timed = TimedTable(site, game=played.game.name, people=3, so_far=before)
    timed.say()
    as_round = timed.kept
    assert len(as_round) == 1
    timed.enter(last)
    timed.enter({"type": "undo"})
    assert timed.kept == as_round


def test_its_page_and_picture_show_what_counts(timed: TimedTable) -> None:
    timed.say()
    path = f"/circles/{timed.tables.circle.id}/matches/{timed.table}"
    page = plain(timed.tables.host.get(path).text, 0)
    assert re.search("Ann.*2.*Ben.*0", page, re.DOTALL), page
    picture = timed.tables.host.get(f"{path}/result.png")
    assert (picture.status_code, picture.mimetype) == (200, "image/png")


def test_a_timed_round_of_an_older_release_counts_once_the_house_has_started(timed: TimedTable) -> None:
    timed.say()
    with changing(timed.site.store) as session:
        session.connection().exec_driver_sql("DELETE FROM circle_ratings")
        session.connection().exec_driver_sql("DELETE FROM circle_matches")
        session.connection().exec_driver_sql("UPDATE circles SET rated_with = 3")
    services_of(timed.site.app.extensions["sixfold"].config, timed.site.store)
    found = circle_matches(timed.site.store, timed.tables.circle.id)
    assert [row.summary["scores"] for row in found] == [[2, 0]]
    assert timed.kept == [([2, 0], [0])]
