"""ApiBlueprint read tables and make events (record, section 7)."""

import json
from typing import Any

import pytest
from flask import Flask

from rules_core.findings import Observer
from tests.web.support.api_client import API, ApiClient, host_of, problem
from tests.web.support.records import DEAL, a_record, play
from tests.web.support.site import Site
from webapp.access.device import COOKIE

REFUSED = {"type": "play", "seat": 2, "card": "7C"}


@pytest.fixture
def dealt(host: ApiClient) -> ApiClient:
    assert host.enter(DEAL).status_code == 201
    return host


# Reading


def test_a_table_is_read_as_it_stands(dealt: ApiClient) -> None:
    answer = dealt.get()
    table: Any = answer.json
    assert answer.headers["ETag"] == '"1"'
    assert {name: table[name] for name in ("id", "seq", "game", "players", "options")} == {
        "id": dealt.table_id,
        "seq": 1,
        "game": "sixes-and-sevens",
        "players": ["Ann", "Ben", "Cat"],
        "options": {},
    }
    assert table["result"] == {
        "accepted": 1,
        "error": None,
        "phase": "play",
        "to_act": [1],
        "scores": [0, 0, 0],
        "hands": [],
        "infractions": [],
        "contradiction": None,
        "finished": False,
        "winners": [],
    }


def test_who_knows_the_newest_event_reads_nothing_again(dealt: ApiClient) -> None:
    known = dealt.get(**{"If-None-Match": '"1"'})
    assert (known.status_code, known.data) == (304, b"")
    assert dealt.get(**{"If-None-Match": '"0"'}).status_code == 200


def test_the_record_is_that_of_the_log(dealt: ApiClient) -> None:
    answer = dealt.get("/record")
    assert answer.content_type == "application/json"
    said: Any = answer.json
    assert {key: said[key] for key in a_record()} == a_record(DEAL)
    assert said.keys() - a_record().keys() == {"edition", "times", "signed"}
    again = ApiClient(dealt.app).post("/records", said)
    assert again.status_code == 201


# Events


def test_an_event_is_made_and_the_answer_says_how_the_table_stands(dealt: ApiClient) -> None:
    answer = dealt.enter(play(1, "7C"))
    assert answer.status_code == 201
    assert answer.headers["ETag"] == '"2"'
    assert answer.json == {"seq": 2, "result": dealt.result()}


def test_the_same_key_and_body_again_bring_the_same_answer_and_no_second_event(dealt: ApiClient) -> None:
    first = dealt.enter(play(1, "7C"), key="a card")
    assert problem(first) == (400, "bad-key"), "a key has no blank"
    first = dealt.enter(play(1, "7C"), key="a-card")
    assert dealt.enter(play(2, "8C"), key="another").status_code == 201
    again = dealt.enter(play(1, "7C"), key="a-card")
    assert (again.status_code, again.json, again.headers["ETag"]) == (201, first.json, '"2"')
    assert dealt.result()["accepted"] == 3


def test_a_lost_answer_is_asked_for_with_the_same_if_match(dealt: ApiClient) -> None:
    first = dealt.enter(play(1, "7C"), key="a-card", seen='"1"')
    again = dealt.enter(play(1, "7C"), key="a-card", seen='"1"')
    assert (again.status_code, again.json) == (201, first.json)


def test_the_same_key_with_another_body_is_refused(dealt: ApiClient) -> None:
    dealt.enter(play(1, "7C"), key="a-card")
    assert problem(dealt.enter(play(2, "8C"), key="a-card")) == (422, "key-used")
    assert dealt.result()["accepted"] == 2


def test_without_a_key_the_same_body_is_another_event(dealt: ApiClient) -> None:
    adjusted = {"type": "adjust", "points": [1, 0, 0], "reason": "a bet"}
    assert [dealt.enter(adjusted).json["seq"] for _ in range(2)] == [2, 3]  # type: ignore[index]


