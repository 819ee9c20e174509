"""The same key at two processes of one house, at once or one after the other: one answer, counted once."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

import pytest
from sqlalchemy import URL

from tests import databases
from tests.processes.streams import HOST, DirectStore
from tests.running import PATIENCE, Running, running
from webapp.access.device import COOKIE
from webapp.evening.lines import Planned
from webapp.evening.plan import Kind, Plan
from webapp.journal.lines import body_of
from webapp.store import Store
from webapp.store.evening_models import NewLine

CHAIN_KEY = "5a" * 32
PLAN = Plan(Kind.TOURNAMENT, game="sixes-and-sevens", sizes=(4,), rounds=2, minutes=20, between=5)


class _Stays(HTTPRedirectHandler):
    def redirect_request(self, *_args: Any) -> None:
        """Follows nothing: where an answer leads is the answer."""


OPENER = build_opener(_Stays)
Answer = tuple[int, str]


@dataclass(frozen=True)
class Way:
    """One way to ask: what is sent in each of several questions, the status of the answer, and what they come to."""

    path: str
    sent: Callable[[str], dict[str, Any]]
    taken: int
    count: Callable[[Store, int], int]
    at_evening: bool = False
    as_form: bool = False

    def ask(self, server: Running, number: int, key: str, word: str) -> Answer:
        """Asks one of the questions under a key. Returns the status, and where it leads or what it says."""
        headers, body = self._as_form(key, word) if self.as_form else self._as_program(key, word)
        url = f"http://127.0.0.1:{server.port}{self.path.format(number)}"
        try:
            with OPENER.open(Request(url, body, headers), timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as answer:
            with answer:
                return answer.code, answer.headers.get("Location") or answer.read().decode()

    def _as_form(self, key: str, word: str) -> tuple[dict[str, str], bytes]:
        fields = {**self.sent(word), "op": key, "seen": "0"}
        return {"Cookie": f"{COOKIE}={HOST}", "Sec-Fetch-Site": "same-origin"}, urlencode(fields).encode()

    def _as_program(self, key: str, word: str) -> tuple[dict[str, str], bytes]:
        named = {"Authorization": f"Bearer {HOST}", "Idempotency-Key": key, "Content-Type": "application/json"}
        return named, json.dumps(self.sent(word)).encode()


def _adjusted(word: str) -> dict[str, Any]:
    return {"type": "adjust", "points": [1, 0, 0], "reason": word}


def _entries(store: Store, table: int) -> int:
    return len(store.events(table))


def _people(store: Store, evening: int) -> int:
    return sum(line.kind == "listed" for line in store.evening_lines(evening))


WAYS = {
    "an entry by form": Way(
        "/tables/{}/events", lambda word: {"event": json.dumps(_adjusted(word))}, 303, _entries, as_form=True
    ),
    "an entry by a program": Way("/api/v1/tables/{}/events", _adjusted, 201, _entries),
    "a call for the referee": Way(
        "/tables/{}/disputes",
        lambda word: {"about": "match", "why": "score", "text": word, "play": "on"},
        303,
        lambda store, table: len(store.desk(table)),
        as_form=True,
    ),
    "the list of an evening by form": Way(
        "/evenings/{}/people", lambda word: {"name": word}, 303, _people, at_evening=True, as_form=True
    ),
    "a line of an evening by a program": Way(
        "/api/v1/evenings/{}/lines",
        lambda word: {"type": "listed", "person": 1 if word == "Ann" else 2, "name": word},
        201,
        _people,
        at_evening=True,
    ),
}


@pytest.fixture(scope="module")
def direct(server: URL | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DirectStore]:
    assert server
    direct = DirectStore(tmp_path_factory.mktemp("beside"), databases.copied(server, "keys"), CHAIN_KEY)
    yield direct
    direct.store.close()


@pytest.fixture(scope="module")
def two(direct: DirectStore, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, Running]]:
    """Two servers on one database."""
    url = direct.store.url.set(drivername="postgresql").render_as_string(hide_password=False)
    settings: dict[str, str] = {
        "DATABASE_URL": url,
        "SIXFOLD_BACKUPS": "0",
        "SIXFOLD_CHAIN_KEY": CHAIN_KEY,
        "SIXFOLD_LOG": "quiet",
    }
    here, there = (tmp_path_factory.mktemp(name) for name in ("here", "there"))
    with running(here, **settings) as one, running(there, **settings) as other:
        yield one, other


def _place(direct: DirectStore, way: Way) -> int:
    """Returns a table or an evening of the host's phone."""
    if way.at_evening:
        return direct.store.open_evening(
            "Tuesday", [NewLine(*body_of(Planned(PLAN, "Tuesday")))], device_id=direct.host
        ).id
    return direct.table()


@pytest.mark.postgresql
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_key_at_two_processes_is_one_question(two: tuple[Running, Running], direct: DirectStore, way: Way) -> None:
    here, there = two
    number, store = _place(direct, way), direct.store
    with ThreadPoolExecutor(4) as phones:
        answers = list(phones.map(lambda server: way.ask(server, number, "key-of-the-first", "Ann"), [*two, *two]))
        assert (answers, way.count(store, number)) == ([(way.taken, answers[0][1])] * 4, 1)
        assert way.ask(there, number, "key-of-the-first", "Ann") == answers[0]
        assert way.ask(there, number, "key-of-the-first", "Ben")[0] == 422
        assert way.ask(here, number, "key-of-the-first", "Ben")[0] == 422
        assert way.count(store, number) == 1
        both = phones.map(way.ask, two, [number] * 2, ["key-of-the-second"] * 2, ["Ben", "Cat"])
        assert sorted(status for status, _ in both) == sorted((way.taken, 422)), "one of two different questions"
    assert way.count(store, number) == 2
