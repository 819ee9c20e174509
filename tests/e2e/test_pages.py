"""The pages around the table, in a real browser: on a small phone, light and dark, with and without scripts."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.ground.running import running

NEW = "/tables/new/sixes-and-sevens"
NARROW = {"width": 360, "height": 740}
SMALL = """() => [...document.querySelectorAll("button,a[href],input:not([type=hidden])")]
  .filter((part) => !part.closest(".vh,[hidden]") && !part.matches(".vh"))
  .map((part) => [part.outerHTML.slice(0, 80), part.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < 43.9 || box.height < 43.9)).map(([html]) => html)"""
TOO_WIDE = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
ENTER = """async ([table, events]) => {
  for (const event of events) await fetch(`/tables/${table}/events`, {method: "POST", body: new URLSearchParams(
    {event: JSON.stringify(event), op: Math.random().toString(36).slice(2).padEnd(8, "0"), seen: "999"})})
}"""
Phone = Callable[..., Page]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of our own."""
    with running(tmp_path_factory.mktemp("instance"), SIXFOLD_HOST="127.0.0.1", SIXFOLD_LOG="quiet") as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Phone]:
    """Makes phones, each with its own cookies. An error on a console is a fault, but for answers that we expect."""
    contexts, said = [], []

    def make(theme: str = "light", scripts: bool = True) -> Page:
        context = browser.new_context(
            base_url=address,
            viewport=NARROW,  # type: ignore[arg-type]
            is_mobile=True,
            has_touch=True,
            locale="en-GB",
            color_scheme=theme,  # type: ignore[arg-type]
            java_script_enabled=scripts,
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda line: line.type in ("error", "warning") and said.append(line.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert [line for line in said if not re.search(r"status of 4\d\d", line)] == []


def _looked_at(page: Page) -> None:
    """Asserts what every screen keeps."""
    assert not page.evaluate(TOO_WIDE)
    assert page.evaluate(SMALL) == []
    assert [found["id"] for found in Axe().run(page).response["violations"]] == []


def _open_table(page: Page, names: tuple[str, ...] = ("Ann", "Ben", "Cat")) -> str:
    page.goto(NEW)
    for row, name in enumerate(names):
        page.locator(f"#name-{row}").fill(name)
    page.get_by_role("button", name="Open the table").last.click()
    page.wait_for_url(re.compile(r"/tables/\d+$"))
    return page.url.rpartition("/")[2]


def _play_match(page: Page, table: str) -> None:
    events: list[dict[str, Any]] = []
    for dealer, tricks in enumerate(([9, 4, 4], [3, 9, 5], [5, 5, 7])):
        events += [{"type": "deal", "dealer": dealer}, {"type": "tally", "tricks": tricks}]
    page.evaluate(ENTER, [table, events])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_each_screen_is_for_everybody(phone: Phone, theme: str) -> None:
    host, guest = phone(theme), phone(theme)
    for path in ("/", NEW, "/settings", "/join/AAA-AAAA", "/nowhere"):
        host.goto(path)
        _looked_at(host)
    host.goto("/")
    host.get_by_label("Table code").fill("nothing")
    host.get_by_role("button", name="Join").click()
    expect(host.get_by_text("No table has the code nothing.")).to_be_visible()
    _looked_at(host)
    table = _open_table(host)
    for path in ("share", "share?role=watcher", "scores"):
        host.goto(f"/tables/{table}/{path}")
        _looked_at(host)
    host.goto(f"/tables/{table}/share")
    guest.goto(f"/join/{host.locator('.code').inner_text()}")
    _looked_at(guest)
    guest.get_by_role("button", name="Ben").click()
    _play_match(host, table)
    for path in (f"/tables/{table}/scores", "/"):
        host.goto(path)
        _looked_at(host)


def test_names_are_refused_in_place_and_kept(phone: Phone) -> None:
    page = phone()
    page.goto(NEW)
    page.locator("#name-0").fill("Ann")
    page.locator("#name-1").fill("ann")
    page.get_by_text("Play on").click()
    page.locator("#name-1").press("Enter")
    expect(page.get_by_text("ann sits at this table already. Add a letter.")).to_be_visible()
    expect(page.get_by_text("A name is missing here.")).to_be_visible()
    expect(page.locator("#name-1")).to_be_focused()
    expect(page.locator("[value=extra-hand]")).to_be_checked()
    _looked_at(page)


@pytest.mark.parametrize("scripts", [True, False])
def test_names_move_around_the_table(phone: Phone, scripts: bool) -> None:
    page = phone(scripts=scripts)
    page.goto(NEW)
    for row, name in enumerate(("Ann", "Ben", "Cat")):
        page.locator(f"#name-{row}").fill(name)
    page.get_by_role("button", name="Another player").click()
    page.locator("#name-3").fill("Dan")
    page.get_by_role("button", name="Move Dan up").or_(page.locator("#up-3")).first.click()
    expect(page.locator("#name-2")).to_have_value("Dan")
    expect(page.locator("#name-3")).to_have_value("Cat")
    expect(page.locator("#up-2")).to_be_focused()
    page.get_by_role("button", name="Remove Cat").click()
    expect(page.locator("#name-3")).to_have_count(0)
    expect(page.locator("#name-0")).to_have_value("Ann")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_table_is_opened_joined_and_played_again(phone: Phone, scripts: bool) -> None:
    host, guest = phone(scripts=scripts), phone(scripts=scripts)
    table = _open_table(host)
    host.goto(f"/tables/{table}/share")
    host.get_by_role("button", name="Take the seat of Ann").click()
    expect(host.get_by_text("this phone")).to_be_visible()
    guest.goto("/")
    guest.get_by_label("Table code").fill(host.locator(".code").inner_text().lower())
    guest.get_by_role("button", name="Join").click()
    guest.get_by_role("button", name="Ben").click()
    guest.wait_for_url(f"**/tables/{table}")
    if not scripts:
        host.goto(f"/tables/{table}/share")
    expect(host.get_by_role("button", name="Free the seat of Ben")).to_be_visible(timeout=10_000)
    if scripts:
        _play_match(host, table)
        host.goto(f"/tables/{table}/scores")
        host.get_by_role("button", name="the deal moves on").click()
        host.wait_for_url(re.compile(r"/tables/\d+$"))
        guest.goto(f"/tables/{table}/scores")
        guest.get_by_role("link", name="Go to the next game").click()
        guest.wait_for_url(host.url)


def test_a_new_code_replaces_the_old_one(phone: Phone) -> None:
    host, guest = phone(), phone()
    host.goto(f"/tables/{_open_table(host)}/share")
    old = host.locator(".code").inner_text()
    host.get_by_role("button", name="New code").click()
    expect(host.locator(".code")).not_to_have_text(old)
    guest.goto(f"/join/{old}")
    expect(guest.get_by_text(f"No table has the code {old}.")).to_be_visible()
    box = host.locator(".qr").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 260


def test_settings_lead_back(phone: Phone) -> None:
    page = phone()
    page.goto("/")
    page.get_by_role("link", name="Settings").click()
    page.get_by_text("Dark", exact=True).click()
    page.get_by_role("button", name="Keep these").click()
    page.wait_for_url(re.compile(r":\d+/$"))
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
