"""A table with closed tricks, and amendments of them."""

from collections.abc import Sequence
from typing import Any

from flask.testing import FlaskClient

from tests.web.support.phone import Phone, at_table
from tests.web.support.site import Site

PLAYS = ((1, "9C"), (2, "3C"), (0, "5C"), (1, "2D"), (2, "4D"), (0, "6D"), (1, "8S"))
"""Trick 1 (entries 1 to 3) is closed, trick 2 lay last, a card of trick 3 lies there."""


def table_of(site: Site, host: FlaskClient, plays: Sequence[tuple[int, str]] = PLAYS, **more: Any) -> Phone:
    return at_table(site, host, {"type": "deal", "dealer": 0}, *(played(*each) for each in plays), **more)


def amend(phone: Phone, target: int, *instead: Any) -> int:
    phone.look()
    return phone.enter({"type": "amend", "changes": [{"target": target, "with": list(instead)}]})


def played(seat: int, card: str) -> dict[str, Any]:
    return {"type": "play", "seat": seat, "card": card}
