"""Every page that there is, as the application itself names its addresses, is for everybody: light and dark."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Route

from tests.databases import sqlite_copy
from tests.e2e.phone import Phone, Phones
from tests.e2e.screen_checks import TOO_WIDE, TWICE, check_screen
from tests.web.support.addresses import Addresses
from tests.web.support.all_roles import open_site
from tests.web.support.former_holders import House
from tests.web.support.site import Site

OWN = "/static/"
SHARED = ("/rules", "/rules/deep-six", "/rules/sechsundsechzig?q=revoke")


def _pages(house: House, of: str, client: FlaskClient) -> Iterator[str]:
    """Yields the addresses that answer with a page."""
    yield from SHARED if of == "table_id" else ()
    for path in Addresses(house, of).asked("GET"):
        if path.startswith("/api/") or "/stream" in path or (of != "table_id" and f"/{of[:-3]}s/1" not in path):
            continue
        with client.get(path, buffered=True) as answer:
            is_page = answer.status_code == 200 and b"<!doctype html>" in answer.data[:200]
        if is_page:
            yield path


@pytest.mark.parametrize("of", ["table_id", "evening_id", "circle_id"])
def test_no_page_has_a_fault(phones: Phones, fresh_database: Path, tmp_path: Path, of: str) -> None:
    sqlite_copy(fresh_database, tmp_path)
    with open_site(tmp_path, None) as site:
        _look_at_all(phones(), site, of)


def _look_at_all(phone: Phone, site: Site, of: str) -> None:
    house = House(site)
    if of == "evening_id":
        house.begin()
    client = {"table_id": house.host, "evening_id": house.organiser, "circle_id": house.member}[of]
    _is_shown_by(phone, client)
    faults = []
    for path in _pages(house, of, client):
        phone.go(path)
        # What fails later is told on the page: that must not cover what is looked at.
        phone.page.evaluate("stopPeriods()")
        try:
            check_screen(phone, drawn=True, rings=True)
        except AssertionError as fault:
            faults.append(f"{path}: {fault}")
        if of == "evening_id":
            phone.page.evaluate(TWICE)
            faults += [f"{path} with letters of twice the size: {fault}" for fault in phone.page.evaluate(TOO_WIDE)]
    assert not faults, "\n".join(faults)


def _is_shown_by(phone: Phone, client: FlaskClient) -> None:
    """Has the browser show what the application answers to this client; what a script asks for is not there."""
    phone.expects("ERR_FAILED", "Failed to fetch")

    def answer(route: Route) -> None:
        asked = urlsplit(route.request.url)
        if asked.path.startswith(OWN):
            return route.continue_()
        if route.request.resource_type != "document":
            return route.abort()
        page = client.get(f"{asked.path}?{asked.query}", headers={"User-Agent": "Mozilla/5.0"})
        return route.fulfill(status=page.status_code, headers=dict(page.headers), body=page.data)

    phone.page.route("**/*", answer)
