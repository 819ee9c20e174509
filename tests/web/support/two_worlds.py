"""A table as a world of its own, to be compared with another one: all that each phone can learn there."""

import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import text
from werkzeug.test import TestResponse

from tests.databases import changing
from tests.web.support.api_client import ApiClient
from tests.web.support.block_reader import event_data
from tests.web.support.phone import plain
from tests.web.support.site import Site
from webapp.access.device import COOKIE
from webapp.table.entry import stored
from webapp.table.keeper import Made
from webapp.table.lines import line_of
from webapp.table.viewer import Viewer

Raw = Mapping[str, Any]
PRIVATE = ("hand", "exchange")
LATER = (
    text("DELETE FROM events WHERE table_id = :table AND seq > :seq"),
    text(
        "DELETE FROM desk_lines WHERE table_id = :table AND id NOT IN"
        " (SELECT id FROM desk_lines WHERE table_id = :table ORDER BY id LIMIT :lines)"
    ),
)
"""What a table has more than it had when it had so many entries and lines."""
STAMPS = ("op", "mark")
"""Blocks of a page that differ each time it is drawn."""
NUMBER = re.compile(r"(tables(?:/|%2F)|\btable=)N\b")


def read(answer: TestResponse) -> str:
    """Returns what an answer says; of a workbook what its parts say."""
    if not answer.content_type.endswith("spreadsheetml.sheet"):
        return answer.text
    with zipfile.ZipFile(io.BytesIO(answer.data)) as book:
        return "\n".join(book.read(name).decode() for name in sorted(book.namelist()))


