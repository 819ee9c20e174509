"""Plays that cannot all be right: the table hears of it, nobody is named, and it can be corrected or settled."""

import re

import pytest
from flask.testing import FlaskClient

from tests.web.support.desk import NO_HEARTS, no_heart_anywhere
from tests.web.support.phone import Phone
from tests.web.support.ruling import rule, ruled_by_all
from tests.web.support.site import Site
from webapp.store.models import Table


@pytest.fixture
def phone(site: Site, host: FlaskClient, table: Table) -> Phone:
    return no_heart_anywhere(site, host, table)


def page_of(client: FlaskClient, phone: Phone) -> str:
    return client.get(f"{phone.url}/contradiction").get_data(as_text=True)


@pytest.mark.rule("GEN-4")
def test_the_whole_table_hears_of_it_and_nobody_is_named(site: Site, phone: Phone, table: Table) -> None:
    watcher = site.watcher(table)
    for page in (phone.look(), watcher.get(phone.url).get_data(as_text=True)):
        assert "In hearts a card was entered wrongly, or somebody revoked" in page
        assert f"{phone.url}/contradiction" in page
    page = page_of(watcher, phone)
    assert "Trick 1." in page
    assert "After these plays no hand is left that could hold the hearts still unseen" in page
    assert all(name not in page for name in ("Ann", "Ben", "Cat"))


def test_nothing_is_said_while_everything_can_still_be(site: Site, host: FlaskClient, table: Table) -> None:
    phone = Phone(host, table)
    phone.enter({"type": "deal", "dealer": 0})
    for seat, card in NO_HEARTS:
        phone.play(seat, card)
    assert "somebody revoked" not in phone.look()
    assert host.get(f"{phone.url}/contradiction").status_code == 404


def test_its_plays_may_be_corrected_though_their_trick_is_closed(phone: Phone) -> None:
    page = page_of(phone.client, phone)
    assert re.findall(r'btn"[^>]*>Correct ([^<]+)<', page) == ["the three of clubs", "the four of clubs"]
    place = re.search(r"/entries/(\d+)/amend", page)
    assert place
    assert int(place[1]) in (2, 3)
    assert phone.client.get(f"{phone.url}/entries/{place[1]}/amend").status_code == 200
    assert phone.client.get(f"{phone.url}/entries/5/amend").status_code == 403


def test_a_ruling_settles_it(phone: Phone) -> None:
    _settle(phone)
    assert "somebody revoked" not in phone.look()
    assert "Settled: It stands as it was played." in page_of(phone.client, phone)


def _go_on(site: Site, table: Table, cards: list[str]) -> None:
    who = site.store.grants(table.id)[0]
    for number, card in enumerate(cards):
        fold = site.tables.at(table.id).fold
        play = {"type": "play", "seat": fold.game.to_act(fold.state)[0], "card": card}
        site.make(table.id, who, play, op=f"on-{card}-{number}", seen=None)


def _settle(phone: Phone) -> None:
    assert rule(phone.client, phone.table, f"{phone.url}/contradiction", "stands").status_code == 303


def test_what_is_settled_stays_settled_and_closed_while_play_goes_on(site: Site, phone: Phone, table: Table) -> None:
    _settle(phone)
    # Ben leads hearts again, and again neither of the others follows: that says nothing new.
    _go_on(site, table, ["3H", "5C", "6C", "4H", "7C", "8C"])
    assert site.tables.at(table.id).fold.seq == 32
    assert "somebody revoked" not in phone.look()
    assert "Settled: It stands as it was played." in page_of(phone.client, phone)
    assert phone.client.get(f"{phone.url}/entries/2/amend").status_code == 403


def test_a_ruling_from_before_settles_nothing(site: Site, host: FlaskClient, table: Table) -> None:
    phone = Phone(host, table)
    phone.enter({"type": "deal", "dealer": 0})
    for seat, card in NO_HEARTS:
        phone.play(seat, card)
    ruled_by_all(site, table, event=3, text="Ann has shown that.")
    phone.look()
    _go_on(site, table, [rank + suit for suit in "SD" for rank in "23456789TJQK"][:21])
    assert "somebody revoked" in phone.look()


def test_after_a_step_down_or_a_void_hand_nothing_of_the_kind_stands_there(phone: Phone) -> None:
    assert phone.enter({"type": "trick", "winner": 1}) == 303
    assert "somebody revoked" not in phone.page
    gone = phone.client.get(f"{phone.url}/contradiction")
    assert gone.status_code == 404
    assert "Nothing of the kind stands here now." in gone.get_data(as_text=True)
    assert phone.enter({"type": "undo"}) == 303
    assert "somebody revoked" in phone.page


def test_strangers_see_nothing_of_it(site: Site, phone: Phone) -> None:
    assert site.phone().get(f"{phone.url}/contradiction").status_code == 404
