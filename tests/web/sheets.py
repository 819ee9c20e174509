"""Score sheets and explanations of tables on which something has been entered."""

import re
from typing import Any

from flask.testing import FlaskClient

from tests.web.evenings import NAMES
from tests.web.house import House
from tests.web.phone import Phone
from webapp.store.models import Table

Event = dict[str, Any]


def at_table(house: House, game: str, players: int, *events: Event, **more: Any) -> tuple[FlaskClient, Table]:
    """Opens a table on which these events have been entered; the rules must take them."""
    host = house.phone()
    table = house.open_table(host, NAMES[:players], game=game, **more)
    phone = Phone(host, table)
    for event in events:
        assert phone.enter(event) == 303, (event, phone.page)
    return host, table


def read(page: str) -> str:
    """The text of a page, its parts apart, with plain spaces."""
    return re.sub(r"[\s\N{NO-BREAK SPACE}]+", " ", re.sub(r"<[^>]*>", " ", page))


def sheet(house: House, game: str, players: int, *events: Event, **more: Any) -> str:
    host, table = at_table(house, game, players, *events, **more)
    return host.get(f"/tables/{table.id}/scores").text


def why(house: House, game: str, players: int, *events: Event, **more: Any) -> str:
    host, table = at_table(house, game, players, *events, **more)
    return host.get(f"/tables/{table.id}/scores/1").text
