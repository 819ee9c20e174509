"""A person who rules, for tests: opens a case, chooses, types, and gets what the page answers."""

import re
from dataclasses import replace
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.support.phone import OP, REVOKE, SEEN, Phone
from tests.web.support.site import Site
from webapp.store.models import Grant, Table
from webapp.table.keeper import Made
from webapp.table.lines import line_of
from webapp.table.viewer import Viewer

OPS = (f"{number:016}" for number in range(10**9, 10**10))
SIDE = re.compile(r'name="side" value="([0-9])"')
DEAL = {"type": "deal", "dealer": 0}
REVOKED = [DEAL, *({"type": "play", "seat": seat, "card": card} for seat, card in REVOKE)]


def proven(host: FlaskClient, table: Table) -> Phone:
    """Returns the host's phone after a revoke was proven: Cat's play is event 2, the proof event 6."""
    phone = Phone(host, table)
    for event in REVOKED:
        assert phone.enter(event) == 303
    return phone


def grant_of(site: Site, table: Table, phone: FlaskClient) -> Grant:
    """Returns what this phone may do at the table."""
    return next(grant for grant in site.store.grants(table.id) if grant.device_id == site.device(phone))


def let_go(site: Site, table: Table) -> None:
    """Lets the referees of a table go."""
    for grant in site.store.grants(table.id):
        if grant.is_referee:
            site.store.dismiss(table.id, grant.device_id)
    site.tables.refresh(table.id)


def ruled_by_all(site: Site, table: Table, **ruling: Any) -> None:
    """Makes a ruling on which all sides agree."""
    host = next(grant for grant in site.store.grants(table.id) if grant.is_host)
    made = site.make(
        table.id, replace(Viewer.of(host), for_all=True), {"type": "ruling", **ruling}, op=next(OPS), seen=None
    )
    assert isinstance(made, Made), made


def call(site: Site, table: Table, phone: FlaskClient, why: str = "other", **body: Any) -> str:
    """Opens a dispute from this phone and returns the address of its case."""
    line = {"why": why, "text": "", "pause": False, "by": "Ann", **body}
    site.tables.add(table.id, Viewer.of(grant_of(site, table, phone)), line_of("dispute", line))
    return f"/tables/{table.id}/disputes/{len(site.tables.at(table.id).desk.disputes)}"


def rule(
    phone: FlaskClient, table: Table, case: str, remedy: str = "", middle: FlaskClient | None = None, **fields: str
) -> TestResponse:
    """Rules as the page of this case lets a person; the stamps are those of the page.

    Where all sides have to agree, they do on the phone in the `middle`, by default this one.
    """
    page = phone.get(case).text
    op, seen = OP.search(page), SEEN.search(page)
    stamps = {"op": op[1] if op else "0" * 16, "seen": seen[1] if seen else "0"}
    code = case.partition(f"/tables/{table.id}/")[2].replace("revokes/", "revoke-").replace("disputes/", "dispute-")
    none = {f"points-{side}": "0" for side in range(len(table.players))}
    sent = {**stamps, **none, "case": code, "remedy": remedy, "text": "", "rule": "GEN-1", **fields}
    return agreed(middle or phone, phone.post(f"/tables/{table.id}/rulings", data=sent), case)


def agreed(phone: FlaskClient, answer: TestResponse, then: str) -> TestResponse:
    """Where a ruling was proposed, lets this phone ask each side by name: they all agree."""
    if answer.status_code != 303 or "/changes/" not in answer.location:
        return answer
    url = answer.location
    while key := SIDE.search(phone.get(url).text):
        answer = phone.post(f"{url}/agree", data={"op": next(OPS), "seen": "0", "side": key[1]})
        assert answer.status_code == 303, answer.text
    answer.location = then if phone.get(then).status_code == 200 else f"/tables/{url.split('/')[2]}/desk"
    return answer
