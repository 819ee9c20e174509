"""Matches from files: one match counts once in a circle, a file is said to be one, and a circle can leave them out."""

from typing import Any

import pytest

from tests.web.support.circle_tables import Tables, number
from tests.web.support.records import opened
from webapp.store.models import Table


def record_of(tables: Tables, table: Table) -> str:
    return tables.host.get(f"/tables/{table.id}/record.json").text


def from_file(tables: Tables, data: str, op: str = "") -> Table:
    """Opens a table from a record, and gives it to the circle."""
    table = opened(tables.site, tables.host, data, op)
    tables.site.circle_tables.give(table.id, tables.circle.id)
    return table


def pages(tables: Tables, copy: Table) -> list[str]:
    circle = f"/circles/{tables.circle.id}"
    return [tables.host.get(f"{circle}{page}").text for page in ("/matches", f"/matches/{copy.id}", "")]


@pytest.mark.both_databases
def test_a_match_counts_once_however_often_its_file_comes(tables: Tables) -> None:
    table = tables.play(tables.open(), 0)
    for op in ("file-0001", "file-0002"):
        from_file(tables, record_of(tables, table), op)
    assert tables.kept() == [(table.id, [0])]
    assert tables.rebuilt() == []


@pytest.mark.both_databases
def test_the_table_where_it_was_played_takes_the_place_of_its_file(tables: Tables) -> None:
    table = tables.play(tables.open(belongs=False), 0)
    first, _second = (from_file(tables, record_of(tables, table), op) for op in ("file-0001", "file-0002"))
    assert tables.kept() == [(first.id, [0])]
    assert tables.rebuilt() == []
    tables.site.circle_tables.give(table.id, tables.circle.id)
    assert tables.kept() == [(table.id, [0])]
    assert tables.rebuilt() == []
    tables.site.circle_tables.take_back(table.id, tables.circle.id)
    assert tables.kept() == [(first.id, [0])]
    assert tables.rebuilt() == []


def test_a_file_of_the_old_result_is_the_corrected_match(tables: Tables) -> None:
    table = tables.play(tables.open(), 0)
    old = record_of(tables, table)
    tables.correct(table, 1)
    from_file(tables, old)
    assert tables.kept() == [(table.id, [1])]
    assert tables.rebuilt() == []


@pytest.mark.both_databases
def test_two_matches_that_began_alike_in_the_same_second_are_two(tables: Tables) -> None:
    played = [tables.play(tables.open("Ann", "Ben"), 0), tables.play(tables.open("Cat", "Dan"), 0)]
    other = from_file(tables, record_of(tables, tables.play(tables.open("Eva", "Fay", belongs=False), 0)))
    assert {table_id for table_id, _winners in tables.kept()} == {*(one.id for one in played), other.id}
    assert tables.rebuilt() == []


def test_a_match_from_a_file_is_marked_and_can_be_left_out(tables: Tables) -> None:
    tables.play(tables.open(), 1)
    alone = tables.strengths()
    copy = from_file(tables, record_of(tables, tables.play(tables.open("Ann", "Cat", belongs=False), 0)))
    with_it = tables.strengths()
    assert len(with_it) == 4
    said = ("from a file", "came from a file: it was not entered here", "1 of these matches came from a file.")
    for words, page in zip(said, pages(tables, copy), strict=True):
        assert words in page
    files, more = f"/circles/{tables.circle.id}/files", f"/circles/{tables.circle.id}/from-files"
    told: Any = tables.host.get(f"{files}/circle.json").json
    assert [one["from_file"] for one in told["matches"] if one["table"] == copy.id] == [True]
    assert [one["from_file"] for one in told["matches"] if one["table"] != copy.id] == [False]
    assert [told["circle"]["files_left_out"], tables.host.get(f"{files}/matches.csv").text.count(",yes\r\n")] == [
        False,
        2,
    ]
    assert tables.host.post(more, data={"count": "no"}).status_code == 303
    assert tables.strengths() == alone
    assert "came from a file" not in "".join(pages(tables, copy))
    assert tables.host.get(f"{files}/circle.json").json["circle"]["files_left_out"]  # type: ignore[index]
    assert tables.rebuilt() == []
    later = from_file(tables, record_of(tables, tables.play(tables.open("Ben", "Cat", belongs=False), 0)), "file-0003")
    assert tables.strengths() == alone
    tables.site.circle_tables.take_back(later.id, tables.circle.id)
    assert tables.host.post(more, data={"count": "yes"}).status_code == 303
    assert tables.strengths() == with_it
    assert tables.rebuilt() == []


def test_whose_match_came_twice_is_forgotten_like_anybody(tables: Tables) -> None:
    table = tables.play(tables.open("Ann", "Gus"), 0)
    copy = from_file(tables, record_of(tables, table), "file-0001")
    gone = {"player": number(tables, "Gus")}
    answer = tables.host.post(f"/circles/{tables.circle.id}/players/forget", data=gone)
    assert answer.status_code == 303, "nobody plays at the table of the copy"
    assert "Gus" not in str(tables.site.store.table(copy.id))
