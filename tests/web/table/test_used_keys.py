"""A key belongs to one question of one device at one table: again it is answered alike, anything else is refused.

So no closed card is told under a key that was used, unless the table is told, too, and the device slowed (GEN-5).
"""

import json
import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select
from sqlmodel import col
from werkzeug.test import TestResponse

from tests.databases import reading
from tests.web.support.api_client import ApiClient, problem
from tests.web.support.closed_tricks import table_of
from tests.web.support.phone import HAND, Phone
from tests.web.support.site import Site
from webapp import create_app
from webapp.access.device import COOKIE
from webapp.config import Config
from webapp.http.durations import KEYS_KEPT_FOR
from webapp.http.limits import KEPT_KEYS
from webapp.http.rate_limits import CLOSED_QUESTIONS_FREE
from webapp.journal import lines
from webapp.store import used_keys
from webapp.store.models import UsedKey, utc_now
from webapp.store.roles import Role
from webapp.table.keeper import Made, Outcome, Refused
from webapp.table.lines import line_of
from webapp.table.viewer import Viewer

GEN_5 = pytest.mark.rule("GEN-5")
KEY = "a-key-that-was-used"
GONE = {"type": "play", "seat": 2, "card": "5C"}
"""Lies in the closed trick, as the others that were played in it."""
USED = "This page was used already"
Asks = Callable[[Phone, Any, str], TestResponse]


@pytest.fixture
def other(site: Site, tmp_path: Path) -> Iterator[Site]:
    """Another process on the same database, as far as a test can have one."""
    second = create_app(Config(instance=tmp_path, log="quiet", server=site.store.url))
    second.testing = True
    yield Site(second)
    second.extensions["sixfold"].store.close()


def told(site: Site, phone: Phone) -> list[dict[str, Any]]:
    return [dict(line.body) for line in site.store.desk(phone.table.id) if line.kind == "asked"]


def kept(site: Site) -> list[str]:
    with reading(site.store) as session:
        return list(session.scalars(select(col(UsedKey.answer))))


def _host(site: Site, phone: FlaskClient) -> Viewer:
    return Viewer(site.device(phone), Role.HOST)


def by_form(phone: Phone, raw: Any, key: str) -> TestResponse:
    phone.look()
    form = {**phone.stamps(), "event": json.dumps(raw), "op": key}
    return phone.client.post(f"{phone.url}/events", data=form)


def by_program(phone: Phone, raw: Any, key: str) -> TestResponse:
    return _program(phone).enter(raw, key=key)


def _program(phone: Phone) -> ApiClient:
    cookie = phone.client.get_cookie(COOKIE)
    assert cookie is not None
    return ApiClient(phone.client.application, phone.table.id, cookie.value)


def _call(phone: Phone, key: str = KEY, **fields: str) -> TestResponse:
    call = {"about": "match", "why": "score", "text": "", "play": "on", "op": key, "seen": "0"}
    return phone.client.post(f"{phone.url}/disputes", data=call | fields)


each_way = pytest.mark.parametrize("ask", [by_form, by_program])


@GEN_5
@each_way
def test_the_same_question_again_is_answered_alike_and_told_and_counted_once(
    site: Site, host: FlaskClient, ask: Asks
) -> None:
    phone = table_of(site, host)
    first, *again = [ask(phone, GONE, KEY) for _time in range(CLOSED_QUESTIONS_FREE + 3)]
    assert first.status_code == 422
    assert {(answer.status_code, _said(answer)) for answer in again} == {(422, _said(first))}
    assert len(told(site, phone)) == 1
    phone.look()
    assert phone.play(2, "9S") == 303, "it has not asked often"
    later = ask(phone, GONE, KEY)
    assert (later.status_code, _said(later)) == (422, _said(first)), "also when the table has moved on"
    assert len(told(site, phone)) == 1


def _said(answer: TestResponse) -> str:
    code = answer.json["code"] if answer.is_json else ""  # type: ignore[index]
    return f"{code} {'is already played' in answer.text}"


