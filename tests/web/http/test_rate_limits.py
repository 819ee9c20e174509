"""How much one phone may do, and what it is told at the limit: what, why, and how long it lasts."""

import json
import time
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update
from werkzeug.test import TestResponse

from tests.databases import changing
from tests.web.support.api_client import host_of
from tests.web.support.german_pages import speaks_german
from tests.web.support.phone import Phone
from tests.web.support.records import a_record, good
from tests.web.support.site import PLAYERS, Site
from webapp.access import visit
from webapp.http import network
from webapp.http.rate_limiter import Rate
from webapp.store import attempts
from webapp.store.models import Opening, utc_now
from webapp.store.roles import Scope
from webapp.table import entry_rate

NAMES = list(PLAYERS)


@pytest.fixture
def few_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(attempts.MOST_A_DEVICE, Scope.TABLE, 3)


def open_table(phone: FlaskClient, number: int, **more: Any) -> TestResponse:
    fields = {"game": "sixes-and-sevens", "op": f"opened-{number:04}" + "x" * 40, "name": NAMES, "ace_wild": "yes"}
    return phone.post("/tables", data={**fields, **more})


# Tables


@pytest.mark.both_databases
@pytest.mark.usefixtures("few_tables")
def test_the_next_table_of_a_day_has_to_wait(site: Site) -> None:
    phone = site.phone()
    assert [open_table(phone, number).status_code for number in range(4)] == [303, 303, 303, 429]
    answer = open_table(phone, 4, name=["Xaver", "Ben", "Cat"])
    assert "This phone has opened 3 tables within a day, which is the most. The next one: from " in answer.text
    assert 'value="Xaver"' in answer.text
    assert 24 * 3600 - 60 <= int(answer.headers["Retry-After"]) <= 24 * 3600
    assert site.store.count_tables() == 3
    assert open_table(site.phone(), 5).status_code == 303


@pytest.mark.usefixtures("few_tables")
def test_the_form_that_opened_the_last_one_still_leads_to_it(site: Site) -> None:
    phone = site.phone()
    opened = [open_table(phone, number) for number in (0, 1, 2, 2)]
    assert opened[3].status_code == 303
    assert opened[3].location == opened[2].location


@pytest.mark.both_databases
@pytest.mark.usefixtures("few_tables")
def test_tomorrow_there_may_be_more(site: Site) -> None:
    phone = site.phone()
    for number in range(3):
        open_table(phone, number)
    with changing(site.store) as session:
        session.execute(update(Opening).values(made_at=utc_now() - timedelta(hours=25)))
    assert open_table(phone, 4).status_code == 303


@pytest.mark.usefixtures("few_tables")
def test_records_and_programs_have_the_same_limit(site: Site) -> None:
    phone = site.phone()
    for number in range(3):
        open_table(phone, number)
    sent = {"op": "uploaded-0001" + "x" * 40, "text": json.dumps(a_record()), "open": "yes"}
    answer = phone.post("/records", data=sent, content_type="multipart/form-data")
    assert answer.status_code == 429
    assert "This phone has opened 3 tables within a day" in answer.text
    program = site.app.test_client()
    opened = [program.post("/api/v1/tables", json=a_record())]
    bearer = {"Authorization": f"Bearer {opened[0].json['token']}"}
    opened += [program.post("/api/v1/tables", json=a_record(), headers=bearer) for _ in range(3)]
    assert [one.status_code for one in opened] == [201, 201, 201, 429]
    assert opened[3].mimetype == "application/problem+json"
    assert 24 * 3600 - 60 <= int(opened[3].headers["Retry-After"]) <= 24 * 3600


@pytest.mark.both_databases
@pytest.mark.usefixtures("few_tables")
def test_the_next_game_of_the_same_people_counts_as_well(site: Site) -> None:
    phone = site.phone()
    tables = [site.open_table(phone) for _ in range(3)]
    table = Phone(phone, tables[0])
    for dealer in range(3):
        table.enter({"type": "deal", "dealer": dealer})
        assert table.enter({"type": "tally", "tricks": [9, 4, 4]}) == 303
    answer = phone.post(f"{table.url}/again", data={"deal": "same"})
    assert answer.status_code == 429
    assert "The next one: from " in answer.text
    assert site.store.count_tables() == 3


@pytest.mark.usefixtures("few_tables")
def test_the_limit_in_german(site: Site) -> None:
    phone = site.phone("de")
    for number in range(3):
        open_table(phone, number)
    speaks_german(open_table(phone, 4).text, "Dieses Handy hat an einem Tag 3 Tische eröffnet")


# New phones


def comes_new(site: Site, address: str) -> TestResponse:
    phone = site.phone()
    phone.environ_base["REMOTE_ADDR"] = address
    return open_table(phone, len(address))


