"""Every address that knows phones, as the application itself names them."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from tests.web.support.circle_tables import circle_matches
from tests.web.support.former_holders import House
from webapp.access.device import COOKIE
from webapp.circle.match_days import today
from webapp.http.security import API

SHARED = re.compile("^/(?:static|metrics|healthz|trust|games|rules)")
"""Addresses that know no phones."""


class Addresses:
    """Every address that knows phones, with the numbers of what there is of one kind: a table, an evening, a circle."""

    def __init__(self, house: House, of: str) -> None:
        self.house = house
        self.values: dict[str, object] = {"game": "sechsundsechzig", "page": "organiser", "part": "melds"}
        self.values |= {"word": "FOX-42", "link": "KQ7M3XP", "name": "matches", "day": today()}
        if of == "table_id":
            self.values |= {of: house.table.id, "grant_id": house.store.grants(house.table.id)[0].id}
        elif of == "evening_id":
            self.values |= {of: house.hall.id, "table_id": house.evening_tables[1]}
        else:
            players = zip(("player_id", "other_id"), house.store.circle_players(house.circle.id), strict=True)
            kept = circle_matches(house.store, house.circle.id)
            self.values |= {of: house.circle.id, "match_id": kept[0].table_id, **dict(players)}
            self.values["grant_id"] = 987654321  # of no device: who is put out by one phone is gone for the next one
        there = house.site.app.url_map.iter_rules()
        self.rules = [rule for rule in there if not SHARED.match(rule.rule) and self._is_there(rule)]

    def _is_there(self, rule: Rule) -> bool:
        return not {"table_id", "evening_id", "circle_id"} & rule.arguments - self.values.keys()

    def asked(self, method: str) -> Iterator[str]:
        """Yields the addresses that take a method, each once."""
        for rule in self.rules:
            if method in (rule.methods or ()):
                given = dict.fromkeys(rule.arguments, 1) | self.values
                yield re.sub(r"<(?:[^<>]*:)?(\w+)>", lambda part: str(given[part[1]]), rule.rule)  # noqa: B023

    def ask(
        self, phone: FlaskClient, path: str, method: str, environ: Mapping[str, Any] = MappingProxyType({})
    ) -> TestResponse:
        """Returns what a phone is answered, or a program with its token."""
        if not path.startswith(API):
            return phone.open(path, method=method, buffered=False, environ_overrides=environ)
        cookie = phone.get_cookie(COOKIE)
        assert cookie is not None
        headers = {"Authorization": f"Bearer {cookie.value}"}
        sent: dict[str, Any] = {"json": {}} if method == "POST" else {}
        program = self.house.site.app.test_client(use_cookies=False)
        return program.open(path, method=method, buffered=False, headers=headers, environ_overrides=environ, **sent)
