"""A phone checks in at an evening: typing a name shows who may be meant, and an answer opens the page by itself."""

import re

from playwright.sync_api import expect

from tests.e2e.evening_acts import Evening
from tests.e2e.phone import Phone, Phones
from tests.e2e.screen_checks import check_screen


def test_a_name_is_taken_and_handed_to_another_phone(host: Phone, guest: Phone, phones: Phones) -> None:
    code = Evening(host, (), kind="open").code
    arrive(guest, code, "Mara")
    check_screen(guest)
    guest.button("Put Mara on the list").click()
    guest.sees("Mara is here")
    check_screen(guest)

    other = phones()
    arrive(other, code, "mar")
    other.choose(other.page.get_by_role("radio", name="Somebody else"))
    expect(other.button("Put mar on the list")).to_be_visible()
    other.choose(other.page.get_by_role("radio", name="Mara", exact=False).first)
    other.button("Ask to be Mara").click()
    other.sees("This page opens by itself.")
    expect(guest.page.locator("#player").get_by_text("asks to be Mara")).to_be_visible()
    guest.expects(404, "Failed to fetch")  # the page of a name that is another phone's now
    guest.button("Let in").click()
    guest.does_not_see("asks to be Mara")
    other.asks_again()
    other.sees("Mara is here")


def test_that_a_name_is_missing_is_said_until_one_is_typed(host: Phone, guest: Phone) -> None:
    code = Evening(host, (), kind="open").code
    arrive(guest, code, "")
    guest.expects(422)
    guest.button("Go on").click()
    guest.sees("A name is missing here.")
    field = guest.page.get_by_role("textbox", name="Name")
    field.press_sequentially("M")
    guest.does_not_see("A name is missing here.")
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_what_is_wrong_in_a_list_stays_in_sight_while_it_is_put_right(host: Phone) -> None:
    evening = Evening(host, (), kind="open")
    host.go(f"{evening.path}/people")
    host.page.locator("summary", has_text="Several at once").click()
    lines = host.page.locator("#text")
    lines.fill("Ann\nAnn\nBen\nBen")
    host.expects(422)
    host.button("Put all on the list").click()
    wrong = host.page.locator("#problems .err")
    expect(wrong).to_have_count(2)
    lines.press_sequentially(" B")
    expect(wrong).to_have_count(2)


def arrive(phone: Phone, code: str, name: str) -> None:
    """Types the code on the first page, and a name where it leads."""
    phone.go("/")
    phone.page.get_by_label("Table code").fill(code)
    phone.button("Join").click()
    phone.page.wait_for_url(re.compile(r"/join$"))  # loaded: what is typed before the script runs changes no list
    if not name:
        return
    phone.page.get_by_role("textbox", name="Name").fill(name)
    phone.page.get_by_role("radio").first.wait_for(state="attached")
