"""A browser at one table, for tests: what it taps and what it then shows."""

import json
import re
import secrets
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from flask.testing import FlaskClient

from tests.web.support.site import Site
from webapp.services import services_in
from webapp.store.models import Table
from webapp.table.keeper import Made

OP = re.compile(r'name="op" value="([0-9a-f]+)(?:-[a-z]+)?"')
DATE = re.compile(r' datetime="[^"]+"')
CLOCK = re.compile(r"(\b\d{1,2} [A-Z][a-z]{2,3}, )?[0-2]\d:[0-5]\d\b")  # past midnight with the day that it was of
KEPT_FOR = re.compile(r"'Kept-For': '[0-9a-f]{16}'")  # whose browser this is
CODE = re.compile(r"[A-Z2-9]{3}-?[A-Z2-9]{4}\b")
GRANT = re.compile(r"grants/\d+")
REFEREE = re.compile(r"referees/\d+")
LINK = re.compile(r"/join/[\w-]{22}")
# Of the moments at which entries were made, too; who reads which of them is seen in the record itself.
FINGERPRINT = re.compile(r"(?<=[ >\";])(?:[0-9a-f]{64}|[0-9a-f]{4}(?: [0-9a-f]{4}){3})\b")
SECOND = re.compile(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ")
QR = re.compile(r'<path d=[^>]*fill="#000"/>')
SEEN = re.compile(r'name="seen" value="(\d+)"')


# Cat plays the two of hearts on clubs (event 2) and the five of clubs four cards later (event 6).
REVOKE = [(1, "7C"), (2, "2H"), (0, "9C"), (0, "3D"), (1, "4D"), (2, "5C")]

# Made of the number of a table and of its newest event.
MARK = re.compile(r' data-mark="[0-9a-f]{32}"')


class Phone:
    """A browser at one table that taps what its page shows, with the page's own `op` and `seen`.

    A page is drawn when somebody reads it: the first one, and the one behind an entry that was taken.
    """

    def __init__(self, client: FlaskClient, table: Table, *, htmx: bool = False) -> None:
        self.client, self.table = client, table
        self.headers = {"HX-Request": "true", "HX-Request-Type": "partial"} if htmx else {}
        self._moves_on()

    @property
    def url(self) -> str:
        return f"/tables/{self.table.id}"

    @property
    def page(self) -> str:
        return self._page or self.look()

    @page.setter
    def page(self, page: str) -> None:
        self._page = page

    def look(self) -> str:
        self.page = self.client.get(self.url).get_data(as_text=True)
        return self.page

    def stamps(self) -> dict[str, str]:
        if not self._page:
            return dict(self._stamps)
        op, seen = OP.search(self.page), SEEN.search(self.page)
        assert op, self.page
        assert seen, self.page
        return {"op": op[1], "seen": seen[1]}

    def enter(self, event: Any, **stamps: Any) -> int:
        """Taps, stays where the answer leads, returns the status of the answer."""
        return self.send({"event": event if isinstance(event, str) else json.dumps(event), **stamps})

    def send(self, fields: Mapping[str, object]) -> int:
        """Sends an entry as the fields of a form, stays where the answer leads, returns the status of the answer."""
        form = {**self.stamps(), **fields}
        answer = self.client.post(f"{self.url}/events", data=form, headers=self.headers)
        self.page = answer.get_data(as_text=True)
        if answer.status_code == 303:
            self._moves_on()
        return answer.status_code

    def _moves_on(self) -> None:
        """Stands before a page as it would be drawn now."""
        seen = services_in(self.client.application).tables.at(self.table.id).fold.seq
        self._page, self._stamps = "", {"op": secrets.token_hex(24), "seen": str(seen)}

    def play(self, seat: int, card: str, **more: Any) -> int:
        return self.enter({"type": "play", "seat": seat, "card": card}, **more)


def at_table(site: Site, host: FlaskClient, *events: Mapping[str, Any], **more: Any) -> Phone:
    """Opens a table on which these events have been entered; the rules must take them."""
    table = site.open_table(host, **more)
    (owner,) = site.store.grants(table.id)
    for number, event in enumerate(events):
        made = site.make(table.id, owner, event, op=f"set-up-{number:08}", seen=None)
        assert isinstance(made, Made), (event, made)
    return Phone(host, table)


HAND = [f"{r}D" for r in "23456789TJQKA"] + ["2C", "3C", "4C", "5C"]


def declare(phone: Phone, cards: list[str]) -> Any:
    page = phone.client.get(f"{phone.url}/hand").get_data(as_text=True)
    op, seen = OP.search(page), SEEN.search(page)
    assert op
    assert seen
    return phone.client.post(f"{phone.url}/hand", data={"op": op[1], "seen": seen[1], "cards": cards})


def undo_of(phone: Phone) -> str:
    undo = re.search(r"value=\"([^\"]*)\"[^>]*data-undo", phone.look())
    assert undo
    return undo[1].replace("&#34;", '"')


def fresh_stamps(phone: Phone) -> dict[str, str]:
    phone.look()
    return phone.stamps()


VARYING = (
    (MARK, ""),
    (GRANT, "grants/G"),
    (REFEREE, "referees/G"),
    (FINGERPRINT, "FINGERPRINT"),
    (SECOND, "SECOND"),
    (OP, ""),
    (LINK, "LINK"),
    (CODE, "CODE"),
    (QR, "<path>"),
    (DATE, "TIME"),
    (CLOCK, "TIME"),
    (KEPT_FOR, "Kept-For"),
)
"""What a look at a page has to itself, each within a line, and what is put there instead."""
LINES_KEPT = 20_000


def plain(page: str, table_id: int) -> str:
    """Returns a page less what belongs to its table and to this look at it: codes, keys, numbers in addresses."""
    page = re.sub(rf"table(s/|s%2F|=){table_id}\b", r"table\g<1>N", page)
    return "\n".join(map(_plain_line, page.split("\n")))


@lru_cache(LINES_KEPT)
def _plain_line(line: str) -> str:
    """Pages that are compared have most of their lines in common."""
    for pattern, put in VARYING:
        line = pattern.sub(put, line)
    return line
