"""Numbers of another table, evening or circle, in an address or a form: nothing changes there."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from tests.databases import is_written, reading
from tests.paths import ROOT
from tests.web.support.addresses import Addresses
from tests.web.support.former_holders import ANN, House
from tests.web.support.site import Site
from webapp.access.device import COOKIE
from webapp.circle.match_days import today
from webapp.http.security import API
from webapp.store.models import Row
from webapp.store.roles import Role

OF = {"table_id": ("tables", "host"), "evening_id": ("evenings", "organiser"), "circle_id": ("circles", "member")}
"""Where each of them stands in the database, and who may do everything there."""
FIELD = re.compile(r'form(?:\.get|\.getlist)?[(\[]"(\w+)"')
DOES = re.compile(r'name="does" value="([\w-]+)"')
ENDS = ("/leave", "/close", "/free")
"""What ends the right to ask on comes last."""

GONE = ("/remove",)
"""What is not there is gone already."""


def _found(pattern: re.Pattern[str], folder: str, ending: str) -> list[str]:
    texts = (path.read_text("utf-8") for path in (ROOT / folder).rglob(f"*.{ending}"))
    return sorted({name for text in texts for name in pattern.findall(text)})


def _fill(house: House, of: str) -> None:
    if of == "table_id":
        house.site.seat(house.table, 1)
        house.site.referee(house.table)
    elif of == "evening_id":
        house.let_in(house.site.phone(), Role.REFEREE)
        house.let_in(house.site.phone(), Role.PLAYER, ANN)
        house.begin()
    else:
        season = {"name": "Autumn", "game": "", "first_day": today(), "last_day": None, "best": 5}
        house.store.make_season(house.circle.id, season, op=f"season {house.circle.id}")


def _rows(site: Site, of: str, number: object) -> Iterator[tuple[str, Any]]:
    """Yields all rows that belong to a table, an evening or a circle."""
    with reading(site.store) as session:
        for table in Row.metadata.sorted_tables:
            column = table.c["id"] if table.name == OF[of][0] else table.c.get(of)
            if column is not None:
                for row in session.execute(select(table).where(column == number).order_by(*table.primary_key)):
                    yield table.name, row


def _ids(rows: list[tuple[str, Any]]) -> set[int]:
    return {row.id for table, row in rows if "id" in row._fields and table not in ("events", "evening_lines")}


@pytest.mark.parametrize("of", OF)
def test_foreign_numbers_change_nothing_there(site: Site, of: str) -> None:
    own, foreign = House(site), House(site)
    for house in (own, foreign):
        _fill(house, of)
    phone: FlaskClient = getattr(own, OF[of][1])
    ours, theirs = Addresses(own, of), Addresses(foreign, of)
    before = [*_rows(site, of, theirs.values[of])]
    numbers = _ids(before)
    there = {path: _status(site, phone, path, {}) for path in theirs.asked("POST") if path not in {*ours.asked("POST")}}
    assert {path: status for path, status in there.items() if status != 404} == {}
    fields, does = _found(FIELD, "webapp", "py"), _found(DOES, "templates", "html")
    asked = [(path, number) for number in numbers for path in _mixed(own, of, number)]
    known = _ids([*_rows(site, of, ours.values[of])])
    for path, number in sorted(asked, key=lambda one: one[0].endswith(ENDS)):
        form = {**dict.fromkeys(fields, str(number)), "sure": "yes", "agreed": "yes"}
        is_refused = number not in known and str(number) in path.split("/") and not path.endswith(GONE)
        for sent in (form, *({**form, "does": one} for one in does if "/people/" in path)):
            status = _status(site, phone, path, sent)
            assert status in range(400, 500) if is_refused else status < 500, (path, status)
            if status < 400 and is_written(site.store):
                known = _ids([*_rows(site, of, ours.values[of])])  # also what has come by now
    assert [*_rows(site, of, theirs.values[of])] == before


def _mixed(own: House, of: str, number: int) -> Iterator[str]:
    """Yields the addresses of the own one in which all other numbers are foreign."""
    mixed = Addresses(own, of)
    mixed.rules = [rule for rule in mixed.rules if of in rule.arguments]
    others = {name for rule in mixed.rules for name in rule.arguments} - {of}
    mixed.values = dict.fromkeys(others, number) | {of: mixed.values[of], "page": "organiser"}
    return mixed.asked("POST")


def _status(site: Site, phone: FlaskClient, path: str, sent: dict[str, Any]) -> int:
    """Returns with which status a phone is answered, or a program with its token."""
    if not path.startswith(API):
        return phone.post(path, data=sent).status_code
    cookie = phone.get_cookie(COOKIE)
    assert cookie is not None
    headers = {"Authorization": f"Bearer {cookie.value}", "Idempotency-Key": "key-of-this-entry"}
    return site.app.test_client(use_cookies=False).post(path, json=sent, headers=headers).status_code
