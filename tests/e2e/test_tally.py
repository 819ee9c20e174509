"""The other levels: a hand as totals, who won each trick, and the end of a match."""

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.phone import PLAYERS, Phone
from tests.e2e.sample_hand import HANDS, OVER

TRICKS = 17


@pytest.fixture
def table(host: Phone, guest: Phone) -> str:
    """A table on the host's phone and on Ben's."""
    table = host.set_table()
    guest.is_let_in(host.way(table), "1")
    for phone in (host, guest):
        phone.go(table)
    return table


def test_three_hands_as_totals_end_the_match_and_another_one_begins(host: Phone, guest: Phone, table: str) -> None:
    host.deal("Ann")
    host.says("Ben leads")
    host.button("As totals").click()
    _enter_totals(host, 1, HANDS[0])
    for number, (phone, totals) in enumerate(zip((guest, host), HANDS[1:], strict=True), 2):
        phone.says(f"{PLAYERS[number - 1]} deals")
        phone.button(f"Enter hand {number} as totals").click()
        _enter_totals(phone, number, totals)
    for phone in (host, guest):
        phone.says("Ben wins")
    _play_again(host, guest, table)


def test_a_wrong_sum_cannot_be_entered_and_stays_as_it_was_typed(host: Phone, table: str) -> None:
    host.deal("Ann")
    host.button("As totals").click()
    sheet = _sheet(host, 1)
    sheet.get_by_role("spinbutton", name="Ann").fill("9")
    sheet.get_by_role("spinbutton", name="Ben").fill("9")
    expect(sheet.get_by_role("status")).to_have_text(f"-1 left of {TRICKS}")
    expect(sheet.get_by_role("button", name="Enter hand 1")).to_be_disabled()
    sheet.get_by_role("spinbutton", name="Ben").press("Enter")
    expect(sheet.get_by_role("spinbutton", name="Ben")).to_have_value("9")
    sheet.get_by_role("button", name="Ben: less").click()
    expect(sheet.get_by_role("button", name="Enter hand 1")).to_be_enabled()
    expect(host.refusal).to_have_count(0)


def test_the_next_match_begins_with_the_deal_moved(host: Phone, guest: Phone) -> None:
    table = host.set_table(OVER)
    guest.is_let_in(host.way(table), "1")
    host.go(f"{table}/scores")
    host.button("Same seats, the deal moves on").click()
    expect(host.button("Deal hand 1, Ben deals")).to_be_visible()
    guest.go(f"{table}/scores")
    guest.link("Go to the next game").click()
    guest.page.wait_for_url(f"**{host.table}")


def test_the_hand_steps_down_to_tricks(host: Phone, guest: Phone, table: str) -> None:
    host.deal("Ann")
    for phone, card in ((host, "7C"), (guest, "2C"), (host, "9C")):
        phone.tap(card)
        host.shows(card)
        guest.shows(card)
    host.says("Ann leads")
    host.menu("Enter by tricks from here")
    host.page.get_by_role("region", name="Who won").get_by_role("button", name="Cat").click()
    for phone, winner in ((guest, "Ben"), (host, "Ann"), (guest, "Cat")):
        phone.sees("This hand is entered by tricks: who took it?")
        phone.button(winner).click()
        for other in (host, guest):
            other.says(f"{winner} leads")
    host.sees("Cat took the trick")
    host.undo.click()
    guest.says("Ann leads")


def _sheet(phone: Phone, number: int) -> Locator:
    return phone.page.get_by_role("region", name=f"Tricks of hand {number}")


def _enter_totals(phone: Phone, number: int, totals: tuple[int, ...]) -> None:
    """Steps to each number, one key after the other; the sheet says how many tricks are left."""
    sheet, left = _sheet(phone, number), TRICKS
    enter = sheet.get_by_role("button", name=f"Enter hand {number}")
    for name, tricks in zip(PLAYERS, totals, strict=True):
        expect(enter).to_be_disabled()
        for _ in range(tricks):
            sheet.get_by_role("button", name=f"{name}: more").click()
        left -= tricks
        expect(sheet.get_by_role("status")).to_have_text(f"{left} left of {TRICKS}")
    enter.click()
    expect(sheet).to_be_hidden()


def _play_again(host: Phone, guest: Phone, table: str) -> None:
    host.button("Another game, same seats").click()
    host.page.wait_for_url(lambda url: not url.endswith(table))
    guest.link("Go to the next game").click()
    guest.page.wait_for_url(f"**{host.table}")
    for phone in (host, guest):
        phone.sees("Hand 1 of 3")
    guest.page.get_by_role("button", name="Ann").first.click()
    host.says("Ben leads")
