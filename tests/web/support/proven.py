"""Cards and rulings that proofs and cases are about."""

import re
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.support.german_pages import visible
from tests.web.support.phone import OP, SEEN, Phone
from tests.web.support.ruling import DEAL
from tests.web.support.site import Site
from webapp.store.models import Table


def plays(players: int, *tricks: str) -> list[dict[str, Any]]:
    """Cards trick by trick, each led by the seat written before it: *1: 9C 8H X=lose*."""
    events = []
    for trick in tricks:
        leader, cards = trick.split(": ")
        for place, card in enumerate(cards.split()):
            name, _colon, more = card.partition("=")
            play = {"type": "play", "seat": (int(leader) + place) % players, "card": name}
            events.append(play | ({"joker": more} if name == "X" else {"marriage": True} if more else {}))
    return events


TRUMP = [DEAL, *plays(3, "1: TH JH 6H", "2: 6C 8S JC")]


def totals(site: Site, table: Table) -> tuple[int, ...]:
    state: tuple[int, ...] = site.tables.at(table.id).fold.state.totals
    return state


def remedies(page: str) -> dict[str, str]:
    """Returns what each remedy would do, or why it is not possible, by its title."""
    found = re.findall(r'<label class="opt[^"]*"><input[^>]*name="remedy".*?</label>', page, re.DOTALL)
    told = [visible(label).split("\n") for label in found]
    texts = [[line for line in lines if line] for lines in told]
    return {lines[0]: " ".join(lines[1:]) for lines in texts}


POINTS = {"points-0": "0", "points-1": "1", "points-2": "-2"}


def newest_ruling(site: Site, phone: Phone) -> str:
    return f"{phone.url}/rulings/{site.tables.at(phone.table.id).fold.seq - 1}/reopen"


def reopen(phone: FlaskClient, address: str, why: str = "heard wrong", undo: str = "true") -> TestResponse:
    """Reopens as the page lets a person; what it did is chosen to be taken back beforehand."""
    page = phone.get(address).text
    op, seen = OP.search(page), SEEN.search(page)
    assert op is not None
    assert seen is not None
    sent = {"op": op[1], "seen": seen[1], "reason": why, "undo": undo}
    return phone.post(address, data=sent)


CLOSED = [DEAL, {"type": "turn-up", "card": "9H"}, {"type": "close", "seat": 1}]


def notes(phone: FlaskClient, table: Table) -> str:
    """Returns what the line of notices says on this phone."""
    page = phone.get(f"/tables/{table.id}").text
    return " ".join(visible(page.partition('id="notes"')[2].partition('id="moved"')[0]).split())
