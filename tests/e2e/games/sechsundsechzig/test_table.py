"""Sechsundsechzig on the phone: hands by cards, by tricks and as totals, and every screen for everybody."""

import re
from collections.abc import Mapping

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.phone import Phone, Phones, card_label
from tests.e2e.sample_hand import Events
from tests.e2e.screen_checks import WALL, check_screen

GAME = "sechsundsechzig"
TWO, THREE, FOUR = ("Ann", "Ben"), ("Ann", "Ben", "Cat"), ("Ann", "Benedikt", "Cat", "Dora")
DEALT: Events = [{"type": "deal", "dealer": 0}]
TURNED: Events = [*DEALT, {"type": "turn-up", "card": "9S"}]
CLOSED: Events = [*TURNED, {"type": "close", "seat": 1}]


def cards(*played: str, first: int = 1, players: int = 2) -> Events:
    """Returns plays clockwise from this seat."""
    return [{"type": "play", "seat": (first + n) % players, "card": card} for n, card in enumerate(played)]


def tricks(number: int, winner: int = 1, augen: int = 10) -> Events:
    """Returns so many tricks of one player."""
    return [{"type": "trick", "winner": winner, "augen": augen}] * number


ANNOUNCED: Events = [*TURNED, {"type": "play", "seat": 1, "card": "QS", "marriage": True}]
WON: Events = [*TURNED, {"type": "meld", "seat": 1, "points": 40}, *tricks(3), {"type": "claim", "seat": 1}]
STATES: Mapping[str, tuple[Events, tuple[str, ...], Mapping[str, str]]] = {
    "turn up": (DEALT, TWO, {}),
    "second lead": ([*TURNED, *cards("TC", "7S")], TWO, {"option-trump_swap": "yes"}),
    "announced": (ANNOUNCED, TWO, {"choice-deck": "german"}),
    "closed, four": (
        [*CLOSED, *cards("9C", "AC", players=4)],
        FOUR,
        {"choice-deck": "german", "option-last_trick_augen": "10"},
    ),
    "by tricks, three": ([*TURNED, *tricks(3)], THREE, {}),
    "last call": ([*CLOSED, *tricks(6)], TWO, {}),
    "counted": (WON, FOUR, {}),
}


def arm(phone: Phone) -> None:
    """Taps 20/40."""
    phone.choose(phone.box("20/40, announce"))


def announcing(phone: Phone, card: str, worth: int) -> Locator:
    """The key that announces the marriage of this card."""
    return phone.button(f"{card_label(card)}, announce {worth}")


def decide(phone: Phone, key: str, sheet: str, button: str) -> None:
    """Opens what a key opens, and presses its one button."""
    phone.button(key).click()
    phone.page.get_by_role("region", name=sheet).get_by_role("button", name=button, exact=True).click()


# By cards


def test_a_hand_by_cards_with_everything_in_it_takes_17_taps(host: Phone, guest: Phone) -> None:
    table = host.set_table(players=TWO)
    guest.is_let_in(host.way(table), "1")
    guest.go(table)
    host.go(table)
    host.deal("Ann")
    guest.says("Ann turns up a card")
    host.key("9S").click()
    host.says("Ben leads")
    host.sees("Spades are trump")
    _play(host, "AC", "TC")
    arm(host)
    announcing(host, "QH", 20).click()
    guest.says("Ann plays")
    _play(host, "7D")
    decide(host, "Close the talon", "Ben closes the talon", "Close the talon")
    guest.sees("Suit and trick duty")
    _play(host, "AD", "JD")
    _play(host, "KH", "JH")
    _play(host, "TD", "QD")
    decide(host, "66! ends the hand", "Ben calls 66", "66!")
    for phone in (host, guest):
        phone.says("Ben deals")
        phone.sees("Ben called with 76 Augen: Ben scores 3. SU-21")
    guest.link("Why this score").click()
    guest.sees("Called rightly")
    assert host.taps == 17, "ten cards, the deal, the trump, one for 20/40, two each for closing and the call"


def _play(phone: Phone, *played: str) -> None:
    for card in played:
        phone.key(card).click()
        phone.shows(card)


def test_twenty_and_forty_arm_only_what_may_be_announced(host: Phone) -> None:
    host.go(host.set_table([*TURNED, *cards("KH", "7S")], TWO))
    host.has_all()
    keys = host.page.get_by_role("button", name=re.compile(", announce"))
    expect(keys).to_have_count(0)
    arm(host)
    expect(keys).to_have_count(6)
    expect(announcing(host, "KS", 40)).to_be_visible()
    expect(announcing(host, "QH", 20)).to_have_count(0)
    expect(host.key("AC")).to_have_count(0)
    announcing(host, "QC", 20).focus()
    host.page.keyboard.press("ArrowRight")
    expect(announcing(host, "KC", 20)).to_be_focused()
    arm(host)
    expect(keys).to_have_count(0)
    expect(host.key("AC")).to_be_visible()


def test_the_pad_keeps_its_place_from_the_lead_to_the_answer(host: Phone) -> None:
    host.go(host.set_table([*TURNED, *cards("TC", "7S")], TWO))
    before = host.key("AC").bounding_box()
    host.key("8C").click()
    host.says("Ben plays")
    assert host.key("AC").bounding_box() == before


def test_without_the_script_20_40_still_arms(phones: Phones) -> None:
    phone = phones(scripts=False)
    phone.go(phone.set_table(TURNED, TWO))
    arm(phone)
    announcing(phone, "KS", 40).click()
    phone.says("Ann plays")
    decide(phone, "66! Ben", "Ben calls 66", "66!")
    phone.sees("Ben called with only 0 Augen: Ann scores 3.")


