"""A case: a revoke is admitted, ruled with points, read on every phone, and taken up again."""

import re

from playwright.sync_api import expect

from tests.e2e.phone import Phone, Phones
from tests.e2e.ruling import three_phones
from tests.e2e.screen_checks import check_screen
from tests.web.support.ruling import REVOKED

TOLD = "Ben +1, Cat −2."


def test_an_admitted_revoke_and_how_it_is_taken_up_again(phones: Phones, host: Phone) -> None:
    table, ben, eva = three_phones(phones, host, REVOKED[:6])

    # No card proves it; Cat admits that there was a club.
    ben.go(f"{table}/disputes/new?event=2&why=revoke")
    ben.page.locator("main").get_by_role("button", name="Call the referee").click()
    ben.go(table)
    pad = ben.page.locator("#entry").bounding_box()
    case = f"{table}/disputes/1"
    eva.go(case)
    eva.page.get_by_text("Cat admits a breach").click()
    eva.page.locator("#admit label").filter(has=eva.page.locator("[value$=' 5C']")).click()
    eva.button("Note it").click()
    eva.sees("Admitted")

    eva.choose(eva.page.get_by_role("radio", name="Adjust the score"))
    for key in ("Ben: more", "Cat: less", "Cat: less"):
        eva.button(key).click()
    eva.button("Show the effect").click()
    eva.page.get_by_text("In words, and the rule").click()
    eva.page.get_by_label("In own words").fill("Cat had a club.")
    eva.button("So it is ruled").click()

    # It stays on both phones while play goes on, and the pad where it was, until it is read.
    for phone in (host, ben):
        phone.sees(TOLD)
    ben.play("6D")
    for phone in (host, ben):
        phone.sees(TOLD)
    assert ben.page.locator("#entry").bounding_box() == pad
    ben.page.get_by_role("link", name=re.compile(re.escape(TOLD))).click()
    ben.sees("Cat had a club.")
    check_screen(ben)
    ben.button("I have read it").click()
    expect(ben.page.locator("#notes")).not_to_contain_text(TOLD)
    host.sees(TOLD)

    # Who was ruled against appeals: from the ruling to its points taken back it is three taps.
    eva.go(case)
    eva.taps_from_here()
    eva.page.get_by_role("link", name="Reopen").tap()
    eva.sees("Take back the points")
    eva.page.get_by_label("Why").tap()
    eva.page.keyboard.type("The two of hearts was Ben’s.")
    eva.button("Reopen the ruling").tap()
    eva.sees("What it did was taken back.")
    assert eva.taps == 3
    for phone in (host, ben):
        expect(phone.page.locator("#notes")).to_contain_text("Ben −1, Cat +2.")