def test_two_programs_may_use_the_same_key(app: Flask, site: Site, dealt: ApiClient) -> None:
    ben = dealt.join(site.store.invites(dealt.table_id)["player"].code, 1)
    assert dealt.enter(play(1, "7C"), key="a-card").json["seq"] == 2  # type: ignore[index]
    assert ben.enter(play(2, "8C"), key="a-card").json["seq"] == 3  # type: ignore[index]


def test_a_refused_event_is_answered_alike_with_its_key_and_tried_again_with_a_new_one(dealt: ApiClient) -> None:
    first = dealt.enter(REFUSED, key="cat-7c")
    assert problem(first) == (422, "not-your-turn")
    dealt.enter(play(1, "8C"))
    again = dealt.enter(REFUSED, key="cat-7c")
    assert (again.status_code, again.json) == (422, first.json)
    assert problem(dealt.enter(play(2, "8C"), key="cat-7c")) == (422, "key-used")
    assert dealt.enter(REFUSED, key="cat-7c-later").status_code == 201


def test_words_that_turn_a_line_around_are_kept_as_they_are_read(site: Site, dealt: ApiClient) -> None:
    typed, read = "Too\u202e late\x07\n\u2066twice\u200e", "Too late twice"
    event = {"type": "adjust", "points": [1, 0, 0], "reason": typed}
    first, again = (dealt.enter(event, key="words") for _ in range(2))
    assert (first.status_code, first.json) == (201, again.json)
    assert dealt.get("/record").json["events"][-1]["reason"] == read  # type: ignore[index]
    assert dealt.post(f"/tables/{dealt.table_id}/changes", {"event": event}).status_code == 201
    asked = site.tables.at(dealt.table_id).desk.lines[-1].body
    assert [one["reason"] for one in asked["entries"]] == [read]
    assert problem(dealt.enter({**event, "reason": "\u202e"})) == (422, "bad-value")


def test_a_stale_if_match_makes_nothing(dealt: ApiClient) -> None:
    for seen in ('"0"', '"2"', '"0", "2"'):
        answer = dealt.enter(play(1, "7C"), seen=seen)
        assert problem(answer) == (409, "moved-on")
        assert answer.json["seq"] == 1  # type: ignore[index]
        assert answer.headers["ETag"] == '"1"'
    assert dealt.result()["accepted"] == 1


def test_a_fitting_if_match_lets_it_be_made(dealt: ApiClient) -> None:
    for seen, raw in (('"1"', play(1, "7C")), ("*", play(2, "8C")), ('"0", "3"', play(0, "9C"))):
        assert dealt.enter(raw, seen=seen).status_code == 201


def test_an_if_match_that_is_no_event_is_not_readable(dealt: ApiClient) -> None:
    for seen in ("", '""', '"1", ""', '"x"', 'W/"1"', '"99999999999"'):
        assert problem(dealt.enter(play(1, "7C"), seen=seen)) == (400, "bad-if-match"), seen


def test_a_refusal_says_which_rule_and_why(dealt: ApiClient) -> None:
    answer = dealt.enter(REFUSED)
    assert problem(answer) == (422, "not-your-turn")
    said: Any = answer.json
    assert said["rule"] == "ODD-5"
    assert "Ben" in said["title"]
    assert said["type"] == "urn:sixfold:problem:not-your-turn"


def test_a_refusal_is_said_in_the_language_asked_for(app: Flask, dealt: ApiClient) -> None:
    german = ApiClient(app, dealt.table_id, dealt.token, "de")
    german.client = app.test_client()
    german.client.set_cookie("lang", "en")
    assert "An der Reihe: Ben" in str(german.enter(REFUSED).json)


def test_a_refusal_names_all_whose_turn_it_is(app: Flask) -> None:
    host = host_of(app, a_record(game="deep-six", players=["Ann", "Ben", "Cat", "Dan"]))
    meld = {"type": "meld", "seat": 1, "points": 0}
    for event in (DEAL, {"type": "contract", "seat": 1, "amount": 120, "suit": "H"}, meld):
        assert host.enter(event).status_code == 201
    host.language = "de"
    answer: Any = host.enter(meld).json
    assert answer["title"] == "An der Reihe: Ann, Cat und Dan"