@GEN_5
@each_way
@pytest.mark.parametrize("first", ["a question", "an open refusal", "a call", "an entry"])
def test_another_question_under_a_used_key_is_refused_told_and_slowed(
    site: Site, host: FlaskClient, ask: Asks, first: str
) -> None:
    phone = table_of(site, host)
    match first:
        case "a question":
            ask(phone, {**GONE, "card": "9C"}, KEY)
        case "an open refusal":
            ask(phone, {"type": "deal", "dealer": 1}, KEY)
        case "a call":
            assert _call(phone).status_code == 303
            if ask is by_program:
                assert _ask_leave(phone).status_code == 201
        case "an entry":
            assert ask(phone, {"type": "adjust", "points": [1, 0, 0], "reason": "a bet"}, KEY).status_code < 400
    before = len(told(site, phone))
    for number, card in enumerate(("5C", "7C", "9C", "5C", "7C")[before:]):
        answer = ask(phone, {**GONE, "card": card}, KEY) if card != "9C" or before == 0 else ask(phone, GONE, KEY)
        assert answer.status_code == 422
        assert (USED in answer.text) or (answer.is_json and answer.json["code"] == "key-used")  # type: ignore[index]
        assert "is already played" not in answer.text
        assert len(told(site, phone)) == min(before + number, CLOSED_QUESTIONS_FREE) + 1
    phone.look()
    assert phone.play(2, "9S") == 422
    assert "A short wait" in phone.page


def _ask_leave(phone: Phone) -> TestResponse:
    event = {"type": "adjust", "points": [1, 0, 0], "reason": "x"}
    return _program(phone).post(f"/tables/{phone.table.id}/changes", {"event": event}, **{"Idempotency-Key": KEY})


@GEN_5
def test_a_private_hand_is_not_guessed_under_a_used_key(site: Site, host: FlaskClient) -> None:
    phone = table_of(site, host)
    cat = Phone(site.seat(phone.table, 2), phone.table)
    assert _call(cat).status_code == 303
    rest = [card for card in HAND if card not in ("2D", "4D", "6D", "3C", "5C")]
    hand = [*rest, *("9H", "TH", "JH", "QH", "KH", "AH", "2H")][:14]
    for number, card in enumerate(("5C", "9C"), 1):
        form = {**cat.stamps(), "cards": [*hand, card], "op": KEY}
        answer = cat.client.post(f"{cat.url}/hand", data=form)
        assert (answer.status_code, USED in answer.text) == (422, True)
        assert len(told(site, phone)) == number


@GEN_5
def test_a_key_of_another_device_tells_nothing_in_silence(site: Site, host: FlaskClient) -> None:
    phone = table_of(site, host)
    ben = Phone(site.seat(phone.table, 1), phone.table)
    assert _call(ben).status_code == 303
    assert by_form(ben, GONE, "another-key-of-ben").status_code == 422
    for number, key in enumerate((KEY, "another-key-of-ben"), 2):
        answer = by_form(phone, GONE, key)
        assert (answer.status_code, USED in answer.text) == (422, False), "two phones with one page ask both"
        assert len(told(site, phone)) == number


def test_the_page_that_says_so_has_a_new_key_that_works(site: Site, host: FlaskClient) -> None:
    phone = table_of(site, host)
    assert _call(phone).status_code == 303
    assert phone.play(2, "9S", op=KEY) == 422
    assert USED in phone.page
    assert phone.stamps()["op"] != KEY
    assert phone.play(2, "9S") == 303


def test_a_used_key_calls_nobody_else(site: Site, host: FlaskClient) -> None:
    phone = table_of(site, host)
    assert [_call(phone).status_code for _again in range(2)] == [303, 303]
    answer = _call(phone, text="something else")
    assert (answer.status_code, KEY in answer.text) == (422, False)
    assert by_form(phone, {"type": "deal", "dealer": 1}, "key-of-an-entry").status_code == 422
    assert _call(phone, "key-of-an-entry").status_code == 422
    assert len(site.tables.at(phone.table.id).desk.open) == 1


def test_what_is_asked_of_the_referee_by_a_program_counts_once(site: Site, host: FlaskClient) -> None:
    phone = table_of(site, host)
    answers = [_ask_leave(phone) for _again in range(2)]
    assert [(answer.status_code, answer.json) for answer in answers] == [(201, {"number": 1})] * 2
    other = _program(phone).post(
        f"/tables/{phone.table.id}/changes",
        {"event": {"type": "adjust", "points": [2, 0, 0], "reason": "x"}},
        **{"Idempotency-Key": KEY},
    )
    assert problem(other) == (422, "key-used")


