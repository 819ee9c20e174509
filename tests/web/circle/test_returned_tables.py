"""A table given to a circle by mistake is taken back: as if it had never been there."""

import random
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.support.api_client import ApiClient
from tests.web.support.circle_phones import joined, member, shown
from tests.web.support.circle_tables import Tables, circle_matches, tables_of_circle
from tests.web.support.hall import Hall
from webapp.access.device import COOKIE, new_form_key
from webapp.circle.tables import CircleTables
from webapp.evening import lines as kinds
from webapp.evening.state import EveningState
from webapp.http.limits import FIRST_GUEST_TABLE
from webapp.services import services_in
from webapp.store.evening_models import EveningChange
from webapp.store.models import Table
from webapp.store.roles import Scope


def take_back(tables: Tables, table: Table, phone: FlaskClient | None = None) -> int:
    path = f"/circles/{tables.circle.id}/tables/back"
    return (phone or tables.host).post(path, data={"table": str(table.id)}).status_code


def names(tables: Tables) -> list[str]:
    return [one.name for one in tables.site.store.circle_players(tables.circle.id).values()]


@pytest.mark.both_databases
def test_nothing_of_it_stays_and_later_matches_are_rated_anew(tables: Tables) -> None:
    first = tables.play(tables.open("Ann", "Ben"), 0)
    tables.play(tables.open("Ann", "Cat"), 1)
    without = Tables(tables.site)
    without.play(without.open("Ann", "Cat"), 1)
    tables.site.store.write_note(tables.circle.id, first.id, "Rain", before="")
    assert f'name="table" value="{first.id}"' in tables.host.get(f"/circles/{tables.circle.id}/more").text
    assert take_back(tables, first) == 303
    assert [row[1:] for row in tables.strengths()] == [row[1:] for row in without.strengths()]
    assert (names(tables), tables.site.store.circle_notes(tables.circle.id)) == (["Ann", "Cat"], {})
    assert tables.rebuilt() == []
    tables.undo(first)
    tables.enter(first, type="tally", points=[0, 1])
    assert first.id not in [kept[0] for kept in tables.kept()], "it goes on alone"
    tables.site.circle_tables.give(first.id, tables.circle.id)
    assert names(tables) == ["Ann", "Ben", "Cat"]
    assert tables.rebuilt() == []


@pytest.mark.both_databases
def test_players_whom_somebody_has_changed_stay(tables: Tables) -> None:
    table = tables.open("Ann", "Ben")
    store, people = tables.site.store, tables.site.store.circle_players(tables.circle.id)
    ann, ben = people
    store.rename_player(tables.circle.id, ben, "Benjamin")
    store.hold_player(tables.circle.id, tables.site.device(tables.host), ann)
    assert take_back(tables, table) == 303
    assert names(tables) == ["Ann", "Benjamin"]


def test_players_of_a_table_that_goes_on_stay(tables: Tables) -> None:
    tables.open("Ann", "Cat")
    assert take_back(tables, tables.play(tables.open("Ann", "Ben"), 0)) == 303
    assert names(tables) == ["Ann", "Cat"]


def test_only_a_phone_that_enters_there_takes_it_back(tables: Tables) -> None:
    table, member = tables.play(tables.open(), 0), joined(tables)
    watcher = tables.site.watcher(table)
    assert [take_back(tables, table, phone) for phone in (member, watcher)] == [404, 404]
    invite = tables.site.store.invites(tables.circle.id, Scope.CIRCLE)["member"]
    tables.site.store.join_circle(invite.id, tables.site.device(watcher))
    assert take_back(tables, table, watcher) == 403
    other = tables.site.store.open_circle("Fridays", device_id=tables.site.device(tables.host))
    tables.host.post(f"/circles/{other.id}/tables/back", data={"table": str(table.id)})
    assert tables.kept() == [(table.id, [0])], "that of another circle stays there"


