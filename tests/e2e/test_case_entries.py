"""Two whole cases about entries: a meld of Deep Six three hands ago, a die of Sicherman's War that was misread."""

import re

from playwright.sync_api import Locator, expect

from tests.e2e.games.deep_six.phone import NAMES, pick
from tests.e2e.phone import Phone, Phones
from tests.e2e.sample_hand import Events
from tests.e2e.screen_checks import check_screen

MOST_TAPS = 10
"""From the opened case until it is corrected."""
MELDED: Events = [
    {"type": "deal", "dealer": 3},
    {"type": "contract", "seat": 3, "amount": 70, "suit": "H"},
    {"type": "meld", "seat": 0, "melds": [["7S", "7S"]]},
    {"type": "meld", "seat": 1, "points": 0},
    {"type": "meld", "seat": 2, "points": 0},
    {"type": "meld", "seat": 3, "melds": [["5C", "6C", "7C"], ["4D", "5D", "6D", "7D", "8D"]]},
    {"type": "tally", "taken": [130, 120]},
]
"""Ann and Cat come to 115, Ben and Dan make their 70 with 55. Cat had a deep run, which nobody entered."""
THREE_HANDS: Events = [
    event
    for dealer in range(3)
    for event in (
        {"type": "deal", "dealer": dealer},
        {"type": "contract", "seat": 1, "amount": 20, "suit": "C"},
        {"type": "tally", "taken": [50, 200], "meld": [0, 0]},
    )
]
"""Ben and Dan fail three times: 180 each, and with 595 the match is lost."""
BATTLE: Events = [
    {"type": "reveal", "cards": ["8", "T"]},
    {"type": "roll", "seat": 0, "die": "low", "value": 3},
    {"type": "settle"},
    {"type": "reveal", "cards": ["K", "9"]},
]


def case(phones: Phones, host: Phone, table: str, words: str) -> tuple[Phone, Phone]:
    """Lets in Ben and the referee; Ben calls, and the referee opens the case. Their phones."""
    ben, eva = phones(game=host.game), phones(game=host.game)
    ben.is_let_in(host.way(table), "1")
    host.post(f"{table}/codes", role="referee")
    eva.is_let_in(host.way(table, "referee"), name="Eva")
    ben.go(f"{table}/disputes/new?hand=1")
    ben.page.get_by_label("In own words").fill(words)
    ben.button("Call the referee").click()
    ben.page.wait_for_url(f"**{table}")
    eva.go(f"{table}/desk")
    eva.page.get_by_role("link", name=words).or_(eva.page.get_by_role("link", name="Something else")).first.click()
    eva.sees(words)
    eva.taps_from_here()
    return ben, eva


def corrects(phone: Phone, why: str) -> None:
    """Types why it is corrected, and does it; that brings the referee back to the case."""
    reason = phone.page.get_by_label("Why")
    reason.click()
    reason.fill(why)
    phone.button("Correct it").click()
    phone.page.wait_for_url(re.compile(r"/disputes/1$"))
    assert phone.taps <= MOST_TAPS, phone.taps


def rules_and_prints(eva: Phone, ben: Phone, table: str) -> None:
    """The referee rules that the entry was corrected; the protocol on another phone says so, signed."""
    eva.page.get_by_role("radio", name="The entry is corrected").locator("xpath=..").click()
    eva.page.get_by_label("The rule that it rests on").select_option("GEN-2 First: was it entered wrongly?")
    eva.button("So it is ruled").click()
    expect(eva.button("So it is ruled")).to_have_count(0)
    ben.go(f"{table}/protocol")
    expect(ben.page.get_by_role("heading", name="Rulings").locator("xpath=..")).to_contain_text("Eva")


def row(phone: Phone, name: str) -> Locator:
    return phone.page.get_by_role("row", name=name)


def test_a_meld_is_corrected_three_hands_later_in_a_match_that_has_ended(phones: Phones) -> None:
    host = phones(game="deep-six")
    table = host.set_table([*MELDED, *THREE_HANDS], NAMES)
    ben, eva = case(phones, host, table, "Cat showed the deep run of clubs")

    eva.link("Correct an entry").click()
    eva.page.get_by_role("link", name="Cat melded nothing").click()
    # What others have melded is not offered; what is tapped is named, with its value and the sum.
    expect(eva.page.get_by_role("img", name="7 of spades: not in this hand")).to_be_visible()
    pick(eva, "6C", "7C", "8C")
    expect(eva.page.locator("#meld-sum")).to_have_text("−30")
    expect(eva.page.get_by_role("checkbox", name="Deep run")).to_be_checked()
    check_screen(eva)
    eva.button("See what follows").click()
    for name in ("Ann and Cat: points 115 changes to 85", "Ann and Cat in all 265 changes to 235"):
        expect(row(eva, name)).to_be_visible()
    corrects(eva, "A deep run was shown")
    rules_and_prints(eva, ben, table)
    expect(row(ben, "Ann and Cat win")).to_contain_text("235")
