"""The sixth game on phones: by cards, by tricks and by totals, as at any other table."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.phone import Event, Phone, Phones
from tests.e2e.ruling import three_phones
from tests.e2e.screen_checks import PHONES, check_screen

DEAL = {"type": "deal", "dealer": 0}
TALLY = {"type": "tally", "tricks": [9, 4, 4], "knaves": [1, 2, 1]}
FIRST: list[Event] = [
    {"type": "play", "seat": seat, "card": card} for seat, card in ((1, "7C"), (2, "2D"), (0, "9C"), (0, "AC"))
]
PROOF = "Cat had a club in trick 1."


def test_a_revoke_is_proven_card_by_card_and_ruled(phones: Phones, host: Phone) -> None:
    table, ben, eva = three_phones(phones, host, [DEAL, *FIRST])
    for phone, card in ((ben, "3D"), (host, "3C")):
        phone.play(card)
        for other in (host, ben):
            other.shows(card)
    for phone in (host, ben, eva):
        phone.sees(PROOF)
    check_screen(host)
    eva.page.get_by_role("link", name=re.compile(PROOF)).click()
    for card in ("2D", "3C"):
        expect(eva.card(card).first).to_be_visible()
    eva.page.get_by_text("Whole tricks, who entered them, the rules").click()
    eva.sees("Follow the led suit if you can, else play any card.")
    check_screen(eva)

    # It was the two of clubs.
    eva.link("Correct trick 1").click()
    eva.page.get_by_role("link", name="clubs", exact=True).click()
    eva.page.get_by_role("link", name=re.compile("^2 of clubs: fits")).click()
    eva.page.get_by_label("Why").fill("It was the two of clubs")
    eva.button("Correct trick 1").click()
    for phone in (host, ben):
        phone.does_not_see(PROOF)
    eva.go(f"{table}/film")
    check_screen(eva)


def test_its_option_is_chosen_and_a_hand_entered_by_tricks(host: Phone, game: str) -> None:
    host.go(f"/tables/new/{game}")
    check_screen(host)
    for number, name in enumerate(("Ann", "Ben", "Cat"), 1):
        host.page.get_by_role("textbox", name=f"Name {number}", exact=True).fill(name)
    host.page.get_by_text("Usual rules").click()
    host.choose(host.page.get_by_role("radio", name="Two points"))
    host.page.get_by_role("button", name="Open the table").last.click()
    table = host.table
    host.deal("Ann")
    host.says("Ben leads")
    host.button("By tricks").click()
    sheet = host.page.get_by_role("region", name="Who won the trick?")
    sheet.get_by_role("button", name="Knaves: more").click()
    sheet.get_by_role("button", name="Ben", exact=True).click()
    host.sees("This hand is entered by tricks")
    check_screen(host)
    for trick, knaves in ((3, 2), (4, 1)):
        for _each in range(knaves):
            host.button("Knaves: more").click()
        host.page.locator("#entry").get_by_role("button", name="Ann", exact=True).click()
        expect(host.page.get_by_text(f"trick {trick} of 17")).to_be_visible()
        host.go(table)  # the stream may be faster than the answer, and before that no further tap is taken
    host.enter(table, [{"type": "trick", "winner": 0, "knaves": 0}] * 14)
    host.says("Ben deals")
    host.go(f"{table}/scores/1")
    for line in ("16 tricks +16", "3 knaves −6", "1 trick +1", "1 knave −2"):
        host.sees(line)


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_a_hand_entered_as_totals(phones: Phones, game: str, language: str) -> None:
    host = phones(language=language)
    table = host.set_table([DEAL])
    host.go(table)
    host.button({"en-GB": "As totals", "de-DE": "Als Ergebnis"}[language]).click()
    check_screen(host)
    sheet = host.page.locator("#by-totals")
    for field, numbers in (("tricks", (9, 4, 4)), ("knaves", (1, 2, 1))):
        for seat, number in enumerate(numbers):
            sheet.locator(f"[name={field}-{seat}]").fill(str(number))
    sheet.locator("button.main").click()
    host.says({"en-GB": "Ben deals", "de-DE": "Ben gibt"}[language])
    host.go(f"{table}/scores")
    expect(host.page.get_by_role("cell", name=re.compile("^8")).first).to_be_visible()
    check_screen(host)


def test_each_screen_on_both_phones_and_in_both_themes(host: Phone, game: str) -> None:
    table = host.set_table([DEAL, TALLY, {"type": "deal", "dealer": 1}])
    for path in ("/", f"/tables/new/{game}", table, f"{table}/scores", f"{table}/log", f"/games/{game}/entering"):
        host.go(path)
        check_screen(host, sizes=PHONES)
