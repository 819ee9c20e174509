"""What another process has changed at a table: its log alone is read where nothing else has changed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.support.site import Site
from webapp import create_app
from webapp.config import Config
from webapp.store.desk_kinds import DeskKind
from webapp.store.models import Table
from webapp.store.roles import Role
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
    assert site.play.at(table.id).fold.seq == 0
    _deal(other, table)
    for read in ("table", "grants", "desk", "seat_requests"):
        monkeypatch.setattr(site.store, read, None)
    assert site.play.at(table.id).fold.seq == 1
    assert site.play.at(table.id) is site.play.at(table.id), "it is read once"


def test_a_seat_that_was_left_is_seen_with_the_entry_after_it(site: Site, other: Site, table: Table) -> None:
    ben = site.seat(table, 1)
    assert [grant.seat for grant in site.play.at(table.id).people.party if grant.seat == 1] == [1]
    other.store.leave_seat(table.id, site.device(ben))
    _deal(other, table)
    now = site.play.at(table.id)
    assert (now.fold.seq, [grant for grant in now.people.party if grant.seat == 1]) == (1, [])


def test_a_line_of_the_desk_that_came_with_an_entry_is_seen(site: Site, other: Site, table: Table) -> None:
    _deal(site, table)
    eva = Viewer(role=Role.REFEREE)
    other.make(table.id, eva, {"type": "adjust", "points": [1, 0, 0], "reason": "late"}, op="late")
    assert [line.kind for line in site.play.at(table.id).desk.lines] == [DeskKind.FIXED]