@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_taken_back_rebuilding_comes_to_what_is_kept(tables: Tables, seed: int) -> None:
    chance, over = random.Random(seed), []
    for _ in range(9):
        if over and chance.random() < 0.35:
            table: Any = over.pop(chance.randrange(len(over)))
            assert take_back(tables, table) == 303
        else:
            over.append(tables.play(tables.open(*chance.sample(("Ann", "Ben", "Cat", "Dan"), 2)), chance.randrange(2)))
    assert tables.rebuilt() == []
    assert {kept[0] for kept in tables.kept()} == {table.id for table in over}


def test_an_evening_is_given_with_its_tables_and_taken_back_with_them(tables: Tables) -> None:
    store, deputy = tables.site.store, member(tables)
    hall = Hall(
        services_in(tables.site.app), None, ("Ann", "Ben", "Cat", "Dan"), organiser=tables.site.device(tables.host)
    )
    hall.seat((1, 2, 3, 4))
    hall.start()
    hall.add(kinds.Confirmed(1, 1, (26, 0, 0, 0), odd=True))
    hall.add(kinds.Ended(1))
    guest = tables.open("Eva", "Fay", belongs=False)
    joins = kinds.Joined(FIRST_GUEST_TABLE, guest.id, guest.game, tuple(guest.players))
    hall.add(joins, change=EveningChange(joins={guest.id: FIRST_GUEST_TABLE}))
    more, sent = f"/circles/{tables.circle.id}/more", {"evening": str(hall.id)}
    assert f'name="evening" value="{hall.id}"' in shown(tables.host, more)
    assert f'name="evening" value="{hall.id}"' not in shown(deputy, more)
    for path in ("", "/back"):
        assert deputy.post(f"/circles/{tables.circle.id}/tables{path}", data=sent).status_code == 404
    assert tables.host.post(f"/circles/{tables.circle.id}/tables", data=sent).status_code == 303
    assert [one.table_id for one in circle_matches(store, tables.circle.id)] == [hall.table(1)]
    hall.seat((1, 3, 2, 4))
    given = {one.id for one in tables_of_circle(store, tables.circle.id)}
    assert given == {one.id for one in store.tables_of_evening(hall.id)} - {guest.id}
    assert "Take an evening back" in shown(tables.host, more)
    assert tables.host.post(f"/circles/{tables.circle.id}/tables/back", data=sent).status_code == 303
    assert (tables_of_circle(store, tables.circle.id), circle_matches(store, tables.circle.id)) == ([], [])


def test_an_evening_of_a_circle_is_given_to_no_other_one(tables: Tables) -> None:
    store, device = tables.site.store, tables.site.device(tables.host)
    other = store.open_circle("Fridays", device_id=device)
    hall = Hall(services_in(tables.site.app), None, ("Ann", "Ben", "Cat"), organiser=device, circle_id=other.id)
    for path in ("", "/back"):
        tables.host.post(f"/circles/{tables.circle.id}/tables{path}", data={"evening": str(hall.id)})
        assert hall.now.row.circle_id == other.id


def test_what_another_circle_has_is_given_to_none_but_taken_back_first(tables: Tables) -> None:
    device = tables.site.device(tables.host)
    other = tables.site.store.open_circle("Fridays", device_id=device)
    hall = Hall(services_in(tables.site.app), None, ("Ann", "Ben", "Cat", "Dan"), organiser=device)
    sent: list[dict[str, int]] = [{"table": tables.open().id}, {"evening": hall.id}]
    assert tables.host.post(f"/circles/{tables.circle.id}/tables", data=sent[1]).status_code == 303
    cookie = tables.host.get_cookie(COOKIE)
    assert cookie is not None
    program = ApiClient(tables.site.app, token=cookie.value)
    for one in sent:
        (kind,) = one
        answer = tables.host.post(f"/circles/{other.id}/tables", data=one)
        said = f"This {kind} belongs to the circle Tuesdays. Take it back there first."
        assert (answer.status_code, said in answer.text) == (409, True)
        assert f'href="/circles/{tables.circle.id}/more"' in answer.text
        refused = program.post(f"/circles/{other.id}/{kind}s", one)
        assert (refused.status_code, refused.get_json()["message"]) == (409, said)
        assert tables.host.post(f"/circles/{tables.circle.id}/tables", data=one).status_code == 303, "it has it already"
        assert program.post(f"/circles/{tables.circle.id}/{kind}s", one).status_code == 200
    assert tables_of_circle(tables.site.store, other.id) == []


