"""Files of a circle: everything that all its phones may see, and what is for one player on that player's phone."""

import csv
import io
import json
import re
from datetime import date
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from tests.databases import changing
from tests.web.support.circle_phones import joined
from tests.web.support.circle_tables import Tables
from tests.web.support.site import Site
from webapp.circle import circle_json, seasons
from webapp.http import spreadsheets
from webapp.http.steps import TURN_KEY
from webapp.store.roles import Scope


def private(value: int, seat: int) -> dict[str, Any]:
    """Returns a figure that is for the player of a seat alone."""
    return {"code": "revokes", "kind": "count", "value": value, "of": 1, "side": seat, "seat": seat, "private": True}


@pytest.fixture
def tables(site: Site) -> Tables:
    """A circle with a match of Ann and a =Ben, in which both have revoked, as only each of them may know."""
    tables = Tables(site)
    table = tables.play(tables.open("Ann", "=Ben", title="Garden"), 0)
    row = tables.site.store.circle_match(tables.circle.id, table.id)
    assert row is not None
    told = {**row.summary, "figures": [*row.summary["figures"], private(4711, 0), private(4712, 1)]}
    with changing(tables.site.store) as session:
        session.connection().execute(text("UPDATE circle_matches SET summary = :told"), {"told": json.dumps(told)})
    tables.site.store.write_note(tables.circle.id, table.id, "Rain", before="")
    return tables


def lines(phone: FlaskClient, path: str, delimiter: str = ",") -> list[list[str]]:
    answer = phone.get(path)
    assert answer.status_code == 200
    return list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig")), delimiter=delimiter))


def test_matches_players_and_ratings_are_saved_for_spreadsheets(tables: Tables) -> None:
    files = f"/circles/{tables.circle.id}/files"
    head, ann, ben = lines(tables.host, f"{files}/matches.csv")
    assert [head[at] for at in (5, 6, 8, 9, 10, 11, 12)] == [
        *("Table", "Name", "Place", "Score", "Has won", "Note", "From a file")
    ]
    assert [ann[at] for at in (5, 6, 8, 9, 10, 11, 12)] == ["Garden", "Ann", "1", "1", "yes", "Rain", "no"]
    assert (ben[6], ben[10]) == ("'=Ben", "no"), "no name is a formula"
    assert [line[0] for line in lines(tables.host, f"{files}/players.csv")] == ["Name", "Ann", "'=Ben"]
    assert len(lines(tables.host, f"{files}/ratings.csv")) == 3
    german = tables.site.phone("de")
    tables.site.store.join_circle(
        tables.site.store.invites(tables.circle.id, Scope.CIRCLE)["member"].id, tables.site.device(german)
    )
    assert "," in lines(german, f"{files}/ratings.csv", ";")[1][4], "a decimal comma"
    assert tables.host.get(f"{files}/nothing.csv").status_code == 404


def test_everything_is_saved_as_json_without_what_is_for_one_player_alone(tables: Tables) -> None:
    files, season = f"/circles/{tables.circle.id}/files", {"name": "Autumn", "game": "", "last_day": None, "best": 2}
    day = tables.host.get(f"{files}/circle.json").json["matches"][0]["day"]  # type: ignore[index]
    tables.site.store.make_season(tables.circle.id, {**season, "first_day": date.fromisoformat(day)}, op="season")
    told: Any = tables.host.get(f"{files}/circle.json").json
    (match,) = told["matches"]
    assert (match["title"], match["note"], [side["won"] for side in match["sides"]]) == (
        "Garden",
        "Rain",
        [True, False],
    )
    assert (len(told["players"]), len(told["ratings"])) == (2, 2)
    (standing,) = told["seasons"]
    assert [row["total"] for row in standing["standing"]] == [2, 0]
    assert match["figures"]
    assert lines(tables.host, f"{files}/seasons.csv")[1][:4] == ["Autumn", "1", "Ann", "2"]


def test_a_players_phone_saves_the_own_figures_and_nobody_elses(tables: Tables) -> None:
    files, member = f"/circles/{tables.circle.id}/files", joined(tables)
    shared = [f"{files}/{name}.csv" for name in ("matches", "players", "ratings", "seasons")]
    own = [f"{files}/{name}" for name in ("own.json", "own-figures.csv", "own-matches.csv")]
    people = {one.name: number for number, one in tables.site.store.circle_players(tables.circle.id).items()}
    tables.site.store.hold_player(tables.circle.id, tables.site.device(member), people["=Ben"])
    for phone in (tables.host, member):
        for path in (*shared, f"{files}/circle.json"):
            assert not re.search(rb"\b471[12]\b", phone.get(path).data), path
    assert [tables.host.get(path).status_code for path in own] == [404] * 3
    for path in own[:2]:
        found = member.get(path).data
        assert set(re.findall(rb"\b471[12]\b", found)) == {b"4712"}
    told: Any = member.get(own[0]).json
    assert (told["player"]["name"], len(told["matches"]), len(told["ratings"])) == ("=Ben", 1, 1)
    assert [line[6] for line in lines(member, own[2])] == ["Name", "'=Ben"]


@pytest.mark.parametrize("name", ["matches.csv", "ratings.csv", "seasons.csv", "circle.json"])
def test_a_file_is_made_while_it_is_sent_and_others_are_answered_in_between(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    for _match in range(3):
        tables.play(tables.open("Ann", "Cat"), 0)
    path, turns = f"/circles/{tables.circle.id}/files/{name}", []
    values = {"name": "All", "game": "", "first_day": date(2020, 1, 1), "last_day": None, "best": 2}
    tables.site.store.make_season(tables.circle.id, values, op="season")
    whole = tables.host.get(path).data
    monkeypatch.setattr(spreadsheets, "LINES_A_TURN", 1)
    monkeypatch.setattr(circle_json, "WRITTEN_A_TURN", 1)
    monkeypatch.setattr(seasons, "MATCHES_A_TURN", 1)
    answer = tables.host.get(path, environ_overrides={TURN_KEY: lambda: turns.append(1)}, buffered=False)
    begun = len(turns)
    assert answer.data == whole
    assert len(turns) - begun >= 4, "a turn a match at least, once the file has begun"
