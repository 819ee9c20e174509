"""A real photo of a trick in a real game: taken at the table, read by the house, confirmed, entered."""

import io
from pathlib import Path

from PIL import Image
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


def test_a_photo_of_a_trick_is_confirmed_and_entered(browser: Browser, house: str) -> None:
    """Taken sideways, and chosen before the script has come: it is sent once it has."""
    phone, held = Phone(browser, house), list[Route]()
    table = phone.set_table([{"type": "deal", "dealer": 0}], players=NAMES)
    phone.go(table)
    phone.page.route("**/static/photo.js*", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks it
    phone.link("Photo").click(no_wait_after=True)
    sideways = Image.open(JACKS).rotate(90, expand=True)
    phone.page.get_by_label("Take a photo").set_input_files(a_file(sideways, turned=6))
    assert len(held) == 1
    held[0].continue_()
    phone.sees("of 4 read for certain")
    expect(phone.page.locator("figure canvas")).to_be_visible()
    likely = phone.page.locator("[name=event]")
    for _ in NAMES:  # what the reader doubts is confirmed by a tap
        if likely.count():
            asked = phone.turn.last.inner_text()
            likely.first.click()
            expect(phone.turn.last).not_to_have_text(asked)
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


def test_what_cannot_be_read_is_said(browser: Browser, house: str, tmp_path: Path) -> None:
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
    taken.set_input_files(a_file(Image.new("RGB", (800, 600))))
    phone.sees("It is dark there")
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


def a_file(picture: Image.Image, turned: int = 1) -> FilePayload:
    """Returns a photo as a phone sends it, with the way in which it was held."""
    exif, out = Image.Exif(), io.BytesIO()
    exif[ORIENTATION] = turned
    picture.save(out, "JPEG", exif=exif)
    return {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": out.getvalue()}
