"""The screen on the wall: seats, progress, last hand, announcements, calls; what is hidden stays so for all."""

import re
from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.support.desk import call
from tests.web.support.hall import EIGHT, GAME, Hall
from tests.web.support.site import Site
from webapp.evening import lines as kinds
from webapp.evening.hall import screen_of
from webapp.evening.plan import Kind, Plan
from webapp.http.durations import ANNOUNCED_IN_HALL
from webapp.services import services_in
from webapp.store.models import utc_now
from webapp.store.roles import Role
from webapp.table.keeper import Made
from webapp.table.lines.matters import Disputed
from webapp.table.viewer import Viewer
from webapp.words.phrases import day


@pytest.fixture
def hall(site: Site, app: Flask, organiser: FlaskClient) -> Hall:
    plan = Plan(Kind.TOURNAMENT, game=GAME, sizes=(4,), rounds=2, minutes=20, hidden_last=True)
    hall = Hall(services_in(app), plan, organiser=site.device(organiser))
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    return hall


def _screen(hall: Hall, phone: FlaskClient) -> str:
    return " ".join(phone.get(f"/evenings/{hall.id}/hall").text.split())


def test_seats_before_the_round_and_progress_in_it(hall: Hall, organiser: FlaskClient) -> None:
    before = _screen(hall, organiser)
    assert "starts in" in before
    assert "<span><bdi>Ann</bdi>, </span><span><bdi>Ben</bdi>, </span></span>" in before, (
        "no comma in a name that is read from right to left"
    )
    assert "No result is in yet" in before
    hall.start()
    hall.add(kinds.Confirmed(1, 1, (9, 5, 2, 1)))
    running = _screen(hall, organiser)
    assert f"Tuesday club</span><span>, {day(hall.now.row.created_at)}</span>" in running
    assert "result is in" in running
    assert "No result is in yet" in running


def test_a_round_is_in_the_standing_when_it_is_whole(site: Site, app: Flask, organiser: FlaskClient) -> None:
    hall = Hall(services_in(app), organiser=site.device(organiser))
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    hall.add(kinds.Confirmed(1, 1, (9, 5, 2, 1)), kinds.Ended(1))
    after = _screen(hall, organiser)
    assert "After round 1" in after
    assert after.count("A result is not in yet.") == 4
    assert "Round 1 is still open" in after
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    totals = _totals(after)
    hall.add(kinds.Confirmed(2, 1, (0, 0, 2, 15)))
    running = _screen(hall, organiser)
    assert "result is in" in running
    assert ("After round 1" in running, _totals(running)) == (True, totals)
    hall.add(kinds.Confirmed(2, 2, (9, 5, 2, 1)))
    whole = _screen(hall, organiser)
    assert "After round 2" in whole
    assert _totals(whole) != totals


def test_the_final_standing_says_that_results_are_missing(site: Site, app: Flask, organiser: FlaskClient) -> None:
    hall = Hall(services_in(app), organiser=site.device(organiser))
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    hall.add(kinds.Confirmed(1, 1, (9, 5, 2, 1)), kinds.Ended(1), kinds.Closed())
    final = _screen(hall, organiser)
    assert "Final standing" in final
    assert final.count("A result is not in yet.") == 4
    assert "The result of 1 table is missing. It counts nothing." in final
    hall.add(kinds.Reopened(), kinds.Confirmed(1, 2, (9, 5, 2, 1)), kinds.Closed())
    assert "missing" not in _screen(hall, organiser)


def test_a_closed_evening_is_told_alike_on_the_wall_and_on_the_page_of_the_standing(
    site: Site, app: Flask, organiser: FlaskClient
) -> None:
    hall = Hall(services_in(app), names=(*EIGHT, "Jim", "Kim", "Leo", "Max"), organiser=site.device(organiser))
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
    hall.start()
    entry = {"type": "deal", "dealer": 0}
    assert isinstance(site.make(hall.table(2), Viewer(role=Role.HOST), entry, op="deal"), Made)
    hall.tables.follow()
    hall.add(kinds.Confirmed(1, 1, (9, 5, 2, 1)), kinds.Ended(1))
    page = f"/evenings/{hall.id}/standing"
    assert "Round 1 is still open" in organiser.get(page).text
    hall.add(kinds.Closed())
    wall, standing = _screen(hall, organiser), organiser.get(page).text
    for told in (wall, standing):
        assert "Final standing" in told
        assert "The results of 2 tables are missing. They count nothing." in told
        for open_ in ("Not started", "Hand 1", "After round 1", "still open"):
            assert open_ not in told
    assert wall.count("No result<") == 2
    assert organiser.get(f"/evenings/{hall.id}?show=all").text.count("No result<") == 2