def test_what_is_wrong_in_the_json_is_told_to_whoever_has_written_it(dealt: ApiClient) -> None:
    answer = dealt.enter({"type": "play", "seat": "1", "card": "7C"})
    assert problem(answer) == (422, "bad-value")
    assert "$.seat" in answer.json["detail"]  # type: ignore[index]


def test_an_amendment_that_breaks_names_what_and_why(dealt: ApiClient) -> None:
    for raw in (play(1, "7C"), play(2, "8C")):
        assert dealt.enter(raw).status_code == 201
    answer = dealt.enter({"type": "amend", "changes": [{"target": 1, "with": [play(1, "8C")]}]})
    assert problem(answer) == (422, "amend-breaks")
    assert (answer.json["at"], answer.json["cause"]) == (2, "card-already-played")  # type: ignore[index]


# Who may


def test_a_cookie_counts_for_nothing(app: Flask, host: ApiClient) -> None:
    browser = app.test_client()
    browser.set_cookie(COOKIE, host.token)
    assert browser.get(f"/tables/{host.table_id}").status_code == 200
    assert browser.get(host.url).status_code == 401
    sent = browser.post(f"{host.url}/events", json=DEAL, headers={"Sec-Fetch-Site": "same-origin"})
    assert sent.status_code == 401
    opened = browser.post(f"{API}/tables", json=a_record())
    assert opened.json["token"] != host.token  # type: ignore[index]
    assert not opened.headers.getlist("Set-Cookie")


def test_a_watcher_reads_and_enters_nothing(site: Site, dealt: ApiClient) -> None:
    watcher = dealt.join(site.store.invites(dealt.table_id)["watcher"].code, "watch")
    assert watcher.result() == dealt.result()
    assert problem(watcher.enter(play(1, "7C"))) == (403, "forbidden")


def test_a_referee_rules_and_plays_no_card(site: Site, dealt: ApiClient) -> None:
    code = site.store.renew_invite(dealt.table_id, "referee").code
    eva = dealt.join(code, None, name="Eva")
    assert problem(eva.enter(play(1, "7C"))) == (403, "forbidden")
    assert eva.enter({"type": "ruling", "event": 0, "text": "It stands.", "by": "Eva"}).status_code == 201
    assert eva.enter({"type": "adjust", "points": [1, 0, 0], "reason": "a penalty"}).status_code == 201


def test_what_a_program_enters_wakes_the_phones(site: Site, dealt: ApiClient) -> None:
    phone = site.watcher(site.tables.at(dealt.table_id).table)
    with site.hub.watch(dealt.table_id, site.device(phone)) as watch:
        assert dealt.enter(play(1, "7C")).status_code == 201
        assert watch.wait(0)


# A program that keeps the table alone


def test_a_program_that_has_entered_everything_knows_all_of_it(site: Site, app: Flask) -> None:
    host = host_of(app, a_record(game="sichermans-war", players=["Ann", "Ben"]))
    watcher = host.join(site.store.invites(host.table_id)["watcher"].code, "watch")
    for raw in ({"type": "reveal", "cards": ["K", "2"]}, {"type": "settle"}):
        assert host.enter(raw).status_code == 201
    fold = site.tables.at(host.table_id).fold
    assert host.result()["scores"] == list(fold.state.totals) != [0, 0]
    site.tables.rewrite(host.table_id, lambda: None)
    assert host.result()["scores"] == list(fold.state.totals), "also as the database has it"
    assert watcher.result()["scores"] == list(fold.game.view(fold.state, Observer()).totals) == [0, 0]


