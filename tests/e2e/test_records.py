"""A match goes from one phone to another as a file: downloaded, looked at, opened again; refused where it is broken."""

import hashlib
import json
from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.phone import Phone
from tests.e2e.screen_checks import check_screen
from tests.web.support.records import core, unsigned

DEAL = {"type": "deal", "dealer": 0}
TALLY = {"type": "tally", "tricks": [9, 4, 4]}
OVER = [DEAL, TALLY, {"type": "deal"}, TALLY, {"type": "deal"}, TALLY]
TRICKS = [(2, "7C"), (0, "8C"), (1, "9C"), (1, "7D"), (2, "8D"), (0, "9D")]
CLOSED = [DEAL, TALLY, {"type": "deal"}, *({"type": "play", "seat": seat, "card": card} for seat, card in TRICKS)]


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
    host.go(host.set_table(OVER))
    host.link("Record and protocol").first.click()
    host.sees("The whole log, 6 entries")
    file = downloaded(host, "Download the record")
    digits = hashlib.sha256(unsigned(file.read_bytes())).hexdigest()
    host.page.get_by_text("how to check a file").click()
    host.sees(digits)
    scores = downloaded(host, "Scores for a spreadsheet (CSV)").read_text("utf-8-sig")
    assert scores.splitlines()[1] == "1,9,4,4,9,4,4,"
    sent = tmp_path / "evening.json"
    sent.write_bytes(file.read_bytes())
    chosen(guest, sent)
    guest.sees(digits)
    guest.sees("Written by this house, unchanged since.")
    guest.button("Keep it to look at").click()
    guest.sees("Ann wins")
    guest.go(f"{guest.table}/record")
    assert core(downloaded(guest, "Download the record").read_bytes()) == core(file.read_bytes())


def test_a_match_under_way_is_played_on(host: Phone, guest: Phone, tmp_path: Path) -> None:
    host.go(f"{host.set_table(CLOSED)}/record")
    host.sees("The first 2 of 9 entries. Hand 2 is left out")
    check_screen(host)
    sent = tmp_path / "evening.json"
    sent.write_bytes(downloaded(host, "Download the record").read_bytes())
    chosen(guest, sent)
    guest.sees("1 of 3 hands")
    check_screen(guest)
    guest.button("Go on playing").click()
    guest.says("Ben deals")


def test_a_broken_file_is_refused_and_what_was_pasted_is_kept(host: Phone) -> None:
    host.expects(422)
    play = {"type": "play", "seat": 1, "card": "9H"}
    header = {"format": "sixfold-record/1", "game": "sixes-and-sevens", "players": ["Ann", "Ben", "Cat"]}
    text = json.dumps({**header, "events": [DEAL, play, {**play, "seat": 2}]})
    host.go("/")
    host.button("More").click()
    host.link("Open a record").click()
    host.says("Open a record")
    check_screen(host)
    host.page.get_by_label("Or its text").fill(text)
    host.button("Look at it").click()
    host.sees("Entry 3 of 3 is not taken.")
    host.sees("The nine of hearts is already played.")
    expect(host.page.get_by_label("Or its text")).to_have_value(text)
    check_screen(host)


def test_the_protocol_is_for_paper(host: Phone) -> None:
    host.go(host.set_table([*OVER[:2], {"type": "adjust", "points": [0, -2, 0], "reason": "late"}]))
    host.go(f"{host.table}/record")
    host.link("Protocol to print").click()
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
