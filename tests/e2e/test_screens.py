"""Each screen is for everybody: on two sizes of phone, light and dark."""

from collections.abc import Mapping

import pytest
from playwright.sync_api import expect

from tests.e2e.phone import Phone, Phones
from tests.e2e.sample_hand import DEALT, OVER, Events, plays, tallies
from tests.e2e.screen_checks import WALL, check_screen

LONG_NAMES = ("Maximiliane", "Ben", "Wilhelmina-Charlotte")
LEFT_HANDED = (("suits", "four"), ("hand", "left"))
FIRST_PAGES = ("/", "/join/aaa", "/nowhere")
"""The other pages of a phone that has a table as well: test_all_pages.py."""
LOOKED_AT = ("first deal", "tricks", "proven", "over")
"""The others are looked at with their sheets, menu and last trick, or say nothing new."""
FOLLOW = [*DEALT, *plays("7C", "2C")]
TRICK = [*FOLLOW, *plays("9C", first=0)]
LASTS_AND_DRAWS = """() => document.getAnimations().map((one) => one.effect.getComputedTiming())
  .map(({endTime, activeDuration}) => [endTime, activeDuration])"""
"""Returns of what is animated how long it lasts, and how much of that a browser draws frame by frame: milliseconds."""
# Cat plays no club in the first trick and the five of clubs in the second.
REVOKE = [*DEALT, *plays("7C", "2H", "9C"), *plays("3D", "4D", "5C", first=0)]
REVOKED = 2
STATES: Mapping[str, Events] = {
    "first deal": [],
    "lead": DEALT,
    "follow": FOLLOW,
    "second lead": TRICK,
    "taken back": [*FOLLOW, {"type": "undo"}],
    "tricks": [*TRICK, {"type": "trick", "winner": 2}],
    "next deal": OVER[:2],
    "proven": REVOKE,
    "over": OVER,
    "adjusted": [*OVER[:2], {"type": "adjust", "points": [2, -2, 0], "reason": "A revoke in trick 3"}],
    "shared": tallies((9, 4, 4), (4, 9, 4), (4, 4, 9)),
}


def test_pages_of_a_phone_that_has_not_been_here(phones: Phones) -> None:
    phone = phones()
    phone.expects(404)
    for path in FIRST_PAGES:
        phone.go(path)
        check_screen(phone)


@pytest.mark.parametrize("state", LOOKED_AT)
def test_a_table_in_each_state(reader: Phone, state: str) -> None:
    reader.go(reader.set_table(STATES[state]))
    check_screen(reader, drawn=True)


def test_a_full_table(reader: Phone) -> None:
    reader.go(reader.set_table([*DEALT, *plays("7C", "2C")], LONG_NAMES))
    check_screen(reader)


def test_wild_aces_ask(reader: Phone) -> None:
    reader.go(reader.set_table([*DEALT, *plays("AC", "2C", "9C")], **{"option-ace_wild": "yes"}))
    reader.says("Ben, odd or even?")
    check_screen(reader)


def test_sheets_of_the_menu(reader: Phone) -> None:
    table = reader.set_table(DEALT)
    for item, sheet in (
        ("Enter this hand as totals", "Tricks of hand 1"),
        ("Enter by tricks from here", "Who won"),
        ("Void this hand", "Void"),
    ):
        reader.go(table)
        reader.menu(item)
        expect(reader.page.get_by_role("region", name=sheet)).to_be_visible()
        check_screen(reader)


def test_the_last_trick_and_the_menu(reader: Phone) -> None:
    reader.go(reader.set_table(TRICK))
    reader.button("Last trick").click()
    reader.sees("Ben led, Ann took it.")
    check_screen(reader)
    reader.page.keyboard.press("Escape")
    reader.button("More").click()
    expect(reader.page.get_by_role("region", name="Sixes and Sevens")).to_be_visible()
    check_screen(reader)


