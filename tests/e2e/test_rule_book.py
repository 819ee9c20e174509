"""From a refusal into the rule book and back, the search while somebody types, the audit after a hand, and the log."""

import pytest
from playwright.sync_api import expect

from tests.e2e.phone import Phones
from tests.e2e.sample_hand import DEALT, plays
from tests.e2e.screen_checks import check_screen
from tests.e2e.without_network import LOST, stays_away

GAME = "sichere-six"


def test_a_refused_card_opens_its_rule_as_agreed_and_leads_back(phones: Phones) -> None:
    phone = phones()
    table = phone.set_table(DEALT, **{"option-joker_lead": "no-suit", "option-rounds": "5"})
    phone.go(table)
    phone.expects(422)
    phone.play("6H")
    phone.says("Cat plays")
    phone.play("8H")
    phone.tap("6H")
    phone.is_refused("six of hearts")
    phone.refusal.get_by_role("link").first.click()
    sheet = phone.page.locator("#rule-sheet article:visible")
    expect(sheet.get_by_role("heading")).to_be_visible()
    check_screen(phone)
    before = sheet.get_attribute("data-rule")
    phone.page.route("**/sheet?*", lambda asked: asked.abort())
    sheet.locator("[data-to-rule]").first.click()
    expect(phone.page.locator("#rule-sheet article:visible")).not_to_have_attribute("data-rule", before or "")
    phone.page.keyboard.press("Escape")
    expect(phone.page.locator("#rule-sheet")).to_have_count(0)
    phone.refusal.get_by_role("link").first.click()
    expect(sheet.get_by_role("heading")).to_be_visible()
    sheet.get_by_role("link", name="All the rules").click()
    phone.sees("As agreed at the table of Ann, Ben and Cat.")
    phone.sees("At this table nobody has to follow a led Joker.")
    check_screen(phone)
    phone.page.get_by_role("searchbox").fill("rounds")
    phone.sees("“rounds” stands in 1 rule.")
    phone.sees("A match is 5 rounds.")
    expect(phone.page.locator("#found mark").first).to_be_visible()
    phone.page.get_by_role("searchbox").fill("xylophone")
    phone.sees("stands in no rule here")
    phone.link("Search all games").click()
    phone.page.wait_for_url("**/rules?**")
    phone.page.get_by_role("searchbox").fill("joker")
    phone.page.get_by_role("button", name="Search").click()
    phone.sees("Sicherman’s War")
    check_screen(phone)
    phone.link("SIC-10").click()
    expect(phone.page.locator("#SIC-10")).to_be_in_viewport()
    phone.link("Back").click()
    phone.page.wait_for_url(f"**{table}")


def test_the_rule_of_the_turn_line_is_shown_on_the_cards_that_lie_there_without_a_network(phones: Phones) -> None:
    phone = phones()
    phone.go(phone.set_table([*DEALT, *plays("8H")]))
    with phone.page.expect_response("**/rules/sichere-six/sheet?table=*"):
        phone.page.evaluate("endMoments()")
    phone.expects(*LOST)
    stays_away(phone)
    phone.link("SIC-8").click()
    shown = phone.page.locator("#rule-sheet article:visible")
    expect(shown.get_by_role("img", name="8 of hearts")).to_be_visible()
    expect(shown).to_contain_text("makes hearts trump. Follow hearts")
    check_screen(phone)
    shown.locator("[data-to-rule]").first.click()
    expect(shown.get_by_text("In this trick")).to_be_hidden()


def test_a_round_is_audited_and_the_log_keeps_what_was_taken_back(phones: Phones) -> None:
    phone = phones()
    rest = [{"type": "trick", "winner": 0, "nines": 1}, {"type": "mercy", "seat": 0}]
    rest += [{"type": "trick", "winner": 0, "nines": 1}] * 3 + [{"type": "trick", "winner": 0}] * 3
    table = phone.set_table([*DEALT, *plays("TH", "6C", "JH"), {"type": "undo"}, *plays("8H", first=0), *rest])
    phone.go(table)
    phone.link("Cards known up to trick 1: consistent so far. From there only winners were entered.").click()
    phone.sees("What is known of it")
    check_screen(phone)
    phone.go(f"{table}/log")
    phone.sees("Taken back:")
    check_screen(phone)
    phone.page.get_by_role("link", name="taken back at").click()
    expect(phone.page.locator(":target")).to_contain_text("Taken back: Ann played")


@pytest.mark.parametrize("path", ["/rules", "/rules/sichere-six?q=trump", "/rules/deep-six?q=xylophone"])
def test_the_rule_book_looks_right(phones: Phones, path: str) -> None:
    phone = phones(language="de")
    phone.go(path)
    check_screen(phone)