class World:
    """A table with a phone for the host, who has no seat, one for each seat, and one that watches."""

    def __init__(self, site: Site, game: str, players: Sequence[str], book: str, options: Mapping[str, Any]) -> None:
        self.site = site
        self.phones: dict[str, FlaskClient] = {"host": site.phone()}
        self.table = site.open_table(self.phones["host"], players, game=game, book=book, options=dict(options))
        self.phones |= {f"seat {seat}": site.phone() for seat in range(len(players))} | {"watcher": site.phone()}
        for who, phone in list(self.phones.items())[1:]:
            role, seat = ("watcher", None) if who == "watcher" else ("player", int(who[-1]))
            site.store.admit(self.table.id, site.device(phone), role=role, seat=seat)
        site.tables.refresh(self.table.id)
        self._entries = 0
        self._versions: dict[str, str] = {}
        self._new = site.tables.at(self.table.id)
        self._drawn: tuple[Any, dict[tuple[str, str], str]] = (None, {})
        self.asked_closed = False

    @property
    def fold(self) -> Any:
        return self.site.tables.at(self.table.id).fold

    def enter(self, raw: Raw) -> None:
        """Enters what must be taken, from the phone of the seat that it is about, else from the host's."""
        seat = raw.get("seat")
        who = "host" if seat is None else f"seat {seat}"
        viewer = Viewer(self.site.device(self.phones[who]), "host" if seat is None else "player", seat)
        self._entries += 1
        made = self.site.make(self.table.id, viewer, raw, op=f"{self._entries:016}", seen=None)
        assert isinstance(made, Made), (raw, made)

    def fill(self, log: Sequence[Raw]) -> None:
        """Puts a whole log into the table at once: private entries from their seat's phone, others from the host's."""
        done = 0
        for who, raws in groupby(log, lambda raw: f"seat {raw['seat']}" if raw["type"] in PRIVATE else "host"):
            *before, body = [stored(raw) for raw in raws]
            done += 1 + len(before)
            device = self.site.device(self.phones[who])
            op = f"fill-{done:08}"
            self.site.store.append(self.table.id, seq=done, op=op, device_id=device, body=body, before=before)
        self.site.tables.refresh(self.table.id)

    def empty(self) -> None:
        """Takes every entry and every line of the desk out of the table: to open one takes longer than to fill it."""
        self.rewind(self._new)

    def call(self, **body: Any) -> None:
        """Opens a dispute from the host's phone."""
        viewer = Viewer(self.site.device(self.phones["host"]), "host")
        line = {"why": "revoke", "text": "", "pause": False, "by": "the host", **body}
        assert isinstance(self.site.tables.add(self.table.id, viewer, line_of("dispute", line)), Made)

    # What a phone receives

    def page(self, who: str, path: str = "") -> str:
        """Returns the status and the page at this address of the table, as this phone gets it."""
        answer = self.phones[who].get(f"/tables/{self.table.id}{path}")
        return f"{answer.status_code} {self._plain(read(answer))}"

    def page_kept(self, who: str, path: str) -> str:
        """The same, which is asked for once as long as the table stays as it is."""
        now = self.site.tables.at(self.table.id)
        if self._drawn[0] is not now:
            self._drawn = now, {}
        pages = self._drawn[1]
        if (who, path) not in pages:
            pages[who, path] = self.page(who, path)
        return pages[who, path]

    def at(self, who: str, url: str) -> str:
        """Returns the status and the page at an address as a page of the table names it, with N for its number."""
        answer = self.phones[who].get(NUMBER.sub(rf"\g<1>{self.table.id}", url))
        return self._plain(f"{answer.status_code} {answer.location or ''} {read(answer)}")

    def shelf(self, who: str) -> str:
        """Returns the first page."""
        return self._plain(self.phones[who].get("/").text)

    def message(self, who: str) -> str:
        """Returns the first whole message of the live stream."""
        return self._plain(self._first(who))

    def news(self, who: str) -> list[str]:
        """Returns what differs for this phone from when it was asked for last, block by block."""
        base, version, *parts = event_data(self._first(who, self._versions.get(who, ""))).split("\x01")
        assert base == self._versions.get(who, ""), who
        self._versions[who] = version
        return [self._plain(part) for part in parts if part.split("\x03")[0] not in STAMPS]

    def _first(self, who: str, shows: str | None = None) -> str:
        headers = {} if shows is None else {"Shows": shows}
        answer = self.phones[who].get(f"/tables/{self.table.id}/stream", headers=headers, buffered=False)
        pieces = (piece.decode() if isinstance(piece, bytes) else piece for piece in answer.response)
        next(pieces)
        message = next(pieces)
        answer.close()
        return message

    def probe(self, who: str, raw: Raw) -> str:
        """Returns what this phone learns by sending an entry."""
        return self.send(who, "/events", {"event": json.dumps(raw)})

    def send(self, who: str, path: str, fields: Mapping[str, Any]) -> str:
        """Returns what this phone learns by sending a form, refused or taken; afterwards the table is as it was.

        `asked_closed` says then whether the table was told that this asked what is closed.
        Of an entry that ends the hand, or lays an older trick open again, only the status is returned: whatever was
        closed opens by it, as it does at the table.
        """
        before, self._entries = self.site.tables.at(self.table.id), self._entries + 1
        stamps = {"op": f"{self._entries:016}", "seen": str(before.fold.seq)}
        url, headers = f"/tables/{self.table.id}{path}", {"HX-Request": "true"}
        return self._learned(before, self.phones[who].post(url, data={**stamps, **fields}, headers=headers))

    def send_as_program(self, who: str, raw: Raw, key: str = "", *, asks_leave: bool = False) -> str:
        """Returns what a program with the token of this phone learns by sending an entry; as `send`.

        `asks_leave`: it asks the referee, or all sides, for that entry.
        """
        cookie, before = self.phones[who].get_cookie(COOKIE), self.site.tables.at(self.table.id)
        assert cookie is not None
        program = ApiClient(self.site.app, self.table.id, cookie.value)
        if asks_leave:
            sent = {"event": raw, "reason": "misheard"}
            changes = f"/tables/{self.table.id}/changes"
            return self._learned(before, program.post(changes, sent, **({"Idempotency-Key": key} if key else {})))
        return self._learned(before, program.enter(raw, **({"key": key} if key else {})))

    def _learned(self, before: Any, answer: TestResponse) -> str:
        self.asked_closed = False
        after = self.site.tables.at(self.table.id)
        if after is before:
            return f"{answer.status_code} {self._plain(answer.text)}"
        self.asked_closed = any(line.kind == "asked" for line in after.desk.lines[len(before.desk.lines) :])
        opens = _closed_parts(after.fold.state) < _closed_parts(before.fold.state)
        self.rewind(before)
        return f"{answer.status_code} {'' if opens else self._plain(answer.text)}"

    def rewind(self, before: Any) -> None:
        known = {"table": self.table.id, "seq": before.fold.seq, "lines": len(before.desk.lines)}
        with changing(self.site.store) as session:
            for statement in LATER:
                session.connection().execute(statement, known)
        self.site.tables.newest.keep(before)

    def _plain(self, text: str) -> str:
        """A page less what belongs to its table and to this look at it."""
        return plain(text, self.table.id)


def _closed_parts(state: Any) -> tuple[int, int]:
    """How much is over and how much of the hand under way is complete: both only grow while nothing opens."""
    hand = state.hand
    if hand is None:
        return (-1, -1)
    done = getattr(hand, "tricks", None)
    return (-len(state.finished), len(hand.fought if done is None else done))


def differences(one: World, other: World, viewers: Iterable[str], paths: Iterable[str] = ("",)) -> Iterator[str]:
    """Yields which of these pages of the table one of these viewers receives differently in the other world."""
    paths = tuple(paths)
    for who in viewers:
        for path in paths:
            if one.page(who, path) != other.page(who, path):
                yield f"{who}: {path or 'the table'}"


def differences_beside(one: World, other: World, viewers: Iterable[str]) -> Iterator[str]:
    """Yields what one of these viewers receives differently beside the table's own pages."""
    for who in viewers:
        if one.message(who) != other.message(who):
            yield f"{who}: the stream"
        if one.news(who) != other.news(who):
            yield f"{who}: what differs"
        if one.shelf(who) != other.shelf(who):
            yield f"{who}: the first page"