def test_a_phone_that_has_entered_everything_knows_no_more_over_the_api(site: Site, app: Flask) -> None:
    """The people around it must remember; its token as a bearer is no way around that."""
    host = host_of(app, a_record(game="sichermans-war", players=["Ann", "Ben"]))
    phone = app.test_client()
    phone.set_cookie(COOKIE, host.token)
    phone.environ_base.update(HTTP_SEC_FETCH_SITE="same-origin")
    for seen, raw in enumerate(({"type": "reveal", "cards": ["K", "2"]}, {"type": "settle"})):
        form = {"event": json.dumps(raw), "op": f"{seen:016}", "seen": str(seen)}
        assert phone.post(f"/tables/{host.table_id}/events", data=form).status_code == 303
    assert host.result()["scores"] == [0, 0]
    site.tables.rewrite(host.table_id, lambda: None)
    assert host.result()["scores"] == [0, 0], "also as the database has it"


def test_once_somebody_else_enters_the_host_knows_no_more_than_the_others(site: Site, app: Flask) -> None:
    host = host_of(app, a_record(game="sichermans-war", players=["Ann", "Ben"]))
    ben = host.join(site.store.invites(host.table_id)["player"].code, 1)
    ben.enter({"type": "reveal", "cards": ["K", "2"]})
    host.enter({"type": "settle"})
    assert host.result()["scores"] == [0, 0]


def test_nobody_says_which_cards_are_in_the_hand_of_a_seat_that_is_held(site: Site, dealt: ApiClient) -> None:
    dealt.join(site.store.invites(dealt.table_id)["player"].code, 1)
    hand = [f"{rank}{suit}" for suit in "CD" for rank in "23456789T"][:17]
    assert problem(dealt.enter({"type": "hand", "seat": 1, "cards": hand})) == (422, "own-hand")
    assert dealt.enter({"type": "hand", "seat": 2, "cards": hand}).status_code == 201


def test_the_hands_that_it_has_entered_stay_until_somebody_sits_there(site: Site, dealt: ApiClient) -> None:
    hand = {"type": "hand", "seat": 1, "cards": [f"{rank}{suit}" for suit in "CD" for rank in "23456789T"][:17]}
    assert dealt.enter(hand).status_code == 201
    dealt.join(site.store.invites(dealt.table_id)["watcher"].code, "watch")
    assert dealt.result()["accepted"] == 2, "a watcher takes nothing out of the log"
    dealt.join(site.store.invites(dealt.table_id)["player"].code, 1)
    assert dealt.result()["accepted"] == 3, "the hand is withdrawn: whoever sits there has not entered it"


def test_whoever_hosts_after_it_knows_no_more_than_the_others(site: Site, app: Flask) -> None:
    host = host_of(app, a_record(game="sichermans-war", players=["Ann", "Ben"]))
    for raw in ({"type": "reveal", "cards": ["K", "2"]}, {"type": "settle"}):
        host.enter(raw)
    heir = ApiClient(app, host.table_id)
    heir.token = heir.post("/join", {"code": site.store.invites(host.table_id)["host"].token}).json["token"]
    assert heir.result()["scores"] == [0, 0]


def test_the_web_asks_for_a_reason_where_a_program_needs_none(site: Site, app: Flask) -> None:
    host = host_of(app)
    tally = {"type": "tally", "tricks": [17, 0, 0]}
    for raw in (DEAL, tally):
        assert host.enter(raw).status_code == 201
    changed = {"type": "amend", "changes": [{"target": 1, "with": [{"type": "tally", "tricks": [0, 17, 0]}]}]}
    browser = app.test_client()
    browser.set_cookie(COOKIE, host.token)
    form = {"event": json.dumps(changed), "op": "0" * 16, "seen": "2"}
    on_the_web = browser.post(
        f"/tables/{host.table_id}/events", data=form, headers={"Sec-Fetch-Site": "same-origin", "HX-Request": "true"}
    )
    assert on_the_web.status_code == 422
    assert "reason" in on_the_web.text
    assert host.enter(changed).status_code == 201
