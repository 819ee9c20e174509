"""How each game is entered, as a phone shows it: readable, and every way leads back to the table."""

import pytest
from playwright.sync_api import expect

from rules_core.games import GAMES
from tests.e2e.phone import Phone
from tests.e2e.screen_checks import check_screen

LIES_OVER = """felt => felt.querySelector(".turn").getBoundingClientRect().top
    < Math.max(...[...felt.querySelectorAll(".board *")].map(it => it.getBoundingClientRect().bottom)) - 1"""
"""Whether anything on the cloth lies over the line that says whose turn it is."""
CUT = "steps => steps.filter(step => step.scrollWidth > step.clientWidth).length"


@pytest.mark.parametrize("game", GAMES)
def test_a_guide_looks_right(host: Phone, game: str) -> None:
    host.go(f"/games/{game}/entering")
    check_screen(host)
    expect(host.page.locator(".guide .felt").first).to_be_visible()
    expect(host.page.locator(".guide .felt :is(a, button):visible")).to_have_count(0)
    for width, height in ((390, 844), (360, 640), (1280, 800)):
        host.page.set_viewport_size({"width": width, "height": height})
        assert [felt.evaluate(LIES_OVER) for felt in host.page.locator(".guide .felt").all()].count(True) == 0
        assert host.page.locator(".guide .box").evaluate_all(CUT) == 0


def test_from_the_first_deal_to_the_guide_the_rules_and_back(host: Phone) -> None:
    table = host.open_table()
    host.link("How this is entered").first.click()
    expect(host.page.get_by_role("heading", name="How this is entered")).to_be_visible()
    host.link("Rules").click()
    host.link("How this is entered").click()
    host.link("Back").click()
    host.page.wait_for_url(f"**{table}")
