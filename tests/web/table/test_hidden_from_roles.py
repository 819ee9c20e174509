"""What is closed reaches nobody by another way: exports, fragments, failures, the JSON API, the server's log.

As in test_hidden_information.py two tables differ only in what is closed; here every role asks for everything at once.
"""

import json
import logging
import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.rules.tables import NAMES
from tests.web.support.hidden_worlds import DECLARED, SETTINGS, older_tricks
from tests.web.support.log_pairs import with_a_hand_declared, with_another_secret
from tests.web.support.phone import plain
from tests.web.support.sample import LogPair, Setting
from tests.web.support.site import Site
from tests.web.support.two_worlds import World
from webapp.access.device import COOKIE
from webapp.server.access_log import LoggedHandler
from webapp.store import attempts
from webapp.store.roles import Scope

PAGES = (
    "",
    "?pad=open",
    "/record.json",
    "/record",
    "/scores.csv",
    "/protocol",
    "/scores",
    "/log",
    "/film",
    "/share",
    "/desk",
    "/hand",
    "/choices",
    "/phases",
    "/scores/99",
    "/entries/999/amend",
    "/nowhere",
)
PROGRAMS = ("", "/record", "/nowhere")
BESIDE = ("Date", "Set-Cookie", "Retry-After", "Content-Length")
"""Headers that differ by chance: keys, times, and how long the codes make a page."""
ONE_A_GAME = [*{setting.game: name for name, setting in SETTINGS.items()}.values()]
ROLES, A_GAME = ("stranger", "watcher", "seat", "scorekeeper", "host"), 2
"""Who asks: so many of them at a table of each game, the next ones at the next."""
OLD_PAGE = {"seen": "0"}
HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}


class Everywhere(World):
    """A world with a scorekeeper and a stranger besides. Whatever the server writes about it is kept."""

    def __init__(self, site: Site, twins: LogPair) -> None:
        super().__init__(site, twins.game, NAMES[: twins.players], "closed", twins.options)
        self.phones |= {"scorekeeper": site.phone(), "stranger": site.phone()}
        site.store.admit(self.table.id, site.device(self.phones["scorekeeper"]), role="scorekeeper")
        site.device(self.phones["stranger"])
        site.tables.refresh(self.table.id)
        self.lines: list[str] = []

    def learns(self, who: str, twins: LogPair) -> Iterator[tuple[str, str]]:
        """Yields all that a phone is told, each with where."""
        for path in PAGES:
            yield path, self.told(self.phones[who], f"/tables/{self.table.id}{path}")
        for path in ("", "/scores"):
            yield f"fragment {path}", self.told(self.phones[who], f"/tables/{self.table.id}{path}", headers=HTMX)
        yield "stream", self.first_of(self.phones[who], f"/tables/{self.table.id}/stream")
        yield "first page", self.told(self.phones[who], "/")
        yield from self._fails(who, twins)
        yield from self._tells_a_program(who, twins)

    def _fails(self, who: str, twins: LogPair) -> Iterator[tuple[str, str]]:
        """Entries that come too late, are refused, are none, are too long, or may not be made from here."""
        fallen = next(raw for raw in twins.logs[0] if raw["type"] in ("play", "reveal"))
        for fields in (
            {"event": json.dumps(fallen)},
            {"event": json.dumps(fallen), **OLD_PAGE},
            {"event": json.dumps({"type": "undo"}), **OLD_PAGE},
            {"event": "no event"},
            {"event": json.dumps({"type": "ruling", "event": 0, "rule": "GEN-1", "text": "x"})},
            {"event": "x" * 70_000},
        ):
            yield f"entry {str(fields)[:60]}", self.send(who, "/events", fields)
        for path in ("/hand", "/adjustments", "/rulings", "/again", "/amendments"):
            yield f"form {path}", self.send(who, path, {})
        yield "another table", self.told(self.phones[who], "/tables", method="POST", data=OPENING)

    def _tells_a_program(self, who: str, twins: LogPair) -> Iterator[tuple[str, str]]:
        cookie = self.phones[who].get_cookie(COOKIE)
        assert cookie
        program, bearer = self.site.app.test_client(), {"Authorization": f"Bearer {cookie.value}"}
        base = f"/api/v1/tables/{self.table.id}"
        for path in PROGRAMS:
            yield f"api {path}", self.told(program, base + path, headers=bearer)
        yield "api stream", self.first_of(program, f"{base}/stream", headers=bearer)
        fallen = next(raw for raw in twins.logs[0] if raw["type"] in ("play", "reveal"))
        for match in ({}, {"If-Match": '"0"'}):
            how = {"json": fallen, "headers": {**bearer, **match, "Idempotency-Key": f"key-{len(match)}"}}
            yield f"api event {match}", self.told(program, f"{base}/events", method="POST", **how)

    def told(self, phone: FlaskClient, url: str, **how: Any) -> str:
        """Returns the status, the headers and the body of an answer; the line of the log about it is kept."""
        answer = phone.open(url, **how)
        self.lines.append(self._plain(line_about(answer)))
        kept = {name: value for name, value in answer.headers.items() if name not in BESIDE}
        return self._plain(f"{answer.status_code} {kept} {answer.text}")

    def first_of(self, phone: FlaskClient, url: str, **how: Any) -> str:
        """Returns the first message of a stream, or the page that is sent instead."""
        answer = phone.get(url, buffered=False, **how)
        pieces = (piece.decode() if isinstance(piece, bytes) else piece for piece in answer.response)
        told = next(pieces) + (next(pieces) if answer.status_code == 200 else "")
        answer.close()
        return self._plain(f"{answer.status_code} {told}")

    def _plain(self, text: str) -> str:
        text = re.sub(rf'"id": ?{self.table.id}\b', '"id":N', text)
        text = re.sub(r'W/"[0-9a-f]{16}"', "DIGEST", text)  # of a body that is compared, addresses of its table in it
        return plain(re.sub(r"/grants/\d+/", "/grants/N/", text), self.table.id)