def test_new_phones_from_one_address_are_counted(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "NEW_DEVICES_A_NETWORK", 2)
    answers = [comes_new(site, f"2001:db8:0:{number}::1") for number in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 429]
    assert "More new phones have come from this network within an hour than a club has." in answers[2].text
    assert 3590 <= int(answers[2].headers["Retry-After"]) <= 3600
    assert not answers[2].headers.getlist("Set-Cookie")
    assert comes_new(site, "2001:db8:1::1").status_code == 303
    assert [comes_new(site, "127.0.0.1").status_code for _ in range(3)] == [303] * 3


def test_a_phone_that_is_known_is_no_new_one(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "NEW_DEVICES_A_NETWORK", 1)
    phone = site.phone()
    phone.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    assert [open_table(phone, number).status_code for number in range(3)] == [303] * 3
    program = site.app.test_client()
    program.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    answer = program.post("/api/v1/tables", json=a_record())
    assert (answer.status_code, answer.json["code"]) == (429, "too-many")


def test_after_an_hour_there_may_be_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "NEW_DEVICES_A_NETWORK", 1)
    clock = [0.0]
    monkeypatch.setattr(network.time, "monotonic", lambda: clock[0])
    came = network.NewDeviceLimit()
    assert [came.count("192.0.2.7"), came.count("192.0.2.7")] == [0, 3600]
    clock[0] = 3601
    assert came.count("192.0.2.7") == 0


# Pages of long logs


@pytest.fixture
def long_logs(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which stands still. A log of two entries is long; six looks at once, ten of a network."""
    clock = [time.time()]
    monkeypatch.setattr(visit, "time", lambda: clock[0])
    monkeypatch.setattr(visit, "LONG_LOG", 1)
    monkeypatch.setattr(visit, "ENTRIES_A_LOOK", 1)
    monkeypatch.setattr(visit, "DEVICE", Rate(6, 1))
    monkeypatch.setattr(visit, "NETWORK", Rate(10, 1))
    return clock


def test_pages_of_a_long_log_are_counted_by_its_length(site: Site, phone: Phone, long_logs: list[float]) -> None:
    assert phone.client.get(f"{phone.url}/log").status_code == 200  # one entry: not long yet
    assert phone.play(1, "7C") == 303
    answers = [phone.client.get(f"{phone.url}{page}") for page in ("/log", "/film", "/record", "/protocol")]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[3].headers["Retry-After"] == "2"
    assert phone.client.get(phone.url).status_code == 200
    assert phone.play(2, "2C") == 303
    long_logs[0] += 3
    assert phone.client.get(f"{phone.url}/log").status_code == 200


def test_a_network_looks_at_so_many(site: Site, phone: Phone, long_logs: list[float]) -> None:
    assert phone.play(1, "7C") == 303
    others = [site.seat(phone.table, seat) for seat in range(3)]
    for other in others:
        other.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    asked = [other.get(f"{phone.url}/log").status_code for other in others for _page in range(2)]
    assert asked == [200] * 5 + [429]


def test_a_program_that_asks_the_same_again_has_a_long_log_folded_so_often(app: Flask, long_logs: list[float]) -> None:
    host = host_of(app)
    for number, kind in enumerate(("deal", "undo")):
        assert host.enter({"type": kind}, key=f"key-{number}").status_code == 201
    again = [host.enter({"type": "deal"}, key="key-0").status_code for _ in range(4)]
    assert again == [201, 201, 201, 429]
    assert host.get().status_code == 200
    assert host.get("/record").status_code == 429


def test_a_hand_that_was_kept_without_network_passes() -> None:
    assert entry_rate.PEOPLE.at_once > 2 * 60
    assert entry_rate.PROGRAMS.at_once > max(len(raw["events"]) for raw in good())


# Bodies


@pytest.mark.parametrize("path", ["/tables/{id}/events", "/settings", "/join", "/tables/{id}/disputes"])
def test_a_form_that_is_too_long_is_not_read(site: Site, phone: Phone, path: str) -> None:
    form = {"op": "x" * 16, "seen": "1", "text": "x" * 70_000}
    answer = phone.client.post(path.format(id=phone.table.id), data=form)
    assert answer.status_code == 413
    assert "More was sent than any entry needs" in answer.text
    assert site.store.last_seq(phone.table.id) == 1


def test_a_program_that_sends_too_much_is_told(site: Site, phone: Phone) -> None:
    program = site.app.test_client()
    opened = program.post("/api/v1/tables", json=a_record()).json
    headers = {"Authorization": f"Bearer {opened['token']}", "Idempotency-Key": "long-0001"}
    event = {"type": "ruling", "event": 0, "rule": "GEN-1", "text": "x" * 70_000}
    answer = program.post(f"/api/v1/tables/{opened['id']}/events", json=event, headers=headers)
    assert answer.status_code == 413
    assert answer.json["code"] == "too-large"