def test_a_circle_is_not_opened_from_a_table_that_another_one_has(tables: Tables) -> None:
    device, store = tables.site.device(tables.host), tables.site.store
    table, before = tables.open(), len(store.circles_of(device))
    cookie = tables.host.get_cookie(COOKIE)
    assert cookie is not None
    program, key = ApiClient(tables.site.app, token=cookie.value), {"Idempotency-Key": "1" * 36}
    for said, first in (
        ("This table belongs to the circle Tuesdays. Take it back there first.", True),
        ("This table belongs to another circle. Whoever plays at it and is in that circle takes it back first.", False),
    ):
        page = tables.host.post("/circles", data={"op": new_form_key(), "name": "Fridays", "table": str(table.id)})
        assert (page.status_code, said in page.text, "aria-invalid" in page.text) == (409, True, False)
        assert (f'href="/circles/{tables.circle.id}/more"' in page.text) == first
        refused = program.post("/circles/open", {"name": "Fridays", "table": table.id}, **key)
        assert (refused.status_code, refused.get_json()["message"]) == (409, said)
        assert len(store.circles_of(device)) == before
        joined(tables)
        store.leave_circle(tables.circle.id, device)
        before = 0
    other = store.open_circle("Mondays", device_id=device)
    page = tables.host.post(f"/circles/{other.id}/tables", data={"table": str(table.id)})
    assert (page.status_code, said in page.text, "Tuesdays" in page.text) == (409, True, False)


@pytest.mark.both_databases
def test_of_two_circles_that_are_opened_from_a_table_at_once_one_has_it(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tables.play(tables.open("Ann", "Ben", belongs=False), 0)
    ben, give, answers = tables.site.seat(table, 1), CircleTables.give, list[int]()

    def opens(phone: FlaskClient) -> TestResponse:
        return phone.post("/circles", data={"op": new_form_key(), "name": "Fridays", "table": str(table.id)})

    def meanwhile(self: CircleTables, table_id: int, circle_id: int) -> bool:
        if not answers:
            answers.append(409)
            answers[0] = opens(ben).status_code
        return give(self, table_id, circle_id)

    monkeypatch.setattr(CircleTables, "give", meanwhile)
    opened = opens(tables.host)
    circle = int(opened.location.rsplit("/", 1)[1])
    assert (opened.status_code, answers) == (303, [409])
    assert [one.id for one in tables_of_circle(tables.site.store, circle)] == [table.id]
    assert [one.table_id for one in circle_matches(tables.site.store, circle)] == [table.id], "its match is kept"
    assert tables.site.store.circles_of(tables.site.device(ben)) == []


def test_a_circle_opened_from_a_table_of_strangers_has_it(tables: Tables) -> None:
    host = tables.site.phone()
    table = tables.site.store.create_table(
        game="sechsundsechzig", players=("Ann", "Ben"), options={}, device_id=tables.site.device(host)
    )
    tables.site.circle_tables.give(table.id, tables.circle.id)
    data = {"op": new_form_key(), "name": "Fridays", "table": str(table.id)}
    first, again = (host.post("/circles", data=data) for _ in range(2))
    assert (first.status_code, again.location) == (303, first.location)
    assert [one.id for one in tables_of_circle(tables.site.store, int(first.location.rsplit("/", 1)[1]))] == [table.id]


def test_a_table_that_stays_where_it_is_wakes_no_phone(tables: Tables) -> None:
    services, woken = services_in(tables.site.app), list[int]()
    table, other = tables.open(), tables.site.store.open_circle("Fridays", device_id=tables.site.device(tables.host))
    circles = CircleTables(services.store, services.tables, lambda _number: EveningState(), woken.extend)
    assert (circles.give(table.id, other.id), woken) == (False, [])
