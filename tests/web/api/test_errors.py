"""Whatever a program sends, it is told what is wrong with it, as problem+json: never with a 5xx."""

import re

import pytest
from flask import Flask

from tests.web.support.api_client import API, ApiClient, host_of, problem
from tests.web.support.records import DEAL
from tests.web.support.site import Site
from webapp.api import problems as words
from webapp.api.endpoints import ENDPOINTS
from webapp.api.problems import CODES
from webapp.http.limits import LARGEST_EVENT
from webapp.store.engines import StoreBusy

DEEP = 5000
NOT_READABLE = {
    "nothing": b"",
    "no JSON": b"{",
    "a list": b"[1]",
    "a text": b'"deal"',
    "null": b"null",
    "two objects": b"{}{}",
    "NaN": b'{"type":"deal","dealer":NaN}',
    "infinite": b'{"type":"deal","dealer":1e999}',
    "beyond 64 bits": b'{"type":"deal","dealer":9223372036854775808}',
    "below 64 bits": b'{"type":"deal","dealer":-9223372036854775809}',
    "5,000 digits": b'{"type":"deal","dealer":' + b"9" * 5000 + b"}",
    "deep lists": b'{"type":' + b"[" * DEEP + b"]" * DEEP + b"}",
    "deep objects": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "half a character": b'{"type":"\\ud800"}',
    "half a character in a key": b'{"type":"deal","\\udfff":1}',
    "NUL": b'{"type":"void-hand","reason":"\\u0000"}',
    "NUL in a list": b'{"type":"deal","more":[["a\\u0000"]]}',
    "a raw NUL": b'{"type":"deal","more":"\x00"}',
    "a key twice": b'{"type":"deal","type":"deal"}',
    "no UTF-8": b'{"type":"\xff"}',
    "UTF-16": '{"type":"deal"}'.encode("utf-16"),
}
NO_RECORD = {"a list", "a text", "null", "beyond 64 bits", "below 64 bits", "NUL", "NUL in a list"}
"""What is JSON all the same, but no record."""


def test_what_is_no_readable_object_is_no_event(host: ApiClient) -> None:
    for name, body in NOT_READABLE.items():
        for path in (f"/tables/{host.table_id}/events", "/tables", "/join"):
            assert problem(host.post(path, body)) == (400, "not-an-object"), name
    assert host.result()["accepted"] == 0


def test_what_cannot_be_read_is_no_record(host: ApiClient) -> None:
    for name, body in NOT_READABLE.items():
        status, code = problem(host.post("/records", body))
        assert code == "malformed", name
        assert status == (422 if name in NO_RECORD else 400), name


def test_an_object_without_its_kind_is_no_event(host: ApiClient) -> None:
    for raw in ({}, {"seat": 1}, {"type": 7}, {"type": None}, {"type": ["deal"]}):
        assert problem(host.enter(raw)) == (400, "not-an-event"), raw


def test_an_event_of_another_game_or_none_is_refused_by_the_rules(host: ApiClient) -> None:
    for kind in ("frobnicate", "", "DEAL", "meld"):
        assert problem(host.enter({"type": kind, "seat": 0})) == (422, "unknown-event"), kind


def test_only_json_is_read(host: ApiClient) -> None:
    for path in ("/tables", "/records", "/join", "/tables/1/events"):
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
            assert problem(host.post(path, b'{"type":"deal"}', **{"Content-Type": kind})) == (415, "not-json")


def test_json_may_say_in_which_letters_it_is_written(host: ApiClient) -> None:
    assert host.enter(DEAL, **{"Content-Type": "application/json; charset=utf-8"}).status_code == 201


def test_a_number_of_64_bits_is_one_that_the_rules_look_at(host: ApiClient) -> None:
    for seat in (2**63 - 1, -(2**63)):
        assert problem(host.enter({"type": "deal", "dealer": seat})) == (422, "bad-seat")


def test_what_is_too_long_is_not_read(host: ApiClient) -> None:
    longest = b'{"type":"deal"}'.ljust(LARGEST_EVENT)
    assert problem(host.enter(longest + b" ")) == (413, "too-large")
    assert host.enter(longest).status_code == 201
    assert problem(host.post("/records", b" " * (4 * 2**20 + 1))) == (413, "too-large")


def test_a_key_is_short_and_visible(host: ApiClient) -> None:
    for key in ("", " ", "a b", "ü", "x" * 256):
        assert problem(host.enter(DEAL, key=key)) == (400, "bad-key"), key


