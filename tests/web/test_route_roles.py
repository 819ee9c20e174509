"""Who may ask for what: every address with every method, asked by everybody.

A new address fails the tests until it has its row. The answers are those to an empty form, or to the one in `SENT`:
400 and 422 say that whoever asks may do it, 403 that not. Refusals of rights come before all others.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask import Flask
from sqlalchemy import URL
from werkzeug.routing import Rule

from tests import databases
from tests.web.everybody import ROLES, Everybody, open_house
from tests.web.house import House
from webapp.access import API, COOKIE
from webapp.security import SAFE_METHODS

TABLE = """
                    stranger, watcher, unseated, player, scorekeeper, host, referee, elsewhere
GET  /                                                     200 200 200 200 200 200 200 200
POST /accept                                               404 404 404 404 404 404 404 404
GET  /api/v1/                                              302 302 302 302 302 302 302 302
POST /api/v1/join                                          400 400 400 400 400 400 400 400
GET  /api/v1/openapi.json                                  200 200 200 200 200 200 200 200
POST /api/v1/records                                       422 422 422 422 422 422 422 422
POST /api/v1/tables                                        422 422 422 422 422 422 422 422
GET  /api/v1/tables/<table_id>                             403 200 200 200 200 200 200 403
POST /api/v1/tables/<table_id>/events                      403 403 403 422 422 422 403 403
GET  /api/v1/tables/<table_id>/record                      403 200 200 200 200 200 200 403
GET  /api/v1/tables/<table_id>/stream                      403 200 200 200 200 200 200 403
GET  /games/<game>/entering                                200 200 200 200 200 200 200 200
GET  /healthz                                              200 200 200 200 200 200 200 200
GET  /join                                                 404 404 404 404 404 404 404 404
POST /join                                                 422 422 422 422 422 422 422 422
GET  /join/<way>                                           303 303 303 303 303 303 303 303
GET  /metrics                                              403 403 403 403 403 403 403 403
GET  /records                                              200 200 200 200 200 200 200 200
POST /records                                              422 422 422 422 422 422 422 422
GET  /rules                                                200 200 200 200 200 200 200 200
GET  /rules/<game>                                         200 200 200 200 200 200 200 200
GET  /settings                                             200 200 200 200 200 200 200 200
POST /settings                                             303 303 303 303 303 303 303 303
GET  /static/<filename>                                    200 200 200 200 200 200 200 200
POST /tables                                               400 400 400 400 400 400 400 400
GET  /tables/<table_id>                                    403 200 200 200 200 200 200 403
GET  /tables/<table_id>/adjustments                        403 403 403 200 200 200 200 403
POST /tables/<table_id>/adjustments                        403 403 403 400 400 400 400 403
POST /tables/<table_id>/again                              403 403 403 400 400 400 403 403
GET  /tables/<table_id>/amendments                         403 200 200 200 200 200 200 403
POST /tables/<table_id>/amendments                         403 403 403 400 400 400 400 403
GET  /tables/<table_id>/amendments/draft                   403 403 403 303 303 303 303 403
GET  /tables/<table_id>/choices                            403 403 403 403 403 200 403 403
POST /tables/<table_id>/choices                            403 403 403 403 403 303 403 403
POST /tables/<table_id>/codes                              403 403 403 403 403 400 403 403
GET  /tables/<table_id>/contradiction                      403 404 404 404 404 404 404 403
GET  /tables/<table_id>/desk                               403 200 200 200 200 200 200 403
POST /tables/<table_id>/disputes                           403 403 403 400 400 400 400 403
GET  /tables/<table_id>/disputes/<number>                  403 200 200 200 200 200 200 403
POST /tables/<table_id>/disputes/<number>/withdraw         403 403 403 403 403 303 403 403
GET  /tables/<table_id>/disputes/new                       403 403 403 200 200 200 200 403
GET  /tables/<table_id>/entries/<index>/amend              403 403 403 200 200 200 200 403
POST /tables/<table_id>/entries/<index>/amend              403 403 403 400 400 400 400 403
GET  /tables/<table_id>/entries/<index>/beside             403 403 403 404 404 404 404 403
GET  /tables/<table_id>/entries/<index>/form               403 403 403 200 200 200 200 403
POST /tables/<table_id>/entries/<index>/form               403 403 403 303 303 303 303 403
POST /tables/<table_id>/events                             403 403 403 400 400 400 403 403
GET  /tables/<table_id>/film                               403 200 200 200 200 200 200 403
POST /tables/<table_id>/grants/<grant_id>/revoke           403 403 403 403 403 303 403 403
GET  /tables/<table_id>/hand                               403 403 403 200 403 403 403 403
POST /tables/<table_id>/hand                               403 403 403 400 403 403 403 403
POST /tables/<table_id>/hand/withdraw                      403 403 403 303 403 403 403 403
GET  /tables/<table_id>/log                                403 200 200 200 200 200 200 403
GET  /tables/<table_id>/melds                              403 403 403 404 404 404 403 403
GET  /tables/<table_id>/moments/<m>                        403 403 403 403 403 403 200 403
GET  /tables/<table_id>/moments/<m>/legal                  403 303 303 303 303 303 200 403
GET  /tables/<table_id>/move                               403 200 200 200 200 200 200 403
POST /tables/<table_id>/move                               403 303 303 303 303 303 303 403
POST /tables/<table_id>/move/stop                          403 303 303 303 303 303 303 403
POST /tables/<table_id>/pause                              403 403 403 400 400 400 400 403
GET  /tables/<table_id>/protocol                           403 200 200 200 200 200 200 403
GET  /tables/<table_id>/record                             403 200 200 200 200 200 200 403
GET  /tables/<table_id>/record.json                        403 200 200 200 200 200 200 403
GET  /tables/<table_id>/recovery                           403 403 403 403 403 200 403 403
POST /tables/<table_id>/recovery                           403 403 403 403 403 303 403 403
POST /tables/<table_id>/referees/<grant_id>/dismiss        403 403 403 403 403 303 303 403
GET  /tables/<table_id>/request                            403 303 303 303 303 303 303 403
POST /tables/<table_id>/request/withdraw                   403 303 303 303 303 303 303 403
POST /tables/<table_id>/requests/<word>/let-in             403 403 403 403 403 409 403 403
POST /tables/<table_id>/requests/<word>/refuse             403 403 403 403 403 409 403 403
GET  /tables/<table_id>/revokes/<event>                    403 200 200 200 200 200 200 403
POST /tables/<table_id>/rulings                            403 403 403 403 403 403 400 403
GET  /tables/<table_id>/rulings/<place>/reopen             403 403 403 403 403 403 404 403
POST /tables/<table_id>/rulings/<place>/reopen             403 403 403 403 403 403 404 403
POST /tables/<table_id>/scorekeeper                        403 403 403 403 403 400 403 403
POST /tables/<table_id>/scorekeeper/end                    403 403 403 403 403 303 403 403
GET  /tables/<table_id>/scores                             403 200 200 200 200 200 200 403
GET  /tables/<table_id>/scores.csv                         403 200 200 200 200 200 200 403
GET  /tables/<table_id>/scores/<number>                    403 404 404 404 404 404 404 403
POST /tables/<table_id>/seat                               403 403 303 303 303 303 409 403
POST /tables/<table_id>/seat/leave                         403 303 303 303 303 303 303 403
POST /tables/<table_id>/seats/<seat>/free                  403 403 403 403 403 303 403 403
GET  /tables/<table_id>/share                              403 200 200 200 200 200 200 403
GET  /tables/<table_id>/stream                             403 200 200 200 200 200 200 403
GET  /tables/new/<game>                                    200 200 200 200 200 200 200 200
"""
SENT: dict[str, Any] = {
    "POST /tables": {"game": "sixes-and-sevens"},
    "POST /tables/<table_id>/seat": {"seat": "2"},
    "POST /api/v1/tables/<table_id>/events": {"type": "play", "seat": 1, "card": "0X"},
}
AFRESH = frozenset(
    {
        "POST /tables/<table_id>/disputes/<number>/withdraw",
        "POST /tables/<table_id>/referees/<grant_id>/dismiss",
        "POST /tables/<table_id>/seat",
    }
)
"""What one of them may do that changes what the next one is."""
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


class Row(NamedTuple):
    """A method at an address, and what each role is answered."""

    method: str
    rule: str
    answers: tuple[int, ...]

    @property
    def name(self) -> str:
        return f"{self.method} {self.rule}"

    @property
    def is_public(self) -> bool:
        """Tells whether everybody gets the same answer."""
        return len(set(self.answers)) == 1


def _row(line: str) -> Row:
    method, rule, *answers = line.split()
    return Row(method, rule, tuple(map(int, answers)))


ROWS = [_row(line) for line in TABLE.strip().splitlines()[1:]]
each_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)


def _plain(rule: Rule) -> str:
    """An address without what its parts may be."""
    return re.sub(r"<[^<>]*:(\w+)>", r"<\1>", rule.rule)


def _asked(rule: Rule) -> list[str]:
    return sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})


@pytest.fixture(scope="module")
def house(server: URL | None, fresh_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house for all tests of this file."""
    folder = tmp_path_factory.mktemp("roles")
    if server is None:
        databases.sqlite_copy(fresh_database, folder)
    name = f"roles_{os.environ.get('PYTEST_XDIST_WORKER', 'only')}"
    with open_house(folder, server and databases.copied(server, name)) as house:
        yield house


