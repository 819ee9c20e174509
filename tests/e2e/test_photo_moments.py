"""Each moment that a photo may show, on a phone: taken, confirmed in a few taps, entered; evidence, and a QR code."""

import io
import re
from collections.abc import Callable, Iterator, Sequence

import pytest
import qrcode
from playwright.sync_api import Browser, FilePayload, Route, expect

from tests.e2e.card_photos import photo_of
from tests.e2e.phone import Event, Phone
from tests.e2e.screen_checks import check_screen

FOUR = ("Ann", "Ben", "Cat", "Dan")
CONTRACT: list[Event] = [
    {"type": "deal", "dealer": 3},
    {"type": "contract", "seat": 3, "amount": 70, "suit": "H"},
]
EXCHANGE: list[Event] = [
    {"type": "deal", "dealer": 3},
    *({"type": "pass", "seat": seat} for seat in range(3)),
    {"type": "bid", "seat": 3, "amount": 120},
    {"type": "sink", "seat": 3, "suit": "H"},
]
DEALT: Event = {"type": "deal", "dealer": 0}


class Photographer:
    """A phone at a table of this game, which takes photos of what lies there."""

    def __init__(self, browser: Browser, phone: Phone, events: Sequence[Event], players: Sequence[str]) -> None:
        self.browser, self.phone = browser, phone
        self.table = phone.set_table(events, players=players)

    def photographs(self, cards: str, smeared: str = "") -> None:
        """Takes a photo at the table; taps are counted from then on."""
        self.phone.go(self.table)
        self.phone.page.locator(f'a[href="{self.table}/photo"]').first.click()
        self.phone.page.get_by_label("Take a photo").set_input_files(photo_of(self.browser, cards, smeared))
        self.phone.sees("read for certain")
        self.phone.taps_from_here()

    def tells(self, card: str, name: str = "event") -> None:
        """Taps the card that was hard to read, among the likeliest."""
        asked = self.phone.turn.last.inner_text()
        self.phone.page.locator(f"button[name={name}]").filter(has_text=card).first.click()
        expect(self.phone.turn.last).not_to_have_text(asked)

    def drags(self, name: str, other: str) -> None:
        """Drags the card of one seat to another one by a thumb, while a second finger comes and goes elsewhere."""
        boxes = [self.phone.page.locator("button.seat").filter(has_text=one).bounding_box() for one in (name, other)]
        start, end = ({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2} for box in boxes if box)
        thumb = self.phone.context.new_cdp_session(self.phone.page)
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

    def says(self, line: str) -> None:
        """Expects this question, or what the cards come to."""
        expect(self.phone.turn.last).to_have_text(line)

    def enters(self, key: str | re.Pattern[str], taps: int) -> None:
        """Taps the key that enters all, at most so many taps after the photo."""
        check_screen(self.phone)
        self.phone.page.get_by_role("button", name=key).first.click()
        self.phone.page.wait_for_url(f"**{self.table}")
        assert 0 < self.phone.taps <= taps
        assert self.phone.complaints() == []


@pytest.fixture
def at(browser: Browser, house: str) -> Iterator[Callable[..., Photographer]]:
    """Sits a phone down at a table of a game."""
    made: list[Phone] = []

    def sit(game: str, events: Sequence[Event] = (), players: Sequence[str] = ("Ann", "Ben")) -> Photographer:
        made.append(Phone(browser, house, game=game))
        return Photographer(browser, made[-1], events, players)

    yield sit
    for phone in made:
        phone.context.close()


def test_a_meld_with_a_card_that_is_hard_to_read(at: Callable[..., Photographer]) -> None:
    taker = at("deep-six", CONTRACT, FOUR)
    taker.photographs("6S 7S 8S", smeared="8S")
    taker.phone.sees("2 of 3")
    taker.phone.sees("Which card is this?")
    check_screen(taker.phone)
    taker.tells("8 of spades")
    taker.phone.sees("Melds of this hand: −30")
    taker.phone.page.get_by_role("group", name="Whose cards are these?").get_by_text("Ben").click()
    taker.says("Ben melded 6 7 8")
    taker.enters("Enter this", taps=3)
    taker.says("Ann, Cat and Dan meld")


def test_an_invitation_is_entered_by_one_tap(at: Callable[..., Photographer]) -> None:
    taker = at("deep-six", EXCHANGE, FOUR)
    taker.photographs("6S 7S")
    taker.phone.sees("2 of 2")
    taker.enters("Enter this", taps=1)


def test_the_card_turned_up_and_a_marriage(at: Callable[..., Photographer]) -> None:
    taker = at("sechsundsechzig", [DEALT])
    taker.photographs("9D")
    taker.phone.sees("1 of 1")
    taker.enters("Enter this card", taps=1)
    taker.photographs("9D KS QS")  # the card turned up lies there, too
    taker.phone.sees(" of 2")
    if taker.phone.page.locator("[name=event]").count():
        taker.tells("King of spades")
    taker.enters(re.compile("announces"), taps=2)
    expect(taker.phone.card("KS").or_(taker.phone.card("QS")).first).to_be_visible()


