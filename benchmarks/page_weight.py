"""What a phone loads when it opens a table for the first time: compressed bytes and requests, as Chromium counts them.

The server is the real one, in a process of its own; the limits are those of the project, not of another program.
"""

import os
import re
import subprocess
import sys
import tempfile

from _matches import GAME
from _ratio import say
from playwright.sync_api import Page, sync_playwright

from tests.browser import launch_options

PAGE_LIMIT_KB, FONTS_LIMIT_KB, REQUESTS_LIMIT = 40, 75, 4


def open_table(page: Page, url: str) -> str:
    """Opens a table, deals and plays two cards, so that the page is an ordinary one; returns its address."""
    page.goto(f"{url}/tables/new/{GAME.name}")
    for place, name in enumerate(("Ann", "Ben", "Cat")):
        page.get_by_placeholder("Name").nth(place).fill(name)
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Ann", exact=True).click()
    page.locator("label.tab.h").click()
    page.get_by_role("button", name="Queen of hearts").click()
    page.get_by_role("heading", name="Cat plays").wait_for()
    page.get_by_role("button", name="9 of hearts").click()
    page.get_by_role("heading", name="Ann plays").wait_for()
    return page.url


def weigh(url: str) -> dict[str, list[float]]:
    """Returns the kilobytes of each response that a cold phone gets, by what it is."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        context = browser.new_context()
        address = open_table(context.new_page(), url)
        state = context.storage_state()
        page = browser.new_context(storage_state=state).new_page()
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        kinds: dict[str, str] = {}
        sizes: dict[str, list[float]] = {}
        session.on("Network.responseReceived", lambda e: kinds.update({e["requestId"]: e["response"]["mimeType"]}))

        def finished(event: dict[str, object]) -> None:
            kind = "fonts" if "font" in kinds[str(event["requestId"])] else "page"
            sizes.setdefault(kind, []).append(float(str(event["encodedDataLength"])) / 1000)

        session.on("Network.loadingFinished", finished)
        page.goto(address)
        page.locator("#live.on").wait_for(state="attached")
        page.wait_for_function("document.fonts.status === 'loaded'")
        browser.close()
    return sizes


def main() -> int:
    with tempfile.TemporaryDirectory() as instance:
        environment = {**os.environ, "SIXFOLD_LOG": "quiet", "PYTHONUNBUFFERED": "1"}
        serve = ["serve", "--host", "127.0.0.1", "--port", "8199", "--instance", instance]
        server = subprocess.Popen(
            [sys.executable, "-m", "webapp", *serve], env=environment, stdout=subprocess.PIPE, text=True
        )
        try:
            address = next(re.finditer(r"http://\S+", server.stdout.readline() if server.stdout else ""))[0]
            sizes = weigh(address)
        finally:
            server.terminate()
            server.wait()
    page, fonts = sizes["page"], sizes.get("fonts", [])
    print("responses in kB:", ", ".join(f"{size:.1f}" for size in page), "and fonts", f"{sum(fonts):.1f}")
    held = [
        say("HTML, CSS and script in kB", sum(page), PAGE_LIMIT_KB, at_least=False),
        say("requests", len(page), REQUESTS_LIMIT, at_least=False),
        say("fonts in kB", sum(fonts), FONTS_LIMIT_KB, at_least=False),
    ]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