def _totals(screen: str) -> list[str]:
    return re.findall(r'class="name">(.*?)</bdi>.*?class="total">(.*?)</b>', screen)


def test_the_last_hand_says_who_has_read_it(hall: Hall, organiser: FlaskClient) -> None:
    hall.start()
    who = hall.admit(hall.services.store.add_device("announcing").id, Role.REFEREE, name="Karin")
    hall.add(kinds.Announced("Soup is ready", "Karin"), who=who)
    assert ">Soup is ready</b>" in _screen(hall, organiser)
    hall.add(kinds.LastHand(1))
    hall.add(kinds.Acknowledged(1, 2))
    screen = _screen(hall, organiser)
    assert "No new deal." in screen
    assert (screen.count("has read it"), screen.count("has not read it")) == (1, 1)
    assert "2 tables still play" in screen


def test_a_hidden_round_is_not_on_the_wall_on_the_organisers_device_either(hall: Hall, organiser: FlaskClient) -> None:
    hall.start()
    hall.add(kinds.Confirmed(1, 1, (9, 5, 2, 1)), kinds.Confirmed(1, 2, (9, 5, 2, 1)), kinds.Ended(1))
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    hall.add(kinds.Confirmed(2, 1, (1, 2, 3, 40)))
    screen = _screen(hall, organiser)
    assert "hidden until the end" in screen
    assert 'class="total"' not in screen
    hall.add(kinds.Confirmed(2, 2, (9, 5, 2, 1)), kinds.Ended(2), kinds.Disclosed(), kinds.Closed())
    assert "Final standing" in _screen(hall, organiser)


def test_an_announcement_stands_below_the_head_for_a_while(site: Site, hall: Hall, organiser: FlaskClient) -> None:
    karin = hall.admit(hall.services.store.add_device("karin").id, Role.REFEREE, name="Karin")
    hall.add(kinds.Announced("Soup is ready", "Karin"), who=karin)
    hall.add(kinds.Announced("Only table 1", "Karin", (1,)), who=karin)
    with site.app.test_request_context():
        tables, at = hall.tables.at(hall.id), utc_now()
        said = [screen_of(hall.now, tables, it) for it in (at, at + ANNOUNCED_IN_HALL)]
        assert [it.announced and it.announced.text for it in said] == ["Soup is ready", None]
        assert {it.head.title for it in said} == {"Round 1 of 2"}
        assert screen_of(hall.now, tables, at) == screen_of(hall.now, tables, at + timedelta(seconds=1))
        assert screen_of(hall.now, tables, at) != screen_of(hall.now, tables, at + ANNOUNCED_IN_HALL)


def test_the_call_that_waits_longest_stands_below(site: Site, hall: Hall, organiser: FlaskClient) -> None:
    ann, eva = site.phone(), site.phone()
    hall.admit(site.device(ann), Role.PLAYER, 1)
    hall.admit(site.device(eva), Role.PLAYER, 5)
    hall.start()
    hall.add(kinds.Ended(1))
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    store, tables = hall.services.store, [hall.table(number) for number in (1, 2)]
    for phone, table_id in zip((eva, ann), reversed(tables), strict=True):
        table = store.table(table_id)
        assert table is not None
        assert call(phone, table).status_code == 303
    assert "<b>Table 2</b> calls the referee; 1 other table calls" in _screen(hall, organiser)
    karin = hall.admit(store.add_device("karin").id, Role.REFEREE, name="Karin")
    hall.add(kinds.Coming(tables[1], 1, "Karin"), who=karin)
    assert "<b>Table 1</b> calls the referee; 1 other table calls" in _screen(hall, organiser)


def test_a_case_that_a_referee_opens_calls_nobody(hall: Hall, organiser: FlaskClient) -> None:
    karin = hall.admit(hall.services.store.add_device("karin").id, Role.REFEREE, name="Karin")
    hall.start()
    for by in ("Karin", "Ann"):
        assert "calls the referee" not in _screen(hall, organiser)
        line = Disputed("slow", "Round 1, table 1: 5 minutes over time", by)
        hall.services.tables.add(hall.table(1), Viewer(karin.device_id, Role.REFEREE), line)
    assert "<b>Table 1</b> calls the referee" in _screen(hall, organiser)
