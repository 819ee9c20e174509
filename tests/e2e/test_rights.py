"""Rights at a table, by thumb: a seat that the host gives, each on the own phone, a scorekeeper, a closed door."""

import re

from playwright.sync_api import expect

from tests.e2e.phone import Phone, Phones
from tests.e2e.screen_checks import check_screen

WORD = re.compile(r"^[A-Z]{3,9} [1-9][0-9]$")


def types(phone: Phone, code: str) -> None:
    """Types the code of a table on the first page."""
    phone.go("/")
    phone.page.get_by_label("Table code").fill(code.lower())
    phone.button("Join").click()


def code_of(host: Phone, table: str) -> str:
    """Reads the code of a table on its share page, and goes back to the table."""
    host.go(table)
    code = host.shares()
    host.go(table)
    return code


def test_a_phone_shows_its_word_and_is_let_in(host: Phone, guest: Phone) -> None:
    table = host.set_table(seats="approved")
    types(guest, code_of(host, table))
    guest.button("Cat").click()
    word = guest.page.get_by_text(WORD).inner_text()
    check_screen(guest)
    host.sees(f"A phone that shows {word} wants the seat of Cat.")
    check_screen(host)
    host.button(f"Let in: {word}").click()
    host.does_not_see("wants the seat of")
    guest.asks_again()
    guest.page.wait_for_url(re.compile(rf"{table}$"))
    # Another seat is asked for as well; this time the host says no, on the share page.
    guest.menu("Share")
    guest.button("Ask for it: Ben").click()
    again = guest.page.get_by_text(WORD).inner_text()
    host.go(f"{table}/share")
    check_screen(host)
    host.button(f"Refuse {again}").click()
    host.does_not_see(again)
    guest.asks_again()
    guest.sees("Not let in")
    check_screen(guest)


def test_each_enters_the_own_seat(host: Phone, guest: Phone) -> None:
    table = host.set_table(players=("Ann", "Ben", "Cat"), entry="own")
    host.sit(table, 0)
    types(guest, code_of(host, table))
    guest.button("Ben").click()
    guest.says("Who deals first?")
    expect(guest.button("Ben")).to_be_visible()
    expect(guest.button("Ann")).to_have_count(0)
    host.go(table)
    host.deal("Ann")
    host.sees("Ben: this is entered on the phone at that seat.")
    expect(host.keys).to_have_count(0)
    check_screen(host)
    guest.play("7C")
    host.says("Cat plays")
    guest.sees("Cat: no phone holds the seat, so the host enters.")
    expect(guest.undo).to_be_visible()
    host.play("2C")
    expect(guest.undo).to_have_count(0)
    host.play("9C")
    guest.says("Ann leads")
    guest.button("More").click()
    expect(guest.page.get_by_role("link", name="Adjust the score")).to_be_hidden()


def test_the_host_changes_the_choices_and_closes_the_door(host: Phone, guest: Phone, phones: Phones) -> None:
    table = host.set_table()
    code = code_of(host, table)
    types(guest, code)
    guest.button("Ben").click()
    guest.says("Who deals first?")
    host.go(table)
    host.menu("Table choices")
    for answer in ("The scorekeeper", "Closed for new phones"):
        host.choose(host.page.get_by_role("radio", name=answer))
    host.button("Change the choices").click()
    check_screen(host)
    guest.sees("The host enters the cards.")
    stranger = phones()
    stranger.expects(403)
    types(stranger, code)
    stranger.sees("Ask the host")
    check_screen(stranger)
    host.link("Share this table").click()
    host.link("Scorekeeper").click()
    check_screen(host)
    host.button("Hand over: Ben").click()
    guest.deal("Cat")
    guest.play("7C")
    host.go(f"{table}/choices")
    host.button("Let out: Ben").click()
    guest.expects(404, "ERR_")
    guest.sees("The host has let this phone out of the table.")
