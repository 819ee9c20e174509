"""A whole case: a revoke is proven while the cards are tapped, the referee finds that one was entered wrongly."""

import re

from playwright.sync_api import expect

from tests.e2e.phone import Phone, Phones
from tests.e2e.ruling import three_phones
from tests.e2e.sample_hand import DEALT, plays
from tests.e2e.screen_checks import check_screen


def test_a_proven_revoke_was_a_wrong_tap(phones: Phones, host: Phone) -> None:
    events = [*DEALT, *plays("7C", "2H", "9C"), *plays("3D", "4D", first=0)]
    _table, ben, eva = three_phones(phones, host, events)
    host.play("5C")

    # Cat's five of clubs proves it, on all phones.
    proof = "Cat had a club in trick 1."
    for phone in (host, ben, eva):
        phone.sees(proof)
    eva.page.get_by_role("link", name=re.compile(proof)).click()
    expect(eva.page.get_by_role("heading", name="Cat had a club in trick 1", exact=True)).to_be_visible()
    for card in ("2H", "5C"):
        expect(eva.card(card).first).to_be_visible()
    eva.page.get_by_role("radio", name="Adjust the score").locator("xpath=..").click()
    eva.page.get_by_role("button", name="Cat: less").click()
    eva.button("Show the effect").click()
    expect(eva.page.get_by_role("row", name="Cat 0 changes to −1")).to_be_visible()
    check_screen(eva)

    # It was the two of clubs.
    eva.link("Correct trick 1").click()
    eva.page.get_by_role("link", name="clubs", exact=True).click()
    eva.page.get_by_role("link", name=re.compile("^2 of clubs: fits")).click()
    eva.page.get_by_label("Why").fill("It was the two of clubs")
    eva.button("Correct trick 1").click()

    for phone in (host, ben):
        phone.does_not_see(proof)
        phone.sees("corrected an earlier entry")
    ben.play("6D")
    host.shows("6D")
