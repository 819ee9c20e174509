"""Entries that a phone kept while it had no network: in order, once each, and only as they were meant."""

import json
from itertools import count
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.cases import each
from tests.web.support.phone import Phone
from tests.web.support.site import Site

KEYS = (f"kept-{number:04}" for number in count())


def send(phone: Phone, raw: Any, op: str, after: str | None, seen: int = 1) -> TestResponse:
    """Sends an entry as the phone kept it: its page had shown event `seen`."""
    fields = {"op": op, "seen": str(seen), "event": json.dumps(raw), **({} if after is None else {"after": after})}
    return phone.client.post(f"{phone.url}/events", data=fields, headers={"HX-Request": "true"})


def play(seat: int, card: str) -> dict[str, Any]:
    return {"type": "play", "seat": seat, "card": card}


def bodies(site: Site, phone: Phone) -> list[Any]:
    return [json.loads(event.body) for event in site.store.events(phone.table.id)]


@pytest.mark.both_databases
def test_cards_tapped_one_behind_the_other_fall_in_turn(site: Site, phone: Phone) -> None:
    """All of them were tapped while the page still asked for Ben's card."""
    ops = [next(KEYS) for _ in range(4)]
    for card, op, after in zip(("7C", "2C", "9C", "3D"), ops, [None, *ops], strict=False):
        assert send(phone, play(1, card), op, after).status_code == 200
    assert bodies(site, phone)[1:] == [play(1, "7C"), play(2, "2C"), play(0, "9C"), play(0, "3D")]


@pytest.mark.both_databases
def test_an_answer_that_was_lost_is_given_again(site: Site, phone: Phone) -> None:
    one, two = next(KEYS), next(KEYS)
    for _ in range(2):
        assert send(phone, play(1, "7C"), one, None).status_code == 200
    for _ in range(2):
        assert send(phone, play(1, "2C"), two, one).status_code == 200
    again = send(phone, play(1, "7C"), one, None)
    assert (again.status_code, again.headers["Stands"]) == (200, "2")
    assert bodies(site, phone)[1:] == [play(1, "7C"), play(2, "2C")]


@pytest.mark.both_databases
def test_the_same_key_with_another_card_is_no_second_entry(site: Site, phone: Phone) -> None:
    one, two = next(KEYS), next(KEYS)
    assert send(phone, play(1, "7C"), one, None).status_code == 200
    assert send(phone, play(1, "2C"), two, one).status_code == 200
    assert send(phone, play(1, "3C"), two, one).status_code == 422
    assert len(bodies(site, phone)) == 3


def test_another_phone_was_faster_before_the_first(site: Site, phone: Phone) -> None:
    other = Phone(site.seat(phone.table, 1), phone.table)
    assert other.play(1, "8C") == 303
    one = next(KEYS)
    answer = send(phone, play(1, "7C"), one, None)
    assert answer.status_code == 409
    assert "Look again." in answer.text
    assert send(phone, play(1, "2C"), next(KEYS), one).status_code == 409
    assert bodies(site, phone)[1:] == [play(1, "8C")]


@pytest.mark.both_databases
def test_another_phone_came_between_two(site: Site, phone: Phone) -> None:
    one = next(KEYS)
    assert send(phone, play(1, "7C"), one, None).status_code == 200
    other = Phone(site.seat(phone.table, 2), phone.table)
    assert other.play(2, "3C") == 303
    answer = send(phone, play(1, "2C"), next(KEYS), one)
    assert answer.status_code == 409
    assert "Enter the two of clubs all the same" in answer.text
    assert bodies(site, phone)[1:] == [play(1, "7C"), play(2, "3C")]


def test_sent_all_the_same_it_is_judged_as_of_now(site: Site, phone: Phone) -> None:
    other = Phone(site.seat(phone.table, 1), phone.table)
    assert other.play(1, "8C") == 303
    assert send(phone, play(1, "2C"), next(KEYS), "", seen=2).status_code == 200
    assert bodies(site, phone)[1:] == [play(1, "8C"), play(2, "2C")]
    assert send(phone, play(1, "9C"), next(KEYS), "", seen=2).status_code == 409


def test_what_is_said_by_name_stays_with_that_name(site: Site, phone: Phone) -> None:
    one, two = next(KEYS), next(KEYS)
    assert send(phone, {"type": "trick", "winner": 2}, one, None).status_code == 200
    assert send(phone, {"type": "trick", "winner": 0}, two, one).status_code == 200
    assert bodies(site, phone)[1:] == [{"type": "trick", "winner": 2}, {"type": "trick", "winner": 0}]


def test_a_phone_that_holds_its_own_hand_enters_for_nobody_else(site: Site, phone: Phone) -> None:
    seat = site.seat(phone.table, 1)
    ben, one = Phone(seat, phone.table), next(KEYS)
    hand = [f"{rank}C" for rank in "23456789TJQKA"] + ["2D", "3D", "4D", "5D"]
    assert ben.enter({"type": "hand", "seat": 1, "cards": hand}) == 303
    assert send(ben, play(1, "7C"), one, None).status_code == 200
    answer = send(ben, play(1, "8C"), next(KEYS), one)
    assert answer.status_code == 422
    assert bodies(site, phone)[2:] == [play(1, "7C")]


def test_an_undo_behind_a_card_takes_back_that_card(site: Site, phone: Phone) -> None:
    one = next(KEYS)
    assert send(phone, play(1, "7C"), one, None).status_code == 200
    assert send(phone, {"type": "undo"}, next(KEYS), one).status_code == 200
    assert bodies(site, phone)[1:] == [play(1, "7C"), {"type": "undo"}]


@each("after", ["short", "with space", "x" * 65, "Ärger-mit-Umlaut"])
def test_a_garbled_key_is_no_entry(phone: Phone, after: str) -> None:
    assert send(phone, play(1, "7C"), next(KEYS), after).status_code == 400
