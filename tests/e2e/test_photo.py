"""A real photo of a trick in a real game: taken at the table, read by the house, confirmed, entered."""

import io
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, FilePayload, Route, expect

from tests.e2e.phone import Phone
from tests.e2e.screen_checks import check_screen
from tests.paths import ROOT
from tests.web.support.photos import ORIENTATION

JACKS = ROOT / "tests/web/photo/real/images__test__cam_image4.jpg"
NAMES = ("Ann", "Ben", "Cat", "Maximiliane")
COVERED = """() => {
  const tags = [...document.querySelectorAll(".on-card")].map((tag) => tag.getBoundingClientRect());
  return tags.filter((a, at) => tags.slice(at + 1).some((b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length;
}"""
"""How many tags on the photo lie over another one."""
PLAYED = {"Ben": "Jack of spades", "Cat": "Jack of hearts", "Maximiliane": "Jack of clubs", "Ann": "Jack of diamonds"}


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
        phone.page.set_viewport_size({"width": 360, "height": 640})
        phone.page.wait_for_function(f"() => !({COVERED})()")
    for name, card in PLAYED.items():
        expect(phone.page.locator(".seat").filter(has_text=name).get_by_role("img", name=card)).to_be_visible()
    phone.button("Enter trick 1").click()
    phone.page.wait_for_url(f"**{table}")
    expect(phone.page.locator(".seat").filter(has_text="Ben").get_by_role("img", name="Jack of spades")).to_be_visible()
    assert phone.complaints() == []
    phone.context.close()


def test_a_photo_that_is_chosen_before_the_script_has_come_is_sent_once_it_has(browser: Browser, house: str) -> None:
    phone, held = Phone(browser, house), list[Route]()
    table = phone.set_table([{"type": "deal", "dealer": 0}], players=NAMES)
    phone.go(table)
    phone.page.route("**/static/photo.js*", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks it
    phone.link("Photo").click(no_wait_after=True)
    phone.page.get_by_label("Take a photo").set_input_files(JACKS)
    assert len(held) == 1
    held[0].continue_()
    phone.sees("of 4 read for certain")
    phone.context.close()


def test_what_cannot_be_read_is_said_and_the_table_goes_on(browser: Browser, house: str, tmp_path: Path) -> None:
    phone, sent = Phone(browser, house), list[str]()
    phone.expects(422)
    table = phone.set_table([{"type": "deal", "dealer": 0}], players=NAMES)
    phone.go(f"{table}/photo")
    phone.page.on("request", lambda request: sent.append(request.method))
    taken = phone.page.get_by_label("Take a photo")
    large = tmp_path / "large.jpg"
    with large.open("wb") as file:
        file.truncate(50_000_000)
    taken.set_input_files(large)
    phone.sees("This picture is larger than a photo of a phone")
    assert sent == [], "it is refused before it is sent"
    taken.set_input_files({"name": "a.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7\n%%EOF\n"})
    phone.sees("This is no picture that can be opened")
    for picture, said in ((a_cat(), "No cards seen"), (Image.new("RGB", (800, 600)), "It is dark there")):
        taken.set_input_files(a_file(picture))
        phone.sees(said)
    taken.set_input_files(a_file(Image.open(JACKS).rotate(270, expand=True), turned=6))  # held sideways, upside down
    phone.sees("of 4 read for certain")
    assert phone.page.evaluate(COVERED) == 0
    phone.go(table)
    phone.enter(table, [{"type": "play", "seat": 1, "card": "7C"}])
    assert phone.complaints() == []
    phone.context.close()


def test_piles_are_counted_from_photos(browser: Browser, house: str) -> None:
    phone = Phone(browser, house, game="sichermans-war")
    table = phone.set_table([], players=("Ann", "Ben"))
    phone.go(f"{table}/photo/piles")
    phone.page.get_by_label("Take a photo").set_input_files(JACKS)
    phone.sees("read for certain")
    while not phone.button("Enter the war").count():  # whose a row is, and what the reader doubts, is said by a tap
        asked = phone.turn.last.inner_text()
        phone.page.locator("[name=tap]").first.click()
        expect(phone.turn.last).not_to_have_text(asked)
    assert sum(map(int, phone.page.locator(".gets").all_inner_texts())) == 4 * 15
    expect(phone.page.locator("figure canvas")).to_be_visible()
    check_screen(phone)
    phone.expects(422)
    none = {"name": "a.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7\n%%EOF\n"}
    phone.page.get_by_label("One more photo").set_input_files(none)
    phone.sees("This is no picture that can be opened")
    phone.button("Enter the war").click()  # what was read before is kept
    phone.page.wait_for_url(f"**{table}")
    assert phone.complaints() == []
    phone.context.close()


def a_cat() -> Image.Image:
    """Returns a picture without cards."""
    picture = Image.new("RGB", (800, 600), "#88aacc")
    draw = ImageDraw.Draw(picture)
    draw.ellipse((250, 180, 550, 480), fill="#a07040")
    for left in (260, 460):
        draw.polygon([(left, 240), (left + 40, 120), (left + 80, 240)], fill="#a07040")
        draw.ellipse((left + 20, 270, left + 60, 310), fill="#203020")
    return picture


def a_file(picture: Image.Image, turned: int = 1) -> FilePayload:
    """Returns a photo as a phone sends it, with the way in which it was held."""
    exif, out = Image.Exif(), io.BytesIO()
    exif[ORIENTATION] = turned
    picture.save(out, "JPEG", exif=exif)
    return {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": out.getvalue()}
