"""Tables of Deep Six in every phase: Dan deals the first hand, has it at 70, and hearts are sunk."""

from typing import Any

from flask.testing import FlaskClient

from tests.web.support.phone import Phone, at_table
from tests.web.support.site import Site

Events = list[dict[str, Any]]
NAMES = ("Ann", "Ben", "Cat", "Dan")
DEAL: Events = [{"type": "deal", "dealer": 3}]
CALLS: Events = [
    {"type": "bid", "seat": 0, "amount": 120},
    {"type": "bid", "seat": 1, "amount": 110},
    {"type": "pass", "seat": 2},
    {"type": "bid", "seat": 3, "amount": 90},
    {"type": "bid", "seat": 0, "amount": 80},
    {"type": "pass", "seat": 1},
]
AUCTION = [*DEAL, *CALLS]
PASSED_OUT: Events = [*DEAL, *({"type": "pass", "seat": seat} for seat in range(3))]
SINK: Events = [*AUCTION, {"type": "bid", "seat": 3, "amount": 70}, {"type": "pass", "seat": 0}]
EXCHANGE: Events = [*SINK, {"type": "sink", "seat": 3, "suit": "H"}]
SHOWN: Events = [*EXCHANGE, {"type": "show", "seat": 3, "cards": ["6S", "7S", "8S"]}]
PASSED: Events = [*EXCHANGE, {"type": "exchange", "seat": 1}]
MELD: Events = [*PASSED, {"type": "exchange", "seat": 3}]
MELDED: Events = [
    *MELD,
    {"type": "meld", "seat": 3, "melds": [["6S", "7S", "8S"], ["7D", "7D"]]},
    {"type": "meld", "seat": 1, "points": 0},
]
PLAY: Events = [
    *MELDED,
    {"type": "meld", "seat": 0, "points": 0},
    {"type": "meld", "seat": 2, "melds": [["8S", "8H", "8C", "8D"]]},
]
CONTRACT: Events = [*DEAL, {"type": "contract", "seat": 3, "amount": 70, "suit": "H"}]
HAND_OF_ANN = ["6S", "7S", "5S", "5S", "8C", "8D", "6H", "7H", "8H", "2C", "3C", "4D", "5D", "2D"]


def plays(*cards: str, first: int = 3) -> Events:
    """Returns plays clockwise from this seat."""
    return [{"type": "play", "seat": (first + n) % 4, "card": card} for n, card in enumerate(cards)]


def tallied(dealer: int, taken: list[int], meld: list[int], seat: int = 3, amount: int = 70) -> Events:
    """Returns a whole hand as totals."""
    contract = {"type": "contract", "seat": seat, "amount": amount, "suit": "C"}
    return [{"type": "deal", "dealer": dealer}, contract, {"type": "tally", "taken": taken, "meld": meld}]


STATES: dict[str, Events] = {
    "first deal": [],
    "first call": DEAL,
    "auction": AUCTION,
    "three passes": PASSED_OUT,
    "sink": SINK,
    "exchange": EXCHANGE,
    "invitation": SHOWN,
    "cards back": PASSED,
    "meld": MELD,
    "last to meld": MELDED,
    "lead": PLAY,
    "follow": [*PLAY, *plays("6S")],
    "introduced": [*PLAY, *plays("6S", "2C", "7S")],
    "second trick": [*PLAY, *plays("6S", "2S", "7S", "8S")],
    "by tricks": [*PLAY, {"type": "trick", "winner": 1, "points": 30}],
    "between": tallied(3, [60, 190], [-20, -60]),
    "over": [*tallied(3, [250, 0], [0, 0]), *tallied(0, [250, 0], [0, 0])],
}


def table(site: Site, host: FlaskClient, events: Events, **more: Any) -> Phone:
    """Opens a table on which these events have been entered, on the host's phone; the rules must take them."""
    return at_table(site, host, *events, players=4, game="deep-six", **more)
