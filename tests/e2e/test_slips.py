"""What slipped a card or two ago is put right in three taps from the table."""

import re

from tests.e2e.phone import Phone, Phones, card_label, whole
from tests.e2e.sample_hand import DEALT, plays


def test_a_forgotten_card_is_three_taps(host: Phone) -> None:
    host.go(host.set_table([*DEALT, *plays("7C", "9C", "KC"), *plays("2D", "4D", first=0)]))
    host.says("Cat plays")
    host.taps_from_here()
    host.page.locator("#table .last a").click()
    before = host.page.locator("section").filter(has_text="A card was forgotten before this one")
    before.get_by_role("link", name=re.compile("^Ben played")).click()
    host.page.get_by_role("button", name=whole(card_label("3D"))).click()
    host.says("Ann leads")
    host.shows("3D", "4D")
    assert host.taps == 3


def test_a_marriage_that_was_not_entered_is_two_taps(phones: Phones) -> None:
    host = phones(game="sechsundsechzig")
    led = [{"type": "deal", "dealer": 0}, {"type": "turn-up", "card": "7C"}, *plays("KH", first=1, players=2)]
    host.go(host.set_table(led, ("Ann", "Ben")))
    host.taps_from_here()
    host.page.locator("#table .last a").click()
    host.button("Ben announced 20 or 40: King of hearts").click()
    host.sees("announced the marriage")
    assert host.taps == 2
