"""Sechsundsechzig entered by tricks, as totals and from the own hand, and what is refused."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.web.games.sechsundsechzig.tables import (
    BEN_HOLDS,
    CLOSE,
    DEAL,
    FOUR,
    UP,
    announced,
    enter,
    offered,
    open_table,
    play,
    send,
    turned_up,
)
from tests.web.support.amending import read
from tests.web.support.phone import Phone, declare, plain
from tests.web.support.site import Site


@pytest.fixture
def phone(site: Site, host: FlaskClient) -> Phone:
    return turned_up(site, host)


# Tricks and totals


def test_a_trick_is_entered_by_its_winner_and_its_augen(phone: Phone) -> None:
    assert send(phone, type="trick", winner="1", augen="21") == 303
    assert "<b>Ben</b> took the trick with 21 Augen" in phone.page
    assert offered(phone) == ["20", "40", "Close the talon", "66!", "ends the hand"]
    enter(phone, {"type": "meld", "seat": 1, "points": 20})
    assert offered(phone) == ["Close the talon", "66!", "ends the hand"], "one announcement a lead"


def test_too_many_augen_are_refused_and_stay_as_they_were_typed(phone: Phone) -> None:
    send(phone, type="trick", winner="1", augen="4")
    assert send(phone, type="trick", winner="1", augen="23") == 422
    assert "This trick holds from 0 to 22 Augen." in phone.page
    assert "SU-9" in phone.page
    assert re.search(r'name="augen" value="23"', phone.page)


def test_at_the_last_trick_it_is_said_that_its_ten_are_not_entered(site: Site, host: FlaskClient) -> None:
    said = "The ten for the last trick are added by themselves."
    for ten in (0, 10):
        phone = open_table(site, host, options={"last_trick_augen": ten})
        enter(phone, DEAL, UP, CLOSE, *[{"type": "trick", "winner": 1, "augen": 4}] * 4)
        assert said not in phone.page
        enter(phone, {"type": "trick", "winner": 1, "augen": 4})
        assert (said in phone.look()) == bool(ten)


def test_the_menu_steps_down_to_tricks_with_their_augen(phone: Phone) -> None:
    sheet = phone.page[phone.page.index('id="by-tricks"') :]
    assert re.search(r'form="step-down"[^>]*name="winner" value="0"', sheet)
    assert re.search(r'form="step-down"[^>]*name="augen"', sheet)
    assert 'id="step-down"' in phone.page


def test_totals_are_one_key_for_each_side_and_its_points(site: Site, host: FlaskClient) -> None:
    phone = open_table(site, host, FOUR)
    keys = re.findall(r'<button[^>]* name="points" value="([^"]+)"|<button name="points" value="([^"]+)"', phone.page)
    assert [one or other for one, other in keys] == ["1 0", "2 0", "3 0", "0 1", "0 2", "0 3", "0 0"]
    assert send(phone, ("dealer", "2"), ("points", "2 1"), type="tally") == 422
    assert "One side wins one, two or three points" in phone.page
    assert send(phone, ("dealer", "2"), ("points", "2 0"), type="tally") == 303
    assert "Entered as points: Ann and Cat score 2. SU-21" in read(phone.page)
    assert "<b>Dora</b> deals" in phone.page


def test_of_three_sides_all_but_one_may_score(site: Site, host: FlaskClient) -> None:
    phone = open_table(site, host, ("Ann", "Ben", "Cat"))
    assert "All but " in phone.page
    assert send(phone, ("dealer", "0"), ("points", "2 0 2"), type="tally") == 303


# Refusals


@pytest.mark.parametrize(
    ("events", "refused", "texts"),
    [
        (
            [],
            {"type": "play", "seat": 1, "card": "AS", "marriage": True},
            ["No marriage here", "by leading its king or its queen", "SU-17"],
        ),
        ([], {"type": "claim", "seat": 1}, ["Not the moment to call", "SU-20"]),
        (
            [CLOSE],
            {"type": "close", "seat": 1},
            ["Not the moment to close", "while everybody could still draw", "SU-14"],
        ),
        ([], {"type": "play", "seat": 1, "card": "9S"}, ["The nine of spades is in another place", "SU-3"]),
    ],
)
def test_a_refusal_says_why(phone: Phone, events: list[Any], refused: Any, texts: list[str]) -> None:
    enter(phone, *events)
    assert phone.enter(refused) == 422
    for text in texts:
        assert text in phone.page


def test_the_duties_are_refused_by_what_the_own_hand_holds(site: Site, phone: Phone) -> None:
    ann = Phone(site.seat(phone.table, 0), phone.table)
    enter(phone, CLOSE)
    assert declare(ann, ["AH", "7H", "7S", "8C", "9C", "JC"]).status_code == 303
    phone.look()
    play(phone, "TH")
    ann.look()
    assert ann.play(0, "7H") == 422
    assert "Ann has to take the trick" in ann.page
    assert "Ann holds the ace of hearts, and it beats the card that is winning." in ann.page
    assert "SU-12" in ann.page
    phone.look()
    enter(phone, {"type": "undo"})
    play(phone, "KD")
    ann.look()
    assert ann.play(0, "8C") == 422
    assert "Ann has to trump" in ann.page
    assert "SU-13" in ann.page


# The own hand


def test_the_own_hand_announces_what_it_holds_and_nobody_else_learns_it(site: Site, phone: Phone) -> None:
    ben = Phone(site.seat(phone.table, 1), phone.table)
    enter(phone, CLOSE)
    assert declare(ben, BEN_HOLDS).status_code == 303
    assert announced(ben) == [("Queen of hearts", "20"), ("King of hearts", "20")]
    assert [card for card in BEN_HOLDS if f'"card":"{card}"' not in ben.page] == []
    assert '"card":"7C"' not in ben.page.partition('<div id="ahead"')[0]
    assert "Ben has entered a hand privately" in phone.look()
    assert announced(phone) == []
    enter(ben, {"type": "play", "seat": 1, "card": "QH", "marriage": True})
    assert 'popovertarget="call"' in ben.look()


def test_another_phone_may_not_ask_a_secret_hand(site: Site, host: FlaskClient) -> None:
    phone = open_table(site, host, options={"trump_swap": True})
    enter(phone, DEAL, UP)
    ben = Phone(site.seat(phone.table, 1), phone.table)
    assert declare(ben, BEN_HOLDS).status_code == 303
    phone.look()
    assert phone.enter({"type": "swap", "seat": 1}) == 422
    assert "Ben enters these cards" in phone.page


def test_others_receive_the_same_whatever_the_hand_is(site: Site) -> None:
    pages = []
    for hand in (BEN_HOLDS, ["AH", "7D", "8D", "7C", "8C", "QD"]):
        phone = open_table(site, site.phone())
        ben = Phone(site.seat(phone.table, 1), phone.table)
        watcher = Phone(site.watcher(phone.table), phone.table)
        enter(phone, DEAL, UP, CLOSE)
        assert declare(ben, hand).status_code == 303
        ben.look()
        play(ben, "AH")
        pages.append([plain(who.look(), phone.table.id) for who in (phone, watcher)])
    assert pages[0] == pages[1]
