"""A table given to a circle by mistake is taken back: as if it had never been there."""

import random
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.support.circle_phones import joined
from tests.web.support.circle_tables import Tables
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
