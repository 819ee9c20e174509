"""The table without a pointer: the pad is one tab stop, the arrows go on from there."""

from playwright.sync_api import expect

from tests.e2e.phone import Phone
from tests.e2e.sample_hand import DEALT, plays


def test_a_card_is_found_by_arrows_played_and_taken_back(host: Phone) -> None:
    host.go(host.set_table([*DEALT, *plays("7C")]))
    host.has_all()
    keyboard = host.page.keyboard
    host.page.get_by_role("radio", name="Clubs, led").focus()
    for key, card in (("Tab", "3C"), ("ArrowRight", "5C"), ("ArrowDown", "4C"), ("ArrowLeft", "2C")):
        keyboard.press(key)
        expect(host.key(card)).to_be_focused()
    with host.page.expect_response(lambda answer: answer.url.endswith("/events")):
        keyboard.press("Enter")
    host.shows("2C")
    host.says("Ann plays")
    keyboard.press("u")
    host.sees("took back")
    host.says("Cat plays")


def test_the_focus_goes_into_a_refusal_and_back(host: Phone) -> None:
    host.expects(422)
    host.go(host.set_table([*DEALT, *plays("7C")]))
    host.has_all()
    host.key("7C").focus()
    host.page.keyboard.press("Enter")
    expect(host.refusal.get_by_role("heading")).to_be_focused()
    host.page.keyboard.press("Tab")
    expect(host.refusal.get_by_role("link", name="ODD-1")).to_be_focused()
    host.page.keyboard.press("Escape")
    expect(host.key("7C")).to_be_focused()


def test_what_others_enter_takes_no_focus(host: Phone, guest: Phone) -> None:
    table = host.set_table([*DEALT, *plays("7C")])
    guest.is_let_in(host.way(table), "1")
    host.go(table)
    host.has_all()
    host.sees("Cat plays")
    host.button("More").focus()
    guest.enter(table, plays("2C", first=2))
    host.says("Ann plays")
    expect(host.button("More")).to_be_focused()
