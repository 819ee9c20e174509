"""Evenings for programs: the same lines, rights and guards as on the pages."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from tests.cases import each
from tests.web.support.api_client import ApiClient, Raw, problem
from tests.web.support.hall import GAME
from tests.web.support.site import Site
from webapp.evening import lines as kinds
from webapp.evening.keeper import EveningKeeper, EveningNow
from webapp.evening.viewer import EveningViewer
from webapp.services import services_in

PLAN = {
    "kind": "tournament",
    "game": GAME,
    "sizes": [3, 4],
    "rounds": 1,
    "place_points": [2, 1, 0],
    "hidden_last": True,
}
OPENED = {"title": "Tuesday", "plan": PLAN, "people": ["Ann", "Ben", "Cat", "Dan"]}


class Program(ApiClient):
    """A program at an evening."""

    evening, code = 0, ""

    def at(self, path: str = "") -> Any:
        answer = self.client.get(f"/api/v1/evenings/{self.evening}{path}", headers=self.headers)
        assert answer.status_code == 200, answer.text
        return answer.json

    def add(self, **line: Any) -> Any:
        return self.post(f"/evenings/{self.evening}/lines", line)

    def seats(self, *tables: list[int], byes: list[int]) -> Any:
        return self.post(f"/evenings/{self.evening}/rounds", {"tables": tables, "byes": byes})

    def joins(self, name: str = "") -> "Program":
        other = Program(self.app)
        answer = other.post("/evenings/join", {"code": self.code, "name": name})
        assert answer.status_code == 201, answer.text
        other.evening, other.token = answer.json["id"], answer.json["token"]  # type: ignore[index]
        return other


@pytest.fixture
def organiser(app: Flask) -> Program:
    return opened(app, OPENED)


def opened(app: Flask, evening: Raw) -> Program:
    """Returns the program that has opened an evening."""
    program = Program(app)
    answer: Any = program.post("/evenings", evening)
    assert answer.status_code == 201, answer.text
    program.evening, program.token, program.code = (answer.json[name] for name in ("id", "token", "code"))
    return program


def test_an_evening_from_the_first_line_to_the_standing(organiser: Program) -> None:
    ben = organiser.joins("ben")
    assert (
        organiser.post(f"/evenings/{organiser.evening}/rounds", {"tables": [[1, 2, 3]], "byes": [4]}).status_code == 201
    )
    assert organiser.add(type="started", round=1).status_code == 201
    assert ben.add(type="reported", round=1, number=1, scores=[12, 1, 4], person=2).status_code == 201
    assert problem(ben.add(type="confirmed", round=1, number=1, scores=[12, 1, 4], person=2)) == (403, "not-yours")
    assert organiser.add(type="confirmed", round=1, number=1, scores=[12, 1, 4]).status_code == 201
    (first, *_rest) = organiser.at("/standing")["rows"]
    assert (first["name"], first["total"]) == ("Ann", "2")
    assert first["parts"][0] == "Round 1, table 1: 1st of 3: 2"
    assert ben.at("/standing")["hidden"] is True
    assert ben.at()["rounds"][0]["tables"][0]["scores"] is None
    assert organiser.add(type="disclosed").status_code == 201
    assert ben.at("/standing")["rows"] == organiser.at("/standing")["rows"]
    kinds = [line["type"] for line in organiser.at("/lines?after=5")["lines"]]
    assert kinds == ["let-in", "seated", "started", "reported", "confirmed", "disclosed"]


def test_totals_of_teams_and_pairs_are_counted_as_those_of_their_people(app: Flask) -> None:
    few = {"counting": "game", "options": {"fewest_wins": True}, "pairs": True, "hidden_last": False, "sizes": [4]}
    organiser = opened(app, {**OPENED, "plan": PLAN | few})
    for person, partner in ((1, 3), (2, 4)):
        organiser.add(type="changed", person=person, team="Reds", partner=partner)
    organiser.seats([1, 2, 3, 4], byes=[])
    organiser.add(type="started", round=1)
    organiser.add(type="confirmed", round=1, number=1, scores=[20, 15, 10, 7])
    standing = organiser.at("/standing")
    assert [(row["name"], row["total"]) for row in standing["rows"][:2]] == [("Dan", "7"), ("Cat", "10")]
    assert standing["teams"] == [{"place": 1, "team": "Reds", "total": "35"}]
    assert [(row["people"], row["total"]) for row in standing["pairs"]] == [([2, 4], "11"), ([1, 3], "15")]


def test_what_is_told_to_whom(organiser: Program, app: Flask) -> None:
    ann, watcher = organiser.joins("Ann"), organiser.joins()
    organiser.seats([1, 2, 3], byes=[4])
    assert ann.at()["rounds"][0]["tables"][0]["table"] is not None
    assert watcher.at()["rounds"][0]["tables"][0]["table"] is None
    assert "requests" not in ann.at()
    assert "requests" in organiser.at()
    for who, status in ((ann, 403), (watcher, 403), (Program(app), 401)):
        who.evening = organiser.evening
        assert who.client.get(f"/api/v1/evenings/{organiser.evening}/lines", headers=who.headers).status_code == status
        assert who.add(type="last-hand", round=1).status_code == status
    stranger = Program(app)
    stranger.post("/evenings", OPENED)
    answer: Any = stranger.post("/evenings", OPENED)
    stranger.token = answer.json["token"]
    for path in ("", "/lines", "/standing", "/stream"):
        got = stranger.client.get(f"/api/v1/evenings/{organiser.evening}{path}", headers=stranger.headers)
        assert problem(got) == (404, "no-evening")


def test_a_person_with_a_phone_is_taken_by_nobody(organiser: Program) -> None:
    organiser.joins("Ben")
    other = Program(organiser.app)
    answer = other.post("/evenings/join", {"code": organiser.code, "name": "BEN"})
    assert problem(answer) == (409, "person-taken")
    assert organiser.joins("Zoe").at()["person"] == 5


def test_a_name_is_let_go_by_its_own_program_or_who_runs_the_evening(organiser: Program) -> None:
    ann, ben = organiser.joins("Ann"), organiser.joins("Ben")
    path = f"/evenings/{organiser.evening}/free"
    assert [ann.post(path, {"person": person}).status_code for person in (2, 1, 1)] == [403, 204, 404]
    assert [organiser.post(path, {"person": person}).status_code for person in (2, 9)] == [204, 404]
    assert ben.post(path, {"person": 2}).status_code == 404
    assert organiser.joins("Ann").at()["person"] == 1


@pytest.mark.parametrize(("answer", "status_after"), [("let-in", 404), ("refuse", 200)])
def test_a_person_answers_who_asks_for_the_own_name(
    organiser: Program, site: Site, answer: str, status_after: int
) -> None:
    ann, ben, keeper = organiser.joins("Ann"), organiser.joins("Ben"), services_in(site.app).part(EveningKeeper)
    device = site.device(site.phone())
    asked = keeper.add(organiser.evening, EveningViewer(device), kinds.Asked("Ann", "owl", 1))
    assert isinstance(asked, EveningNow)
    path = f"/evenings/{organiser.evening}/requests/{asked.state.seq}"
    assert ben.post(path, {"answer": answer}).status_code == 403
    for more in ({"answer": "new"}, {"answer": "let-in", "name": "Ben"}):
        assert ann.post(path, more).status_code == 403
    assert ann.post(path, {"answer": answer}).status_code == 204
    assert (keeper.at(organiser.evening).device_of(1) == device) == (answer == "let-in")
    assert keeper.at(organiser.evening).state.requests == {}
    here = ann.client.get(f"/api/v1/evenings/{organiser.evening}", headers=ann.headers)
    assert here.status_code == status_after


@pytest.mark.parametrize(("name", "plays_as"), [("", None), ("Eva", 5)])
def test_who_is_in_stays_what_it_is(organiser: Program, name: str, plays_as: int | None) -> None:
    """An organiser that joins with the code of the check-in stays one, and plays besides if it says a name."""
    answer: Any = organiser.post("/evenings/join", {"code": organiser.code, "name": name})
    assert (answer.status_code, answer.json["id"], answer.json["person"]) == (201, organiser.evening, plays_as)
    assert organiser.at("/lines"), "read by those alone who help"
    ben = organiser.joins("Ben")
    again: Any = ben.post("/evenings/join", {"code": organiser.code, "name": name})
    assert again.json["person"] == 2
    watcher = organiser.joins()
    assert watcher.post("/evenings/join", {"code": organiser.code, "name": "Dan"}).json["person"] == 4  # type: ignore[index]


def test_nobody_signs_as_somebody_else(organiser: Program, app: Flask) -> None:
    assert organiser.add(type="announced", text="Tea", by="Karin").status_code == 201
    (said,) = services_in(app).part(EveningKeeper).at(organiser.evening).state.announcements
    assert said.by == ""


@pytest.mark.parametrize(
    ("plan", "absence", "rewards"),
    [
        ({"game": "deep-six", "counting": "game", "sizes": [4]}, "worst", False),
        ({"game": "deep-six", "counting": "game", "sizes": [4], "bye": 0}, "points", True),
        ({"game": "deep-six", "counting": "game", "sizes": [4], "absence": "average"}, "average", False),
        ({}, "points", False),
        ({"bye": 9}, "points", True),
    ],
)
def test_what_a_round_counts_for_who_does_not_play(
    app: Flask, plan: dict[str, Any], absence: str, rewards: bool
) -> None:
    program = Program(app)
    opened = program.post("/evenings", {**OPENED, "plan": {**PLAN, **plan}})
    program.evening, program.token = opened.json["id"], opened.json["token"]  # type: ignore[index]
    told = program.at()
    assert (told["plan"]["absence"], told["rewards_absence"]) == (absence, rewards)
    assert program.add(type="planned", plan={**PLAN, **plan}, title="Later").status_code == 201
    assert program.at()["plan"]["absence"] == absence, "a plan that does not say changes nothing of it"


def test_the_same_key_counts_once(organiser: Program) -> None:
    eva, key = {"type": "listed", "person": 5, "name": "Eva"}, {"Idempotency-Key": "one"}
    for _ in range(2):
        organiser.post(f"/evenings/{organiser.evening}/lines", eva, **key)
    assert len(organiser.at()["people"]) == 5


def test_a_key_belongs_to_one_line_whether_it_was_taken_or_not(organiser: Program) -> None:
    eva, fay = ({"type": "listed", "person": 5, "name": name} for name in ("Eva", "Fay"))
    taken = {**eva, "name": organiser.at()["people"][0]["name"]}
    lines = f"/evenings/{organiser.evening}/lines"
    for first, status in ((taken, 422), (eva, 201)):
        key = {"Idempotency-Key": f"first-{status}"}
        answers = [organiser.post(lines, line, **key) for line in (first, first, fay)]
        assert [answer.status_code for answer in answers] == [status, status, 422]
        assert answers[2].json["code"] == "key-used"
    assert len(organiser.at()["people"]) == 5


def test_a_key_opens_one_evening(organiser: Program) -> None:
    key = {"Idempotency-Key": "an-evening-of-its-own"}
    first, again = (organiser.post("/evenings", OPENED, **key) for _time in range(2))
    assert (first.status_code, first.json["id"]) == (201, again.json["id"])
    other = organiser.post("/evenings", {**OPENED, "people": ["Ann", "Ben", "Cat", "Eva"]}, **key)
    assert (other.status_code, other.json["code"]) == (422, "key-used")


def test_without_a_token_a_key_opens_one_evening_and_tells_its_token_for_a_minute(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = {"Idempotency-Key": str(uuid4())}
    first, again = (ApiClient(app).post("/evenings", OPENED, **key) for _time in range(2))
    assert (first.status_code, first.json) == (201, again.json)
    monkeypatch.setattr("webapp.access.device.SAME_FORM_WITHIN", timedelta(0))
    assert problem(ApiClient(app).post("/evenings", OPENED, **key)) == (409, "opened-before")


@each(
    "line status code",
    [
        ({"type": "nothing"}, 400, "not-a-line"),
        ({"type": "extra", "round": "1", "seconds": 5}, 400, "not-a-line"),
        ({"type": "corrected", "round": 1, "number": 1, "scores": [1], "was": [2]}, 400, "not-a-line"),
        ({"type": "imported", "fingerprint": "of nothing", "written": "today"}, 400, "not-a-line"),
        ({"type": "extra", "round": 1, "seconds": 10**12}, 422, "bad-number"),
        ({"type": "listed", "person": 5, "name": "\u202eEva"}, 422, "bad-name"),
        ({"type": "planned", "plan": {"kind": "tournament", "game": "chess", "sizes": [2]}}, 422, "bad-plan"),
        ({"type": "planned", "plan": {**PLAN, "sizes": [17]}}, 422, "bad-plan"),
        ({"type": "planned", "plan": {**PLAN, "minutes": -1}}, 422, "bad-plan"),
        ({"type": "last-hand", "round": 1}, 422, "no-round"),
    ],
)
def test_what_is_no_line_here_is_told(organiser: Program, line: dict[str, Any], status: int, code: str) -> None:
    before = organiser.at()["seq"]
    assert problem(organiser.add(**line)) == (status, code)
    assert organiser.at()["seq"] == before


@pytest.mark.parametrize("plan", [{"kind": "nothing"}, {}, {"kind": "open", "sizes": "3"}])
def test_what_is_no_plan_is_no_evening(app: Flask, plan: dict[str, Any]) -> None:
    assert problem(ApiClient(app).post("/evenings", {**OPENED, "plan": plan})) == (400, "not-an-evening")


def test_a_new_evening_that_cannot_be_played_is_not_refused_for_what_was_played_alone(app: Flask) -> None:
    answer = ApiClient(app).post("/evenings", {**OPENED, "plan": {**PLAN, "sizes": [17]}})
    assert problem(answer) == (422, "bad-plan")
    assert "do not fit together" in answer.json["message"]  # type: ignore[index]
