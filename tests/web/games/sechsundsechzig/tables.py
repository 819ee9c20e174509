"""Tables of Sechsundsechzig: opened, entered at, and what stands above their keys."""

import re
from typing import Any

from flask.testing import FlaskClient

from tests.web.support.phone import Phone, at_table
from tests.web.support.site import Site

TWO, FOUR = ("Ann", "Ben"), ("Ann", "Ben", "Cat", "Dora")
DEAL, UP = {"type": "deal", "dealer": 0}, {"type": "turn-up", "card": "9S"}
CLOSE = {"type": "close", "seat": 1}
BEN_HOLDS = ["AH", "TH", "KH", "QH", "AS", "KD"]


def open_table(site: Site, client: FlaskClient, players: tuple[str, ...] = TWO, **more: Any) -> Phone:
    """A table where Ann deals, so Ben leads; `more` goes to the table, `options` with it."""
    return Phone(client, site.open_table(client, players, game="sechsundsechzig", **more))


def enter(phone: Phone, *events: Any) -> None:
    """Enters what the rules take."""
    for event in events:
        assert phone.enter(event) in (200, 303), phone.page


def turned_up(site: Site, client: FlaskClient) -> Phone:
    """A table of two, the nine of spades turned up."""
    return at_table(site, client, DEAL, UP, players=2, game="sechsundsechzig")


def play(phone: Phone, *cards: str, first: int = 1, players: int = 2) -> None:
    """Enters plays clockwise from this seat."""
    enter(phone, *({"type": "play", "seat": (first + n) % players, "card": c} for n, c in enumerate(cards)))


def send(phone: Phone, *more: tuple[str, str], **fields: Any) -> int:
    """Sends an entry as the fields of a form."""
    return phone.send({**fields, **dict(more)})


def offered(phone: Phone) -> list[str]:
    """What stands in the row above the keys."""
    row = re.search(r'<div class="acts[^>]*>(.*?)</div>', phone.look(), re.DOTALL)
    assert row
    return [text for text in re.sub(r"<[^>]*>", "\n", row[1]).splitlines() if text.strip()]


def announced(phone: Phone) -> list[tuple[str, str]]:
    """The cards whose keys announce, with what they count."""
    return re.findall(r'aria-label="([^"]*), announce (\d+)"', phone.look())
