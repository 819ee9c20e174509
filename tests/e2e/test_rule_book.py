"""From a refusal into the rule book, the search while somebody types; the audit after a hand, and the log."""

from playwright.sync_api import expect

from tests.e2e.phone import Phones
from tests.e2e.sample_hand import DEALT, plays
from tests.e2e.screen_checks import check_screen
from tests.e2e.without_network import LOST, stays_away

GAME = "sichere-six"


def test_a_refused_card_opens_its_rule_as_agreed_at_the_table(phones: Phones) -> None:
    phone = phones()
    phone.go(phone.set_table([*DEALT, *plays("6H", "8H")], **{"option-joker_lead": "no-suit", "option-rounds": "5"}))
    phone.expects(422)
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
    phone.page.get_by_role("searchbox").fill("rounds")
    phone.sees("“rounds” stands in 1 rule.")
    phone.sees("A match is 5 rounds.")
    expect(phone.page.locator("#found mark").first).to_be_visible()
    phone.page.get_by_role("searchbox").fill("xylophone")
    phone.sees("stands in no rule here")
    check_screen(phone)


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


def test_the_audit_of_a_round_and_the_log_look_right(phones: Phones) -> None:
    phone = phones()
    rest = [{"type": "trick", "winner": 0, "nines": 1}, {"type": "mercy", "seat": 0}]
    rest += [{"type": "trick", "winner": 0, "nines": 1}] * 3 + [{"type": "trick", "winner": 0}] * 3
    table = phone.set_table([*DEALT, *plays("TH", "6C", "JH"), {"type": "undo"}, *plays("8H", first=0), *rest])
    phone.go(table)
    phone.link("Cards known up to trick 1: consistent so far. From there only winners were entered.").click()
    check_screen(phone)
    phone.go(f"{table}/log")
    check_screen(phone)
