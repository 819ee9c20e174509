"""What another process has changed at a table: its log alone is read where nothing else has changed."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.databases import CHAIN
from tests.web.support.circle_tables import Tables, number
from tests.web.support.site import Site
from webapp import create_app
from webapp.circle.forgetting import forget
from webapp.config import Config
from webapp.store import forgotten_player
from webapp.store.backups.copies import read_snapshot
from webapp.store.chain.links import misfits
from webapp.store.log import Appended
from webapp.store.models import Table
from webapp.store.roles import Role
from webapp.table.keeper import Made
from webapp.table.viewer import Viewer

pytestmark = pytest.mark.postgresql


@pytest.fixture
def other(site: Site, tmp_path: Path) -> Iterator[Site]:
    """Another process on the same database, as far as a test can have one."""
    second = create_app(Config(instance=tmp_path, log="quiet", server=site.store.url))
    yield Site(second)
    second.extensions["sixfold"].store.close()


def _deal(at: Site, table: Table) -> None:
    at.make(table.id, Viewer(role=Role.HOST), {"type": "deal"}, op="deal")


def test_an_entry_is_caught_up_with_by_the_log_alone(
    site: Site, other: Site, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert site.tables.at(table.id).fold.seq == 0
    _deal(other, table)
    for read in ("table", "grants", "desk", "seat_requests"):
        monkeypatch.setattr(site.store, read, None)
    assert site.tables.at(table.id).fold.seq == 1
    assert site.tables.at(table.id) is site.tables.at(table.id), "it is read once"


def test_a_seat_that_was_left_is_seen_with_the_entry_after_it(site: Site, other: Site, table: Table) -> None:
    ben = site.seat(table, 1)
    assert [grant.seat for grant in site.tables.at(table.id).people.party if grant.seat == 1] == [1]
    other.store.leave_seat(table.id, site.device(ben))
    _deal(other, table)
    now = site.tables.at(table.id)
    assert (now.fold.seq, [grant for grant in now.people.party if grant.seat == 1]) == (1, [])


def test_a_line_of_the_desk_that_came_with_an_entry_is_seen(site: Site, other: Site, table: Table) -> None:
    _deal(site, table)
    eva = Viewer(role=Role.REFEREE)
    other.make(table.id, eva, {"type": "adjust", "points": [1, 0, 0], "reason": "late"}, op="late")
    assert [line.kind for line in site.tables.at(table.id).desk.lines] == ["fixed"]


@pytest.mark.parametrize(("entries", "judged"), [(0, [1]), (2, [3, 3])])
def test_an_entry_in_the_moment_of_forgetting_follows_the_new_chain(
    site: Site, other: Site, monkeypatch: pytest.MonkeyPatch, entries: int, judged: list[int]
) -> None:
    tables = Tables(site)
    tables.play(tables.open("Ann", "Ben"), 0)
    table = tables.open("Ann", "Cat")
    for event in ({"type": "deal"}, {"type": "tally", "points": [1, 0]})[:entries]:
        tables.enter(table, **event)
    cat, append, asked = number(tables, "Cat"), other.store.append, list[int]()

    def appended(*args: Any, **more: Any) -> Appended:
        asked.append(more["seq"])
        if len(asked) == 1:
            with site.app.app_context():
                forget(tables.circle.id, cat, site.device(tables.host))
        return append(*args, **more)

    other.store.chain = CHAIN
    monkeypatch.setattr(forgotten_player, "FORGET_QUIET", -timedelta(days=1))
    monkeypatch.setattr(other.store, "append", appended)
    host = Viewer(device_id=site.device(tables.host), role=Role.HOST, seat=0)
    event = {"type": "adjust", "points": [0, 1], "reason": "for the beer"} if entries else {"type": "deal"}
    assert isinstance(other.make(table.id, host, event, op="late"), Made)
    assert asked == judged, "again only where a link was known that has become another one"
    for at in (site, other):
        assert at.tables.at(table.id).table.players == ["Ann", f"#{cat}"]
    with read_snapshot(site.store.url) as connection:
        assert list(misfits(connection, CHAIN)) == []


def test_a_change_beside_the_log_has_no_entry_judged_again(
    site: Site, other: Site, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    append, ben, asked = other.store.append, site.phone(), list[int]()

    def appended(*args: Any, **more: Any) -> Appended:
        asked.append(more["seq"])
        site.seat(table, 1, ben)
        return append(*args, **more)

    monkeypatch.setattr(other.store, "append", appended)
    _deal(other, table)
    assert asked == [1]
    assert [grant.seat for grant in other.tables.at(table.id).people.party if grant.seat == 1] == [1]