def test_where_nothing_lies_a_program_is_told_so_in_json(host: ApiClient) -> None:
    for path in (
        "/v1/nothing",
        "/v1/tables/0x1",
        "/v1/tables/-1",
        f"/v1/tables/{2**63}",
        "/v1/tables/1/",
        "/v2/",
        "/x",
    ):
        assert problem(host.client.get(f"/api{path}", headers=host.headers)) == (404, "not-found"), path
    assert problem(host.client.post("/api/tables", data="x")) == (404, "not-found")


def test_without_a_token_that_somebody_has_every_address_says_the_same(app: Flask) -> None:
    """Where one is needed: nothing is told of what is there, and no body is read."""
    of_tokens = [call for call in ENDPOINTS if call.needs_token]
    assert of_tokens
    for token in ("", "x" * 43, "two words", "\xdc"):
        said = (401, "unknown-token" if token else "unauthorized")
        program = ApiClient(app, token=token)
        for call in of_tokens:
            path = API + re.sub("<[^<>]*>", "1", call.path)
            answer = program.client.open(path, method=call.method, headers=program.headers)
            assert problem(answer) == said, (token, call.name)
            asks = answer.headers["WWW-Authenticate"]
            assert asks.startswith('Bearer realm="Sixfold"'), call.name
            assert ("invalid_token" in asks) is bool(token), call.name
            answer.close()


def test_a_table_that_is_not_there(host: ApiClient) -> None:
    host.table_id = 9007199254740991
    for answer in (host.get(), host.get("/record"), host.get("/stream"), host.enter(DEAL)):
        assert problem(answer) == (404, "no-table")


def test_other_methods_are_refused_with_those_that_are_taken(host: ApiClient) -> None:
    for path in ("/tables", "/records", "/join", "/tables/1", "/tables/1/events", "/openapi.json"):
        for method in ("PUT", "PATCH", "DELETE"):
            answer = host.client.open(f"{API}{path}", method=method, headers=host.headers)
            assert problem(answer) == (405, "method-not-allowed"), path
            assert {"GET", "POST"} & {name.strip() for name in answer.headers["Allow"].split(",")}, path


def test_another_site_has_nothing_to_act_with(app: Flask, host: ApiClient) -> None:
    """A page elsewhere cannot send JSON unasked; where a program sits behind one, its token alone counts."""
    foreign = {"Sec-Fetch-Site": "cross-site", "Origin": "https://elsewhere.example"}
    assert problem(host.enter(DEAL, **foreign, **{"Content-Type": "text/plain"})) == (415, "not-json")
    answer = host.enter(DEAL, **foreign)
    assert answer.status_code == 201
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_an_unknown_host_name_is_refused(host: ApiClient) -> None:
    assert problem(host.get(Host="evil.example")) == (400, "bad-request")


def test_what_an_answer_depends_on_stands_in_its_head(host: ApiClient) -> None:
    answer = host.get()
    varies = {name.strip().lower() for name in answer.headers["Vary"].split(",")}
    assert {"authorization", "accept-language"} <= varies
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert host.enter(DEAL).headers["Cache-Control"] == "no-store"


def test_where_the_database_is_busy_the_program_is_told_to_come_again(
    app: Flask, site: Site, host: ApiClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*args: object, **more: object) -> None:
        raise StoreBusy("database is locked")

    monkeypatch.setattr(site.store, "append", busy)
    answer = host.enter(DEAL)
    assert problem(answer) == (503, "unavailable")
    assert answer.headers["Retry-After"] == "2"
    assert "locked" not in answer.text


def test_a_fault_of_ours_says_nothing_of_itself(app: Flask, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    host = host_of(app)

    def broken(*args: object, **more: object) -> None:
        raise RuntimeError("the secret of the house")

    monkeypatch.setattr(site.tables, "make", broken)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    answer = host.enter(DEAL)
    assert problem(answer) == (500, "broken")
    assert "secret" not in answer.text


def test_every_code_has_its_words_in_german(app: Flask) -> None:
    facts = {"most": 7, "seq": 3, "name": "book", "choices": "open"}
    assert set(CODES.values()) <= words.TEXTS.keys()
    for code in sorted(words.TEXTS):
        with app.test_request_context(headers={"Accept-Language": "en"}):
            english = words.problem_text(code, facts)
        with app.test_request_context(headers={"Accept-Language": "de"}):
            german = words.problem_text(code, facts)
        assert english.title != german.title, code
        assert english.message != german.message, code
