"""Score sheets and explanations of tables on which something has been entered."""

import re
from typing import Any

from flask.testing import FlaskClient

from tests.web.support import phone as phones
from tests.web.support.site import Site
from webapp.store.models import Table

Event = dict[str, Any]


def at_table(site: Site, game: str, players: int, *events: Event, **more: Any) -> tuple[FlaskClient, Table]:
    """Opens a table on which these events have been entered; the rules must take them."""
    phone = phones.at_table(site, site.phone(), *events, players=players, game=game, **more)
    return phone.client, phone.table


def read(page: str) -> str:
    """The text of a page, its parts apart, with plain spaces."""
    return re.sub(r"[\s\N{NO-BREAK SPACE}]+", " ", re.sub(r"<[^>]*>", " ", page))


def sheet(site: Site, game: str, players: int, *events: Event, **more: Any) -> str:
    host, table = at_table(site, game, players, *events, **more)
    return host.get(f"/tables/{table.id}/scores").text


def why(site: Site, game: str, players: int, *events: Event, **more: Any) -> str:
    host, table = at_table(site, game, players, *events, **more)
    return host.get(f"/tables/{table.id}/scores/1").text