OPENING = {"game": "sixes-and-sevens", "op": "o" * 44, "name": ["Ann", "Ben", "Cat"]}


def line_about(answer: TestResponse) -> str:
    """Returns the line of the access log about an answer, less its time."""
    handler = LoggedHandler.__new__(LoggedHandler)
    handler.environ, handler.status = answer.request.environ, answer.status
    handler.response_length, handler.time_start, handler.time_finish = 0, 0.0, 0.0
    facts = json.loads(handler.format_request())
    return json.dumps({name: facts[name] for name in facts if name != "time"})


def _secret(setting: Setting, seed: int) -> LogPair:
    evening = with_a_hand_declared(setting, seed)
    found = [t for t in with_another_secret(evening, random.Random(seed)) if evening.log[t.since - 1]["type"] == "hand"]
    return found[-1]


@pytest.mark.rule("GEN-5")
@pytest.mark.parametrize("name", [name for name in ONE_A_GAME if name in DECLARED])
def test_a_secret_reaches_no_role_by_any_way(
    site: Site, name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _compare(site, _secret(SETTINGS[name], 1), _roles(name), monkeypatch, caplog)


@pytest.mark.rule("GEN-5", "SIC-13")
@pytest.mark.parametrize("name", ONE_A_GAME)
def test_older_tricks_reach_no_role_by_any_way(
    site: Site, name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _compare(site, next(older_tricks(SETTINGS[name], 1)), _roles(name), monkeypatch, caplog)


def test_whose_secret_it_is_finds_it_again(site: Site) -> None:
    """The control: the comparison finds what there is to find."""
    assert any("/hand" in _learned_by_its_owner(site, setting) for setting in DECLARED.values())


def _learned_by_its_owner(site: Site, setting: Setting) -> set[str]:
    twins = _secret(setting, 1)
    told, instead = (dict(world.learns(f"seat {twins.privy}", twins)) for world in _played(site, twins))
    return {where for where in told if told[where] != instead[where]}


def _roles(name: str) -> list[str]:
    first = ONE_A_GAME.index(name)
    return [ROLES[(first + number) % len(ROLES)] for number in range(A_GAME)]


def _played(site: Site, twins: LogPair) -> tuple[Everywhere, Everywhere]:
    one, other = (Everywhere(site, twins) for _ in range(2))
    for world, log in zip((one, other), twins.logs, strict=True):
        world.fill(log)
    return one, other


def _compare(
    site: Site, twins: LogPair, roles: list[str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    one, other = _played(site, twins)
    monkeypatch.setitem(attempts.MOST_A_DEVICE, Scope.TABLE, 0)
    written: list[list[str]] = []
    seat = next(seat for seat in range(twins.players) if seat != twins.privy)
    for who in (f"seat {seat}" if role == "seat" else role for role in roles):
        told: list[Mapping[str, str]] = []
        for world in (one, other):
            caplog.clear()
            told.append(dict(world.learns(who, twins)))
            written.append([plain(record.getMessage(), world.table.id) for record in caplog.records])
        for where in told[0]:
            assert told[0][where] == told[1][where], (who, where)
    assert one.lines == other.lines
    assert written[::2] == written[1::2]
