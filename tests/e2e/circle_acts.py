"""What phones do with matches of a circle: records that one tally ends, sent as their page does; a circle of them."""

import json
import re
import secrets
from typing import Any

from tests.e2e.phone import Phone

TALLIED = "sechsundsechzig"
"""The game whose match one tally ends."""
EVENINGS = ("2025-09-02", "2025-09-09", "2025-09-16")
"""Three Tuesdays, early in the afternoon: the same days by the clock of every house."""


def record(evening: int, winner: int, other: str) -> dict[str, Any]:
    """Returns the record of a match that one tally ends, with the times at which it was entered."""
    points = [int(side == winner) for side in range(2)]
    return {
        "format": "sixfold-record/1",
        "game": TALLIED,
        "players": ["Mara", other],
        "options": {"target": 1},
        "events": [{"type": "deal"}, {"type": "tally", "points": points}],
        "times": [f"{EVENINGS[evening]}T{13 + winner}:{minute}:00Z" for minute in ("00", "20")],
    }


def keeps(phone: Phone, match: tuple[int, int, str]) -> str:
    """Sends the record of a match as its page does, and returns the table that is opened."""
    return phone.post("/records", text=json.dumps(record(*match)), open="yes", op=secrets.token_hex(8))


def opens_a_circle(host: Phone, match: tuple[int, int, str]) -> tuple[str, str]:
    """Opens a circle with the people of a match, and returns its table and the circle."""
    first = keeps(host, match)
    host.go(first)
    host.link("Meet again: open a circle").click()
    host.page.get_by_label("Name of the circle").fill("Tuesdays")
    host.button("Open the circle").click()
    host.page.wait_for_url(re.compile(r"/circles/\d+$"))
    found = re.search(r"/circles/\d+", host.page.url)
    assert found
    return first, found[0]
