"""Circles for programs: joined by the code, and read as their phones read them."""

from datetime import timedelta
from typing import Any

import pytest

from tests.web.support.api_client import API, ApiClient, problem
from tests.web.support.circle_tables import Tables
from webapp.circle import meetings
from webapp.store.models import utc_now
from webapp.store.roles import Scope


class Program(ApiClient):
    """A program that asks for circles."""

    def read(self, path: str) -> Any:
        answer = self.client.get(f"{API}/circles{path}", headers=self.headers)
        assert answer.status_code == 200, answer.text
        return answer.json

    def refused(self, path: str) -> tuple[int, str]:
        return problem(self.client.get(f"{API}/circles{path}", headers=self.headers))


@pytest.fixture
def program(tables: Tables) -> Program:
    """A program that has joined a circle by its code."""
    program = Program(tables.site.app)
    invite = tables.site.store.invites(tables.circle.id, Scope.CIRCLE)["member"]
    joined: Any = program.post("/circles/join", {"code": invite.code.lower()})
    assert (joined.status_code, joined.json["id"]) == (201, tables.circle.id)
    program.token = joined.json["token"]
    return program


def test_a_program_reads_what_phones_of_the_circle_see(tables: Tables, program: Program) -> None:
    first, second = tables.play(tables.open("Ann", "Ben"), 0), tables.play(tables.open("Cat", "Ben"), 1)
    tables.site.store.write_note(tables.circle.id, first.id, "Rain", before="")
    here = f"/{tables.circle.id}"
    assert program.read("") == {"circles": [{"id": tables.circle.id, "name": "Tuesdays"}]}
    circle = {
        "id": tables.circle.id,
        "name": "Tuesdays",
        "games": {"sechsundsechzig": 2},
        "player": None,
        "playing": [],
        "files_left_out": False,
    }
    assert program.read(here) == circle
    people = {one["name"]: one["id"] for one in program.read(f"{here}/players")["players"]}
    found = program.read(f"{here}/matches")
    assert (found["count"], [one["table"] for one in found["matches"]]) == (2, [second.id, first.id])
    of_ann = program.read(f"{here}/matches?player={people['Ann']}&day={found['matches'][0]['day']}")["matches"]
    assert [(one["table"], one["note"]) for one in of_ann] == [(first.id, "Rain")]
    assert [side["players"] for side in of_ann[0]["sides"]] == [[people["Ann"]], [people["Ben"]]]
    assert [one["table"] for one in program.read(f"{here}/matches?text=rain")["matches"]] == [first.id]
    assert program.read(f"{here}/matches?page=2")["matches"] == []
    assert program.refused(f"{here}/matches?page=0") == (400, "bad-request")
    assert {one["player"] for one in program.read(f"{here}/ratings")["ratings"]} == set(people.values())
    assert program.read(f"{here}/seasons") == {"seasons": []}
    assert program.refused(f"{here}/own") == (404, "nobody-here")


def test_nobody_else_reads_anything(tables: Tables, program: Program) -> None:
    other = tables.site.store.open_circle("Fridays", device_id=tables.site.device(tables.host))
    assert program.refused(f"/{other.id}/matches") == program.refused("/4711") == (404, "no-circle")
    stranger = Program(tables.site.app)
    assert stranger.refused("") == stranger.refused(f"/{tables.circle.id}") == (401, "unauthorized")
    assert problem(stranger.post("/circles/join", {"code": "ABC-DEFG"})) == (404, "no-code")
    assert problem(stranger.post("/circles/join", {"code": 3})) == (400, "bad-request")
    cookie = tables.host.get(f"{API}/circles/{tables.circle.id}")
    assert cookie.status_code == 401, "a cookie is no token"


def test_a_key_invites_to_one_evening(tables: Tables, program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    when, path = (utc_now() + timedelta(days=3)).replace(microsecond=0), f"/circles/{tables.circle.id}/meetings"
    sent, key = {"starts_at": when.isoformat(), "place": " At Ann’s "}, {"Idempotency-Key": "0" * 36}
    first, again = (program.post(path, sent, **key) for _ in range(2))
    assert (first.status_code, again.json) == (201, first.json)
    other = {**sent, "place": "At Ben’s"}
    assert problem(program.post(path, other, **key)) == (422, "key-used")
    changed: Any = program.post(f"{path}/{first.json['id']}", {**sent, "word": "Bring chairs"})
    assert problem(program.post(path, other, **key)) == (422, "key-used")
    monkeypatch.setattr(meetings, "MOST_MEETINGS", 1)
    assert program.post(path, other).status_code == 409
    again = program.post(path, sent, **key)
    assert (again.status_code, again.json) == (201, changed.json)