def test_the_own_hand_announces_from_the_own_phone(host: Phone, guest: Phone) -> None:
    table = host.set_table(CLOSED, TWO)
    guest.is_let_in(host.way(table), "1")
    guest.go(table)
    guest.menu("My hand, for my eyes only")
    for card in ("AH", "KH", "QH", "TS", "KD", "7C"):
        guest.choose(guest.box(card_label(card)))
    guest.page.get_by_role("button", name="This is my hand").click()
    guest.says("Ben leads")
    host.go(table)
    host.sees("Ben has entered a hand privately")
    expect(guest.page.locator("#entry button.cell:visible")).to_have_count(6)
    arm(guest)
    announcing(guest, "QH", 20).click()
    host.says("Ann plays")
    check_screen(guest, sizes=[(360, 740)])


# By tricks, as totals


def test_a_hand_by_tricks_counts_the_cards_that_lie_there(host: Phone) -> None:
    host.go(host.set_table(TURNED, TWO))
    host.taps_from_here()
    sheet = host.page.get_by_role("region", name="Who won")
    host.button("By tricks").click()
    _take(host, "Ben", "Ace", "10", within=sheet)
    host.sees("Ben took the trick with 21 Augen")
    expect(host.page.locator("#by-tricks input[name=augen]")).to_have_value("0")
    host.button("Announce 40").click()
    expect(host.button("Undo: Ben announced 40")).to_be_visible()
    _take(host, "Ben", "Queen", "Jack")
    host.sees("Ben took the trick with 5 Augen")
    decide(host, "66! ends the hand", "Ben calls 66", "66!")
    host.sees("Ben called with 66 Augen: Ben scores 3.")
    assert host.taps == 10, "one to step down, three a trick, the announcement, two for the call"


def _take(phone: Phone, winner: str, *ranks: str, within: Locator | None = None) -> None:
    """Taps the ranks that count in a trick, and who took it."""
    pad = within or phone.page.locator("#entry")
    expect(pad.get_by_role("spinbutton")).to_have_value("0")
    for rank in ranks:
        pad.get_by_role("button", name=re.compile(rf"^{rank} \+")).click()
    pad.get_by_role("button", name=f"{winner} takes the trick").click()
    phone.says(f"{winner} leads")


def test_enter_in_the_number_of_augen_presses_no_key(host: Phone) -> None:
    host.go(host.set_table([*TURNED, *tricks(1)], TWO))
    number = host.page.locator("#entry").get_by_role("spinbutton")
    number.fill("14")
    number.press("Enter")
    expect(number).to_have_value("14")
    host.button("Ann takes the trick").click()
    host.sees("Ann took the trick with 14 Augen")


def test_a_hand_as_totals_is_two_taps(host: Phone) -> None:
    host.go(host.set_table(players=FOUR))
    host.taps_from_here()
    host.button("Enter hand 1 as totals").click()
    side = host.page.get_by_role("group", name="Benedikt and Dora")
    side.get_by_role("button", name="2", exact=True).click()
    host.says("Benedikt deals")
    host.sees("Entered as points: Benedikt and Dora score 2.")
    assert host.taps == 2


# For everybody


@pytest.mark.parametrize("state", [name for name in STATES if name not in {"second lead", "last call"}])
def test_a_table_in_each_state(reader: Phone, state: str) -> None:
    events, players, more = STATES[state]
    reader.go(reader.set_table(events, players, **more))
    check_screen(reader)


def test_the_rule_of_the_last_hand_is_read_at_the_end_of_a_match(reader: Phone) -> None:
    players = ("Maximilian", "Charlotte", "Bartholomew", "Wilhelmina")
    called = [*CLOSED, *tricks(3, winner=0, augen=25), {"type": "claim", "seat": 0}]
    reader.page.set_viewport_size({"width": 390, "height": 844})
    reader.go(reader.set_table(called, players, **{"option-target": "1"}))
    told = reader.page.locator(".ended~.turn p")
    expect(told).to_contain_text("though Charlotte had closed the talon: Maximilian and Bartholomew score 3. SU-")
    number, line = told.locator(".rule").bounding_box(), told.bounding_box()
    assert number
    assert line
    assert number["y"] + number["height"] / 2 < line["y"] + line["height"]


def test_the_armed_pad_and_the_sheets(reader: Phone) -> None:
    reader.go(reader.set_table([*TURNED, *cards("TC", "7S")], TWO, **{"choice-deck": "german"}))
    arm(reader)
    check_screen(reader)
    reader.button("Close the talon").click()
    check_screen(reader, sizes=[(360, 740)])


def test_wide_screens(phones: Phones, reader: Phone) -> None:
    table = reader.set_table([*TURNED, *cards("9C", players=len(FOUR))], FOUR)
    watcher = phones()
    watcher.is_let_in(reader.way(table, "watcher"), "watch")
    watcher.go(table)
    check_screen(watcher, sizes=[WALL[0], (844, 390)])


@pytest.mark.parametrize("players", [TWO, ("Maximilian", "Charlotte", "Bartholomew", "Dora")])
def test_the_last_hint_leaves_the_totals_to_be_read_on_the_smallest_phone(
    reader: Phone, players: tuple[str, ...]
) -> None:
    called = [*CLOSED, *tricks(3), {"type": "claim", "seat": 1}]
    table = reader.set_table(called, players=players, **{"choice-first-hand": "guided"})
    reader.page.set_viewport_size({"width": 360, "height": 640})
    reader.go(table)
    hint = reader.page.locator(".explained").bounding_box()
    totals = [total.bounding_box() for total in reader.page.locator(".seat .total").all()]
    assert hint
    assert len(totals) == len(TWO)
    assert all(total and total["y"] + total["height"] <= hint["y"] for total in totals)
