"""What is played now in a circle: told first to its phones, sat down at with one tap; and how a circle is found."""

import pytest
from flask.testing import FlaskClient

from tests.databases import changing
from tests.web.support.circle_phones import is_now, member, numbers, shown
from tests.web.support.circle_tables import Tables
from tests.web.support.hall import Hall
from tests.web.support.stream import messages
from webapp.evening import lines as kinds
from webapp.services import services_in
from webapp.store.models import Table
from webapp.store.roles import Role, Scope


@pytest.fixture
def table(tables: Tables) -> Table:
    """A table of the circle at which Ann and Ben play; Ann's phone is there."""
    table = tables.open("Ann", "Ben", title="Thursday")
    tables.enter(table, type="deal")
    return table


@pytest.fixture
def ben(tables: Tables, table: Table) -> FlaskClient:
    """A phone of the circle that is Ben."""
    phone = member(tables)
    assert is_now(tables, phone, numbers(tables)["Ben"]) == 303
    return phone


def _asks(tables: Tables, phone: FlaskClient, table: Table, wish: str) -> tuple[int, str]:
    answer = phone.post(f"/circles/{tables.circle.id}/tables/{table.id}/join", data={"as": wish})
    return answer.status_code, answer.location or answer.text


@pytest.mark.both_databases
def test_circle_and_home_say_what_is_played_and_one_tap_sits_its_player_down(
    tables: Tables, table: Table, ben: FlaskClient
) -> None:
    for path in (f"/circles/{tables.circle.id}", "/"):
        page = shown(ben, path)
        assert "<b>Thursday</b> is playing" in page
        assert "Ann and your seat, Ben." in page
    assert "Tuesdays, now" in shown(ben, "/")
    assert _asks(tables, ben, table, "sit") == (303, f"/tables/{table.id}")
    held = {grant.seat: grant.device_id for grant in tables.site.store.grants(table.id)}
    assert held[1] == tables.site.device(ben)
    page = shown(ben, "/")
    assert ("Go to the table" in page, "Sit down" in page) == (True, False)
    tables.enter(table, type="tally", points=[1, 0])
    assert "is playing" not in shown(ben, "/"), "the match is over"


def test_who_does_not_play_there_watches_and_sits_on_no_seat(tables: Tables, table: Table) -> None:
    phone = member(tables)
    status, page = _asks(tables, phone, table, "sit")
    assert (status, "Nobody whom this phone is plays at this table" in page) == (409, True)
    assert "Sit down" not in shown(phone, "/")
    assert _asks(tables, phone, table, "watch")[0] == 303
    (grant,) = [it for it in tables.site.store.grants(table.id) if it.device_id == tables.site.device(phone)]
    assert (grant.role, grant.seat) == (Role.WATCHER, None)
    assert _asks(tables, phone, table, "rule")[0] == 400


@pytest.mark.parametrize(("choice", "status"), [({"seats": "approved"}, 303), ({"door": "closed"}, 403)])
def test_what_the_host_has_chosen_holds_for_phones_of_the_circle(
    tables: Tables, ben: FlaskClient, choice: dict[str, str], status: int
) -> None:
    table = tables.open("Ann", "Ben", **choice)
    answered, said = _asks(tables, ben, table, "sit")
    assert answered == status
    assert said == f"/tables/{table.id}/request" if status == 303 else "The door of this table is closed" in said
    assert not [it for it in tables.site.store.grants(table.id) if it.seat == 1]


def test_a_seat_that_is_taken_and_a_match_that_is_over_are_told(tables: Tables, table: Table, ben: FlaskClient) -> None:
    tables.site.seat(table, 1)
    status, page = _asks(tables, ben, table, "sit")
    assert (status, "Somebody has just taken this seat" in page) == (409, True)
    tables.enter(table, type="tally", points=[1, 0])
    assert "The match at this table is over." in _asks(tables, ben, table, "watch")[1]


def test_a_table_of_no_circle_or_another_one_is_nobodys_by_its_number(tables: Tables, ben: FlaskClient) -> None:
    elsewhere = tables.open("Ann", "Ben", belongs=False)
    assert _asks(tables, ben, elsewhere, "sit")[0] == 404
    assert tables.host.post(f"/circles/{tables.circle.id}/tables/4711/join", data={"as": "sit"}).status_code == 404


