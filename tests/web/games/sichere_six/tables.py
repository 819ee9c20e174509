"""Tables of Sichere Six in every phase, and what their pages show."""

import re
from collections.abc import Mapping
from typing import Any

from tests.web.support.german_pages import visible
from tests.web.support.phone import Phone, at_table
from tests.web.support.site import Site

Events = list[Mapping[str, Any]]

DEAL: Events = [{"type": "deal", "dealer": 0}]
MERCY: Events = [{"type": "mercy", "seat": 1}]


def plays(cards: str, first: int = 1) -> Events:
    """Returns plays clockwise; the Joker wins as `X+` and loses as `X-`."""
    found: Events = []
    for place, card in enumerate(cards.split()):
        says = {"joker": {"+": "win", "-": "lose"}[card[1]]} if card[0] == "X" else {}
        found.append({"type": "play", "seat": (first + place) % 3, "card": "X" if says else card, **says})
    return found


def tally(tricks: list[int], nines: list[int]) -> Mapping[str, Any]:
    return {"type": "tally", "tricks": tricks, "nines": nines}


TOOK_A_NINE: Events = [*DEAL, *plays("TD 9D 6D")]
TRUMP: Events = [*TOOK_A_NINE, *MERCY, *plays("7C 8S 6C")]
WHOLE: Events = [
    *DEAL,
    *plays("JH 8H 6H"),
    *plays("6S 8S TS"),
    *plays("8C 9C 6C", 0),
    *MERCY,
    *plays("9H 7D 7H"),
    *plays("TD JC 8D", 0),
    *plays("X+ 7S TH", 0),
    *plays("9D JS JD", 0),
    *plays("7C TC 9S", 2),
]


def at(site: Site, *events: Mapping[str, Any], language: str = "en", **more: Any) -> Phone:
    """Returns the host's phone at a table of Sichere Six where this was entered."""
    return at_table(site, site.phone(language), *events, **{"game": "sichere-six", **more})


def send(phone: Phone, **fields: str) -> int:
    """Sends a sheet's fields, and stays where the answer leads."""
    return phone.send(fields)


def keys(page: str, name: str) -> list[str]:
    """Returns the labels of the pad's keys with this class."""
    return re.findall(rf'<button class="cell [^"]*\b{name}\b[^"]*"[^>]*aria-label="([^"]*)"', page)


def words(page: str) -> str:
    """Returns what a page shows, on one line."""
    return re.sub(r" ([.,:;])", r"\1", " ".join(visible(page).split()))
