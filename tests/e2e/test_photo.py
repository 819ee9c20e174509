"""A real photo of a trick in a real game: taken at the table, read by the house, confirmed, entered."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.databases import sqlite_copy
from tests.e2e.phone import PATIENCE, Phone
from tests.e2e.screen_checks import check_screen
from tests.paths import ROOT
from tests.running import running
from webapp.http.limits import LARGEST_PHOTO

JACKS = ROOT / "tests/web/photo/real/images__test__cam_image4.jpg"
NAMES = ("Ann", "Ben", "Cat", "Maximiliane")
COVERED = """() => {
  const tags = [...document.querySelectorAll(".on-card")].map((tag) => tag.getBoundingClientRect());
  return tags.filter((a, at) => tags.slice(at + 1).some((b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length;
}"""
"""How many tags on the photo lie over another one."""
PLAYED = {"Ben": "Jack of spades", "Cat": "Jack of hearts", "Maximiliane": "Jack of clubs", "Ann": "Jack of diamonds"}


@pytest.fixture(scope="module")
def house(fresh_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that reads photos."""
    instance = tmp_path_factory.mktemp("photos")
    sqlite_copy(fresh_database, instance)
    expect.set_options(timeout=PATIENCE)
    with running(instance, SIXFOLD_HOST="127.0.0.1", SIXFOLD_LOG="quiet", SIXFOLD_PHOTO="1") as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_photo_of_a_trick_is_confirmed_and_entered(browser: Browser, house: str, scripts: bool) -> None:
    phone = Phone(browser, house, scripts=scripts)
    table = phone.set_table([{"type": "deal", "dealer": 0}], players=NAMES)
    phone.go(table)
    phone.link("Photo").click()
    phone.page.get_by_label("Take a photo").set_input_files(JACKS)
    if not scripts:
        phone.button("Read the photo").click()
    phone.sees("of 4 read for certain")
    expect(phone.page.locator("figure canvas")).to_be_visible(visible=scripts)
    likely = phone.page.locator("[name=event]")
    for _ in NAMES:  # what the reader doubts is confirmed by a tap
        if likely.count():
            asked = phone.turn.last.inner_text()
            likely.first.click()
            expect(phone.turn.last).not_to_have_text(asked)
    if scripts:
        check_screen(phone)
        assert phone.page.evaluate(COVERED) == 0
    for name, card in PLAYED.items():
        expect(phone.page.locator(".seat").filter(has_text=name).get_by_role("img", name=card)).to_be_visible()
    phone.button("Enter trick 1").click()
    phone.page.wait_for_url(f"**{table}")
    expect(phone.page.locator(".seat").filter(has_text="Ben").get_by_role("img", name="Jack of spades")).to_be_visible()
    assert phone.complaints() == []
    phone.context.close()


def test_what_is_no_photo_is_said(browser: Browser, house: str, tmp_path: Path) -> None:
    phone = Phone(browser, house)
    phone.expects(422)
    phone.go(f"{phone.set_table([{'type': 'deal', 'dealer': 0}])}/photo")
    taken = phone.page.get_by_label("Take a photo")
    taken.set_input_files({"name": "a.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7\n%%EOF\n"})
    phone.sees("This is no picture that can be opened")
    large = tmp_path / "a.jpg"  # from the disk: its bytes do not go through the driver
    with large.open("wb") as file:
        file.truncate(LARGEST_PHOTO + 1)
    taken.set_input_files(large)
    phone.sees("This picture is larger than a photo of a phone")
    assert phone.complaints() == []
    phone.context.close()