@pytest.fixture(scope="module")
def everybody(house: House) -> Everybody:
    """A table that nobody changes."""
    return Everybody(house).plays()


def test_every_address_has_its_row(app: Flask) -> None:
    there = {f"{method} {_plain(rule)}" for rule in app.url_map.iter_rules() for method in _asked(rule)}
    assert there == {row.name for row in ROWS}
    assert all(len(row.answers) == len(ROLES) for row in ROWS)


@each_row
def test_everybody_is_answered_as_the_table_says(house: House, everybody: Everybody, row: Row) -> None:
    if row.method not in SAFE_METHODS:
        everybody = Everybody(house).plays()
    found = []
    for role in ROLES:
        if row.name in AFRESH:
            everybody = Everybody(house).plays()
        found.append(ask(everybody, row, role))
    assert found == list(row.answers)


@each_row
def test_a_phone_that_is_unknown_gets_no_further_than_a_stranger(house: House, everybody: Everybody, row: Row) -> None:
    answer = ask(everybody, row, None)
    assert answer == (401 if row.rule.startswith(API) and not row.is_public else row.answers[0])


@pytest.mark.parametrize("rule", sorted({row.rule for row in ROWS}))
def test_another_method_is_not_taken(everybody: Everybody, rule: str) -> None:
    taken = {row.method for row in ROWS if row.rule == rule}
    for method in METHODS:
        if method not in taken:
            answer = everybody.phones["host"].open(address(everybody, rule), method=method)
            assert answer.status_code == 405, method
            assert taken <= set(answer.headers["Allow"].split(", "))


