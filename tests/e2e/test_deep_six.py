"""Deep Six on the phone: a hand by cards on two phones, one by tricks, one as totals, and how every screen looks."""

import re
from collections.abc import Callable, Iterator, Mapping

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.e2e.dealt import Events, Fallen
from tests.e2e.looks import WALL, looks_right
from tests.e2e.phone import Phone, Phones, card_label

GAME = "deep-six"
NAMES = ("Ann", "Ben", "Cat", "Dan")
DEALT: Events = [{"type": "deal", "dealer": 3}]
CONTRACT: Events = [*DEALT, {"type": "contract", "seat": 3, "amount": 70, "suit": "H"}]
SINKING: Events = [
    *DEALT,
    {"type": "pass", "seat": 0},
    {"type": "bid", "seat": 1, "amount": 80},
    {"type": "pass", "seat": 2},
    {"type": "bid", "seat": 3, "amount": 70},
    {"type": "pass", "seat": 1},
]
EXCHANGING: Events = [*SINKING, {"type": "sink", "seat": 3, "suit": "H"}]
SHOWN: Events = [*EXCHANGING, {"type": "show", "seat": 3, "cards": ["6S", "7S", "8S", "8S"]}]
PLAYING: Events = [
    *CONTRACT,
    {"type": "meld", "seat": 0, "melds": [["7S", "7S"]]},
    {"type": "meld", "seat": 1, "points": 0},
    {"type": "meld", "seat": 2, "melds": [["6C", "7C", "8C"]]},
    {"type": "meld", "seat": 3, "melds": [["5C", "6C", "7C"], ["4D", "5D", "6D", "7D", "8D"]]},
]
MELDS: Mapping[str, tuple[str, ...]] = {
    "Ann": ("7S", "7S"),
    "Cat": ("6C", "7C", "8C"),
    "Dan": ("5C", "6C", "7C", "4D", "5D", "6D", "7D", "8D"),
}
POINTS = {"Ann": -15, "Cat": -30, "Dan": -65}


def _read(text: str) -> list[Fallen]:
    lines = [line.split() for line in text.strip().splitlines()]
    return [Fallen(leader, tuple(cards), taker) for leader, *cards, taker in lines]


# Dan has it at 70 and hearts are sunk. Ben and Dan take 60 points and come to −5 with Dan's melds.
HAND = _read("""
    Dan 2S 6S 8S 8S Cat
    Cat 2S 5S 7S 3S Ann
    Ann 2C 5C 6C 6C Dan
    Dan 7C 8C 4S 8C Ben
    Ben 7H 2H 2H 7H Ann
    Ann 7S 6S 5S 5D Dan
    Dan 4C 3C 3H 7C Cat
    Cat 4C 5C 8H 3D Ben
    Ben 4H 6H 3H 6H Ann
    Ann 3S 8H 5D 6D Dan
    Dan 7D 3D 7D 8D Cat
    Cat 2C 5H 4S 5H Ann
    Ann 6D 2D 4D 8D Dan
    Dan 4D 4H 2D 3C Cat
""")
WORTH = {"2": 20, "3": 10}


@pytest.fixture
def host(phones: Phones) -> Phone:
    """The phone in the middle of the table."""
    return phones(game=GAME)


@pytest.fixture
def guest(phones: Phones) -> Phone:
    """Ben's phone."""
    return phones(game=GAME)


@pytest.fixture(scope="module")
def reader(browser: Browser, address: str) -> Iterator[Phone]:
    """One phone for all screens that are only looked at."""
    phone = Phone(browser, address, game=GAME)
    yield phone
    phone.context.close()


def copies(phone: Phone, card: str) -> Locator:
    """The tile that stands for both copies of a card."""
    return phone.page.get_by_role("radiogroup", name=card_label(card), exact=True).locator("visible=true")


def pick(phone: Phone, *cards: str) -> None:
    """Taps cards, one after the other; a card that comes twice is tapped twice."""
    for card in cards:
        copies(phone, card).click()


def picked(phone: Phone, card: str, number: int, what: str = "shown") -> None:
    """Expects that so many of a card are tapped."""
    expect(phone.page.get_by_role("radio", name=f"{card_label(card)}, {number} of 2 {what}")).to_be_checked()


def meld(phone: Phone, name: str) -> None:
    """Enters what somebody melds by the cards that lie there."""
    if name not in MELDS:
        phone.button(f"{name} melds nothing").click()
        return
    pick(phone, *MELDS[name])
    phone.button(f"Meld {POINTS[name]}".replace("-", "−")).click()


def sheet(phone: Phone, name: str) -> Locator:
    return phone.page.get_by_role("region", name=name)


