"""Who may ask for what: every address with every method, asked by everybody."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from gevent import getcurrent
from werkzeug.routing import Rule

from tests.cases import each
from tests.web.support.all_roles import ROLES, AllRoles
from tests.web.support.circle_routes import is_of_circles
from tests.web.support.evening_routes import is_of_evenings
from tests.web.support.routes import ROWS, Row, address, asked
from webapp.http.security import API, SAFE_METHODS

AFRESH = frozenset(
    {
        "POST /api/v1/tables/<table_id>/calls/<number>/withdraw",
        "POST /api/v1/tables/<table_id>/referees/<grant_id>/dismiss",
        "POST /api/v1/tables/<table_id>/seat",
        "POST /tables/<table_id>/disputes/<number>/withdraw",
        "POST /tables/<table_id>/referees/<grant_id>/dismiss",
        "POST /tables/<table_id>/seat",
    }
)
"""What one of them may do that changes what the next one is."""
REFUSED = 400
"""Answers from here on refuse."""
NOWHERE = 987_654_321
"""The number of no table."""
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def test_every_address_has_its_row(app: Flask) -> None:
    there = {f"{method} {_plain(rule)}" for rule in app.url_map.iter_rules() for method in _asked(rule)}
    assert {name for name in there if not (is_of_evenings(name) or is_of_circles(name))} == {row.name for row in ROWS}
    assert all(len(row.answers) == len(ROLES) for row in ROWS)


@pytest.fixture
def afresh(all_roles: AllRoles) -> Iterator[Callable[[], AllRoles]]:
    """Returns the table of all roles as it was when it was opened; so it is afterwards."""
    again = all_roles.site.kept(lambda: AllRoles(all_roles.site).plays())
    yield again
    again()


def _changes(row: Row) -> bool:
    """Tells whether who is not refused changes something."""
    return row.method not in SAFE_METHODS and min(row.answers) < REFUSED


@each("row", sorted(ROWS, key=_changes))
def test_everybody_is_answered_as_the_table_says(all_roles: AllRoles, afresh: Callable[[], AllRoles], row: Row) -> None:
    if _changes(row):
        all_roles = afresh()
    found = []
    for role in ROLES:
        if row.name in AFRESH:
            all_roles = afresh()
        found.append(ask(all_roles, row, role))
    assert found == list(row.answers)


@each("row", ROWS)
def test_a_phone_that_is_unknown_gets_no_further_than_a_stranger(all_roles: AllRoles, row: Row) -> None:
    answer = ask(all_roles, row, None)
    assert answer == (401 if row.rule.startswith(API) and not row.is_public else row.answers[0])


@each("rule", sorted({row.rule for row in ROWS}))
def test_another_method_is_not_taken(all_roles: AllRoles, rule: str) -> None:
    taken = {row.method for row in ROWS if row.rule == rule}
    for method in METHODS:
        if method not in taken:
            answer = all_roles.phones["host"].open(address(all_roles, rule), method=method)
            assert answer.status_code == 405, method
            assert answer.headers["Allow"]


@each("row", [row for row in ROWS if "<table_id>" in row.rule])
def test_a_table_of_others_is_answered_like_one_that_is_not_there(all_roles: AllRoles, row: Row) -> None:
    assert ask(all_roles, row, "host", table_id=NOWHERE) == 404
    for role, fragment in (("stranger", False), ("elsewhere", False), ("elsewhere", True), (None, False)):
        there, not_there = (_whole(all_roles, row, role, fragment, table) for table in (all_roles.table.id, NOWHERE))
        assert there == not_there, (role, fragment)


def test_nothing_is_asked_of_a_table_of_others_that_is_not_asked_of_one_that_is_not_there(
    all_roles: AllRoles, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Queries take time, and whoever measures it must learn nothing."""
    asked_for: list[str] = []
    store, keeper = type(all_roles.site.store), type(all_roles.site.tables)
    for kind, name in [*((store, name) for name in dir(store)), (keeper, "at")]:
        if not name.startswith("_") and callable(getattr(kind, name)):
            monkeypatch.setattr(kind, name, _noted(getattr(kind, name), name, asked_for))
    for row in ROWS:
        if "<table_id>" in row.rule:
            calls = []
            for table in (all_roles.table.id, NOWHERE):
                asked_for.clear()
                ask(all_roles, row, "elsewhere", table_id=table)
                calls.append([*asked_for])
            assert calls[0] == calls[1] != [], row.name


def _noted(method: Callable[..., Any], name: str, names: list[str]) -> Callable[..., Any]:
    """Notes what this test asks for; a stream that is still open asks by itself, from a greenlet of its own."""
    asker = getcurrent()

    def noted(*given: Any, **more: Any) -> Any:
        if getcurrent() is asker:
            names.append(name)
        return method(*given, **more)

    return noted


def _whole(all_roles: AllRoles, row: Row, role: str | None, fragment: bool, table_id: int) -> tuple[Any, ...]:
    """Returns all that a phone is answered, but for the number of the table and what differs from call to call."""
    headers = {"HX-Request": "true"} if fragment else {}
    answer = asked(all_roles, row, role, headers=headers, table_id=table_id)
    kept = sorted((name, value) for name, value in answer.headers.items() if name != "Content-Length")
    return answer.status_code, kept, answer.text.replace(f"/tables/{table_id}", "/tables/N")


def ask(all_roles: AllRoles, row: Row, role: str | None, **values: Any) -> int:
    """Returns the status of what a phone is answered. None: an unknown phone."""
    return asked(all_roles, row, role, **values).status_code


def _plain(rule: Rule) -> str:
    """An address without what its parts may be."""
    return re.sub(r"<[^<>]*:(\w+)>", r"<\1>", rule.rule)


def _asked(rule: Rule) -> list[str]:
    return sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