def test_a_table_that_was_left_is_not_played_at(tables: Tables, table: Table, ben: FlaskClient) -> None:
    with changing(tables.site.store) as session:
        for what in ("tables SET created_at", "events SET made_at"):
            session.connection().exec_driver_sql(f"UPDATE {what} = '2020-01-01 20:00:00.000000'")
    assert "is playing" not in shown(ben, "/")


def test_the_end_of_a_match_knows_the_circle_that_fits(tables: Tables) -> None:
    tables.play(tables.open("Ann", "Ben"), 0)
    table = tables.play(tables.open("Ben", "Ann", belongs=False), 0)
    page = shown(tables.host, f"/tables/{table.id}")
    assert "Meet again: Tuesdays" in page
    form = {"table": str(table.id), "back": f"/circles/{tables.circle.id}"}
    answer = tables.host.post(f"/circles/{tables.circle.id}/tables", data=form)
    assert (answer.status_code, answer.location) == (303, f"/circles/{tables.circle.id}")
    page = shown(tables.host, f"/tables/{table.id}")
    assert page.count(f'href="/circles/{tables.circle.id}"') == 2, "at its end and in its menu"
    ben = tables.site.seat(table, 1)
    assert "Tuesdays" not in shown(ben, f"/tables/{table.id}"), "that phone does not belong to the circle"


def _part(phone: FlaskClient, table: Table) -> str:
    """Returns the table as its open page is told it."""
    return next(message for message in messages(phone, table) if "Score sheet" in message)


def test_an_open_page_hears_of_the_circle_that_fits_by_now(tables: Tables) -> None:
    table, ben = tables.play(tables.open("Ann", "Ben", belongs=False), 0), tables.site.phone()
    ben = tables.site.seat(table, 1, ben)
    assert "Meet again: open a circle" in _part(tables.host, table)
    with tables.site.app.extensions["sixfold"].hub.watch(table.id, tables.site.device(tables.host)) as page:
        tables.site.circle_tables.give(tables.open("Ann", "Ben", belongs=False).id, tables.circle.id)
        assert page.wait(0), "another table has brought their names"
    assert "Meet again: Tuesdays" in _part(tables.host, table)
    tables.site.circle_tables.give(table.id, tables.circle.id)
    assert "Circle: Tuesdays" not in _part(ben, table)
    with tables.site.app.extensions["sixfold"].hub.watch(table.id, tables.site.device(ben)) as page:
        invite = tables.site.store.invites(tables.circle.id, Scope.CIRCLE)["member"]
        assert ben.post("/accept", data={"way": invite.token}).status_code == 303
        assert page.wait(0)
    assert "Circle: Tuesdays" in _part(ben, table)
    assert ben.post(f"/circles/{tables.circle.id}/leave").status_code == 303
    assert "Circle: Tuesdays" not in _part(ben, table)


def test_a_circle_is_named_to_nobody_else_who_looks_on(tables: Tables) -> None:
    table = tables.play(tables.open("Ann", "Ben"), 0)
    one, other = (tables.site.watcher(table) for _ in range(2))
    invite = tables.site.store.invites(tables.circle.id, Scope.CIRCLE)["member"]
    assert one.post("/accept", data={"way": invite.token}).status_code == 303
    for phone in (one, other):
        assert "Tuesdays" not in _part(phone, table), "one page is drawn for all who look on"
    assert "Tuesdays" in shown(one, f"/tables/{table.id}"), "its menu leads there"
    assert "Tuesdays" not in shown(other, f"/tables/{table.id}")


def test_of_several_circles_that_fit_one_is_asked_and_none_leads_to_a_new_one(tables: Tables) -> None:
    other = tables.site.store.open_circle("Fridays", device_id=tables.site.device(tables.host))
    for circle in (tables.circle, other):
        tables.site.circle_tables.give(tables.open("Ann", "Ben", belongs=False).id, circle.id)
    table = tables.play(tables.open("Ben", "Ann", belongs=False), 0)
    assert "Meet again: choose the circle" in shown(tables.host, f"/tables/{table.id}")
    page = shown(tables.host, f"/circles/new?table={table.id}")
    assert all(f'action="/circles/{circle.id}/tables"' in page for circle in (tables.circle, other))
    stranger = tables.play(tables.open("Ben", "Zoe", belongs=False), 0)
    assert "Meet again: open a circle" in shown(tables.host, f"/tables/{stranger.id}")


