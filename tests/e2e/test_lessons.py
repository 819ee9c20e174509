"""A lesson on a phone: the cloth is tapped without asking the server, and paper gets all of it on one page."""

import re

import pytest
from playwright.sync_api import expect

from rules_core.games import GAMES
from tests.e2e.phone import SCREEN, Phone, resize
from tests.e2e.screen_checks import TOO_WIDE, check_screen, large_letters


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_tapped_through_offline_and_printed(host: Phone, game: str) -> None:
    page = host.page
    host.go(f"/learn/{game}")
    resize(page, 320, 640)
    with large_letters(page):
        assert page.evaluate(TOO_WIDE) == []
    page.set_viewport_size(SCREEN)
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", prefer_css_page_size=True))) == 1
    page.context.set_offline(True)
    page.get_by_role("link", name="Next").click()
    cloth = page.locator("article:visible a.here")
    for laid in range(page.locator("article a.here").count()):
        cloth.click()
        expect(page.locator("article:visible .lines li").nth(laid)).to_be_visible()
    expect(page.locator("article:visible").get_by_text("takes it").first).to_be_visible()
    check_screen(host)
    page.get_by_role("link", name="Next: the score").click()
    expect(page.get_by_role("heading", name="What beginners get wrong")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("link", name="Next: the score")).to_be_visible()
    page.context.set_offline(False)