def enter_contract(phone: Phone) -> None:
    """Enters that Dan has it at 70 with hearts sunk, by eight taps."""
    phone.button("Enter the contract only").click()
    opened = sheet(phone, "The contract only")
    phone.choose(phone.page.get_by_role("radio", name="Dan", exact=True))
    for _ in range(5):
        opened.get_by_role("button", name="Bid: less").click()
    opened.get_by_role("button", name="Hearts are sunk").click()


# A hand by cards


def test_two_phones_play_a_hand_by_cards(host: Phone, guest: Phone) -> None:
    host.open_table(*NAMES)
    guest.join(host.shares(), "Ben")
    host.go(guest.table)
    host.sees("2 phones")
    host.taps_from_here()
    host.deal("Dan")
    _the_auction_sinks(host, guest)
    _ben_passes_three_for_nobody_else_to_see(host, guest)
    _all_meld(host, guest)
    _a_trick(host, HAND[0])
    _a_card_that_a_meld_forbids(host, guest, HAND[1])
    for trick in HAND[2:]:
        _a_trick(host, trick)
    host.says("Ann deals")
    host.sees("Ben and Dan bid 70 and made it: net −5.")
    # The deal, six calls and the suit, one for the exchange, the melds, a card each. Beside those: one mistake in the
    # auction with its undo, a refused card with its way back.
    whole = 1 + 5 + 1 + 1 + sum(map(len, MELDS.values())) + 4 + 56
    assert host.taps == whole + 2 + 2


def _the_auction_sinks(host: Phone, guest: Phone) -> None:
    host.says("Ann calls")
    host.button("Pass").click()
    guest.says("Ben calls")
    host.button("Bid 70").click()
    guest.says("Cat calls")
    host.undo.click()
    guest.says("Ben calls")
    host.button("Bid 80").click()
    host.says("Cat calls")
    expect(host.button("Bid 80")).to_have_count(0)
    host.button("Pass").click()
    host.sees("Passed: Ann, Cat")
    host.sees("Below 80, or pass. If Dan passes, Ben has it at 80.")
    host.button("Bid 70").click()
    host.button("Pass").click()
    guest.says("Dan sinks a suit")
    host.button("Hearts").click()


def _ben_passes_three_for_nobody_else_to_see(host: Phone, guest: Phone) -> None:
    guest.says("Ben passes three cards")
    pick(guest, "8H", "8H", "8H", "8H", "8H", "3D")
    picked(guest, "8H", 2, "passed")
    guest.button("Pass these three").click()
    guest.sees("You passed, only on this phone:")
    host.says("Dan gives three cards back")
    for look in (host.page.content, host.page.reload):
        look()
        assert "You passed" not in host.page.content()
        assert card_label("8H") not in host.page.content()
    host.button("Dan has given three back").click()
    guest.says("Everybody melds")


def _all_meld(host: Phone, guest: Phone) -> None:
    for name in NAMES:
        meld(host, name)
    guest.says("Dan leads")
    guest.sees("Hearts are sunk")
    expect(guest.page.locator("#table")).to_contain_text("melds −65")


def _a_trick(host: Phone, trick: Fallen) -> None:
    host.says(f"{trick.leader} leads")
    for name, card in played(trick):
        # The other copy of a card may lie there already: the turn line tells when this one does.
        expect(host.turn).to_have_text(re.compile(f"^{name} "))
        host.play(card)


def _a_card_that_a_meld_forbids(host: Phone, guest: Phone, trick: Fallen) -> None:
    """Ann has melded both sevens of spades: one of them must go over the five, not the three."""
    cat, dan, ann, ben = trick.cards
    host.play(cat)
    host.play(dan)
    host.expects(422)
    host.tap("3S")
    host.is_refused("Ann has to play over", "the seven of spades", "DEEP-14", "known to be there")
    expect(host.refusal.get_by_role("img", name=card_label("7S"))).to_be_visible()
    host.link("Wrong key, choose again").click()
    host.play(ann)
    guest.sees("Spades take the trick")
    host.play(ben)
    guest.says(f"{trick.taker} leads")


