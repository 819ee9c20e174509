"""A record looked through on a phone: from the table to its film, step by step, and what might have been played."""

import re

from playwright.sync_api import expect

from tests.e2e.phone import Phone
from tests.e2e.screen_checks import WALL, check_screen

PLAYED = [("1", "7C"), ("2", "2H"), ("0", "9C"), ("0", "3D"), ("1", "4D"), ("2", "5C")]
REVOKED = [
    {"type": "deal", "dealer": 0},
    *({"type": "play", "seat": int(seat), "card": card} for seat, card in PLAYED),
]
"""Cat plays a heart on clubs in trick 1, and a club in trick 2."""
TO_THE_END = [{"type": "trick", "winner": 0} for _ in range(15)]


def test_from_the_table_through_its_film(host: Phone) -> None:
    table = host.set_table([*REVOKED, *TO_THE_END])
    host.go(table)
    host.menu("Film of the match")
    expect(host.link("1 Ann")).to_be_visible()
    host.sees("Cat had a club in trick 1")
    host.link("From the start").click()
    host.says("Who deals first?")
    host.page.keyboard.press("ArrowRight")
    host.says("Ben leads")
    host.page.keyboard.press("ArrowRight")
    host.shows("7C")
    host.link("One forward").click()
    host.sees("Cat played")
    host.shows("7C", "2H")
    expect(host.page).to_have_url(re.compile(r"/moments/2$"))
    check_screen(host)
    check_screen(host, WALL)
    host.link("Next trick").click()
    expect(host.page).to_have_url(re.compile(r"/moments/4$"))
    host.page.go_back()
    host.shows("7C", "2H")
    expect(host.button("Copy link")).to_be_visible()
    host.link("Last moment").click()
    expect(host.link("One forward")).to_have_count(0)
    host.link("All moments").click()
    host.link("2 Ben").click()
    expect(host.page).to_have_url(re.compile(r"/moments/4$"))


def test_the_answer_looks_right(host: Phone) -> None:
    table = host.set_table([*REVOKED, *TO_THE_END])
    host.go(f"{table}/moments/1/legal?seat=2&cards=5C&cards=2H&cards=X")
    host.sees("No such card")
    check_screen(host)
