"""The pads of Deep Six: the meld picker, the invitation, deeper bids, no script; and how every screen looks."""

from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.games.deep_six.phone import (
    CONTRACT,
    DEALT,
    EXCHANGING,
    HAND,
    NAMES,
    PLAYING,
    SHOWN,
    SINKING,
    pick,
    picked,
    played,
    sheet,
)
from tests.e2e.phone import Phone, Phones, card_label, resize
from tests.e2e.sample_hand import Events
from tests.e2e.screen_checks import LETTERS, WALL, check_screen, large_letters
from tests.e2e.without_network import knows_ahead

GAME = "deep-six"
# The answer to what was asked of the server is there, and what it brings to the page, if anything.
ANSWERED = "document.addEventListener('htmx:finally:request', () => document.body.dataset.answered = '', {once: true})"
CUT_NAMES = """() => [...document.querySelectorAll('.gn .cut')]
  .filter((name) => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 1)
  .map((name) => name.textContent)"""
"""The names over the bids that are not shown whole."""


def test_what_is_tapped_is_named_and_stays_while_others_meld(host: Phone, guest: Phone) -> None:
    table = host.set_table(CONTRACT, NAMES)
    guest.is_let_in(host.way(table), "1")
    for phone in (host, guest):
        phone.go(table)
    knows_ahead(host)
    host.choose(host.page.get_by_role("radio", name="Cat"))
    expect(host.button("Cat melds nothing")).to_be_visible()
    pick(host, "8C", "8C", "8D", "8H", "8S", "7H", "6H")
    expect(host.button("Meld −50")).to_be_visible()
    host.sees("No run in hearts, the sunk suit.")
    pick(host, "8C")
    picked(host, "8C", 0)
    expect(host.page.get_by_role("checkbox")).to_have_count(1)
    expect(host.button("Cat melds nothing")).to_be_visible()
    pick(host, "8C", "6S", "7S", "5S")
    expect(host.button("Meld −60")).to_be_visible()
    expect(guest.button("Ben melds nothing")).to_be_visible()  # whose phone it is comes first
    guest.choose(guest.page.get_by_role("radio", name="Ann"))
    guest.button("Ann melds nothing").click()
    guest.says("Ben, Cat and Dan meld")
    host.says("Ben, Cat and Dan meld")
    picked(host, "8C", 1)
    host.choose(host.page.get_by_role("checkbox", name="8s wide"))
    host.button("Meld −30").click()
    host.says("Ben and Dan meld")
    picked(host, "8C", 0)
    expect(host.button("Ben melds nothing")).to_be_visible()


def test_an_answer_that_was_asked_before_an_entry_offers_no_melds_after_it(host: Phone) -> None:
    host.go(host.set_table(CONTRACT, NAMES))
    host.choose(host.page.get_by_role("radio", name="Cat"))
    pick(host, "8C", "6S", "7S", "5S")
    expect(host.button("Meld −15")).to_be_visible()
    late: list[Route] = []
    host.page.route("**/parts/melds?*", lambda route: late.append(route))  # noqa: PLW0108  (a function of ours is asked for)
    with host.page.expect_request("**/parts/melds?*"):
        pick(host, "4S")
    host.button("Meld −15").click()
    host.says("Ann, Ben and Dan meld")
    picked(host, "8C", 0)
    host.page.evaluate(ANSWERED)
    late.pop().continue_()
    host.page.wait_for_selector("body[data-answered]")
    expect(host.button("Ann melds nothing")).to_be_visible()
    expect(host.page.get_by_role("checkbox")).to_have_count(0)
    host.page.unroute("**/parts/melds?*")
    pick(host, "7S", "7S")
    expect(host.button("Meld −15")).to_be_visible()


def test_no_meld_is_entered_for_another_player_than_the_chosen_one(host: Phone) -> None:
    host.go(host.set_table(CONTRACT, NAMES))
    knows_ahead(host)
    late: list[Route] = []
    host.page.route("**/parts/melds?*", lambda route: late.append(route))  # noqa: PLW0108  (a function of ours is asked for)
    with host.page.expect_request("**/parts/melds?*"):
        host.choose(host.page.get_by_role("radio", name="Cat"))
    host.button("Ann melds nothing").click()
    late.pop().continue_()
    host.button("Cat melds nothing").click()
    host.says("Ann, Ben and Dan meld")


