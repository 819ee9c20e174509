"""Whose tables and evenings lose a name: those of the circle's people, and where the asking phone was the player."""

from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import Select, select
from sqlalchemy import Table as Columns

from tests.web.support.circle_tables import Tables, circle_matches, number
from tests.web.support.hall import Hall
from tests.web.support.site import Site
from webapp.circle.forgetting import forget
from webapp.evening import lines as kinds
from webapp.evening.plan import Kind, Plan
from webapp.store.backups.copies import read_snapshot
from webapp.store.models import Row, Table
from webapp.store.roles import Role, Scope

OF_OTHERS = ("desk_lines", "devices", "evening_lines", "evenings", "events", "grants", "tables")
PLAN = Plan(Kind.TOURNAMENT, game="sechsundsechzig", options={"target": 1}, sizes=(2,))


class Strangers(Tables):
    """Tables of a host without a circle, and a circle of somebody who plays there."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.phone = site.phone()
        self.device = site.device(self.phone)
        self.circle = site.store.open_circle("Strangers", device_id=self.device)

    def take(self, table: Table) -> None:
        self.site.circle_tables.give(table.id, self.circle.id)

    def forget(self, name: str) -> Any:
        with self.site.app.app_context():
            return forget(self.circle.id, number(self, name), self.device)

    def names(self, table: Table) -> list[str]:
        return self.site.tables.at(table.id).table.players


@pytest.fixture
def strangers(site: Site) -> Strangers:
    return Strangers(site)


def everything(site: Site) -> dict[str, list[Any]]:
    """Returns every row that a table or an evening has."""
    with read_snapshot(site.store.url) as connection:
        return {
            name: [tuple(row) for row in connection.execute(_rows(Row.metadata.tables[name]))] for name in OF_OTHERS
        }


def _rows(table: Columns) -> Select[Any]:
    rows = select(table).order_by(*table.primary_key.columns)
    return rows.where(table.c.circle_id.is_(None)) if table.name == "grants" else rows


def seated(strangers: Strangers, *names: str, phones: dict[int, FlaskClient] | None = None) -> tuple[Hall, Table]:
    """An evening of the host that is over, with one table; these phones stand for people on its list."""
    site = strangers.site
    organiser = site.device(strangers.host)
    hall = Hall(site.app.extensions["sixfold"], PLAN, names=names, organiser=organiser)
    for person, phone in (phones or {}).items():
        hall.admit(site.device(phone), Role.PLAYER, person=person)
    hall.seat((1, 2))
    hall.start()
    table = site.store.table(hall.table(1))
    assert table is not None
    strangers.play(table, 0)
    hall.add(kinds.Confirmed(1, 1, (1, 0)))
    hall.add(kinds.Ended(1))
    hall.add(kinds.Closed())
    return hall, table


def test_a_table_that_the_circle_has_is_not_taken_in_anew(strangers: Strangers) -> None:
    """Its names, which stay at the table of strangers, make nobody a player again who was forgotten."""
    table = strangers.play(strangers.open("Mallory", "Ben", belongs=False), 0)
    strangers.take(table)
    strangers.forget("Ben")
    circle, store = strangers.circle.id, strangers.site.store
    before = store.circle(circle), store.circle_players(circle)
    strangers.take(table)
    assert (store.circle(circle), store.circle_players(circle)) == before


@pytest.mark.both_databases
def test_a_circle_of_somebody_who_plays_there_changes_nothing_for_the_others(strangers: Strangers) -> None:
    """Also where an evening made this phone the host of its table."""
    table = strangers.play(strangers.open("Mallory", "Ben", belongs=False), 0)
    hall, at_evening = seated(strangers, "Mallory", "Ben", phones={1: strangers.phone})
    hosts = [grant.device_id for grant in strangers.site.store.grants(at_evening.id) if grant.is_host]
    assert hosts == [strangers.device]
    for one in (table, at_evening):
        strangers.take(one)
    before, matches = everything(strangers.site), circle_matches(strangers.site.store, strangers.circle.id)
    kept = strangers.forget("Ben")
    assert everything(strangers.site) == before
    assert ([one.id for one in kept.tables], [one.id for one in kept.evenings]) == (
        [table.id, at_evening.id],
        [hall.id],
    )
    assert circle_matches(strangers.site.store, strangers.circle.id) == matches
    assert {one.name for one in strangers.site.store.circle_players(strangers.circle.id).values()} >= {"Mallory"}
    assert strangers.rebuilt() == [], "the match stays that of who was forgotten"
    strangers.correct(table, 1)
    assert (strangers.rebuilt(), len(strangers.site.store.circle_players(strangers.circle.id))) == ([], 2)


def test_two_names_made_one_reach_no_further(strangers: Strangers) -> None:
    """Who was Mallory at the evening makes Ben of a table the same one, and forgets both at once."""
    _, at_evening = seated(strangers, "Mallory", "Cat", "Ben", phones={1: strangers.phone})
    mine = strangers.play(strangers.open("Ben", "Dan", host_seat=None, belongs=False), 0)
    for one in (at_evening, mine):
        strangers.take(one)
    strangers.site.store.merge_players(strangers.circle.id, number(strangers, "Ben"), number(strangers, "Mallory"))
    before = everything(strangers.site)["evening_lines"]
    kept = strangers.forget("Mallory")
    assert everything(strangers.site)["evening_lines"] == before
    assert [one.id for one in kept.tables] == [mine.id], "at the table of the evening this phone was Mallory alone"
    assert strangers.names(mine) == ["Ben", "Dan"]


@pytest.mark.both_databases
def test_the_circle_of_the_host_and_of_the_organiser_forgets_as_it_does_its_own(strangers: Strangers) -> None:
    hall, at_evening = seated(strangers, "Mallory", "Ben", phones={1: strangers.phone})
    table = strangers.play(strangers.open("Mallory", "Ben", belongs=False), 0)
    for one in (table, at_evening):
        strangers.take(one)
    invite = strangers.site.store.invites(strangers.circle.id, Scope.CIRCLE)["member"]  # type: ignore[index]
    host = strangers.site.device(strangers.host)
    strangers.site.store.join_circle(invite.id, host)
    strangers.site.store.leave_circle(strangers.circle.id, host)
    new = f"#{number(strangers, 'Ben')}"
    assert strangers.forget("Ben") == ([], [])
    assert strangers.names(table) == strangers.names(at_evening) == ["Mallory", new]
    assert "Ben" not in str(hall.now.lines)


@pytest.mark.both_databases
def test_an_evening_of_the_circles_people_loses_the_name_also_where_none_of_its_tables_was_given(
    strangers: Strangers,
) -> None:
    """Not where one of them belongs to another circle: there it is somebody of that one."""
    hall, at_evening = seated(strangers, "Mallory", "Ben")
    elsewhere, taken = seated(strangers, "Ben", "Cat")
    site, host = strangers.site, strangers.site.device(strangers.host)
    site.circle_tables.give(taken.id, site.store.open_circle("Fridays", device_id=host).id)
    strangers.take(strangers.play(strangers.open("Mallory", "Ben", belongs=False), 0))
    invite = site.store.invites(strangers.circle.id, Scope.CIRCLE)["member"]  # type: ignore[index]
    site.store.join_circle(invite.id, host)
    new = f"#{number(strangers, 'Ben')}"
    assert strangers.forget("Ben") == ([], [])
    assert strangers.names(at_evening) == ["Mallory", new]
    assert ("Ben" in str(hall.now.lines), "Ben" in str(elsewhere.now.lines)) == (False, True)


@pytest.mark.both_databases
def test_the_phone_of_the_player_forgets_it_wherever_it_was_that_player(strangers: Strangers) -> None:
    hall, at_evening = seated(strangers, "Ann", "Ben", phones={2: strangers.phone})
    table = strangers.open("Ann", "Ben", belongs=False)
    strangers.site.seat(table, 1, strangers.phone)
    strangers.play(table, 0)
    strangers.site.store.leave_seat(table.id, strangers.device)
    other = strangers.play(strangers.open("Ann", "Ben", belongs=False), 0)
    for one in (table, other, at_evening):
        strangers.take(one)
    new = f"#{number(strangers, 'Ben')}"
    kept = strangers.forget("Ben")
    assert ([one.id for one in kept.tables], kept.evenings) == ([other.id], [])
    assert strangers.names(table) == strangers.names(at_evening) == ["Ann", new]
    assert "Ben" not in str(hall.now.lines)


def test_a_phone_that_went_from_seat_to_seat_is_not_that_player(strangers: Strangers) -> None:
    table = strangers.open("Mallory", "Ben", "Cat", game="sixes-and-sevens", options={}, belongs=False, host_seat=2)
    strangers.site.seat(table, 0, strangers.phone)
    strangers.site.store.leave_seat(table.id, strangers.device)
    strangers.site.seat(table, 1, strangers.phone)
    strangers.take(table)
    player = number(strangers, "Ben")
    kept = strangers.site.store.names_kept(strangers.circle.id, player, strangers.device)
    assert [one.id for one in kept.tables] == [table.id]


def test_the_page_says_before_and_after_what_keeps_the_name(strangers: Strangers) -> None:
    _hall, at_evening = seated(strangers, "Mallory", "Ben", phones={1: strangers.phone})
    table = strangers.play(strangers.open("Mallory", "Ben", title="At Dora’s", belongs=False), 0)
    for one in (table, at_evening):
        strangers.take(one)
    path = f"/circles/{strangers.circle.id}/players/forget"
    player = str(number(strangers, "Ben"))
    asked = unescape(strangers.phone.get(f"{path}?player={player}").get_data(as_text=True))
    answer = strangers.phone.post(path, data={"player": player})
    done = unescape(answer.get_data(as_text=True))
    assert ("stays at 3 tables or evenings" in asked, "stays at 3 tables or evenings" in done) == (True, True)
    for page in (asked, done):
        assert ("At Dora’s" in page, "Tuesday club" in page, "The evening of" in page) == (True, False, True)
    assert "join the circle first" in asked
    assert "take such a table back" in done


def test_a_table_that_strangers_have_taken_is_given_to_the_circle_of_its_host(strangers: Strangers) -> None:
    site = strangers.site
    table = strangers.play(strangers.open("Mallory", "Ben", belongs=False), 0)
    strangers.take(table)
    others = site.store.open_circle("Others", device_id=site.device(site.phone()))
    site.circle_tables.give(table.id, others.id)
    assert circle_matches(site.store, others.id) == [], "they are strangers, too"
    home = site.store.open_circle("Tuesdays", device_id=site.device(strangers.host))
    assert f'value="{table.id}"' in strangers.host.get(f"/circles/{home.id}/more").get_data(as_text=True)
    assert strangers.host.post(f"/circles/{home.id}/tables", data={"table": str(table.id)}).status_code == 303
    assert [row.table_id for row in circle_matches(site.store, home.id)] == [table.id]
    assert (circle_matches(site.store, strangers.circle.id), strangers.rebuilt()) == ([], [])
    strangers.take(table)
    assert circle_matches(site.store, strangers.circle.id) == [], "it stays with the circle of its host"
