"""A GET changes nothing: whoever looks, wherever, the database is the same afterwards."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.routing import Rule

from tests.databases import is_written, reading
from tests.web.support.evening_routes import ROLES, EveningPhones
from tests.web.support.evening_routes import ROWS as EVENING_ROWS
from tests.web.support.phone import Phone
from tests.web.support.site import Site
from webapp.store import Store
from webapp.store.models import Row, Table

VALUES: dict[str, Any] = {
    "game": "sixes-and-sevens",
    "filename": "app.css",
    "m": "1.1.1",
    "number": 1,
    "grant_id": 1,
    "photo_id": 1,
    "place": 4,
    "part": "melds",
}
LINKS = ("player", "watcher", "referee", "host", "move", "typed", "none")


def _unchanged(store: Store) -> Callable[[], bool]:
    """Returns what tells whether all rows are still as they are now: they are read anew if something was written."""
    before = _dump(store)
    is_written(store)
    return lambda: not is_written(store) or _dump(store) == before


def _dump(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    with reading(store) as session:
        return {
            table.name: [tuple(row) for row in session.execute(select(table).order_by(*table.primary_key))]
            for table in Row.metadata.sorted_tables
        }


def test_looking_at_an_evening_changes_nothing(site: Site) -> None:
    phones = EveningPhones(site)
    unchanged = _unchanged(site.store)
    for row in EVENING_ROWS:
        if row.method == "GET":
            for role in ROLES:
                phones.ask(row, role)
            assert unchanged(), row.name


def _links(site: Site, table: Table, ben: FlaskClient) -> dict[str, str]:
    site.store.renew_invite(table.id, "referee", agreed=True)
    invites = site.store.invites(table.id)
    move = site.store.offer_move(table.id, site.device(ben))
    found = {role: invite.token for role, invite in invites.items()} | {"move": move.token}
    return found | {"typed": invites["player"].code, "none": "x" * 22}


def _paths(site: Site, table: Table, links: dict[str, str]) -> Iterator[str]:
    for rule in site.app.url_map.iter_rules():
        if "GET" in (rule.methods or set()) and not {"evening_id", "circle_id"} & set(rule.arguments):
            for link in links.values() if "link" in rule.arguments else [""]:
                yield _path(site, rule, {**VALUES, "table_id": table.id, "link": link, "index": 0, "event": 2})


def _path(site: Site, rule: Rule, values: dict[str, Any]) -> str:
    known = {name: values[name] for name in rule.arguments}
    with site.app.test_request_context():
        built = rule.build(known)
    assert built is not None
    return built[1]


@pytest.mark.parametrize("who", ["stranger", "host", "player", "watcher", "referee"])
def test_looking_changes_nothing(site: Site, trick: Phone, table: Table, who: str) -> None:
    ben = site.seat(table, 1)
    phone = {
        "stranger": site.phone,
        "host": lambda: trick.client,
        "player": lambda: ben,
        "watcher": lambda: site.watcher(table),
        "referee": lambda: site.referee(table),
    }[who]()
    links = _links(site, table, ben)
    assert set(LINKS) == set(links)
    unchanged = _unchanged(site.store)
    for path in _paths(site, table, links):
        _look(phone, path, *(["HEAD"] if who == "host" else []))
        assert unchanged(), path


def _look(phone: FlaskClient, path: str, *more: str) -> None:
    """Asks for a page, by other methods as well."""
    for method in ("GET", *more):
        answer = phone.open(path, method=method, buffered=False)
        if method == "GET" and path.endswith("/stream"):
            next(iter(answer.response), None)
        answer.close()
        if path.startswith("/join/"):
            phone.open("/join", method=method).close()
