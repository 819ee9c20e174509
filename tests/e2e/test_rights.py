"""Rights at a table, live: a seat that the host gives, each on the own phone, a scorekeeper, who is let out."""

import re

from playwright.sync_api import expect

from tests.e2e.phone import Phone
from tests.e2e.screen_checks import check_screen

WORD = re.compile(r"^[A-Z]{3,9} [1-9][0-9]$")


def test_a_phone_shows_its_word_and_is_let_in(host: Phone, guest: Phone) -> None:
    table = host.set_table(seats="approved")
    host.go(table)
    guest.go(host.way(table))
    guest.button("Cat").click()
    word = guest.page.get_by_text(WORD).inner_text()
    check_screen(guest)
    host.sees(f"A phone that shows {word} wants the seat of Cat.")
    check_screen(host)
    host.button(f"Let in: {word}").click()
    host.does_not_see("wants the seat of")
    guest.asks_again()
    guest.page.wait_for_url(re.compile(rf"{table}$"))


def test_who_enters_changes_on_every_phone(host: Phone, guest: Phone) -> None:
    table = host.set_table([{"type": "deal", "dealer": 0}], entry="own")
    host.sit(table, 0)
    guest.is_let_in(host.way(table), "1")
    for phone in (host, guest):
        phone.go(table)
    host.sees("Ben: this is entered on the phone at that seat.")
    expect(host.keys).to_have_count(0)
    check_screen(host)
    guest.play("7C")
    host.says("Cat plays")
    guest.sees("Cat: no phone holds the seat, so the host enters.")
    expect(guest.undo).to_be_visible()
    host.play("2C")
    expect(guest.undo).to_have_count(0)

    host.menu("Table choices")
    for answer in ("The scorekeeper", "Closed for new phones"):
        host.choose(host.page.get_by_role("radio", name=answer))
    host.button("Change the choices").click()
    guest.sees("The cards are entered by: Ann")
    host.go(f"{table}/share")
    host.link("Scorekeeper").click()
    host.button("Hand over: Ben").click()
    guest.play("9C")
    host.go(f"{table}/choices")
    host.button("Let out: Ben").click()
    guest.expects(404, "ERR_")
    guest.sees("The host has let this phone out of the table.")
