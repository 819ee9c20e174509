"""The own hand, entered privately: what its phone shows, and a breach that is owned up to."""

import pytest
from playwright.sync_api import expect

from tests.e2e.phone import Phone
from tests.e2e.sample_hand import Events, plays

HAND = ("4C", "6C", "QH", "2H", "3H", "9H", "KD", "2D", "3D", "5D", "2S", "3S", "4S", "5S", "6S", "QS", "AS")
CAT_DEALS: Events = [{"type": "deal", "dealer": 2}]


@pytest.fixture
def table(host: Phone) -> str:
    """A table where the host sits on Ben's seat and has entered the own hand; Ann leads."""
    table = host.set_table(CAT_DEALS)
    host.sit(table, 1)
    host.enter(table, [{"type": "hand", "seat": 1, "cards": list(HAND)}])
    host.go(table)
    return table


def test_what_may_not_be_played_says_why_and_can_be_entered_all_the_same(host: Phone, table: str) -> None:
    host.play("7C")
    host.says("Ben plays")
    host.sees("Ben holds the four of clubs, so clubs must be followed.")
    host.expects(422)
    host.tap("QH")
    host.is_refused("Ben has to follow clubs", "ODD-7")
    host.button("It really happened").click()
    host.says("Cat plays")
    host.sees("Ben had a club in trick 1.")


def test_the_hand_is_taken_back(host: Phone, table: str) -> None:
    host.menu("My hand, for my eyes only")
    expect(host.box("Queen of hearts")).to_be_checked()
    host.button("Take my hand back").click()
    host.says("Ann leads")
    host.play("7C")
    host.play("QH")
    host.says("Cat plays")


def test_the_host_may_not_enter_for_a_hand_that_is_secret(host: Phone, guest: Phone) -> None:
    table = host.set_table(CAT_DEALS)
    guest.is_let_in(host.way(table), "1")
    guest.enter(table, [{"type": "hand", "seat": 1, "cards": list(HAND)}, *plays("7C", first=0)])
    host.go(table)
    host.says("Ben plays")
    host.sees("Ben has entered a hand privately and plays from that phone.")
    expect(host.keys).to_have_count(0)
