"""Four evenings of a circle on two phones: invited and sat down, a file that came twice, two circles, another house."""

import re
import secrets
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.databases import sqlite_copy
from tests.e2e.circle_acts import TALLIED, keeps, opens_a_circle
from tests.e2e.evening_acts import link_of
from tests.e2e.phone import Phone, Phones
from tests.running import running


@pytest.fixture
def elsewhere(browser: Browser, fresh_database: Path, tmp_path: Path) -> Iterator[Phone]:
    """A phone in another house."""
    sqlite_copy(fresh_database, tmp_path)
    with running(tmp_path, SIXFOLD_HOST="127.0.0.1", SIXFOLD_LOG="quiet") as server:
        phone = Phone(browser, f"http://127.0.0.1:{server.port}")
        yield phone
        phone.context.close()
        assert phone.complaints() == []


def test_four_evenings_of_two_phones(phones: Phones, elsewhere: Phone) -> None:
    host, guest = phones(), phones()
    circle = opens_a_circle(host, (0, 0, "Ben"))[1]
    _first_evening(host, guest, circle)
    _second_evening(host, circle)
    _third_evening(host, circle)
    _fourth_evening(host, elsewhere, circle)
    _puts_out(host, guest, circle)
    _forgets(host, circle, "Gus")


def _first_evening(host: Phone, guest: Phone, circle: str) -> None:
    """One invites, the other answers by the link, joins as who was invited, and sits down with one tap."""
    host.go(circle)
    host.link("Invite to an evening").click()
    host.page.get_by_label("Day and time").fill(f"{datetime.now().astimezone() + timedelta(days=3):%Y-%m-%d}T19:30")
    host.page.get_by_label("Where").fill("At Mara’s")
    host.button("Make the invitation").click()
    host.sees("Whoever has this link answers without an account")
    guest.go(_path(host, host.page.url))
    guest.page.get_by_label("Who answers?").select_option(label="Ben")
    guest.page.get_by_label("I bring along").fill("Gus")
    guest.button("I come").click()
    expect(guest.button("I come")).to_have_attribute("aria-pressed", "true")
    host.go(circle)
    host.sees("Ben")
    guest.go(_path(host, f"{circle}/share"))
    guest.page.get_by_label("Who are you?").select_option(label="Ben")
    guest.button("Join the circle").click()
    guest.page.wait_for_url(re.compile(rf"{circle}$"))
    table = host.post("/tables", ("name", "Mara"), ("name", "Ben"), game=TALLIED, op=secrets.token_hex(8))
    host.post(f"{circle}/tables", table=table.rpartition("/")[2])
    guest.go("/")
    guest.button("Sit down").click()
    guest.page.wait_for_url(re.compile(rf"{table}$"))


def _second_evening(host: Phone, circle: str) -> None:
    """The file of a match comes twice, and counts once."""
    for _time in range(2):
        table = keeps(host, (1, 0, "Gus"))
        host.post(f"{circle}/tables", table=table.rpartition("/")[2])
    host.go(circle)
    host.sees("3 players, 2 matches")


def _third_evening(host: Phone, circle: str) -> None:
    """Another circle comes over, is parted again, and comes over for good."""
    table = keeps(host, (2, 0, "Ben"))
    other = host.post("/circles", name="Fridays", op=secrets.token_hex(8), table=table.rpartition("/")[2])
    for parts in (True, False):
        host.go(f"{circle}/joined")
        host.link("Fridays").click()
        host.button("Bring Fridays in").click()
        host.page.wait_for_url(re.compile(rf"{circle}$"))
        host.sees("3 players, 3 matches")
        if parts:
            host.go(f"{circle}/joined")
            host.button("Take it back").click()
            host.page.wait_for_url(re.compile(rf"{other}$"))
            host.sees("2 players, 1 match")


def _fourth_evening(host: Phone, elsewhere: Phone, circle: str) -> None:
    """The circle is taken into another house, played in there, and what is new comes back."""
    there = _brings(elsewhere, _taken(host, circle), "3 matches are new")
    table = keeps(elsewhere, (2, 1, "Ben"))
    elsewhere.post(f"{there}/tables", table=table.rpartition("/")[2])
    assert _brings(host, _taken(elsewhere, there), "1 match is new", into="Tuesdays") == circle
    host.sees("3 matches were here already.")
    host.go(circle)
    host.sees("3 players, 4 matches")


def _puts_out(host: Phone, guest: Phone, circle: str) -> None:
    host.go(f"{circle}/phones")
    host.page.get_by_role("link", name="Put out: Ben").click()
    host.button("Put out").click()
    guest.expects(404)
    guest.go(circle)
    guest.does_not_see("Mara")


def _forgets(host: Phone, circle: str, name: str) -> None:
    """Who was brought along is named on no page and in no file any more."""
    meeting = re.search(rf"{circle}/meetings/\d+", host.context.request.get(circle).text())
    assert meeting
    pages = [circle, f"{circle}/matches", f"{circle}/files/circle.json", meeting[0]]
    assert [page for page in pages if name not in host.context.request.get(page).text()] == []
    host.go(f"{circle}/players")
    asked = host.page.locator("form").filter(has_text="Forget somebody")
    asked.get_by_role("combobox").select_option(label=name)
    asked.get_by_role("button").click()
    host.button(f"Forget {name}").click()
    host.page.wait_for_url(re.compile(r"/players$"))
    assert [page for page in pages if name in host.context.request.get(page).text()] == []


def _path(phone: Phone, page: str) -> str:
    """Returns the path of the link that a page shares."""
    return urlsplit(link_of(phone, page)).path


def _taken(phone: Phone, circle: str) -> bytes:
    return phone.context.request.get(f"{circle}/files/circle-1.zip").body()


def _brings(phone: Phone, file: bytes, said: str, into: str = "A new circle") -> str:
    """Brings a circle in from a file, expects what is said of it, and returns the circle."""
    phone.go("/circles/bring")
    phone.page.get_by_label("A file").set_input_files(
        {"name": "circle.zip", "mimeType": "application/zip", "buffer": file}
    )
    phone.page.get_by_label("Where to?").select_option(label=into)
    phone.button("Bring it in").click()
    phone.sees(said)
    return urlsplit(phone.link("To the circle").get_attribute("href") or "").path
