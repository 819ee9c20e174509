"""Sicherman's War on phones: cards picked one a player, dice, ties, the spoils of a whole war."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.games.sichermans_war.phone import (
    add,
    at_war,
    battle_sheet,
    both_at_war,
    both_say,
    box,
    cards_of,
    fill_in,
    key,
    pick,
)
from tests.e2e.phone import Phone, Phones
from tests.e2e.screen_checks import WALL, check_screen
from tests.web.games.sichermans_war import tables as war
from tests.web.games.sichermans_war.tables import FOUR, SETTLE, TWO, fought, reveal

GAME = war.GAME
SHOWN = {"choice-odds": "yes"}
SMALL = ((360, 740),)
ONE_SKIRMISH = 3
"""Taps: a card each, and that nobody adds a die."""
WHOLE_BATTLE = 1 + 5 * 2 + 1
"""Taps: the sheet, a card each in five skirmishes, the key that enters them."""


# A skirmish with all that may happen in one


def test_a_skirmish_with_ties_on_two_phones(host: Phone, guest: Phone) -> None:
    both_at_war(host, guest)
    _cards_lie_at_once_and_one_tap_takes_one_back(host)
    _a_live_message_keeps_what_is_picked(host, guest)
    pick(host, "Ben", "9")
    both_say("Anyone may add a die", host, guest)
    host.sees("Ben is 4 behind.")
    _a_die_forces_a_tie(host, guest)
    _the_tied_draw(host, guest)
    guest.button("Nobody adds a die").click()
    both_say("Everybody turns a card", host, guest)
    host.sees("Ben takes the skirmish")
    host.button("Last skirmish").click()
    expect(host.page.get_by_role("complementary")).to_contain_text("12 + 4 = 16")


def _cards_lie_at_once_and_one_tap_takes_one_back(host: Phone) -> None:
    host.says("Everybody turns a card")
    pick(host, "Ann", "Q")
    expect(host.page.locator(".seat").first).to_contain_text("Q")
    host.says("Ben turns a card")
    pick(host, "Ann", "Q")
    host.says("Everybody turns a card")
    expect(host.page.locator(".seat").first).not_to_contain_text("Q")
    key(host, "Ann", "K").dblclick()
    host.says("Ben turns a card")
    expect(box(host, "Ben", "K")).not_to_be_checked()


def _a_live_message_keeps_what_is_picked(host: Phone, guest: Phone) -> None:
    guest.enter(host.table, [{"type": "adjust", "points": [1, 0], "reason": "Coffee first"}])
    host.sees("Coffee first")
    expect(box(host, "Ann", "K")).to_be_checked()
    expect(host.page.locator(".seat").first).to_contain_text("K")
    host.says("Ben turns a card")


def _a_die_forces_a_tie(host: Phone, guest: Phone) -> None:
    add(guest, "Ben", "High", 4)
    both_say("Another die, anybody?", host, guest)
    host.sees("Ben rolled 4 with the high die")
    guest.expects(422)
    add(guest, "Ben", "High", 5)
    guest.is_refused("This die is spent", "WAR-7")
    guest.button("Back to the table").click()
    guest.page.wait_for_function("!document.querySelector(':modal')")
    host.undo.click()
    both_say("Anyone may add a die", host, guest)
    add(host, "Ben", "High", 4)
    host.button("Nobody adds a die").click()


def _the_tied_draw(host: Phone, guest: Phone) -> None:
    both_say("Ann and Ben draw", host, guest)
    pick(guest, "Ann", "2")
    guest.says("Ben draws a reinforcement")
    pick(guest, "Ben", "3")
    both_say("Anyone may add a die", host, guest)
    host.sees("Ann is 1 behind.")
    expect(host.page.get_by_text("4 in reserve")).to_have_count(2)


def test_the_last_skirmishes_of_a_battle_take_three_taps_each(host: Phone) -> None:
    at_war(host, *fought("23", "45", "67"))
    host.taps_from_here()
    for number, (ann, ben) in enumerate(("89", "TJ"), 4):
        host.sees(f"skirmish {number} of 5")
        host.is_answered()  # else the browser taps again where the table's pad comes under its finger
        pick(host, "Ann", ann)
        pick(host, "Ben", ben)
        host.is_answered()
        host.button("Nobody adds a die").click()
    host.sees("Battle 1: Ann 0, Ben 65.")
    assert host.taps == 2 * ONE_SKIRMISH


def test_a_tie_as_fast_as_cards_fall(host: Phone) -> None:
    """The same rank of the next player, on the same spot: no double tap, which is faster."""
    at_war(host)
    pick(host, "Ann", "9")
    host.page.evaluate("new Promise((done) => setTimeout(done, 250 - performance.now() + tappedAt))")
    pick(host, "Ben", "9")
    host.says("Ann and Ben draw")


def test_plain_dice_stay_plain(host: Phone) -> None:
    at_war(host, reveal("9K"))
    host.choose(host.box("Ordinary dice (1–6)"))
    host.page.locator("label").filter(has=host.page.get_by_role("radio", name=re.compile("^Low"))).click()
    host.button("Low: an ordinary 5 counts 3").click()
    host.sees("Ann rolled 3 with the low die")
    expect(host.box("Ordinary dice (1–6)")).to_be_checked()
    host.page.reload()
    expect(host.box("Ordinary dice (1–6)")).to_be_checked()


def test_the_odds_follow_the_player_who_is_chosen(host: Phone) -> None:
    at_war(host, reveal("9K"), **SHOWN)
    host.sees("Best to win: Low + Standard + High, 53/54")
    high = host.page.get_by_role("radio", name=re.compile("^High"))
    expect(high).to_have_accessible_name("High wins 1/2 ties 1/6")
    host.choose(host.page.get_by_role("radio", name="Ben", exact=True))
    expect(high).to_have_accessible_name("High wins 1 ties 0")
    host.sees("Ahead without a die")


def _bars(phone: Phone) -> list[list[tuple[str, int, bool]]]:
    """Returns the parts of each bar that shows: its kind, its share in percent, whether it is hatched."""
    return phone.page.locator(".od").evaluate_all(
        """bars => bars.filter((bar) => bar.offsetWidth).map((bar) => [...bar.children].map((part) => [
            part.className.baseVal, Math.round(100 * part.getBoundingClientRect().width / bar.offsetWidth),
            getComputedStyle(part).backgroundImage.startsWith("repeating-linear-gradient")]))"""
    )


def test_ties_are_still_hatched_once_a_die_was_rolled(host: Phone) -> None:
    at_war(host, reveal("57QK"), players=FOUR, **SHOWN)
    add(host, "Ann", "High", 8)
    host.sees("Ann rolled 8 with the high die")
    parts = [part for bar in _bars(host) for part in bar]
    assert "t" in {kind for kind, _share, _is_hatched in parts}
    assert all(is_hatched == (kind == "t") for kind, _share, is_hatched in parts)


def test_four_turn_their_cards_and_only_those_tied_for_the_highest_draw(host: Phone) -> None:
    at_war(host, players=FOUR)
    for name, rank in zip(FOUR, "K5Q", strict=False):
        pick(host, name, rank)
    box(host, "Dan", "K").press("Space")
    host.says("Ann and Dan draw")
    expect(cards_of(host, "Ben")).to_have_count(0)
    pick(host, "Ann", "2")
    pick(host, "Dan", "4")
    host.says("Anyone may add a die")
    host.sees("Dan leads by 2.")


def test_a_card_that_is_out_is_refused_and_one_tap_mends_it(host: Phone) -> None:
    at_war(host, reveal("KK"), war.draw(s0="K", s1="K"), war.draw(s0="2", s1="3"), SETTLE)
    host.expects(422)
    pick(host, "Ann", "9")
    pick(host, "Ben", "K")
    host.is_refused("The king is already played", "WAR-1")
    host.button("Back to the table").click()
    pick(host, "Ben", "K")
    pick(host, "Ben", "Q")
    host.says("Anyone may add a die")


def test_a_war_by_keyboard(host: Phone) -> None:
    at_war(host)
    host.has_all()
    keyboard = host.page.keyboard
    box(host, "Ann", "2").focus()
    for press in ("ArrowRight", "ArrowDown", "Enter"):
        keyboard.press(press)
    expect(box(host, "Ann", "T")).to_be_checked()
    expect(box(host, "Ben", "2")).to_be_focused()
    keyboard.press("ArrowRight")
    keyboard.press("Space")
    host.says("Anyone may add a die")
    host.sees("Ben is 7 behind.")
    host.page.get_by_role("radio", name=re.compile("^Standard")).press("Space")
    host.page.get_by_role("radio", name=re.compile("^Standard")).press("Enter")
    host.says("Anyone may add a die")
    host.button("Standard: 6").press("Enter")
    host.sees("Ben is 1 behind.")


# The whole war as totals


def test_a_whole_war_as_its_spoils_and_another_one(host: Phone, guest: Phone) -> None:
    both_at_war(host, guest)
    host.taps_from_here()
    host.button("As totals").click()
    sheet = host.page.get_by_role("region", name="Spoils of the whole war")
    for number in ("2", "1", "0", "0", "0", "2"):
        sheet.get_by_role("button", name=f"Cards {number}", exact=True).click()
    expect(sheet.get_by_role("spinbutton", name="Ben, Jack to ace")).to_have_value("2")
    expect(sheet.get_by_role("status")).to_have_text(["20 points", "30 points"])
    sheet.get_by_role("button", name="Enter the war").click()
    both_say("Ben wins with 30", host, guest)
    assert host.taps == 8, "the sheet, a number each of three kinds for two players, the key that enters them"
    host.button("Play again").click()
    guest.link("Go to the next match").click()
    both_say("Everybody turns a card", host, guest)


# A whole battle by its cards


def test_a_battle_is_twelve_taps_and_dice_lead_back_to_the_pad(host: Phone) -> None:
    at_war(host)
    host.taps_from_here()
    host.button("Whole battle").click()
    lies = battle_sheet(host, 1).bounding_box()
    fill_in(host, 1, "2345678910J")
    assert battle_sheet(host, 1).bounding_box() == lies, "its keys stay where they are"
    battle_sheet(host, 1).get_by_role("button", name="Enter the skirmishes").click()
    host.sees("Battle 1: Ann 0, Ben 65.")
    assert host.taps == WHOLE_BATTLE
    host.button("Whole battle").click()
    fill_in(host, 2, "239K")
    battle_sheet(host, 2).get_by_role("button", name="Enter, then dice").click()
    host.says("Anyone may add a die")
    host.sees("Ann is 4 behind.")
    host.button("Nobody adds a die").click()
    host.taps_from_here()
    host.button("Rest of the battle").click()
    expect(_box(host, 2, "Skirmish 2", "Ann")).to_have_count(0)
    fill_in(host, 2, "454567")
    battle_sheet(host, 2).get_by_role("button", name="Enter the skirmishes").click()
    host.sees("Battle 2: Ann 0, Ben 60.")
    assert host.taps == 1 + 6 + 1


def test_a_card_is_put_right_and_what_was_typed_stays_on_refusal(host: Phone) -> None:
    at_war(host)
    host.button("Whole battle").click()
    enter = battle_sheet(host, 1).get_by_role("button", name="Enter the skirmishes")
    fill_in(host, 1, "2")
    enter.click(force=True)
    expect(battle_sheet(host, 1).get_by_role("alert")).to_have_text("Not complete yet: Battle 1 in one go")
    fill_in(host, 1, "399")
    _box(host, 1, "Skirmish 1", "Ann").click()
    fill_in(host, 1, "K45")
    check_screen(host, SMALL)
    host.expects(422)
    enter.click()
    host.is_refused("Not now (skirmish 2)", "WAR-8")
    host.button("Back to what was typed").click()
    expect(_box(host, 1, "Skirmish 1", "Ann")).to_have_value("K")
    _box(host, 1, "Skirmish 2", "Ben").click()
    host.page.keyboard.type("10")
    enter.click()
    host.sees("skirmish 4 of 5")


def _box(host: Phone, battle: int, skirmish: str, name: str) -> Locator:
    return battle_sheet(host, battle).get_by_role("group", name=skirmish).get_by_role("textbox", name=name)


# Without the script


def test_a_skirmish_without_the_script(phones: Phones) -> None:
    host = phones(scripts=False)
    at_war(host)
    pick(host, "Ann", "K")
    pick(host, "Ben", "9")
    expect(host.button("Turn the cards")).to_be_visible()
    pick(host, "Ben", "9")
    pick(host, "Ben", "Q")
    host.button("Turn the cards").click()
    host.sees("Ben is 1 behind.")
    host.choose(host.box("Ordinary dice (1–6)"))
    low = host.page.get_by_role("radio", name=re.compile("^Low"))
    host.page.locator("label").filter(has=low).click()
    low.press("Enter")
    expect(low).to_be_checked()
    host.button("Low: an ordinary 1 counts 1").click()
    host.says("Another die, anybody?")


# For everybody


STATES: dict[str, tuple[list[war.Event], dict[str, str], tuple[str, ...]]] = {
    "first reveal": ([], {"option-jokers": "yes"}, TWO),
    "odds of four": ([*fought("2345"), reveal("K972")], SHOWN, ("Maximiliane", "Wilhelmina-Charlotte", "Cat", "Dan")),
    "three draw": ([*fought("2345"), reveal("K4KK")], {"book": "open"}, FOUR),
    "drawn": ([*war.NATURAL, war.draw(s0="9", s1="2")], SHOWN, TWO),
    "out": ([*war.NO_RESERVE, reveal("QQQ4")], {}, FOUR),
    "over": ([war.TALLY], {}, TWO),
}


@pytest.mark.parametrize("state", STATES)
def test_a_table_is_for_everybody(reader: Phone, state: str) -> None:
    events, more, players = STATES[state]
    at_war(reader, *events, players=players, **more)
    check_screen(reader)


def test_half_picked_cards_a_chosen_die_and_the_sheets_are_for_everybody(reader: Phone) -> None:
    at_war(reader, *fought("23"))
    pick(reader, "Ann", "K")
    check_screen(reader, SMALL)
    pick(reader, "Ben", "9")
    reader.page.locator("label").filter(has=reader.page.get_by_role("radio", name=re.compile("^High"))).click()
    reader.choose(reader.box("Ordinary dice (1–6)"))
    reader.button("Last skirmish").click()
    check_screen(reader)
    at_war(reader)
    reader.button("As totals").click()
    check_screen(reader, SMALL)


def test_the_wall_is_for_everybody(reader: Phone) -> None:
    at_war(reader, *fought("2345"), reveal("K972"), players=FOUR, **SHOWN)
    check_screen(reader, WALL)
