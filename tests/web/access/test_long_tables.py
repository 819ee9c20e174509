"""Every page of a long table is counted but those marked as light; these do the same work however long it is."""

import json
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from itertools import islice
from typing import Any

import pytest
from werkzeug.test import TestResponse

from rules_core.record import Header
from rules_core.replay import Raw
from tests.web.support.addresses import Addresses
from tests.web.support.api_client import ApiClient
from tests.web.support.circle_tables import Tables
from tests.web.support.former_holders import House
from tests.web.support.phone import REVOKE
from tests.web.support.site import Site
from webapp import history
from webapp.access import visit
from webapp.access.device import COOKIE
from webapp.access.visit import is_light
from webapp.http.limits import EVENTS_A_TURN, LONG_LOG
from webapp.http.rate_limiter import Rate
from webapp.http.security import API
from webapp.http.steps import TURN_KEY
from webapp.store.models import utc_now
from webapp.table.entry import stored

NAMES = ("Ann", "Ben", "Cat")


HAND: list[Raw] = [
    {"type": "deal", "dealer": 0},
    *({"type": "play", "seat": seat, "card": str(card)} for seat, card in REVOKE),
]
VOID_HANDS: list[Raw] = [{"type": "void-hand"}, *HAND]
DECISIONS: list[Raw] = [{"type": "adjust", "points": [1, 0, 0], "reason": "a mistake"}]