def test_the_key_for_melds_stays_while_somebody_else_enters(host: Phone) -> None:
    """Also until the server has named the melds for the table that came: a tap on it enters what it says."""
    table = host.set_table(CONTRACT, NAMES)
    host.go(table)
    knows_ahead(host)
    host.choose(host.page.get_by_role("radio", name="Cat"))
    pick(host, "5S", "6S", "7S")
    expect(host.button("Meld −15")).to_be_visible()
    host.page.route("**/parts/melds?*", lambda route: None)  # never answered
    host.enter(table, [{"type": "meld", "seat": 3, "points": 0}])
    host.says("Ann, Ben and Cat meld")
    host.button("Meld −15").click()
    host.says("Ann and Ben meld")


def test_a_finger_on_the_key_for_melds_enters_them_though_somebody_else_enters_meanwhile(host: Phone) -> None:
    table = host.set_table(CONTRACT, NAMES)
    host.go(table)
    knows_ahead(host)
    host.choose(host.page.get_by_role("radio", name="Cat"))
    pick(host, "5S", "6S", "7S")
    host.button("Meld −15").hover()
    host.page.mouse.down()
    host.enter(table, [{"type": "meld", "seat": 3, "points": 0}])
    host.says("Ann, Ben and Cat meld")
    host.page.mouse.up()
    host.says("Ann and Ben meld")


def test_a_finger_on_the_key_for_melds_enters_none_for_another_player(host: Phone) -> None:
    table = host.set_table(CONTRACT, NAMES)
    host.go(table)
    knows_ahead(host)
    host.button("Ann melds nothing").hover()
    host.page.mouse.down()
    host.enter(table, [{"type": "meld", "seat": 0, "points": 0}])
    host.says("Ben, Cat and Dan meld")
    host.page.mouse.up()
    host.page.evaluate("new Promise((done) => setTimeout(done, 100))")  # behind what is done 50 ms after finger up
    host.says("Ben, Cat and Dan meld")


def test_a_double_tap_calls_for_nobody_else(host: Phone) -> None:
    """The pad of the next player comes beneath the finger, with a call at the same place."""
    host.go(host.set_table(players=NAMES))
    knows_ahead(host)
    host.button("Dan").dblclick()
    host.says("Ann calls")
    host.button("Pass").dblclick()
    host.says("Ben calls")
    host.button("Bid 110").dblclick()
    host.says("Cat calls")
    host.button("Pass").click()
    host.says("Dan calls")
    host.sees("Passed: Ann, Cat")


def test_a_meld_is_entered_by_its_points_alone(host: Phone) -> None:
    host.go(host.set_table(CONTRACT, NAMES))
    host.button("Only points").click()
    opened = sheet(host, "Only points")
    for _ in range(3):
        opened.get_by_role("button", name="Meld: less").click()
    opened.get_by_role("button", name="Cat", exact=True).click()
    host.says("Ann, Ben and Dan meld")


CUT = """() => [...document.querySelectorAll(".gn .cut, .seat .n")]
    .filter((name) => name.checkVisibility() && name.scrollWidth > name.clientWidth).map((name) => name.textContent)"""


@pytest.mark.parametrize("events", [DEALT, PLAYING], ids=["auction", "lead"])
def test_usual_names_are_not_cut_on_a_narrow_phone(host: Phone, events: Events) -> None:
    resize(host.page, 360, 640)
    host.go(host.set_table(events, ("Alexandra", "Maximilian", "Elisabeth", "Katharina")))
    assert host.page.locator(".gn .cut, .seat .n").count() >= len(NAMES)
    assert host.page.evaluate(CUT) == []


