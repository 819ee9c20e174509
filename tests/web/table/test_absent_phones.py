"""A phone for which the table waits though it is gone: the table says so, the host frees its seat, it gets it back."""

import re
from collections import Counter
from time import monotonic

import pytest
from flask.testing import FlaskClient

from tests.web.support.phone import Phone
from tests.web.support.site import Site
from webapp.http.durations import AWAY_AFTER

DEAL = {"type": "deal", "dealer": 0}
HAND = {"type": "hand", "seat": 1, "cards": [rank + "C" for rank in "23456789TJQKA"] + ["2H", "3H", "4H", "5H"]}
AWAY = "Ben’s phone is not here."
AWAY_LONG = "Ben’s phone has not been here for 3 minutes."


class Clock:
    """Seconds as a test lets them pass: from a whole one on, so that their differences are exact."""

    def __init__(self) -> None:
        self.at, self._began = 0.0, float(int(monotonic()))

    def __call__(self) -> float:
        return self._began + self.at


@pytest.fixture
def clock(site: Site, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock by which the application knows who is here."""
    clock = Clock()
    monkeypatch.setattr(site.hub, "clock", clock)
    return clock


@pytest.mark.parametrize("entry", ["own", "everyone"])
def test_the_table_says_for_whom_it_waits_in_vain(site: Site, host: FlaskClient, clock: Clock, entry: str) -> None:
    table = site.open_table(host, entry=entry)
    site.seat(table, 0, host)
    bens, cats = site.seat(table, 1), site.seat(table, 2)
    device = site.device(bens)
    site.hub.connect(table.id, device)
    ann, ben = Phone(host, table), Phone(bens, table)
    assert ann.enter(DEAL) == 303
    if entry == "everyone":
        ben.look()
        assert ben.enter(HAND) == 303, "from here on these cards are entered on this phone alone"
    site.hub.disconnect(table.id, device)
    clock.at = AWAY_AFTER - 1
    assert AWAY not in ann.look()
    clock.at = AWAY_AFTER
    assert AWAY in ann.look()
    assert "Free the seat" in ann.page
    clock.at = 180
    assert AWAY_LONG in ann.look()
    watcher = Phone(site.watcher(table), table)
    assert "not been here" not in watcher.page, "it enters nothing"
    cat = Phone(cats, table)
    assert AWAY_LONG in cat.page
    assert "Free the seat" not in cat.page
    site.hub.connect(table.id, device)
    assert "not been here" not in ann.look(), "it is back"
    site.hub.disconnect(table.id, device)
    clock.at += AWAY_AFTER
    assert AWAY in ann.look()
    action = re.search(r'formaction="([^"]+)"[^>]*>Free the seat', ann.page)
    assert action
    assert host.post(action[1], data={"back": ann.url}).location == ann.url
    assert AWAY not in ann.look()
    assert "7C" in ann.page, "the cards are entered here now"
    assert "This phone held the seat of Ben." in ben.look()
    assert bens.post(f"{ann.url}/seat", data={"seat": "1"}).status_code == 303
    assert "This phone held the seat" not in ben.look()


def test_minutes_go_on_while_nobody_enters(site: Site, host: FlaskClient, clock: Clock) -> None:
    table = site.open_table(host)
    site.hub.connect(table.id, 7)
    site.hub.disconnect(table.id, 7)
    with site.hub.watch(table.id, 1) as watch:
        for at, news in (
            (AWAY_AFTER - 1, False),
            (AWAY_AFTER, True),
            (59, False),
            (60, True),
            (119, False),
            (120, True),
        ):
            clock.at = at
            site.hub.tell_of_absent()
            assert watch.wait(0) == news


def test_who_left_another_process_is_away_from_then_on(site: Site, clock: Clock) -> None:
    """Not since this process was started: every process tells the same minutes."""
    clock.at = 5000.0
    site.hub.set_elsewhere({7: Counter({1: 1, 2: 1})})
    clock.at = 6000.0
    site.hub.set_elsewhere({7: Counter({2: 1})})
    clock.at = 6000.0 + AWAY_AFTER
    assert (site.hub.away_for(7, 1), site.hub.away_for(7, 2)) == (AWAY_AFTER, 0.0)