def test_several_events_under_one_key_are_compared_with_all_of_them(site: Site, host: FlaskClient) -> None:
    table, viewer = site.open_table(host), _host(site, host)
    tally = {"type": "tally", "tricks": [6, 6, 5]}

    def enter(dealer: int) -> Outcome:
        return site.make(table.id, viewer, {"type": "deal", "dealer": dealer}, tally, op=KEY, seen=None)

    assert [type(enter(dealer)) for dealer in (1, 1)] == [Made, Made]
    other = enter(2)
    assert isinstance(other, Refused)
    assert other.refusal == lines.USED
    assert other.now.fold.seq == 2


@pytest.mark.postgresql
@GEN_5
def test_two_processes_know_the_keys_of_each_other(site: Site, other: Site, host: FlaskClient) -> None:
    phone = table_of(site, host)
    twin = Phone(_same(other, host), phone.table)
    assert by_form(phone, GONE, KEY).status_code == 422
    again = by_form(twin, GONE, KEY)
    assert (again.status_code, "is already played" in again.text) == (422, True)
    assert len(told(site, phone)) == 1
    for number, at in enumerate((twin, phone), 2):
        answer = by_form(at, {**GONE, "card": "7C"}, KEY)
        assert (answer.status_code, USED in answer.text) == (422, True)
        assert len(told(site, phone)) == number
    assert by_form(twin, {**GONE, "card": "9S"}, KEY).status_code == 422, "it would be taken under a new key"
    assert by_form(twin, {**GONE, "card": "9S"}, "another-key").status_code in (303, 422)


@pytest.mark.postgresql
@GEN_5
def test_at_one_moment_two_processes_tell_the_same_question_once(site: Site, other: Site, host: FlaskClient) -> None:
    phone = table_of(site, host)
    twins = [phone, Phone(_same(other, host), phone.table)] * 2
    for twin in twins[:2]:
        twin.look()
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda one: one.client.post(f"{one.url}/events", data=_form(one)), twins))
    assert {answer.status_code for answer in answers} == {422}
    assert len(told(site, phone)) == 1
    assert len(kept(site)) == 1


def _form(phone: Phone) -> dict[str, str]:
    return {**phone.stamps(), "event": json.dumps(GONE), "op": KEY}


def _same(at: Site, phone: FlaskClient) -> FlaskClient:
    cookie, same = phone.get_cookie(COOKIE), at.phone()
    assert cookie is not None
    same.set_cookie(COOKIE, cookie.value)
    return same


def test_old_keys_are_deleted_and_are_as_new_ones(
    site: Site, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = table_of(site, host)
    deal = {"type": "deal", "dealer": 1}
    for number in range(KEPT_KEYS + 5):
        site.store.keep_answer(used_keys.question(f"table {phone.table.id}", site.device(host), f"{number}", ""), "")
    assert len(kept(site)) == KEPT_KEYS
    monkeypatch.setattr(used_keys, "utc_now", lambda: utc_now() + KEYS_KEPT_FOR + timedelta(seconds=1))
    assert by_form(phone, deal, secrets.token_hex(8)).status_code == 422
    assert len(kept(site)) == 1


@GEN_5
def test_a_key_whose_row_is_gone_tells_nothing_in_silence(
    site: Site, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = table_of(site, host)
    assert by_form(phone, GONE, KEY).status_code == 422
    monkeypatch.setattr(used_keys, "utc_now", lambda: utc_now() + KEYS_KEPT_FOR + timedelta(seconds=1))
    assert by_form(phone, {"type": "deal", "dealer": 1}, "a-later-key").status_code == 422
    assert by_form(phone, GONE, KEY).status_code == 422
    assert len(told(site, phone)) == 2


def test_no_name_is_kept_with_an_answer(site: Site, host: FlaskClient) -> None:
    phone = table_of(site, host)
    assert _call(Phone(site.seat(phone.table, 1), phone.table)).status_code == 303
    viewer = _host(site, host)
    refused = site.tables.add(phone.table.id, viewer, line_of("withdraw", {"dispute": 1}), op="a-key-for-that")
    assert isinstance(refused, Refused)
    assert refused.refusal.facts == {"name": "Ben"}
    assert any("not-yours" in answer for answer in kept(site))
    assert not any("Ben" in answer for answer in kept(site))
