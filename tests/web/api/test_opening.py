"""ApiBlueprint open tables: empty ones, and ones with a whole record; each once for a key."""

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask

from tests.web.support.api_client import API, ApiClient, Raw, host_of, problem
from tests.web.support.records import DEAL, a_record, play, rows
from tests.web.support.site import Site
from webapp.files.upload_reader import READER, UploadReader
from webapp.services import services_in
from webapp.store.models import Table

pytestmark = pytest.mark.both_databases


def test_a_new_table_comes_with_its_code_and_the_host_s_token(app: Flask, site: Site) -> None:
    answer = ApiClient(app).post("/tables", a_record())
    made: Any = answer.json
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"{API}/tables/{made['id']}"
    assert made.keys() == {"id", "code", "seq", "token"}
    assert made["seq"] == 0
    assert len(made["token"]) == 43
    invite = site.store.invites(made["id"])["player"]
    assert made["code"] == f"{invite.code[:3]}-{invite.code[3:]}"
    assert [grant.role for grant in site.store.grants(made["id"])] == ["host"]


def test_a_program_with_a_token_opens_its_next_table_with_the_same(app: Flask, site: Site, host: ApiClient) -> None:
    answer = host.post("/tables", a_record(players=["Dan", "Eva", "Fay"]))
    assert answer.json["token"] == host.token  # type: ignore[index]
    both = [site.store.grants(table_id)[0].device_id for table_id in (host.table_id, answer.json["id"])]  # type: ignore[index]
    assert both[0] == both[1]


def test_the_table_s_choices_may_be_sent_with_it(app: Flask, site: Site) -> None:
    chosen = {"title": "Thursdays", "book": "open", "entry": "keeper", "seats": "approved", "door": "closed"}
    table = site.store.table(host_of(app, a_record(**chosen)).table_id)
    assert table is not None
    assert {name: getattr(table, name) for name in chosen} == chosen


NO_TABLES: list[tuple[Raw, str]] = [
    ({"players": ["Ann", "Ann", "Cat"]}, "malformed"),
    ({"players": ["Ann", "Ben", "x" * 25]}, "malformed"),
    ({"players": "Ann"}, "malformed"),
    ({"options": {"rounds": 5}}, "malformed"),
    ({"game": "whist"}, "malformed"),
    ({"format": "sixfold-record/2"}, "malformed"),
    ({"events": [DEAL]}, "has-events"),
    ({"book": "ajar"}, "no-choice"),
    ({"title": "x" * 41}, "no-title"),
    ({"title": ["x"]}, "no-title"),
    ({"door": ["open"]}, "no-choice"),
]


def test_no_table_is_opened_for_less_than_a_record_without_events(app: Flask, site: Site) -> None:
    before = rows(site)
    for more, code in NO_TABLES:
        assert problem(ApiClient(app).post("/tables", {**a_record(), **more})) == (422, code), more
    assert rows(site) == before


# Opening once


KEY = "3f1b6c1e-9d0a-4f0e-8f43-0a2f5a1c7d10"


@pytest.mark.parametrize("path", ["/tables", "/records"])
def test_names_that_look_alike_need_a_word(app: Flask, site: Site, path: str) -> None:
    alike = a_record(players=["Anna", "Ben", "\u0410nna"])
    answer = ApiClient(app).post(path, alike)
    assert problem(answer) == (422, "alike-names")
    assert (answer.json["seat"], "There is Anna already" in answer.json["detail"]) == (2, True)
    assert site.store.count_tables() == 0
    assert ApiClient(app).post(f"{path}?alike=yes", alike).status_code == 201


def test_a_table_is_opened_once_for_a_key(app: Flask, site: Site) -> None:
    """Whoever had no token yet gets the same one: the first answer may have been lost."""
    for path, raw in (("/tables", a_record()), ("/records", a_record(DEAL))):
        answers = [ApiClient(app).post(path, raw, **{"Idempotency-Key": KEY + path}) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [201, 201]
        assert answers[0].json == answers[1].json
    assert rows(site)[Table] == 2


def test_with_a_token_a_short_key_will_do(app: Flask, site: Site, host: ApiClient) -> None:
    first, again = (host.post("/tables", a_record(), **{"Idempotency-Key": "1"}) for _ in range(2))
    assert first.json == again.json
    assert host_of(app).post("/tables", a_record(), **{"Idempotency-Key": "1"}).json != first.json
    assert rows(site)[Table] == 4


def test_without_one_a_key_that_anybody_may_think_of_opens_nobody_s_table(app: Flask) -> None:
    first, other = (ApiClient(app).post("/tables", a_record(), **{"Idempotency-Key": "1"}) for _ in range(2))
    assert first.json["id"] != other.json["id"]  # type: ignore[index]
    assert first.json["token"] != other.json["token"]  # type: ignore[index]


def test_a_key_that_comes_late_gets_no_token(app: Flask, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ApiClient(app).post("/tables", a_record(), **{"Idempotency-Key": KEY})
    monkeypatch.setattr("webapp.access.device.SAME_FORM_WITHIN", timedelta(0))
    again = ApiClient(app).post("/tables", a_record(), **{"Idempotency-Key": KEY})
    assert problem(again) == (409, "opened-before")
    assert rows(site)[Table] == 1


def test_a_key_opens_no_second_table_that_differs(app: Flask, host: ApiClient) -> None:
    host.post("/tables", a_record(), **{"Idempotency-Key": "1"})
    host.post("/records", a_record(DEAL), **{"Idempotency-Key": "2"})
    for path, raw, key in (
        ("/tables", a_record(players=["Ann", "Ben", "Dan"]), "1"),
        ("/tables", a_record(book="open"), "1"),
        ("/records", a_record(DEAL), "1"),
        ("/records", a_record({"type": "deal", "dealer": 1}), "2"),
    ):
        assert problem(host.post(path, raw, **{"Idempotency-Key": key})) == (422, "key-used"), (path, raw)


def test_a_record_comes_in_as_a_new_table(app: Flask, site: Site) -> None:
    raw = a_record(DEAL, play(1, "7C"))
    answer = ApiClient(app).post("/records", raw)
    opened: Any = answer.json
    assert answer.status_code == 201
    assert opened.keys() == {"id", "code", "seq", "token"}
    assert opened["seq"] == 2
    host = ApiClient(app, opened["id"], opened["token"])
    back: Any = host.get("/record").json
    assert {key: back[key] for key in raw} == raw
    assert back.keys() - raw.keys() == {"edition", "desk", "signed"}
    assert host.enter(play(2, "8C")).json["seq"] == 3  # type: ignore[index]


def test_a_record_that_does_not_fold_opens_nothing(app: Flask, site: Site) -> None:
    answer = ApiClient(app).post("/records", a_record(DEAL, play(1, "7C"), play(1, "8C")))
    assert problem(answer) == (422, "not-your-turn")
    assert answer.json["index"] == 2  # type: ignore[index]
    malformed = ApiClient(app).post("/records", a_record(players=["Ann"]))
    assert problem(malformed) == (422, "malformed")
    assert malformed.json["index"] is None  # type: ignore[index]
    assert rows(site)[Table] == 0


def test_one_record_is_read_at_a_time(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.files.upload_reader.UPLOAD_WAIT", 0)
    with services_in(app).part(UploadReader).turns.of(READER):
        answer = ApiClient(app).post("/records", a_record(DEAL))
    assert problem(answer) == (429, "busy")
    assert answer.headers["Retry-After"] == "5"
