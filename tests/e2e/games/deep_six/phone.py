"""A hand of Deep Six for the browser's tests, how far tables are set up, and what a thumb does on its pad."""

from collections.abc import Mapping

from playwright.sync_api import Locator, expect

from tests.e2e.phone import Phone, card_label
from tests.e2e.sample_hand import Events, Fallen

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


def played(trick: Fallen) -> list[tuple[str, str]]:
    """Returns who played which card of a trick."""
    first = NAMES.index(trick.leader)
    return [(NAMES[(first + place) % 4], card) for place, card in enumerate(trick.cards)]


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
    nothing = phone.button(f"{name} melds nothing")
    if name not in MELDS:
        nothing.click()
        return
    # Cards that are tapped before it is the turn of this name would be gone with the answer to the last entry.
    expect(nothing).to_be_visible()
    pick(phone, *MELDS[name])
    phone.button(f"Meld {POINTS[name]}".replace("-", "−")).click()


def sheet(phone: Phone, name: str) -> Locator:
    return phone.page.get_by_role("region", name=name)


def enter_contract(phone: Phone) -> None:
    """Enters that Dan has it at 70 with hearts sunk, by four taps."""
    phone.button("Enter the contract only").click()
    opened = sheet(phone, "The contract only")
    phone.choose(phone.page.get_by_role("radio", name="Dan", exact=True))
    opened.get_by_role("button", name="Bid 70", exact=True).click()
    opened.get_by_role("button", name="Hearts are sunk").click()