def test_the_cards_of_a_skirmish_change_players(at: Callable[..., Photographer]) -> None:
    taker = at("sichermans-war")
    taker.photographs("KH 7C")
    taker.says("Ann is ahead")
    taker.phone.button("Swap two cards").click()
    taker.says("Whose cards are swapped?")
    seats = taker.phone.page.locator("button.seat")
    seats.filter(has_text="Ann").click()
    expect(taker.phone.page.locator("button.seat.is-next")).to_be_visible()  # the first of the two is known
    seats.filter(has_text="Ben").click()
    taker.says("Ben is ahead")
    taker.drags("Ann", "Ben")
    taker.says("Ann is ahead")
    taker.enters("Enter these cards", taps=6)  # one of them the second finger's


def test_a_second_photo_takes_the_place_of_one_that_takes_long(at: Callable[..., Photographer]) -> None:
    taker, held, tries = at("sichermans-war"), list[Route](), list[str]()

    def serve(route: Route) -> None:
        if not held:
            held.append(route)  # it takes long
        elif not tries:
            tries.append("the first is still being read")
            route.fulfill(status=429, headers={"Retry-After": "0"})
        else:
            route.continue_()

    taker.phone.page.route(
        "**/photo", lambda route: serve(route) if route.request.method == "POST" else route.continue_()
    )
    taker.phone.expects(429)
    taker.phone.go(f"{taker.table}/photo")
    taken = taker.phone.page.get_by_label("Take a photo")
    with taker.phone.page.expect_request("**/photo"):
        taken.set_input_files(photo_of(taker.browser, "2D 3D"))
    taker.phone.sees("The photo is being read")
    taken.set_input_files(photo_of(taker.browser, "KH 7C"))
    taker.says("Ann is ahead")
    assert len(held) == len(tries) == 1
    taker.phone.shows("KH", "7C")
    assert taker.phone.complaints() == []


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


def test_a_photo_that_is_decoded_late_takes_no_place(at: Callable[..., Photographer]) -> None:
    taker = at("sichermans-war")
    taker.phone.go(f"{taker.table}/photo")
    taker.phone.page.evaluate(FIRST_DECODED_LATE)
    for cards in ("2D 3D", "KH 7C"):
        taker.phone.page.get_by_label("Take a photo").set_input_files(photo_of(taker.browser, cards))
    taker.says("Ann is ahead")
    assert not taker.phone.page.evaluate("busyAfterFirst()")
    taker.phone.shows("KH", "7C")
    assert taker.phone.complaints() == []


def test_a_photo_with_a_case_opens_with_its_hand(browser: Browser, house: str) -> None:
    host, ben, eva = (Phone(browser, house) for _who in range(3))
    table = host.set_table([DEALT])
    ben.is_let_in(host.way(table), "1")
    host.post(f"{table}/codes", role="referee")
    eva.is_let_in(host.way(table, "referee"), name="Eva")
    ben.post(f"{table}/disputes", op="0" * 16, seen="1", about="match", why="score", play="on")
    eva.go(f"{table}/disputes/1")
    eva.page.get_by_text("A photo as evidence").click()
    eva.page.get_by_label("A photo of what lies there").set_input_files(photo_of(browser, "KH 7C"))
    eva.button("Keep it with the case").click()
    picture = eva.page.get_by_role("img", name="Photo of the cards")
    expect(picture).to_be_visible()
    assert picture.evaluate("(it) => it.decode().then(() => it.naturalWidth)")
    expect(eva.page.locator("#photos").get_by_role("img", name="7 of clubs")).to_be_visible()
    check_screen(eva)
    address = picture.get_attribute("src")
    assert address
    ben.expects(404)
    ben.go(address)
    ben.sees("Nothing lies here")
    ben.go(f"{table}/disputes/1")
    ben.sees("You see it once a hand has ended after it was taken.")
    expect(ben.page.get_by_role("img", name="Photo of the cards")).to_have_count(0)
    host.enter(table, [{"type": "tally", "tricks": [9, 4, 4]}])
    ben.go(f"{table}/disputes/1")
    expect(ben.page.get_by_role("img", name="Photo of the cards")).to_be_visible()
    for phone in (host, ben, eva):
        assert phone.complaints() == []
        phone.context.close()


def test_a_qr_code_is_scanned(browser: Browser, house: str) -> None:
    host, guest = Phone(browser, house), Phone(browser, house)
    link = f"{house}{host.way(host.set_table())}"
    guest.go("/scan")
    guest.expects(422)
    taken = guest.page.get_by_label("Take a photo")
    taken.set_input_files(a_code("https://cards.example.org/join/abcdefghijklmnopqrst-_"))
    guest.sees("This QR code leads to another house, cards.example.org. It was not opened.")
    check_screen(guest)
    taken.set_input_files(a_code(link))
    guest.page.wait_for_url("**/join")
    guest.button("Ben").click()
    guest.page.wait_for_url(re.compile(r"/tables/\d+$"))
    for phone in (host, guest):
        assert phone.complaints() == []
        phone.context.close()


def a_code(text: str) -> FilePayload:
    """Returns a photo of a QR code."""
    out = io.BytesIO()
    qrcode.make(text, box_size=8).get_image().convert("RGB").save(out, "JPEG", quality=80)
    return {"name": "code.jpg", "mimeType": "image/jpeg", "buffer": out.getvalue()}