def test_a_refusal(reader: Phone) -> None:
    reader.expects(422)
    reader.go(reader.set_table(FOLLOW))
    reader.tap("7C")
    reader.is_refused("ODD-1")
    check_screen(reader)


def test_a_table_that_moved_on(reader: Phone) -> None:
    reader.expects(409, "ERR_FAILED", "Failed to fetch")
    table = reader.set_table(FOLLOW)
    reader.page.route("**/stream*", lambda route: route.abort())
    reader.go(table)
    reader.enter(table, [{"type": "undo"}, *plays("3C", first=2)])
    reader.tap("9C")
    reader.sees("Look again.")
    reader.page.unroute("**/stream*")
    check_screen(reader)


def test_what_was_taken_back_is_offered_for_ten_seconds_in_which_the_page_rests(reader: Phone) -> None:
    reader.go(reader.set_table(STATES["taken back"]))
    expect(reader.button("Redo")).to_be_visible()
    assert reader.page.evaluate(LASTS_AND_DRAWS) == [[10_000, 0]]
    reader.page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    expect(reader.button("Redo")).to_be_hidden()


def test_a_proven_revoke_and_its_correction(reader: Phone) -> None:
    table = reader.set_table(REVOKE)
    for path in (f"revokes/{REVOKED}", f"entries/{REVOKED}/amend?card=6C"):
        reader.go(f"{table}/{path}")
        check_screen(reader)


def test_the_page_of_the_own_hand_and_the_table_with_it(reader: Phone) -> None:
    table = reader.set_table(DEALT)
    reader.sit(table, 1)
    reader.go(f"{table}/hand")
    check_screen(reader)
    hand = [rank + "C" for rank in "23456789TJQKA"] + ["2H", "3H", "4H", "5H"]
    reader.enter(table, [{"type": "hand", "seat": 1, "cards": hand}])
    reader.go(table)
    reader.sees("Your hand, only on this phone.")
    check_screen(reader)


def test_watching_on_a_phone_and_on_a_wall(reader: Phone, phones: Phones) -> None:
    table, watcher = reader.set_table(TRICK), phones()
    watcher.is_let_in(reader.way(table, "watcher"), "watch")
    watcher.go(table)
    watcher.sees("Ben led, Ann took it.")
    check_screen(watcher)
    check_screen(watcher, WALL)


def test_four_colours_for_the_left_hand(phones: Phones, address: str) -> None:
    phone = phones()
    phone.context.add_cookies([{"name": name, "value": value, "url": address} for name, value in LEFT_HANDED])
    phone.go(phone.set_table([*DEALT, *plays("7C", "2D")]))
    expect(phone.page.locator("html")).to_have_attribute("data-suits", "four")
    check_screen(phone)


def test_german_words_have_room(phones: Phones) -> None:
    phone = phones(language="de-DE")
    table = phone.set_table([*OVER[:2], {"type": "deal", "dealer": 1}, *plays("7C", "2C", first=2)], LONG_NAMES)
    phone.sit(table, 1)
    for page in ("", "/scores", "/share", "/hand"):
        phone.go(f"{table}{page}")
        expect(phone.page.locator("html")).to_have_attribute("lang", "de")
        check_screen(phone)


def test_sharing_and_joining(reader: Phone, phones: Phones) -> None:
    table, guest = reader.set_table(), phones()
    guest.go(reader.way(table, "watcher"))
    check_screen(guest)
    reader.go(f"{table}/share")
    check_screen(reader)
    box = reader.page.get_by_role("img", name="QR code").bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 260, "read from across the table"


def test_the_score_sheet(reader: Phone) -> None:
    reader.go(f"{reader.set_table([*OVER, *STATES['adjusted'][2:]])}/scores")
    check_screen(reader)


def test_the_first_page_with_tables(reader: Phone) -> None:
    for state in ("lead", "over"):
        reader.set_table(STATES[state])
    reader.go("/")
    check_screen(reader)
