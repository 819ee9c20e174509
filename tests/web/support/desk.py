"""What tests of the desk share: a referee who comes in, a dispute that is opened, a page as it reads."""

from html import unescape
from typing import Any

from flask.testing import FlaskClient

from tests.web.support.phone import Phone
from tests.web.support.site import Site
from webapp.store.models import Table

OP = iter(range(10**8, 10**9))


def invite(site: Site, host: FlaskClient, table: Table, **more: str) -> str:
    """Lets the host invite a referee and returns the link."""
    answer = host.post(f"/tables/{table.id}/codes", data={"role": "referee", **more})
    assert (answer.status_code, answer.location) == (303, f"/tables/{table.id}/share?role=referee")
    return site.link(table, "referee")


def referee(site: Site, host: FlaskClient, table: Table, name: str = "Eva", language: str = "en") -> FlaskClient:
    """Returns a new phone that rules at this table."""
    phone = site.phone(language)
    if any(grant.is_referee for grant in site.store.grants(table.id)):  # that one invites
        return site.referee(table, name, phone)
    assert site.accepts(phone, invite(site, host, table), name=name).status_code == 303
    return phone


def call(phone: FlaskClient, table: Table, **fields: str) -> Any:
    """Sends the call of the referee as a browser without a script does."""
    sent = {"about": "match", "why": "score", "text": "", "play": "on", "op": str(next(OP)), "seen": "0", **fields}
    return phone.post(f"/tables/{table.id}/disputes", data=sent)


def page_of(phone: FlaskClient, table: Table, path: str = "") -> str:
    """Returns a page of the table as it reads."""
    return unescape(phone.get(f"/tables/{table.id}{path}").text)


def kinds(site: Site, table: Table) -> list[tuple[str, dict[str, object]]]:
    """Returns what the lines of the desk say: the kind of each, and its body."""
    return [(line.kind, line.body) for line in site.tables.at(table.id).desk.lines]


# Ben leads a heart that neither Cat nor Ann follows; then twelve hearts are unseen until Ben has no room for them.
NO_HEARTS = [(1, "2H"), (2, "3C"), (0, "4C")]


def no_heart_anywhere(site: Site, host: FlaskClient, table: Table) -> Phone:
    """Returns the host's phone, after seven tricks without a heart."""
    who = site.store.grants(table.id)[0]
    plays = [{"type": "play", "seat": seat, "card": card} for seat, card in NO_HEARTS]
    others = [rank + suit for suit in "SD" for rank in "23456789TJQK"]
    for number, event in enumerate([{"type": "deal", "dealer": 0}, *plays]):
        site.make(table.id, who, event, op=f"first-{number}", seen=None)
    for number, card in enumerate(others[:21]):
        fold = site.tables.at(table.id).fold
        seat = fold.game.to_act(fold.state)[0]
        site.make(table.id, who, {"type": "play", "seat": seat, "card": card}, op=f"later-{number}", seen=None)
    return Phone(host, table)
