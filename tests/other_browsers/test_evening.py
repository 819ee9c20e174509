"""Firefox and WebKit, where this machine has them: a table is opened, a card entered, another device followed live."""

import json
import re
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from tests.other_browsers.automated import Browser, automated, missing
from tests.running import PATIENCE, running

TURN = "document.querySelector('#table .turn h1')?.textContent"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("instance"), SIXFOLD_HOST="127.0.0.1", SIXFOLD_LOG="quiet") as server:
        yield f"http://127.0.0.1:{server.port}"


# Known before anything is set up: no server starts for a browser that is not there.
BROWSERS = [
    pytest.param(name, marks=pytest.mark.skipif(bool(missing(name)), reason=missing(name) or "it is there"))
    for name in ("firefox", "webkit")
]


@pytest.fixture(params=BROWSERS)
def other(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Browser]:
    with automated(request.param, tmp_path) as started:
        yield started


class Guest:
    """Another device, which needs no screen."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def post(self, path: str, **fields: str) -> None:
        """Sends a form, which is taken."""
        headers = {"Sec-Fetch-Site": "same-origin"}
        request = Request(self._address + path, urlencode(fields).encode(), headers)
        with self._opener.open(request, timeout=PATIENCE) as answer:
            assert answer.status == 200

    def plays(self, table: str, seat: int, card: str, seen: int) -> None:
        """Enters a card on a table with so many entries."""
        self.post(
            f"{table}/events",
            event=json.dumps({"type": "play", "seat": seat, "card": card}),
            op=card * 8,
            seen=str(seen),
        )


def test_it_opens_enters_follows_and_reloads(other: Browser, address: str) -> None:
    other.go(f"{address}/tables/new/sixes-and-sevens")
    for row, name in enumerate(("Ann", "Ben", "Cat")):
        other.type(f"#name-{row}", name)
    other.tap("#new-table .btn.main")
    other.waits_for("document.querySelector('#live')")
    table = other.read("location.pathname")
    way = re.search(r'data-share="[^"]+/join/([^"]+)', other.read(f"await (await fetch('{table}/share')).text()"))
    assert way
    guest = Guest(address)
    guest.post("/accept", way=way[1], **{"as": "1"})

    other.tap("#entry [name=event]")
    other.waits_for(f"{TURN} === 'Ben leads'")
    other.tap("label.tab.h")
    other.tap("button[aria-label^='Queen of hearts']")
    other.waits_for(f"{TURN} === 'Cat plays'")

    guest.plays(table, 2, "9H", 2)
    other.waits_for(f"{TURN} === 'Ann plays'")
    other.waits_for("document.querySelector('#table .felt').textContent.includes('9')")

    other.reload()
    other.waits_for(f"{TURN} === 'Ann plays' && document.querySelector('#live.on')")
    guest.plays(table, 0, "2H", 3)
    other.waits_for(f"{TURN}.endsWith(' leads')")