def _joins(tables: Tables, **chosen: str) -> tuple[FlaskClient, int, str]:
    phone, invite = tables.site.phone(), tables.site.store.invites(tables.circle.id, Scope.CIRCLE)["member"]
    answer = phone.post("/accept", data={"way": invite.token, **chosen})
    return phone, answer.status_code, answer.text


@pytest.mark.both_databases
def test_who_joins_says_who_it_is_in_the_same_step(tables: Tables, table: Table) -> None:
    phone, status, _page = _joins(tables, who="Ben")
    assert status == 303
    assert tables.site.store.held_players(tables.circle.id) == {numbers(tables)["Ben"]: tables.site.device(phone)}
    phone, status, _page = _joins(tables, new=" Cat ")
    assert status == 303
    assert "This phone is Cat" in shown(phone, f"/circles/{tables.circle.id}")


@pytest.mark.parametrize(
    ("chosen", "status", "said"),
    [
        ({"who": "Ben"}, 409, "Another phone is Ben."),
        ({"new": "BEN"}, 409, "BEN belongs to the circle already."),
        ({"who": "Zoe"}, 422, "This circle has no such player."),
        ({"new": "x" * 40}, 422, "x" * 40),
    ],
)
def test_who_cannot_be_that_one_is_told_and_belongs_to_nothing(
    tables: Tables, ben: FlaskClient, chosen: dict[str, str], status: int, said: str
) -> None:
    before = numbers(tables)
    phone, answered, page = _joins(tables, **chosen)
    assert (answered, said in page) == (status, True)
    assert phone.get(f"/circles/{tables.circle.id}").status_code == 404
    assert numbers(tables) == before


def test_who_has_lost_a_phone_chooses_its_name_and_is_told_what_leads_back(tables: Tables, ben: FlaskClient) -> None:
    invite = tables.site.store.invites(tables.circle.id, Scope.CIRCLE)["member"]
    asked = tables.site.opens(tables.site.phone(), f"/join/{invite.token}").text
    assert '<option value="Ben">Ben (has a phone)</option>' in asked
    _phone, _status, page = _joins(tables, who="Ben")
    assert '<option value="Ben" selected>' in page, "what was chosen is kept"
    assert "any phone of the circle puts it out" in page


def test_of_many_tables_two_stand_first_and_the_others_behind_a_key(tables: Tables, table: Table) -> None:
    for _more in range(2):
        tables.enter(tables.open("Ann", "Ben"), type="deal")
    page = tables.host.get(f"/circles/{tables.circle.id}").text
    assert "1 more table is playing" in page
    first, _summary, behind = page.partition("</summary>")
    assert (first.count('class="now felt"'), behind.count('class="now felt"')) == (2, 1)
    assert "<b>Thursday</b>" in behind, "the one entered at last stands first"


@pytest.fixture
def hall(tables: Tables, ben: FlaskClient) -> Hall:
    """An evening of the circle, whose organiser has seated Ann, Ben and Cat; no phone has checked in."""
    hall = Hall(services_in(tables.site.app), None, ("Ann", "Ben", "Cat"), circle_id=tables.circle.id)
    hall.seat((1, 2, 3))
    return hall


def test_who_sits_down_at_an_evening_of_the_circle_checks_in_there(
    tables: Tables, hall: Hall, ben: FlaskClient
) -> None:
    table = tables.site.store.table(hall.table(1))
    assert table is not None
    assert _asks(tables, ben, table, "sit") == (303, f"/tables/{table.id}")
    assert hall.now.device_of(2) == tables.site.device(ben)
    assert _asks(tables, ben, table, "sit") == (303, f"/tables/{table.id}"), "asked again it is there"


@pytest.mark.parametrize("ends", ["round", "evening", "seating"])
def test_a_table_of_a_round_that_is_over_is_not_played_at(
    tables: Tables, hall: Hall, ben: FlaskClient, ends: str
) -> None:
    table = tables.site.store.table(hall.table(1))
    assert table is not None
    assert "<b>Table 1</b> is playing" in shown(ben, "/")
    if ends == "seating":
        hall.add(kinds.Unseated(1))
    else:
        hall.start()
        hall.add(kinds.Ended(1))
    if ends == "evening":
        hall.add(kinds.Closed())
    assert "<b>Table 1</b> is playing" not in shown(ben, "/")
    assert _asks(tables, ben, table, "watch")[0] == 409
