"""Coming by a link, moving to another phone, and becoming the host when the host's phone is lost."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.phone import Phone, Phones
from tests.e2e.sample_hand import DEALT
from tests.e2e.screen_checks import check_screen, large_letters

AT_TABLE = re.compile(r"/tables/\d+$")
LONG_CODE = re.compile(r"^[2-9A-Z]{5}(-[2-9A-Z]{5}){2}$")
LINES = "(code) => Math.round(code.clientHeight / parseFloat(getComputedStyle(code).lineHeight))"


@pytest.fixture
def table(host: Phone) -> str:
    """A table that Ann has dealt."""
    return host.set_table(DEALT)


def test_a_link_leaves_the_address_bar_and_the_history_at_once(host: Phone, guest: Phone, table: str) -> None:
    link = host.way(table)
    guest.go("/")
    guest.go(link)
    assert guest.page.url.endswith("/join")
    guest.button("Ben").click()
    guest.page.wait_for_url(AT_TABLE)
    assert guest.page.evaluate("document.referrer").endswith("/join")
    guest.page.go_back()
    guest.page.wait_for_url(AT_TABLE)  # who is in goes straight on from /join
    assert link.rpartition("/")[2] not in guest.page.evaluate("performance.getEntries().map((e) => e.name).join()")


def test_a_phone_that_loses_its_place_is_told_at_once(host: Phone, phones: Phones, table: str) -> None:
    """One whose seat moves to another phone, in each of its windows, and the host's that is lost."""
    ben, window, new = phones(), phones(), phones()
    ben.is_let_in(host.way(table), "1")
    window.context.add_cookies(ben.context.cookies())  # type: ignore[arg-type]
    window.go(table)
    ben.go(f"{table}/move")
    ben.button("Show the QR").click()
    expect(ben.page.get_by_role("img", name="QR code")).to_be_visible()
    link = ben.page.locator("[data-share]").get_attribute("data-share")
    assert link
    new.go(link)
    check_screen(new)
    new.button("Take it over on this phone").click()
    new.page.wait_for_url(AT_TABLE)
    new.play("7C")
    for left in (ben, window):
        left.expects(404)
        left.sees("has moved to another phone")
    check_screen(ben)

    host.go(f"{table}/recovery")
    code = host.page.get_by_text(LONG_CODE).inner_text()
    host.go(table)
    host.expects(404)
    window.go("/")
    window.page.get_by_label("Table code").fill(code.lower().replace("-", " "))
    window.button("Join").click()
    window.button("Become the host on this phone").click()
    expect(window.page.get_by_text(LONG_CODE)).not_to_have_text(code)
    host.sees("Another phone has become the host of this table")


def test_with_large_letters_a_code_stands_in_one_line(host: Phone) -> None:
    host.go(f"{host.set_table()}/share")
    host.page.set_viewport_size({"width": 320, "height": 640})
    code = host.page.locator(".code").first
    code.evaluate("(code) => { code.textContent = 'KQ7-M3XP'; }")
    with large_letters(host.page, 22):
        assert code.evaluate(LINES) == 1
