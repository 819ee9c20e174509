"""A GET changes nothing: whoever looks, wherever, the database is the same afterwards."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.routing import Rule

from tests.web.house import House
from tests.web.phone import Phone
from webapp.store import Store
from webapp.store.models import Row, Table

VALUES: dict[str, Any] = {"game": "sixes-and-sevens", "filename": "app.css", "m": "1.1.1", "number": 1, "place": 4}
WAYS = ("player", "watcher", "referee", "host", "move", "typed", "none")


def _dump(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    with store._read() as session:
        return {
            table.name: [tuple(row) for row in session.execute(select(table).order_by(*table.primary_key))]
            for table in Row.metadata.sorted_tables
        }


def _ways(house: House, table: Table, ben: FlaskClient) -> dict[str, str]:
    house.store.renew_invite(table.id, "referee", agreed=True)
    invites = house.store.invites(table.id)
    move = house.store.offer_move(table.id, house.device(ben))
    found = {role: invite.token for role, invite in invites.items()} | {"move": move.token}
    return found | {"typed": invites["player"].code, "none": "x" * 22}


def _paths(house: House, table: Table, ways: dict[str, str]) -> Iterator[str]:
    for rule in house.app.url_map.iter_rules():
        if "GET" in (rule.methods or set()):
            for way in ways.values() if "way" in rule.arguments else [""]:
                yield _path(house, rule, {**VALUES, "table_id": table.id, "way": way, "index": 0, "event": 2})


def _path(house: House, rule: Rule, values: dict[str, Any]) -> str:
    known = {name: values[name] for name in rule.arguments}
    with house.app.test_request_context():
        built = rule.build(known)
    assert built is not None
    return built[1]


@pytest.mark.parametrize("who", ["stranger", "host", "player", "watcher", "referee"])
def test_looking_changes_nothing(house: House, trick: Phone, table: Table, who: str) -> None:
    ben = house.seat(table, 1)
    phone = {
        "stranger": house.phone,
        "host": lambda: trick.client,
        "player": lambda: ben,
        "watcher": lambda: house.watcher(table),
        "referee": lambda: house.referee(table),
    }[who]()
    ways = _ways(house, table, ben)
    assert set(WAYS) == set(ways)
    before = _dump(house.store)
    for path in _paths(house, table, ways):
        for method in ("GET", "HEAD"):
            answer = phone.open(path, method=method, buffered=False)
            if method == "GET" and path.endswith("/stream"):
                next(iter(answer.response), None)
            answer.close()
            if path.startswith("/join/"):
                phone.open("/join", method=method).close()
        assert _dump(house.store) == before, path
