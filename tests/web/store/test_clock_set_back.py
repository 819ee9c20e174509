"""A clock that is set back: play goes on, nobody is locked out, nothing lives again, and order is that of numbers."""

from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from sqlalchemy import select

from tests.databases import reading
from webapp.http.rate_limiter import Rate, RateLimiter, TooFast
from webapp.http.rate_limits import TABLES_A_DEVICE
from webapp.store import Store, attempts, handovers, invites, log, models, worker_presence
from webapp.store.attempts import CodeBudget
from webapp.store.errors import InviteSpent
from webapp.store.models import Table, utc_now

NAMES = ["Ann", "Ben", "Cat"]
SetBack = Callable[[], None]


@pytest.fixture
def table(store: Store) -> Table:
    host = store.add_device("host")
    return store.create_table(game="any-game", players=NAMES, options={}, device_id=host.id)


@pytest.fixture
def set_back(monkeypatch: pytest.MonkeyPatch) -> SetBack:
    """Sets the clock back by a day and more."""

    def earlier() -> datetime:
        return utc_now() - timedelta(hours=30)

    def set_it() -> None:
        for module in (handovers, invites, log, models, attempts, worker_presence):
            if hasattr(module, "utc_now"):
                monkeypatch.setattr(module, "utc_now", earlier)

    return set_it


def test_entries_keep_their_order(store: Store, table: Table, set_back: SetBack) -> None:
    store.append(table.id, seq=1, op="one", device_id=1, body="{}")
    set_back()
    store.append(table.id, seq=2, op="two", device_id=1, body="{}")
    first, second = store.events(table.id)
    assert (first.seq, second.seq) == (1, 2)
    assert second.made_at < first.made_at


def test_whoever_holds_a_seat_keeps_it(store: Store, table: Table, set_back: SetBack) -> None:
    ann = store.add_device("ann")
    store.admit(table.id, ann.id, role=models.Role.PLAYER, seat=0)
    set_back()
    assert [grant.seat for grant in store.grants(table.id)] == [None, 0]
    store.leave_seat(table.id, ann.id)
    store.admit(table.id, ann.id, role=models.Role.PLAYER, seat=1)
    assert [grant.seat for grant in store.grants(table.id)] == [None, 1]


def test_a_link_to_move_does_not_live_again(store: Store, table: Table, set_back: SetBack) -> None:
    offered, new = store.offer_move(table.id, 1), store.add_device("new")
    set_back()
    assert store.offered_move(table.id, 1) is None
    with pytest.raises(InviteSpent):
        store.move(offered, new.id)
    assert store.move(store.offer_move(table.id, 1), new.id).is_host


def test_a_process_that_has_gone_does_not_come_back(store: Store, table: Table, set_back: SetBack) -> None:
    store.publish_presence("gone", {table.id: Counter({1: 1})})
    store.publish_presence("runs", {table.id: Counter({2: 1})})
    set_back()
    assert store.presence_elsewhere("me") == {}
    store.renew_presence("runs")
    assert store.presence_elsewhere("me") == {table.id: Counter({2: 1})}
    store.publish_presence("runs", {})
    with reading(store) as session:
        assert session.scalars(select(models.Presence)).all() == []


def test_tables_of_another_day_do_not_count(store: Store, table: Table, set_back: SetBack) -> None:
    for _ in range(TABLES_A_DEVICE - 1):
        store.create_table(game="any-game", players=NAMES, options={}, device_id=1)
    set_back()
    store.create_table(game="any-game", players=NAMES, options={}, device_id=1)


def test_wrong_codes_of_before_lock_nobody_out(
    store: Store, table: Table, set_back: SetBack, monkeypatch: pytest.MonkeyPatch
) -> None:
    budget = [CodeBudget("home", 1, timedelta(hours=1))]
    assert store.try_code("2222222", budget) is None
    monkeypatch.setattr("webapp.store.attempts.utc_now", lambda: utc_now() - timedelta(hours=30))
    assert store.try_code("2222222", budget) is None


def test_nobody_who_enters_has_to_wait() -> None:
    limiter, rate = RateLimiter(), Rate(3, 0.5)
    for _ in range(3):
        limiter.count("ann", rate, 100_000.0)
    with pytest.raises(TooFast):
        limiter.count("ann", rate, 100_000.0)
    for _ in range(3):
        limiter.count("ann", rate, 90_000.0)
    with pytest.raises(TooFast):
        limiter.count("ann", rate, 90_000.0)