def test_an_invitation_and_deeper_bids(host: Phone) -> None:
    table = host.set_table(DEALT, NAMES)
    host.go(table)
    host.page.get_by_text("lower…").locator("visible=true").click()
    host.page.get_by_text("lower…").locator("visible=true").click()
    host.button("Bid −190").click()
    host.sees("Below −190, or pass.")
    expect(host.button("Bid −200")).to_be_visible()
    host.go(host.set_table(EXCHANGING, NAMES))
    host.button("Dan shows an invitation").click()
    pick(host, "8S", "8S", "7S")
    host.button("Show these cards").click()
    expect(host.page.get_by_role("img", name=card_label("8S")).locator("visible=true").first).to_be_visible()
    host.button("Dan shows more cards").click()
    picked(host, "8S", 0)


def test_the_best_of_the_own_hand(host: Phone) -> None:
    table = host.set_table(CONTRACT, NAMES)
    host.sit(table, 3)
    cards = sorted(card for trick in HAND for name, card in played(trick) if name == "Dan")
    host.enter(table, [{"type": "hand", "seat": 3, "cards": cards}])
    host.go(table)
    host.sees("The best of your hand, only on this phone.")
    host.button("Meld −65").click()
    host.says("Ann, Ben and Cat meld")


def test_without_javascript(phones: Phones) -> None:
    phone = phones(scripts=False)
    phone.go(phone.set_table(CONTRACT, NAMES))
    phone.choose(phone.page.get_by_role("radio", name="Dan"))
    pick(phone, "8C", "8C", "8D")
    phone.button("Name the melds").click()
    phone.button("Meld −20").click()
    phone.says("Ann, Ben and Cat meld")


# How it looks


def _opened(name: str) -> Callable[[Phone], None]:
    return lambda phone: phone.button(name).click()


def _tapped(phone: Phone) -> None:
    pick(phone, "5C", "6C", "7C", "8C", "8C", "8D", "8H", "8S", "7H", "6H")
    expect(phone.button("Meld −80")).to_be_visible()


LOOKS: Mapping[str, tuple[Events, Callable[[Phone], None] | None]] = {
    "auction": (SINKING[:-2], None),
    "contract": (DEALT, _opened("Enter the contract only")),
    "exchange": (SHOWN, _opened("Dan shows more cards")),
    "melds": (CONTRACT, _tapped),
    "by tricks": ([*PLAYING, {"type": "trick", "winner": 1, "points": 30}], _opened("Melds")),
}


@pytest.mark.parametrize("state", LOOKS)
def test_every_screen_looks_right(reader: Phone, state: str) -> None:
    events, then = LOOKS[state]
    reader.page.set_viewport_size({"width": 390, "height": 844})
    reader.go(reader.set_table(events, NAMES))
    if then:
        then(reader)
    check_screen(reader)


def test_the_own_exchange_and_the_wall_look_right(reader: Phone) -> None:
    table = reader.set_table(EXCHANGING, NAMES)
    reader.sit(table, 1)
    reader.go(table)
    check_screen(reader)
    reader.go(reader.set_table([*PLAYING, {"type": "play", "seat": 3, "card": "2S"}], NAMES))
    check_screen(reader, WALL)


def test_usual_names_are_read_whole_in_the_auction(reader: Phone) -> None:
    names = ("Christopher", "Hans-Jürgen", "Bernadette", "Alexandra")
    reader.page.set_viewport_size({"width": 360, "height": 740})
    reader.go(reader.set_table(SINKING[:-2], names))
    assert reader.page.evaluate(CUT_NAMES) == []


@pytest.mark.parametrize(("size", "letters"), [((360, 740), LETTERS), ((390, 664), LETTERS), ((390, 844), 20)])
def test_a_hint_ends_above_the_turn_line(phones: Phones, size: tuple[int, int], letters: int) -> None:
    host = phones(language="de-DE")
    events, names = [*EXCHANGING, {"type": "exchange", "seat": 1}], (*NAMES[:3], "Hildegard Maria")
    table = host.set_table(events, names, **{"choice-first-hand": "guided"})
    host.sit(table, 3)
    host.go(table)
    resize(host.page, *size)
    with large_letters(host.page, letters):
        hint, turn = (host.page.locator(part).bounding_box() for part in (".explained", ".turn"))
    assert hint
    assert turn
    assert hint["y"] + hint["height"] <= turn["y"]
