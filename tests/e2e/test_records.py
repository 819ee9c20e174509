"""A match goes from one phone to another as a file: downloaded, looked at, opened again; and on paper."""

import hashlib
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.phone import Phone, Phones
from tests.e2e.screen_checks import BROKEN_WORDS, TOO_WIDE, check_screen
from tests.web.support.records import core, unsigned
from webapp.http.limits import LONGEST_NAME

DEAL = {"type": "deal", "dealer": 0}
TALLY = {"type": "tally", "tricks": [9, 4, 4]}
OVER = [DEAL, TALLY, {"type": "deal"}, TALLY, {"type": "deal"}, TALLY]
KEYS = "button,.btn,.ib,.go>svg,.if-screen"
# What is seen with a ground whose three lights come to less than half.
DARK = """() => [...document.querySelectorAll("body *")].filter((part) => part.checkVisibility()).filter((part) => {
  const [red, green, blue, cover = 1] = getComputedStyle(part).backgroundColor.match(/[\\d.]+/g).map(Number);
  return cover > .5 && red + green + blue < 384;
}).map((part) => part.outerHTML.slice(0, 90))"""

LINES_OF = """(of) => [...document.querySelectorAll(of)].map((part) => {
  const range = document.createRange();
  range.selectNodeContents(part);
  return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
})"""


def downloaded(phone: Phone, link: str) -> Path:
    with phone.page.expect_download() as download:
        phone.link(link).click()
    return Path(download.value.path())


def chosen(phone: Phone, file: Path) -> None:
    """Chooses a file on the page that takes records, and looks at it."""
    phone.go("/records")
    phone.page.get_by_label("A file").set_input_files(file)
    phone.button("Look at it").click()


def test_a_finished_match_goes_from_phone_to_phone(host: Phone, guest: Phone, tmp_path: Path) -> None:
    host.go(f"{host.set_table(OVER)}/record")
    file = downloaded(host, "Download the record")
    digits = hashlib.sha256(unsigned(file.read_bytes())).hexdigest()
    host.page.get_by_text("how to check a file").click()
    host.sees(digits)
    sent = tmp_path / "evening.json"
    sent.write_bytes(file.read_bytes())
    chosen(guest, sent)
    guest.sees(digits)
    guest.button("Keep it to look at").click()
    guest.sees("Ann wins")
    guest.go(f"{guest.table}/record")
    assert core(downloaded(guest, "Download the record").read_bytes()) == core(file.read_bytes())


def test_the_protocol_is_for_paper(host: Phone) -> None:
    host.go(f"{host.set_table([*OVER[:2], {'type': 'adjust', 'points': [0, -2, 0], 'reason': 'late'}])}/protocol")
    expect(host.button("Print")).to_be_visible()
    check_screen(host)
    host.page.evaluate("window.print = () => { document.title = 'printed' }")
    host.button("Print").click()
    expect(host.page).to_have_title("printed")
    host.page.emulate_media(media="print", color_scheme="dark")
    for gone in (host.button("Print"), host.link("Back")):
        expect(gone).to_be_hidden()
    colours = "[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.querySelector('h1')).color]"
    assert host.page.evaluate(colours) == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]


def test_words_and_totals_of_a_protocol_of_six_are_whole_on_a_narrow_phone(phones: Phones) -> None:
    phone = phones(language="de-DE")  # whose words are the longer ones
    names = ["Zeile zwei", "<b>fett</b>", "M" * LONGEST_NAME, "=1+1", "Ben", "Fay"]
    events = [{"type": "deal"}, {"type": "tally", "tricks": [8, 0, 0, 0, 0, 0]}]
    table = phone.set_table(events * 2, names)
    phone.page.set_viewport_size({"width": 360, "height": 740})
    phone.go(f"{table}/protocol")
    faults = [*phone.page.evaluate(BROKEN_WORDS, ".hands td"), *phone.page.evaluate(TOO_WIDE)]
    assert faults == []
    assert phone.page.locator(".outcome td").first.inner_text() == "16"
    assert set(phone.page.evaluate(LINES_OF, ".outcome td")) == {1}


@pytest.mark.parametrize("theme", ["auto", "dark", "light"])
def test_nothing_is_dark_on_paper(host: Phone, theme: str) -> None:
    for path in (f"{host.set_table(OVER[:2])}/share", "/learn/deep-six", "/tables/new/deep-six"):
        host.go(path)
        host.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        host.page.emulate_media(media="print", color_scheme="dark")
        assert host.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert host.page.evaluate(DARK) == []
        assert host.page.evaluate("getComputedStyle(document.querySelector('.bar .t>*')).color") == "rgb(0, 0, 0)"
        host.page.emulate_media(media="screen")


def test_a_score_sheet_on_paper_has_no_keys(host: Phone) -> None:
    table = host.set_table([*OVER, {"type": "adjust", "points": [0, -2, 0], "reason": "late"}])
    shown = "(keys) => [...document.querySelectorAll(keys)].filter((key) => key.checkVisibility()).length"
    for path in ("scores", "scores/1"):
        host.go(f"{table}/{path}")
        assert host.page.evaluate(shown, KEYS)
        host.page.emulate_media(media="print")
        assert host.page.evaluate(shown, KEYS) == 0
        host.page.emulate_media(media="screen")
