"""A form that is sent twice does once what it asks for, also where two processes serve the two taps."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.cases import each
from tests.web.support.new_tables import KEY, USUAL
from tests.web.support.records import a_record, rows, send
from tests.web.support.site import Site, opened_by
from webapp.access import device
from webapp.access.device import COOKIE
from webapp.circle.match_days import today
from webapp.config import Config
from webapp.store.models import DeskLine, Device, Table

CALL = {"about": "match", "why": "score", "text": "", "play": "on", "op": "0" * 16, "seen": "0"}
EVENING = {"op": KEY, "game": "", "title": "Tuesday"}
MEETING = {"op": KEY, "starts_at": f"{today() + timedelta(days=7)}T19:30", "place": "At Ann's", "word": "", "game": ""}
SEASON = {"op": KEY, "name": "Autumn", "game": "deep-six", "first_day": str(today()), "last_day": "", "best": "3"}
DEAL = {"type": "deal", "dealer": 0}


@pytest.fixture
def other(site: Site, built_there: Flask, tmp_path: Path) -> Iterator[Site]:
    """Another process on the same database, as far as a test can have one."""
    with opened_by(built_there, Config(instance=tmp_path, log="quiet", server=site.store.url)) as second:
        yield second


def _with_the_cookie_of(site: Site, phone: FlaskClient) -> FlaskClient:
    cookie, same = phone.get_cookie(COOKIE), site.phone()
    assert cookie is not None
    same.set_cookie(COOKIE, cookie.value)
    return same


def test_two_taps_of_a_first_visit_open_one_table_for_one_phone(site: Site, other: Site) -> None:
    first, second = site.phone(), other.phone()
    answers = [phone.post("/tables", data=USUAL) for phone in (first, second)]
    assert answers[0].location == answers[1].location
    assert (rows(site)[Table], rows(site)[Device]) == (1, 1)
    tokens = [phone.get_cookie(COOKIE) for phone in (first, second)]
    assert len({token.value for token in tokens if token is not None}) == 1
    assert other.phone().get(answers[0].location).status_code == 404
    assert second.get(f"{answers[0].location}/choices").status_code == 200, "it is the host's"


def test_forms_sent_at_the_same_moment_open_one_table(site: Site, other: Site) -> None:
    with ThreadPoolExecutor(6) as pool:
        taps = [pool.submit(at.phone().post, "/tables", data=USUAL) for at in (site, other) * 3]
        answers = [tap.result() for tap in taps]
    assert {answer.status_code for answer in answers} == {303}
    assert len({answer.location for answer in answers}) == 1
    assert (rows(site)[Table], rows(site)[Device]) == (1, 1)


def test_the_key_opens_nothing_to_a_phone_that_comes_later(
    site: Site, other: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, later = site.phone().post("/tables", data=USUAL).location, device.utc_now() + timedelta(minutes=2)
    monkeypatch.setattr(device, "utc_now", lambda: later)
    phone = other.phone()
    assert phone.post("/tables", data=USUAL).location == opened
    assert phone.get(opened).status_code == 404


def test_a_key_that_is_not_as_long_as_ours_makes_no_token(site: Site) -> None:
    first, second = site.phone(), site.phone()
    for phone in (first, second):
        phone.post("/tables", data={**USUAL, "op": "01234567"})
    assert site.device(first) != site.device(second)


def test_the_database_holds_neither_the_key_nor_what_came_of_it(site: Site) -> None:
    phone = site.phone()
    phone.post("/tables", data=USUAL)
    table, device = site.store.newest_tables(1)[0], site.store.device
    assert table.op is not None
    assert USUAL["op"] not in table.op
    assert device(table.op) is None


def test_a_record_sent_twice_opens_one_table(site: Site, other: Site) -> None:
    record, key = a_record(), "r" * 43
    answers = [send(phone, record, open="yes", op=key) for phone in (site.phone(), other.phone())]
    assert answers[0].location == answers[1].location
    assert (rows(site)[Table], rows(site)[Device]) == (1, 1)


@each(
    "path, fields, changed",
    [
        ("/tables", USUAL, {"name": ["Xena", "Yann", "Zoe"]}),
        ("/tables", USUAL, {"name": ["Ben", "Ann", "Cat"]}),
        ("/evenings", EVENING, {"title": "Friday"}),
        ("/circles", {"op": KEY, "name": "Tuesdays", "table": ""}, {"name": "Fridays"}),
        ("/records", {"op": KEY, "text": json.dumps(a_record()), "open": "yes"}, {"text": json.dumps(a_record(DEAL))}),
        ("{circle}/meetings", MEETING, {"place": "At Cat's"}),
        ("{circle}/seasons", SEASON, {"name": "Winter"}),
    ],
)
def test_a_form_found_by_back_changed_and_sent_again_is_another_wish(
    site: Site, path: str, fields: dict[str, Any], changed: dict[str, Any]
) -> None:
    phone = site.phone()
    circle = phone.post("/circles", data={"op": "c" * 43, "name": "Sundays", "table": ""}).location
    how = {"content_type": "multipart/form-data"} if path == "/records" else {}
    sent = [fields, {**fields, **changed}, fields, {**fields, **changed}]
    answers = [phone.post(path.format(circle=circle), data=form, **how) for form in sent]
    assert [answer.status_code for answer in answers] == [303] * 4
    first, other, *again = [answer.location for answer in answers]
    assert first != other
    assert again == [first, other], "each of them once"


def test_a_call_of_the_referee_too(site: Site, other: Site, table: Table) -> None:
    ben = site.seat(table, 1)
    twin = _with_the_cookie_of(other, ben)
    for phone in (ben, twin, ben) if site.store.is_shared else (ben, ben):
        assert phone.post(f"/tables/{table.id}/disputes", data=CALL).status_code == 303
    assert rows(site)[DeskLine] == 1
    cat = site.seat(table, 2)
    cat.post(f"/tables/{table.id}/disputes", data=CALL)
    assert rows(site)[DeskLine] == 2, "another phone with the same page calls, too"


@pytest.mark.postgresql
def test_two_phones_call_through_two_processes_and_both_are_heard(site: Site, other: Site, table: Table) -> None:
    """Each process has folded the desk by itself: a line is judged again where the other was faster."""
    phones = [site.seat(table, 1), _with_the_cookie_of(other, site.seat(table, 2))]
    with ThreadPoolExecutor(2) as pool:
        sent = [
            pool.submit(phone.post, f"/tables/{table.id}/disputes", data={**CALL, "op": f"{number:016}"})
            for number in range(4)
            for phone in phones
        ]
    assert [answer.result().status_code for answer in sent] == [303] * 8
    assert [site.tables.at(table.id).desk.open] == [other.tables.at(table.id).desk.open]
    assert len(site.tables.at(table.id).desk.open) == 8
