"""Every page that there is, as the application itself names its addresses, is for everybody: light and dark."""

from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.databases import sqlite_copy
from tests.e2e.contrast import devtools
from tests.e2e.phone import Phone, Phones, resize
from tests.e2e.screen_checks import (
    BROKEN_WORDS,
    COVERED,
    FOCUS_COVERED,
    PHONES,
    TOO_WIDE,
    check_screen,
    large_letters,
)
from tests.web.support.addresses import Addresses
from tests.web.support.all_roles import open_site
from tests.web.support.former_holders import House
from tests.web.support.site import Site

OWN = "/static/"
ASKED = ("Document", "EventSource", "Fetch", "Image", "Other", "Ping", "XHR")
"""What is answered here; styles, scripts and fonts are the server's, which come once."""
BROWSER = {"User-Agent": "Mozilla/5.0", "Accept-Language": "de"}
"""In German words are longer."""
NARROW = PHONES[1]
"""Most of what is too wide is so there; other tests of screens have both sizes."""
SMALLEST = (320, 640)
TITLE = "header h1"
HEADS = "h1,h2,h3,legend,th,b"
CUT = """(of) => [...document.querySelectorAll(of)]
  .filter((part) => part.scrollWidth > part.clientWidth)
  .map((part) => `cut: ${part.textContent}`)"""
IN_SMALLEST = f"""() => [...({BROKEN_WORDS})("{HEADS}"), ...({CUT})(".bar .t>*")]"""
IN_LARGE_LETTERS = f"""() => [
  ...({BROKEN_WORDS})("{TITLE}"), ...({CUT})("{TITLE}"), ...({TOO_WIDE})(), ...({COVERED})(), ...({FOCUS_COVERED})(),
]"""
"""Asked for at once: each question by itself takes longer than most answers."""
SHARED = ("/rules", "/rules/deep-six", "/rules/sechsundsechzig?q=revoke")


def _pages(house: House, of: str, client: FlaskClient) -> Iterator[tuple[str, TestResponse]]:
    """Yields the addresses that answer with a page, each with its answer."""
    for path in (*(SHARED if of == "table_id" else ()), *Addresses(house, of).asked("GET")):
        if path.startswith("/api/") or "/stream" in path or (of != "table_id" and f"/{of[:-3]}s/1" not in path):
            continue
        answer = client.get(path, buffered=True, headers=BROWSER)
        if answer.status_code == 200 and b"<!doctype html>" in answer.data[:200]:
            yield path, answer


@pytest.mark.parametrize("of", ["table_id", "evening_id", "circle_id"])
def test_no_page_has_a_fault(phones: Phones, fresh_database: Path, tmp_path: Path, of: str) -> None:
    sqlite_copy(fresh_database, tmp_path)
    phone = phones()
    with open_site(tmp_path, None) as site, _shows_answers(phone) as shown:
        _look_at_all(phone, shown, site, of)


def _look_at_all(phone: Phone, shown: dict[str, TestResponse], site: Site, of: str) -> None:
    house = House(site)
    if of == "evening_id":
        house.begin()
    client = {"table_id": house.host, "evening_id": house.organiser, "circle_id": house.member}[of]
    phone.page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    faults = []
    for path, answer in _pages(house, of, client):
        shown[path] = answer
        phone.go(path)
        # What fails later is told on the page: that must not cover what is looked at.
        phone.page.evaluate("stopPeriods()")
        try:
            check_screen(phone, [NARROW], drawn=True, rings=True)
        except AssertionError as fault:
            faults.append(f"{path}: {fault}")
        resize(phone.page, *SMALLEST)
        faults += [f"{path}, {SMALLEST}: {fault}" for fault in phone.page.evaluate(IN_SMALLEST)]
        with large_letters(phone.page):
            found = phone.page.evaluate(IN_LARGE_LETTERS)
        faults += [f"{path} with letters of twice the size: {fault}" for fault in found]
    assert not faults, "\n".join(faults)


@contextmanager
def _shows_answers(phone: Phone) -> Iterator[dict[str, TestResponse]]:
    """Has the browser show these answers, by their addresses; what a script asks for is not there.

    Chromium itself is asked: where `page.route` answers, every page fetches and reads all of its files again.
    """
    phone.expects("ERR_FAILED", "Failed to fetch")
    shown: dict[str, TestResponse] = {}
    browser = devtools(phone.page)

    def answer(asked: Mapping[str, Any]) -> None:
        number, address = {"requestId": asked["requestId"]}, asked["request"]["url"]
        if urlsplit(address).path.startswith(OWN):
            browser.send("Fetch.continueRequest", number)
        elif asked["resourceType"] != "Document":
            browser.send("Fetch.failRequest", {**number, "errorReason": "Failed"})
        else:
            page = shown[address.removeprefix(phone.address)]
            headers = [{"name": name, "value": value} for name, value in page.headers]
            told = {"responseCode": page.status_code, "responseHeaders": headers, "body": b64encode(page.data).decode()}
            browser.send("Fetch.fulfillRequest", {**number, **told})

    browser.on("Fetch.requestPaused", answer)
    browser.send("Fetch.enable", {"patterns": [{"resourceType": kind} for kind in ASKED]})
    try:
        yield shown
    finally:
        browser.send("Fetch.disable")
        browser.remove_listener("Fetch.requestPaused", answer)
