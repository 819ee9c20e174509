"""What a phone loads when it opens a table of each game for the first time, in each language: compressed, in Chromium.

The server is the real one, in a process of its own; the limits are those of the project, not of another program.
They are held as over https, where browsers take Brotli; what a house without https sends is printed beside them.
"""

import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from _matches import GAME, NAMES
from _ratio import say
from playwright.sync_api import Page, sync_playwright

from tests.browser import launch_options
from tests.rules.evenings import EVENINGS
from tests.web.support.site import Site
from webapp import create_app
from webapp.access.device import COOKIE
from webapp.config import Config
from webapp.http.language import LANGUAGES

PAGE_LIMIT_KB, FONTS_LIMIT_KB, REQUESTS_LIMIT = 40, 75, 4
PORT = "8199"
SAFE = f"http://127.0.0.1:{PORT}"
"""Browsers take the own machine for as safe as https."""
PHONE, MOST_BEFORE = {"width": 390, "height": 844}, 60


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


def seeded(folder: Path) -> tuple[str, dict[str, int]]:
    """Opens a table of every game, as many as it takes sit there, mid-trick; returns the host's cookie."""
    site = Site(create_app(Config(instance=folder, log="quiet")))
    host, tables = site.phone(), {}
    for kind in EVENINGS:
        players = max(kind.game.players)
        table = site.open_table(host, NAMES[:players], game=kind.game.name)
        evening = kind(random.Random(1), players, {})
        while evening.phase != "play" and len(evening.log) < MOST_BEFORE:
            evening.act()
        evening.act()
        for number, raw in enumerate(evening.log):
            site.make(table.id, site.store.grants(table.id)[0], raw, op=f"{number:016}")
        tables[kind.game.name] = table.id
    cookie = host.get_cookie(COOKIE)
    return cookie.value if cookie else "", tables


def weigh(url: str, token: str, table: int, language: str) -> dict[str, list[float]]:
    """Returns the kilobytes of each response that a cold phone gets, by what it is."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        context = browser.new_context(viewport=PHONE, locale=language)
        context.add_cookies([{"name": COOKIE, "value": token, "url": url}])
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        kinds: dict[str, str] = {}
        sizes: dict[str, list[float]] = {"page": [], "fonts": []}
        session.on("Network.responseReceived", lambda e: kinds.update({e["requestId"]: e["response"]["mimeType"]}))

        def finished(event: dict[str, object]) -> None:
            kind = "fonts" if "font" in kinds[str(event["requestId"])] else "page"
            sizes[kind].append(float(str(event["encodedDataLength"])) / 1000)

        session.on("Network.loadingFinished", finished)
        page.goto(f"{url}/tables/{table}")
        page.locator("#live.on").wait_for(state="attached")
        page.wait_for_function("document.fonts.status === 'loaded'")
        browser.close()
    return sizes


def main() -> int:
    with tempfile.TemporaryDirectory() as instance:
        token, tables = seeded(Path(instance))
        environment = {**os.environ, "SIXFOLD_LOG": "quiet", "PYTHONUNBUFFERED": "1"}
        serve = ["serve", "--host", "0.0.0.0", "--port", PORT, "--instance", instance]
        server = subprocess.Popen(
            [sys.executable, "-m", "webapp", *serve], env=environment, stdout=subprocess.PIPE, text=True
        )
        try:
            address = next(re.finditer(r"http://\S+", server.stdout.readline() if server.stdout else ""))[0]
            sizes = {
                (game, language): weigh(SAFE, token, table, language)
                for game, table in tables.items()
                for language in LANGUAGES
            }
            game, language = max(sizes, key=lambda opened: sum(sizes[opened]["page"]))
            plain = weigh(address, token, tables[game], language)["page"]
        finally:
            server.terminate()
            server.wait()
    print(f"{game}, {language}, by {address}: {sum(plain):.2f} kB")
    for opened, each in sizes.items():
        print(f"{', '.join(opened)}, responses in kB:", ", ".join(f"{size:.1f}" for size in each["page"]))
    held = [
        say(
            "the largest: HTML, CSS and script in kB",
            max(sum(each["page"]) for each in sizes.values()),
            PAGE_LIMIT_KB,
            at_least=False,
        ),
        say("requests", max(len(each["page"]) for each in sizes.values()), REQUESTS_LIMIT, at_least=False),
        say("fonts in kB", max(sum(each["fonts"]) for each in sizes.values()), FONTS_LIMIT_KB, at_least=False),
    ]
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
