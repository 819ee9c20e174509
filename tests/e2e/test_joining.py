"""Coming by a link, moving to another phone, and becoming the host when the host's phone is lost."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.phone import Phone, Phones
from tests.e2e.sample_hand import DEALT
from tests.e2e.screen_checks import check_screen

AT_TABLE = re.compile(r"/tables/\d+$")
LONG_CODE = re.compile(r"^[2-9A-Z]{5}(-[2-9A-Z]{5}){2}$")


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


def test_a_place_moves_to_another_phone(host: Phone, phones: Phones, table: str) -> None:
    ben, wall, new = phones(), phones(), phones()
    ben.is_let_in(host.way(table), "1")
    ben.go(f"{table}/share")
    ben.link("Move to another phone").click()
    ben.sees("The seat of Ben")
    check_screen(ben)
    ben.button("Show the QR").click()
    expect(ben.page.get_by_role("img", name="QR code")).to_be_visible()
    check_screen(ben)
    link = ben.page.locator("[data-share]").get_attribute("data-share")
    assert link
    # The same phone has the table open in another window.
    wall.context.add_cookies(ben.context.cookies())  # type: ignore[arg-type]
    wall.expects(404)
    wall.go(table)
    wall.says("Ben leads")
    new.go(link)
    new.sees("The seat of Ben")
    check_screen(new)
    new.button("Take it over on this phone").click()
    new.page.wait_for_url(AT_TABLE)
    new.play("7C")
    ben.expects(404)
    for left in (ben, wall):
        left.sees("has moved to another phone")
    check_screen(ben)
    late = phones()
    late.expects(410)
    late.go(link)
    late.sees("it moves one place to one phone, once")
    check_screen(late)


def test_a_lost_host_goes_on_with_the_recovery_code(host: Phone, guest: Phone) -> None:
    table = host.open_table()
    host.link("Recovery code").click()
    check_screen(host)
    code = host.page.get_by_text(LONG_CODE).inner_text()
    host.go(table)
    host.expects(404)
    guest.go("/")
    guest.page.get_by_label("Table code").fill(code.lower().replace("-", " "))
    guest.button("Join").click()
    guest.sees("this phone becomes the host")
    check_screen(guest)
    guest.button("Become the host on this phone").click()
    expect(guest.page.get_by_text(LONG_CODE)).not_to_have_text(code)
    host.sees("Another phone has become the host of this table")
    guest.go(f"{table}/share")
    guest.page.get_by_text("If this phone is lost").click()
    expect(guest.link("Show the recovery code")).to_be_visible()
    check_screen(guest)
