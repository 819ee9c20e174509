"""Questions about closed tricks: what the table is told, and how long a phone waits that asks often (GEN-5)."""

import secrets
from datetime import timedelta

import pytest
from flask.testing import FlaskClient

from rules_core.replay import Fold, Node
from tests.web.support.closed_tricks import PLAYS, amend, played, table_of
from tests.web.support.phone import HAND, Phone, declare
from tests.web.support.site import Site
from webapp.access.device import COOKIE
from webapp.http.rate_limits import CLOSED_QUESTIONS_COUNT_FOR, CLOSED_QUESTIONS_FREE, FIRST_QUESTION_WAIT
from webapp.store.models import utc_now
from webapp.table import keeper, secret_hands

pytestmark = pytest.mark.rule("GEN-5")
GONE = {"type": "play", "seat": 2, "card": "5C"}
"""Lies in the closed trick."""


def asked(site: Site, phone: Phone) -> list[dict[str, object]]:
    """Returns what the table was told of, the oldest first."""
    lines = site.store.desk(phone.table.id)
    return [{name: line.body[name] for name in line.body if name != "op"} for line in lines if line.kind == "asked"]


def ask(phone: Phone) -> int:
    phone.look()
    return phone.enter(GONE, op=secrets.token_hex(8))


def test_a_card_of_a_closed_trick_is_told_to_all_until_the_next_entry(site: Site, host: FlaskClient) -> None:
    phone = table_of(site, host)
    watcher = site.watcher(phone.table)
    assert ask(phone) == 422
    told = "was not taken. It has been played, and lies closed."
    assert told in watcher.get(phone.url).text
    assert asked(site, phone) == [{"type": "play", "card": "5C"}]
    phone.look()
    assert phone.play(2, "9S") == 303
    assert told not in watcher.get(phone.url).text
    assert told in watcher.get(f"{phone.url}/log").text


def test_a_card_is_taken_without_a_walk_through_the_log(
    site: Site, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = table_of(site, host)

    def walked(_fold: Fold) -> list[Node]:
        pytest.fail("the log may be long, and every card waits for this")

    monkeypatch.setattr(secret_hands, "nodes", walked)
    phone.look()
    assert phone.play(2, "9S") == 303


def test_the_same_tap_sent_twice_is_told_once(site: Site, host: FlaskClient) -> None:
    phone = table_of(site, host)
    for _again in range(2):
        assert phone.enter(GONE, op="the-same-tap-again") == 422
    assert len(asked(site, phone)) == 1


def test_what_lies_open_is_refused_and_not_told(site: Site, host: FlaskClient) -> None:
    phone = table_of(site, host)
    for seat, card in ((2, "8S"), (2, "6D"), (0, "9S"), (2, "0X")):
        phone.look()
        assert phone.play(seat, card) == 422, card
    assert phone.enter({"type": "deal", "dealer": 1}) == 422
    assert asked(site, phone) == []


def test_without_closed_tricks_nothing_is_told(site: Site, host: FlaskClient) -> None:
    phone = table_of(site, host, PLAYS[:5])
    assert phone.play(0, "9C") == 422
    assert asked(site, phone) == []


def test_in_an_open_book_nothing_is_told(site: Site, host: FlaskClient) -> None:
    phone = table_of(site, host, book="open")
    assert ask(phone) == 422
    assert asked(site, phone) == []


def test_a_hand_that_is_declared_late_is_told_without_its_cards(site: Site, host: FlaskClient) -> None:
    phone = table_of(site, host)
    cat = Phone(site.seat(phone.table, 2), phone.table)
    rest = [card for card in HAND if card not in ("2D", "4D", "6D", "3C", "5C")]
    hand = [*rest, *("9H", "TH", "JH", "QH", "KH", "AH", "2H")][:15]
    assert declare(cat, [*hand[:-1], "5C"]).status_code == 422
    assert declare(cat, hand).status_code == 303
    assert asked(site, phone) == [{"type": "hand"}, {"type": "hand"}]
    assert "a hand was entered privately" in phone.look()


def test_a_phone_that_asks_often_waits_and_the_others_do_not(
    site: Site, host: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = table_of(site, host)
    ben = Phone(site.seat(phone.table, 1), phone.table)
    for _free in range(CLOSED_QUESTIONS_FREE):
        assert ask(phone) == 422
        assert "A short wait" not in phone.page
    assert ask(phone) == 422
    assert phone.play(2, "9S") == 422
    assert "A short wait" in phone.page
    assert len(asked(site, phone)) == CLOSED_QUESTIONS_FREE + 1, "what waits is not judged"
    assert amend(phone, 6, played(0, "5C")) == 422
    assert len(asked(site, phone)) == CLOSED_QUESTIONS_FREE + 1
    ben.look()
    assert ben.play(2, "9S") == 303
    phone.look()
    assert phone.enter({"type": "undo"}) == 303, "taking back is never slowed"
    monkeypatch.setattr(keeper, "utc_now", lambda: utc_now() + timedelta(seconds=FIRST_QUESTION_WAIT + 1))
    assert ask(phone) == 422
    assert len(asked(site, phone)) == CLOSED_QUESTIONS_FREE + 2
    monkeypatch.setattr(keeper, "utc_now", lambda: utc_now() + CLOSED_QUESTIONS_COUNT_FOR + timedelta(seconds=1))
    phone.look()
    assert phone.play(2, "9S") == 303, "mistakes are forgotten"


def test_a_program_is_told_nothing_in_advance_and_the_table_is_told(site: Site, host: FlaskClient) -> None:
    phone = table_of(site, host)
    cookie = host.get_cookie(COOKIE)
    assert cookie
    program = site.app.test_client()
    answer = program.post(
        f"/api/v1/tables/{phone.table.id}/events", json=GONE, headers={"Authorization": f"Bearer {cookie.value}"}
    )
    assert answer.status_code == 422
    assert asked(site, phone) == [{"type": "play", "card": "5C"}]