def test_a_hand_by_tricks(host: Phone) -> None:
    host.go(host.set_table(players=NAMES))
    host.taps_from_here()
    host.deal("Dan")
    enter_contract(host)
    for name in NAMES:
        meld(host, name)
    host.says("Dan leads")
    host.button("By tricks").click()
    for number, trick in enumerate(HAND):
        place = sheet(host, "Who won the trick?") if number == 0 else host.page.locator("#entry")
        points = sum(WORTH.get(card[0], 0) for card in trick.cards)
        if points:
            host.choose(host.page.get_by_role("radio", name=str(points), exact=True))
        place.get_by_role("button", name=trick.taker, exact=True).click()
        host.sees(f"{trick.taker} took the trick with {points} point")
    host.sees("Ben and Dan bid 70 and made it: net −5.")
    with_points = sum(any(card[0] in WORTH for card in trick.cards) for trick in HAND)
    assert host.taps == 1 + 8 + sum(map(len, MELDS.values())) + 4 + 1 + 14 + with_points


def test_a_hand_as_totals(host: Phone) -> None:
    host.go(host.set_table(players=NAMES))
    host.taps_from_here()
    host.deal("Dan")
    enter_contract(host)
    host.button("As totals").click()
    totals = sheet(host, "Points of hand 1")
    send = totals.get_by_role("button", name="Enter hand 1")
    totals.get_by_role("spinbutton", name="Ann and Cat took").fill("190")
    expect(totals.get_by_role("status")).to_have_text("60 left of 250")
    expect(send).to_be_disabled()
    for _ in range(6):
        totals.get_by_role("button", name="Ben and Dan took: more").click()
    totals.get_by_role("spinbutton", name="Ann and Cat melded").fill("-45")
    totals.get_by_role("spinbutton", name="Ben and Dan melded").fill("-65")
    expect(totals.get_by_role("status")).to_have_text("0 left of 250")
    send.click()
    host.says("Ann deals")
    host.sees("Ben and Dan bid 70 and made it: net −5.")
    assert host.taps == 1 + 8 + 1 + 6 + 1


# The picker


def test_what_is_tapped_is_named_and_stays_while_others_meld(host: Phone, guest: Phone) -> None:
    table = host.set_table(CONTRACT, NAMES)
    guest.is_let_in(host.code(table), "1")
    for phone in (host, guest):
        phone.go(table)
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
    guest.button("Ann melds nothing").click()
    guest.says("Ben, Cat and Dan meld")
    host.says("Ben, Cat and Dan meld")
    picked(host, "8C", 1)
    host.choose(host.page.get_by_role("checkbox", name="8s wide"))
    host.button("Meld −30").click()
    host.says("Ben and Dan meld")
    picked(host, "8C", 0)
    expect(host.button("Ben melds nothing")).to_be_visible()


def test_only_points(host: Phone) -> None:
    host.go(host.set_table(CONTRACT, NAMES))
    host.button("Only points").click()
    opened = sheet(host, "Only points")
    for _ in range(3):
        opened.get_by_role("button", name="Meld: less").click()
    opened.get_by_role("button", name="Cat", exact=True).click()
    host.sees("Cat melded −15")
    host.says("Ann, Ben and Dan meld")


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
    host.choose(host.page.get_by_role("radio", name="Dan"))
    host.sees("The best of your hand, only on this phone.")
    host.button("Meld −65").click()
    host.says("Ann, Ben and Cat meld")


def played(trick: Fallen) -> list[tuple[str, str]]:
    """Returns who played which card of a trick."""
    first = NAMES.index(trick.leader)
    return [(NAMES[(first + place) % 4], card) for place, card in enumerate(trick.cards)]


def test_without_javascript(phones: Phones) -> None:
    phone = phones(game=GAME, scripts=False)
    phone.go(phone.set_table(DEALT, NAMES))
    phone.button("Bid 70").click()
    for _ in range(3):
        phone.button("Pass").click()
    phone.button("Hearts").click()
    phone.button("Cat has passed three cards").click()
    phone.button("Ann has given three back").click()
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
    "play": ([*PLAYING, {"type": "play", "seat": 3, "card": "2S"}], None),
    "by tricks": ([*PLAYING, {"type": "trick", "winner": 1, "points": 30}], _opened("Melds")),
    "between": ([*CONTRACT, {"type": "tally", "taken": [190, 60], "meld": [-45, -65]}], None),
}


@pytest.mark.parametrize("state", LOOKS)
def test_every_screen_looks_right(reader: Phone, state: str) -> None:
    events, then = LOOKS[state]
    reader.page.set_viewport_size({"width": 390, "height": 844})
    reader.go(reader.set_table(events, NAMES))
    if then:
        then(reader)
    looks_right(reader)


def test_the_own_exchange_and_the_wall_look_right(reader: Phone) -> None:
    table = reader.set_table(EXCHANGING, NAMES)
    reader.sit(table, 1)
    reader.go(table)
    looks_right(reader)
    reader.go(reader.set_table([*PLAYING, {"type": "play", "seat": 3, "card": "2S"}], NAMES))
    looks_right(reader, WALL)
