"""A PostgreSQL that is away: every address says so calmly, the log in one line, and then all goes on."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest
from flask import Flask
from sqlalchemy import Pool, event
from werkzeug.routing import Rule

from tests.databases import away
from tests.web.support.all_roles import AllRoles
from tests.web.support.routes import usual_values
from webapp.access.device import COOKIE
from webapp.http.durations import RETRY_BUSY_DATABASE
from webapp.http.security import API

pytestmark = pytest.mark.postgresql
ENTRY = {"event": json.dumps({"type": "play", "seat": 0, "card": "2S"}), "op": "entry-of-the-outage"}


class Asked(NamedTuple):
    """A method at an address, and what it was answered."""

    name: str
    status: int
    retry_after: str | None
    said: str


def ask(all_roles: AllRoles, rule: Rule, method: str) -> Asked:
    """Asks as the host's phone, or as a program with its token."""
    values = {name: it for name, it in usual_values(all_roles).items() if name in rule.arguments}
    values |= {name: 1 if "int" in str(rule) else "x" for name in rule.arguments - values.keys()}
    host, more = all_roles.phones["host"], dict[str, Any]()
    if rule.rule.startswith(API):
        cookie = host.get_cookie(COOKIE)
        assert cookie
        host = all_roles.site.app.test_client()
        more["headers"] = {"Authorization": f"Bearer {cookie.value}", "Idempotency-Key": "key-of-this-entry"}
    if method == "POST":
        more |= {"json": {}} if rule.rule.startswith(API) else {"data": {}}
    built = rule.build(values)
    assert built, rule
    answer = host.open(built[1], method=method, buffered=False, **more)
    said = "" if answer.mimetype == "text/event-stream" else answer.get_data().decode(errors="replace")
    answer.close()
    return Asked(f"{method} {rule.rule}", answer.status_code, answer.headers.get("Retry-After"), said)


def addresses(app: Flask) -> list[tuple[Rule, str]]:
    """Returns every address of the application, with each of its methods."""
    return [(rule, method) for rule in app.url_map.iter_rules() for method in {"GET", "POST"} & (rule.methods or set())]


@contextmanager
def counted() -> Iterator[list[object]]:
    """Yields a list that grows with each use of the database."""
    uses: list[object] = []

    def count(*about: object) -> None:
        uses.append(about)

    event.listen(Pool, "checkout", count)
    yield uses
    event.remove(Pool, "checkout", count)


def test_every_address_says_so_once_in_the_log_and_then_all_goes_on(
    all_roles: AllRoles, caplog: pytest.LogCaptureFixture
) -> None:
    store, host, path = all_roles.site.store, all_roles.phones["host"], f"/tables/{all_roles.table.id}"
    wanted = addresses(all_roles.site.app)
    assert all_roles.grants
    assert host.get(path).status_code == 200
    with away(store.url), caplog.at_level(logging.WARNING):
        meanwhile = [ask(all_roles, rule, method) for rule, method in wanted]
        assert host.post(f"{path}/events", data=ENTRY).status_code == 503
    assert [one.name for one in meanwhile if one.status == 500] == []
    answered_busy = [one for one in meanwhile if one.status == 503 and one.name != "GET /healthz"]
    assert {one.retry_after for one in answered_busy} == {str(RETRY_BUSY_DATABASE)}
    assert len(answered_busy) > len(meanwhile) / 2
    unsaid = [one for one in answered_busy if "nothing was written" not in one.said and "database" not in one.said]
    pages = [one for one in answered_busy if "<html" in one.said and "nothing was written" in one.said]
    assert pages
    assert [one for one in pages if "The database cannot be reached" not in one.said] == []
    assert unsaid == []
    assert len(caplog.records) == 1, caplog.text
    assert "\n" not in caplog.messages[0]
    with counted() as uses:
        for one, (rule, method) in zip(meanwhile, wanted, strict=True):
            uses.clear()
            ask(all_roles, rule, method)
            assert one.status == 503 or not uses, one
    assert host.post(f"{path}/events", data=ENTRY).status_code != 503
