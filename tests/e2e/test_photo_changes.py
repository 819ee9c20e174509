"""Photos on a phone: cards change players by a tap or a thumb, the last photo counts; a QR code."""

import io
import re
from collections.abc import Iterator

import pytest
import qrcode
from playwright.sync_api import Browser, FilePayload, Route, expect

from tests.e2e.card_photos import photo_of
from tests.e2e.phone import Phone
from tests.e2e.screen_checks import check_screen

FIRST_DECODED_LATE = """() => {
    const decode = createImageBitmap, all = [];
    let release;
    const held = new Promise((done) => { release = done; });
    window.createImageBitmap = (file) => {
        all.push(all.length ? decode(file) : held.then(() => decode(file)));
        return all.at(-1);
    };
    window.busyAfterFirst = async () => {
        release();
        await all[0];
        await new Promise((done) => { setTimeout(done); });
        return document.querySelector("#photo").ariaBusy;
    };
}"""


@pytest.fixture
def phone(browser: Browser, house: str) -> Iterator[Phone]:
    phone = Phone(browser, house, game="sichermans-war")
    yield phone
    assert phone.complaints() == []
    phone.context.close()


def test_cards_of_a_skirmish_change_players_and_the_last_photo_counts(browser: Browser, phone: Phone) -> None:
    """One photo is read by the house; what comes after it is told what was read of that one."""
    table = phone.set_table(players=("Ann", "Ben"))
    earlier, last = photo_of(browser, "2D 3D"), photo_of(browser, "KH 7C")
    phone.go(f"{table}/photo")
    taken = phone.page.get_by_label("Take a photo")
    with phone.page.expect_response(lambda answer: answer.request.method == "POST") as read:
        taken.set_input_files(last)
    _says(phone, "Ann is ahead")
    answer = {"status": 200, "headers": read.value.headers, "body": read.value.body()}
    held, tries = list[Route](), list[str]()

    def serve(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
        elif not held:
            held.append(route)  # it takes long
        elif not tries:
            tries.append("the first is still being read")
            route.fulfill(status=429, headers={"Retry-After": "0"})
        else:
            route.fulfill(**answer)

    phone.expects(429)
    phone.page.route("**/photo", serve)
    phone.go(f"{table}/photo")
    with phone.page.expect_request("**/photo"):
        taken.set_input_files(earlier)
    phone.sees("The photo is being read")
    taken.set_input_files(last)
    _says(phone, "Ann is ahead")
    assert len(held) == len(tries) == 1

    # Nor does one that is decoded late take the place of the last.
    phone.go(f"{table}/photo")
    phone.page.evaluate(FIRST_DECODED_LATE)
    for photo in (earlier, last):
        taken.set_input_files(photo)
    _says(phone, "Ann is ahead")
    assert not phone.page.evaluate("busyAfterFirst()")
    phone.shows("KH", "7C")
    phone.page.unroute("**/photo")

    phone.taps_from_here()
    phone.button("Swap two cards").click()
    _says(phone, "Whose cards are swapped?")
    seats = phone.page.locator("button.seat")
    seats.filter(has_text="Ann").click()
    expect(phone.page.locator("button.seat.is-next")).to_be_visible()  # the first of the two is known
    seats.filter(has_text="Ben").click()
    _says(phone, "Ben is ahead")
    _drags(phone, "Ann", "Ben")
    _says(phone, "Ann is ahead")
    check_screen(phone)
    phone.button("Enter these cards").click()
    phone.page.wait_for_url(f"**{table}")
    assert phone.taps <= 6  # one of them the second finger's


def _says(phone: Phone, line: str) -> None:
    """Expects this question, or what the cards come to."""
    expect(phone.turn.last).to_have_text(line)


def _drags(phone: Phone, name: str, other: str) -> None:
    """Drags the card of one seat to another one by a thumb, while a second finger comes and goes elsewhere."""
    boxes = [phone.page.locator("button.seat").filter(has_text=one).bounding_box() for one in (name, other)]
    start, end = ({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2} for box in boxes if box)
    thumb = phone.context.new_cdp_session(phone.page)
    first, second = {**end, "id": 0}, {"x": 5, "y": 5, "id": 1}
    for kind, points in (
        ("touchStart", [{**start, "id": 0}]),
        ("touchMove", [first]),
        ("touchStart", [first, second]),
        ("touchMove", [first]),
        ("touchEnd", []),
    ):
        thumb.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    thumb.detach()


def test_a_qr_code_is_scanned(phone: Phone, house: str) -> None:
    phone.go("/scan")
    phone.expects(422)
    taken = phone.page.get_by_label("Take a photo")
    taken.set_input_files(a_code("https://cards.example.org/join/abcdefghijklmnopqrst-_"))
    phone.sees("This QR code leads to another house, cards.example.org. It was not opened.")
    check_screen(phone)
    table = phone.set_table(players=("Ann", "Ben"))
    taken.set_input_files(a_code(f"{house}{phone.way(table)}"))
    phone.page.wait_for_url(re.compile(rf"{table}$"))  # who is in goes straight on


def a_code(text: str) -> FilePayload:
    """Returns a photo of a QR code."""
    out = io.BytesIO()
    qrcode.make(text, box_size=8).get_image().convert("RGB").save(out, "JPEG", quality=80)
    return {"name": "code.jpg", "mimeType": "image/jpeg", "buffer": out.getvalue()}
