"""From a tap to the card that lies on this phone, in milliseconds, while no answer comes: so at any delay.

The page's own clock is asked, in Chromium. The limit is the project's own: what a person takes for at once.
"""

import statistics
import sys
import tempfile
from pathlib import Path

from _ratio import say
from _served import ours
from page_weight import open_table
from playwright.sync_api import Page, Route, sync_playwright

from tests.browser import launch_options

LIMIT_MS = 50
CARDS = ("2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC")
TAP = """card => new Promise(done => {
    const key = [...document.querySelectorAll('#entry [name=event]')].find(one => one.value.includes(`"${card}"`));
    const begun = performance.now();
    key.click();
    requestAnimationFrame(() => done(document.querySelector('.board .k.way') ? performance.now() - begun : -1));
})"""


def held_back(route: Route) -> None:
    """Never answers."""


def taps(page: Page) -> list[float]:
    """Returns the milliseconds from each tap to the frame in which its card lies, marked as on its way."""
    found: list[float] = [page.evaluate(TAP, card) for card in CARDS]
    assert min(found) >= 0, found
    return found


def measure(url: str) -> float:
    """Returns the median of all taps that no answer comes for."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        page = browser.new_page()
        open_table(page, url)
        page.route("**/events", held_back)
        found = taps(page)
        browser.close()
    return statistics.median(found)


def main() -> int:
    with tempfile.TemporaryDirectory() as folder, ours(Path(folder)) as server:
        found = measure(f"http://127.0.0.1:{server.port}")
    return 0 if say("milliseconds from a tap to its card", found, LIMIT_MS, at_least=False) else 1


if __name__ == "__main__":
    sys.exit(main())
