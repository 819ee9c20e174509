"""Whoever has lost a right is answered at every address like somebody who never had it, and streams end at once."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple, cast

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.support.addresses import Addresses
from tests.web.support.evening_worlds import OP
from tests.web.support.former_holders import AT_EVENINGS, AT_TABLES, OF_CIRCLES, House, Way
from tests.web.support.phone import plain
from tests.web.support.site import Site
from webapp.journal.hub import Hub, Watch
from webapp.words.invite_words import no_table_for_you

STREAM = "text/event-stream"
OFFERED = re.compile(r'<form class="note warn" method="post" action="/tables/\d+/seat">.*?</form>', re.DOTALL)
"""The own seat of before, while nobody has taken it since: to sit down is open to any phone that is let in."""
OTHER_PHONE = re.compile(r'/phones/\d+/out|"id": *\d+, *"player":')
"""Where another phone of a circle is put out: each of the two compared finds the other one there."""
TEXTS = frozenset({"text/html", "text/csv", "text/plain", "application/json", "application/problem+json"})


class Said(NamedTuple):
    """What a phone is answered."""

    status: int
    location: str | None
    text: str

    def less(self, reasons: Sequence[str]) -> "Said":
        """Returns it with one reason for all why a phone sees no table or evening, if there are reasons."""
        text = self.text
        if reasons and self.status == 404:
            for one in (*reasons, "There is no evening here that this phone has joined."):
                text = text.replace(json.dumps(one), '"REASON"').replace(one, "REASON")
        return self._replace(text=text)


class Crawl(Addresses):
    """What phones are answered at every address of what the former holder holds, and may look at of the rest."""

    def __init__(self, house: House, of: str, former: FlaskClient, told: str = "") -> None:
        super().__init__(house, of)
        self.told = told
        if of == "evening_id" and former.get(f"/tables/{self.values['table_id']}").status_code != 200:
            del self.values["table_id"]
        there = [rule for rule in self.rules if self._is_there(rule)]
        self.rules = [rule for rule in there if rule.arguments & WAYS.keys() or "GET" in (rule.methods or ())]

    def differences(
        self, former: FlaskClient, other: FlaskClient, method: str, known: dict[str, Said]
    ) -> dict[str, tuple[Said, Said]]:
        """Returns where one phone is answered otherwise than the other one, and what each is.

        `known`: what the other one is answered, which is asked for where it is not there yet.
        """
        with self.house.site.app.test_request_context():
            reasons = [no_table_for_you(how) for how in (self.told, None)] if self.told else []
        found = {}
        for path in self.asked(method):
            if path not in known:
                known[path] = self.said(other, path, method)
            said = self.said(former, path, method)
            if said != known[path] and said.less(reasons) != known[path].less(reasons):
                found[path] = said, known[path]
        return found

    def said(self, phone: FlaskClient, path: str, method: str) -> Said:
        """Returns what a phone is answered, less what differs at every look."""
        answer = self.ask(phone, path, method)
        text = answer.mimetype
        if text in TEXTS:
            text = plain(OP.sub("OP", OFFERED.sub("", OTHER_PHONE.sub("", answer.text))), 0)
        answer.close()
        return Said(answer.status_code, answer.location, text)

    def streams(self, phone: FlaskClient) -> Iterator["Stream"]:
        """Yields every stream that a phone may read, after its first message."""
        for path in self.asked("GET"):
            if "/stream" in path:
                answer = self.ask(phone, path, "GET")
                if answer.mimetype != STREAM:
                    answer.close()
                    continue
                pieces = cast("Iterator[bytes]", iter(answer.response))
                next(pieces)
                yield Stream(path, next(pieces), answer, pieces)

    def shown(self, streams: Sequence["Stream"]) -> dict[str, str]:
        """Returns the newest message of each stream, less what differs at every look, and ends them."""
        found = {one.path: plain(OP.sub("OP", one.newest().decode()), 0) for one in streams}
        for one in streams:
            one.answer.close()
        return found


@dataclass
class Stream:
    """A stream that a phone reads, and its newest message."""

    path: str
    message: bytes
    answer: TestResponse
    pieces: Iterator[bytes]

    def newest(self) -> bytes:
        """Returns the newest message: nothing is sent where what this phone is shown has stayed the same."""
        with suppress(NotWoken):
            self.message = next(self.pieces)
        return self.message


class NotWoken(Exception):
    """Instead of waiting."""


_waits = Watch.wait


def _is_woken(watch: Watch, timeout: float | None = None) -> bool:
    if not _waits(watch, 0):
        raise NotWoken
    return True


@pytest.fixture
def watches(monkeypatch: pytest.MonkeyPatch) -> list[Watch]:
    """All that streams wait with; none of them is waited for."""
    opened, honest = list[Watch](), Hub.watch

    def watch(hub: Hub, number: int, device_id: int | None) -> Watch:
        opened.append(honest(hub, number, device_id))
        return opened[-1]

    monkeypatch.setattr(Hub, "watch", watch)
    monkeypatch.setattr(Watch, "wait", _is_woken)
    return opened


WAYS = {"table_id": AT_TABLES, "evening_id": AT_EVENINGS, "circle_id": OF_CIRCLES}
METHODS = ("GET", "POST")
"""What is asked of all addresses after one way to lose a right, and after the next."""


@pytest.fixture(scope="module")
def answered() -> dict[tuple[str, str], dict[str, Said]]:
    """What a phone is answered that never held anything, by what there is and by method: the same whoever else did."""
    return defaultdict(dict)


@pytest.mark.parametrize(("of", "way"), [(of, way) for of, ways in WAYS.items() for way in ways], ids=str)
def test_a_former_holder_is_answered_like_who_never_held(
    site: Site, of: str, way: Way, watches: list[Watch], answered: dict[tuple[str, str], dict[str, Said]]
) -> None:
    house, former, other = House(site), site.phone(), site.phone()
    for phone in (former, other):
        site.device(phone)
    way.holds(house, former)
    crawl = Crawl(house, of, former, way.told)
    streams = [*crawl.streams(former)]
    for watch in watches:
        _waits(watch, 0)  # takes the news that a stream has of others which were opened after it
    way.loses(house, former)
    assert bool(streams) == (of != "circle_id")
    shown = crawl.shown(streams)
    if way.keeps is None:
        assert {path for path, message in shown.items() if not message.startswith("event: gone")} == set()
    else:
        way.keeps(house, other)
        assert shown == crawl.shown([*crawl.streams(other)])
    method = METHODS[WAYS[of].index(way) % len(METHODS)]
    known = answered[of, method] if way.keeps is None else {}
    assert crawl.differences(former, other, method, known) == {}