@each_row
def test_a_table_that_is_not_there(house: House, everybody: Everybody, row: Row) -> None:
    if "<table_id>" in row.rule:
        answers = {ask(everybody, row, role, table_id=987_654_321) for role in ("stranger", "host")}
        assert answers == {404}


def ask(everybody: Everybody, row: Row, role: str | None, **values: Any) -> int:
    """Returns what a phone is answered; a program shows its token instead of the cookie. None: an unknown phone."""
    path, sent = address(everybody, row.rule, **values), SENT.get(row.name, {})
    phone = everybody.phones[role] if role else everybody.house.phone()
    more: dict[str, Any] = {"data": sent} if row.method == "POST" else {}
    if row.rule.startswith(API):
        cookie = phone.get_cookie(COOKIE)
        phone = everybody.house.app.test_client()
        more = {"headers": {"Authorization": f"Bearer {cookie.value}"} if cookie else {}}
        if row.method == "POST":
            more["json"] = sent
            more["headers"]["Idempotency-Key"] = "key-of-this-entry"
    # From elsewhere: this machine itself may read the figures.
    answer = phone.open(path, method=row.method, buffered=False, environ_overrides={"REMOTE_ADDR": "192.0.2.7"}, **more)
    answer.close()
    return answer.status_code


def address(everybody: Everybody, rule: str, **values: Any) -> str:
    """Returns the address of this rule at the table."""
    usual = {
        "table_id": everybody.table.id,
        "index": 1,
        "number": 1,
        "event": 2,
        "m": "1",
        "place": 1,
        "game": "sixes-and-sevens",
        "way": "KQ7M3XP",
        "word": "FOX 42",
        "filename": "app.js",
        "grant_id": everybody.grants["referee"],
        "seat": 1,
    }
    return re.sub(r"<(\w+)>", lambda part: str({**usual, **values}[part[1]]), rule)
