"""Whoever types many wrong codes waits, longer each time. Links never wait."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlmodel import func, select
from werkzeug.test import TestResponse

from tests.cases import each
from tests.databases import changing, reading
from tests.web.support.clock import Clock
from tests.web.support.german_pages import speaks_german
from tests.web.support.site import Site
from webapp.access.joining import budgets_of
from webapp.http.rate_limits import WRONG_CODES_A_DEVICE, WRONG_CODES_A_NETWORK
from webapp.store import Store
from webapp.store.attempts import CodeBudget
from webapp.store.errors import TooManyWrongCodes
from webapp.store.invites import format_code
from webapp.store.models import Table, WrongCode

WRONG = "AAAAAAA"
HOME = [CodeBudget("home", 60, timedelta(hours=1)), CodeBudget("home, phone", 10, timedelta(minutes=10))]


def _type(phone: FlaskClient, code: str, **more: str) -> TestResponse:
    return phone.post("/join", data={"code": code}, environ_overrides=more)


def _slow(site: Site, phone: FlaskClient) -> None:
    for _ in range(WRONG_CODES_A_DEVICE):
        assert _type(phone, WRONG).status_code == 422


def _tries(store: Store) -> int:
    with reading(store) as session:
        return session.scalar(select(func.count()).select_from(WrongCode)) or 0


@pytest.mark.both_databases
def test_ten_wrong_codes_are_free_and_the_next_one_waits(site: Site, clock: Clock) -> None:
    phone = site.phone()
    _slow(site, phone)
    answer = _type(phone, "kq7 m3xp")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "5")
    assert "The next one can be tried in 5 seconds. A QR or a link opens its table at once." in answer.text
    assert 'value="kq7 m3xp"' in answer.text, "what was typed is kept"
    clock.on(5)
    assert _type(phone, WRONG).status_code == 422
    assert _type(phone, WRONG).headers["Retry-After"] == "10", "it grows"


def test_the_wait_grows_to_five_minutes_and_is_said_in_minutes(site: Site, clock: Clock) -> None:
    phone, waits = site.phone(), []
    _slow(site, phone)
    for _ in range(7):
        answer = _type(phone, WRONG)
        waits.append(int(answer.headers["Retry-After"]))
        clock.at += timedelta(seconds=waits[-1])
        with changing(site.store) as session:  # as if they were all of this minute
            for noted in session.exec(select(WrongCode)).all():
                noted.made_at = clock.at - timedelta(seconds=waits[-1])
        assert _type(phone, WRONG).status_code == 422
    assert waits == [5, 10, 20, 40, 80, 160, 300]
    assert "can be tried in 5 minutes." in _type(phone, WRONG).text


def test_a_right_code_waits_too_and_a_link_does_not(site: Site, table: Table, clock: Clock) -> None:
    phone, invite = site.phone(), site.store.invites(table.id)["player"]
    _slow(site, phone)
    assert _type(phone, format_code(invite.code)).status_code == 429
    for pasted in (invite.token, f"http://localhost/join/{invite.token}"):
        assert _type(phone, pasted).location == "/join"
    assert site.opens(phone, site.link(table)).status_code == 200
    clock.on(5)
    assert _type(phone, format_code(invite.code)).location == "/join"


def test_tries_made_while_waiting_count_for_nothing(site: Site, clock: Clock) -> None:
    phone = site.phone()
    _slow(site, phone)
    for _ in range(5):
        assert _type(phone, WRONG).headers["Retry-After"] == "5"


@pytest.mark.both_databases
def test_after_ten_minutes_it_is_forgotten(site: Site, clock: Clock) -> None:
    phone = site.phone()
    _slow(site, phone)
    clock.on(601)
    assert _type(phone, WRONG).status_code == 422
    clock.on(3601)
    assert _type(phone, WRONG).status_code == 422
    assert _tries(site.store) == 3, "older rows are gone"


def test_a_clock_that_was_set_back_lets_nobody_wait_for_long(site: Site, clock: Clock) -> None:
    phone = site.phone()
    _slow(site, phone)
    clock.on(-3600)
    assert _type(phone, WRONG).status_code == 422


def test_another_phone_or_another_address_is_somebody_else(site: Site, clock: Clock) -> None:
    first, known = site.phone(), site.phone()
    site.device(known)
    _slow(site, first)
    assert _type(known, WRONG).status_code == 422, "a phone that is known here"
    assert _type(site.phone(), WRONG).status_code == 429, "nobody knows it: dropping the cookie helps nobody"
    assert _type(first, WRONG, REMOTE_ADDR="192.0.2.7").status_code == 422


@pytest.mark.both_databases
def test_an_address_has_its_limit_whatever_its_cookies(site: Site, clock: Clock) -> None:
    phones = [site.phone() for _ in range(3)]
    for _device in range(WRONG_CODES_A_NETWORK - 2):
        site.store.try_code(WRONG, [*budgets_of(site.store, WRONG, "127.0.0.1", site.device(site.phone()))])
    site.device(phones[0])
    assert [_type(phone, WRONG).status_code for phone in phones] == [422, 422, 429]


def test_all_addresses_of_one_ipv6_network_are_one(site: Site, clock: Clock) -> None:
    phone = site.phone()
    for number in range(WRONG_CODES_A_DEVICE):
        assert _type(phone, WRONG, REMOTE_ADDR=f"2001:db8:0:1::{number + 1:x}").status_code == 422
    assert _type(phone, WRONG, REMOTE_ADDR="2001:db8:0:1:ffff::1").status_code == 429
    assert _type(phone, WRONG, REMOTE_ADDR="2001:db8:0:2::1").status_code == 422


@each("typed", ["", "  ", "x", "KQ7", "http://x/", "A" * 5000])
def test_what_cannot_be_a_code_is_no_try(site: Site, typed: str) -> None:
    for _ in range(WRONG_CODES_A_DEVICE + 2):
        assert _type(site.phone(), typed).status_code == 422
    assert _tries(site.store) == 0


def test_nobody_is_named_in_the_database(site: Site) -> None:
    _type(site.phone(), WRONG, REMOTE_ADDR="192.0.2.77")
    with reading(site.store) as session:
        noted = session.exec(select(WrongCode)).all()
    assert len(noted) == 3
    assert all(len(row.who) == 64 and "192.0.2" not in row.who for row in noted)


def test_a_recovery_code_is_typed_in_the_same_field_and_waits_alike(site: Site, table: Table, clock: Clock) -> None:
    code, phone = format_code(site.store.invites(table.id)["host"].code), site.phone()
    assert len(code) == 17
    assert _type(phone, code.lower()).location == "/join"
    _slow(site, phone)
    assert _type(phone, code).status_code == 429


@pytest.mark.both_databases
def test_many_at_the_same_moment_do_not_get_by(store: Store) -> None:
    """The try is counted where it is judged, in one transaction."""

    def attempt(_number: int) -> bool:
        try:
            store.try_code(WRONG, HOME)
        except TooManyWrongCodes:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(attempt, range(40))) == 10


def test_the_wait_after_wrong_codes_in_german(app: Flask, site: Site, clock: Clock) -> None:
    phone = site.phone("de")
    _slow(site, phone)
    speaks_german(_type(phone, WRONG).text, "Der nächste Versuch ist in 5 Sekunden möglich.")


def test_a_program_waits_like_anybody(site: Site, table: Table, clock: Clock) -> None:
    def joins(code: str) -> TestResponse:
        return site.app.test_client().post("/api/v1/join", json={"code": code, "as": "watch"})

    for _ in range(WRONG_CODES_A_DEVICE):
        assert joins(WRONG).status_code == 404
    invites = site.store.invites(table.id)
    answer = joins(invites["player"].code)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "5")
    assert joins(invites["player"].token).status_code == 201, "a link never waits"