class LongTable:
    """A table of a house of its own on a site: a hand whose first tricks are played, then the same again and again."""

    def __init__(self, site: Site, entries: int, again: list[Raw] = VOID_HANDS) -> None:
        self.house = House(site)
        log = [*HAND, *again * (entries // len(again))]
        times = [utc_now() - timedelta(days=1)] * len(log)
        note = {"events": len(log), "fingerprint": "0" * 64}
        header, device = Header("sixes-and-sevens", NAMES, {}), site.device(self.house.host)
        opened = [stored(raw) for raw in log]
        self.house.table = site.store.open_record(header, opened, device_id=device, note=note, times=times)
        self.addresses = Addresses(self.house, "table_id")
        self.length = site.tables.at(self.house.table.id).fold.seq
        self._entries = 0

    def pages(self) -> Iterator[tuple[str, bool]]:
        """Yields the addresses that show something of the table, and whether each is marked as light."""
        for path in dict.fromkeys(self.addresses.asked("GET")):
            if f"/tables/{self.house.table.id}" in path:
                yield path, is_light(self._view(path, "GET"))

    def looks_back(self, path: str) -> bool:
        """Tells whether this address is one of webapp/history: a film, a log, a file."""
        return self._view(path, "GET").__module__.startswith(history.__name__)

    def light_entries(self) -> Iterator[str]:
        """Yields the addresses that take something and are marked as light."""
        for path in dict.fromkeys(self.addresses.asked("POST")):
            if is_light(self._view(path, "POST")):
                yield path

    def look(self, path: str, **environ: Any) -> TestResponse:
        """Asks for a page; of a stream the beginning is read."""
        answer = self.addresses.ask(self.house.host, path, "GET", environ)
        list(islice(answer.response, 2))
        answer.close()
        return answer

    def enter(self, path: str) -> TestResponse:
        """Enters what the rules refuse, each time under a key of its own: the table stays as it is."""
        self._entries += 1
        host, key, raw = self.house.host, f"key-of-entry-{self._entries}", {"type": "deal", "dealer": 0}
        if not path.startswith(API):
            return host.post(path, data={"event": json.dumps(raw), "op": key, "seen": str(self.length)})
        cookie = host.get_cookie(COOKIE)
        assert cookie is not None
        return ApiClient(self.house.site.app, self.house.table.id, cookie.value).enter(raw, key=key)

    def _view(self, path: str, method: str) -> Callable[..., Any]:
        app = self.house.site.app
        endpoint, _values = app.url_map.bind("localhost").match(path, method=method)
        return app.view_functions[endpoint]


def calls(work: Callable[[], object]) -> int:
    """Returns how many functions are called."""
    count = 0

    def called(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def test_every_page_of_a_long_table_is_counted_unless_it_is_light(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    long = LongTable(site, 20)
    monkeypatch.setattr(visit, "LONG_LOG", 20)
    monkeypatch.setattr(visit, "DEVICE", Rate(0, 60))  # whatever is counted is too much
    found = {path: (light, long.look(path).status_code == 429) for path, light in long.pages()}
    assert len(found) > 20
    wrong = [path for path, (light, counted) in found.items() if counted is light]
    assert wrong == [], "a page that does the same work however long the log is says so at its view"


def test_no_page_of_a_short_table_is_counted(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    short = LongTable(site, 20)
    monkeypatch.setattr(visit, "DEVICE", Rate(0, 60))
    assert {path for path, _light in short.pages() if short.look(path).status_code == 429} == set()


def test_what_is_light_does_the_same_work_however_long_the_log_is(site: Site) -> None:
    short, long = (LongTable(site, entries) for entries in (LONG_LOG, 5 * LONG_LOG))
    more = long.length - short.length
    pairs = zip(short.pages(), long.pages(), strict=True)
    asked = [(LongTable.look, one, other) for (one, light), (other, _same) in pairs if light]
    asked += [(LongTable.enter, *both) for both in zip(short.light_entries(), long.light_entries(), strict=True)]
    assert len(asked) >= 4
    for ask, *paths in asked:
        # What is kept of a table is made with the first look.
        answers = [ask(*at).status_code for at in zip((short, long), paths, strict=True) for _ in range(2)]
        assert set(answers) in ({200}, {422})
        few, many = (min(calls(partial(ask, *at)) for _ in range(2)) for at in zip((short, long), paths, strict=True))
        assert many - few < more / 4, (paths, few, many)


MORE_OF_A_STEP = 16
"""Functions that may be called for each further entry before others are answered: they read it and pack it."""


def longest_step(table: LongTable, path: str) -> int:
    """Returns how many functions are called at most before others are answered, from the second request on."""
    table.look(path)  # what is kept of a table is made with the first look
    count, steps = 0, list[int]()

    def called(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    def turn() -> None:
        nonlocal count
        steps.append(count)
        count = 0

    sys.setprofile(called)
    try:
        table.look(path, **{TURN_KEY: turn})
    finally:
        sys.setprofile(None)
    turn()
    return max(steps)


@pytest.mark.parametrize("again", [VOID_HANDS, DECISIONS], ids=["void hands", "decisions"])
def test_no_step_of_what_looks_back_becomes_longer_with_the_log(
    site: Site, again: list[Raw], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visit, "DEVICE", Rate(1e9, 1))
    short, long = (LongTable(site, turns * EVENTS_A_TURN, again) for turns in (2, 4))
    more = long.length - short.length
    grown = {
        path: (longest_step(long, path) - longest_step(short, other)) / more
        for (path, _light), (other, _same) in zip(long.pages(), short.pages(), strict=True)
        if long.looks_back(path)
    }
    assert len(grown) > 5
    over = {path: calls for path, calls in grown.items() if calls > MORE_OF_A_STEP}
    assert over == {}


def test_a_short_table_is_answered_almost_at_once(site: Site) -> None:
    short, turns = LongTable(site, 20), list[str]()
    for path, _light in short.pages():
        short.look(path, **{TURN_KEY: lambda: turns.append(path)})  # noqa: B023
    assert len(turns) == len(set(turns))


def test_what_goes_through_all_matches_of_a_circle_is_counted(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = Tables(site)
    tables.play(tables.open("Ann", "Cat"), 0)
    monkeypatch.setattr(visit, "DEVICE", Rate(0, 60))
    path = f"/circles/{tables.circle.id}"
    pages = ("/files/ratings.csv", "/files/circle.json", "/games/sechsundsechzig", "/calendar")
    assert {tables.host.get(path + page).status_code for page in pages} == {200}
    monkeypatch.setattr(visit, "LONG_LOG", 0)
    assert {tables.host.get(path + page).status_code for page in pages} == {429}
    assert tables.host.post(f"{path}/players/merge", data={"gone": 1, "into": 2}).status_code == 429
    assert tables.host.get(path).status_code == 200
