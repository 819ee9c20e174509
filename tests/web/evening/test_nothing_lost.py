"""Nothing of an evening is lost: by a restart, by two processes, by forms that are sent twice, in a backup."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.databases import CHAIN
from tests.running import PATIENCE
from tests.web.support.hall import Hall
from webapp.config import Config, file_url
from webapp.evening import lines as kinds
from webapp.evening.clock import clock
from webapp.evening.follower import EveningTables
from webapp.evening.keeper import (
    EveningHub,
    EveningKeeper,
    EveningNow,
    undoable,
)
from webapp.evening.lines import EveningRefusal, Line
from webapp.evening.standings import EveningStandings
from webapp.evening.viewer import EveningViewer
from webapp.factory import services_of
from webapp.services import Services, services_in
from webapp.store import open_store
from webapp.store.backups.checks import check_database
from webapp.store.backups.copies import BackupFolder, copy_database, read_snapshot
from webapp.store.backups.restore import restore
from webapp.store.change_feed import ChangeFeed
from webapp.store.evening_models import EveningChange
from webapp.store.models import utc_now
from webapp.store.roles import Role, Scope
from webapp.table.entry import entry_of
from webapp.table.keeper import Made
from webapp.table.viewer import Viewer

Faster = Callable[[Callable[[], object]], None]
pytestmark = pytest.mark.both_databases


@pytest.fixture
def hall(app: Flask) -> Hall:
    """An evening in the middle of its first round: Ann's phone is at table 1, a phone asks to be let in."""
    hall = Hall(services_in(app))
    ann = hall.services.store.add_device("ann").id
    hall.admit(ann, Role.PLAYER, 1)
    hall.seat((1, 2, 3, 4), (5, 6, 7, 8))
    hall.start()
    hall.add(kinds.Extra(1, 300), kinds.Paused(1))
    hall.add(kinds.Resumed(1), kinds.Extra(1, 60, 2))
    hall.add(kinds.Asked("Zoe", "owl"), who=EveningViewer(hall.services.store.add_device("zoe").id))
    return hall


@pytest.fixture
def faster(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Faster:
    """Has something done by another process just before the next line of this one is added."""
    store, adds = hall.services.store, hall.services.store.add_to_evening

    def arrange(work: Callable[[], object]) -> None:
        def late(*given: Any, **more: Any) -> object:
            monkeypatch.setattr(store, "add_to_evening", adds)
            work()
            return adds(*given, **more)

        monkeypatch.setattr(store, "add_to_evening", late)

    return arrange


def _another_process(hall: Hall) -> Services:
    config = Config(instance=hall.services.config.instance, log="quiet", server=hall.services.store.url)
    return services_of(config, hall.services.store)


def _adjust(hall: Hall, *points: int, services: Services | None = None) -> None:
    tables, table = (services or hall.services).tables, hall.table(1)
    ann = hall.now.devices[1]
    raw = {"type": "adjust", "points": list(points), "reason": "late"}
    made = tables.make(table, Viewer(ann, Role.HOST, 0), entry_of(tables.at(table).fold, raw), op=f"adjust {points}")
    assert isinstance(made, Made), made


def _result(hall: Hall) -> tuple[int, ...]:
    result = hall.now.state.rounds[0].sittings[1].result
    assert result is not None
    return result.scores


def test_a_restart_in_the_middle_of_a_round_changes_nothing(hall: Hall) -> None:
    _adjust(hall, 3, 1, 0, 0)
    hall.add(kinds.Confirmed(1, 1, (3, 1, 0, 0)))
    before = hall.now
    started = _another_process(hall)
    after = started.part(EveningKeeper).at(hall.id)
    assert after.state == before.state
    at = utc_now() + timedelta(minutes=7)
    assert before.state.round is not None
    assert after.state.round is not None
    for number in (1, 2):
        was, now = (
            one.round and clock(one.round, at, one.round.sittings[number]) for one in (before.state, after.state)
        )
        assert now == was
    assert started.part(EveningStandings).of(after) == hall.services.part(EveningStandings).of(before)
    assert [one.word for one in after.state.requests.values()] == ["owl"]
    assert undoable(after, hall.organiser) == undoable(before, hall.organiser) is not None
    started.part(EveningTables).start()
    started.part(EveningTables).stop()
    started.part(EveningTables).follow()
    assert started.part(EveningKeeper).at(hall.id).state == before.state, "nothing is noted that has not changed"


def test_two_processes_that_follow_note_a_correction_once(hall: Hall, faster: Faster) -> None:
    _adjust(hall, 1, 0, 0, 0)
    hall.add(kinds.Confirmed(1, 1, (1, 0, 0, 0)))
    _adjust(hall, 2, 0, 0, 0)
    here, there = hall.tables, _another_process(hall).part(EveningTables)
    for tables in (here, there):
        tables.note(hall.table(1))
    faster(there.follow)
    here.follow()
    assert [row.body["was"] for row in hall.now.lines if row.kind == "corrected"] == [[1, 0, 0, 0]]
    assert _result(hall) == (3, 0, 0, 0)


FIRST = kinds.Announced("The kitchen closes", "Karin")


@pytest.mark.parametrize(
    ("there", "here", "taken", "lines"),
    [
        ((FIRST, "one"), (kinds.Announced("Last hand soon", "Karin"), "other"), True, 2),
        ((FIRST, "one"), (FIRST, "one"), True, 1),
        ((kinds.LastHand(1), "one"), (kinds.LastHand(1), "other"), False, 1),
    ],
    ids=["both fit", "one form sent twice", "the later one fits no more"],
)
def test_another_process_was_faster(
    hall: Hall, faster: Faster, there: tuple[Line, str], here: tuple[Line, str], taken: bool, lines: int
) -> None:
    before, other = hall.now.state.seq, _another_process(hall).part(EveningKeeper)
    faster(lambda: other.add(hall.id, hall.organiser, there[0], op=there[1]))
    outcome = hall.keeper.add(hall.id, hall.organiser, here[0], op=here[1])
    assert isinstance(outcome, EveningNow if taken else EveningRefusal)
    assert [row.seq for row in hall.now.lines] == list(range(1, before + lines + 1))
    assert other.at(hall.id).state == hall.now.state
    assert isinstance(outcome, EveningRefusal) or outcome.state == hall.now.state


@pytest.mark.postgresql
def test_a_line_added_at_one_process_is_told_at_the_other(hall: Hall, other: Services) -> None:
    hub = other.part(EveningHub)
    with hub.watch(hall.id, None) as watch:
        hall.add(kinds.LastHand(1))
        assert watch.wait(PATIENCE)
    here = other.part(EveningKeeper).at(hall.id).state.round
    assert here is not None
    assert here.last_hand_at is not None


@pytest.mark.postgresql
def test_an_entry_at_one_process_is_in_what_the_other_tells_of_the_table(hall: Hall, other: Services) -> None:
    other.part(EveningTables).follow()
    with other.part(EveningHub).watch(hall.id, None) as watch:
        _adjust(hall, 3, 0, 0, 0)
        assert watch.wait(PATIENCE)
    assert other.part(EveningTables).at(hall.id)[hall.table(1)].scores == (3, 0, 0, 0)


@pytest.mark.postgresql
def test_rights_at_a_table_that_come_by_the_evening_are_those_of_every_process(hall: Hall, other: Services) -> None:
    store, table = hall.services.store, hall.table(2)

    def rule() -> list[int]:
        return [grant.device_id for grant in other.tables.at(table).people.grants if grant.role == Role.REFEREE]

    assert rule() == []
    karin, next_phone = (store.add_device(name).id for name in ("karin", "next"))
    hall.admit(karin, Role.REFEREE, name="Karin")
    assert rule() == [karin]
    store.move(store.offer_move(hall.id, karin, Scope.EVENING), next_phone)
    assert rule() == [next_phone]
    hall.add(kinds.Helper("referee", "Karin", gone=True), change=EveningChange(expelled=[next_phone]))
    assert rule() == []


@pytest.fixture
def other(hall: Hall) -> Iterator[Services]:
    """The services of another process on the same database, which listens."""
    other = _another_process(hall)
    feed, tables = other.part(ChangeFeed), other.part(EveningTables)
    with other.part(EveningHub).watch(hall.id, None) as watch:
        feed.start()
        assert watch.wait(PATIENCE), "whoever begins to listen has missed what was said before"
    tables.start()
    yield other
    feed.stop()
    tables.stop()


def test_a_backup_holds_the_evening_and_puts_it_back(hall: Hall, tmp_path: Path) -> None:
    before, file, url = hall.now, tmp_path / "copy.sqlite", hall.services.store.url
    copy_database(url, file, CHAIN)
    with read_snapshot(file_url(file)) as connection:
        assert [finding for finding in check_database(connection, CHAIN) if not finding.ok] == []
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    target = file_url(elsewhere / "sixfold.sqlite")
    restore(target, file, BackupFolder(elsewhere / "backups"), CHAIN)
    store = open_store(target, chain=CHAIN)
    services = services_of(Config(instance=elsewhere, log="quiet"), store)
    after = services.part(EveningKeeper).at(hall.id)
    assert (after.state, after.row.lot, after.devices) == (before.state, before.row.lot, before.devices)
    assert store.invites(hall.id, Scope.EVENING).keys() == hall.services.store.invites(hall.id, Scope.EVENING).keys()
    assert [table.evening_number for table in store.tables_of_evening(hall.id)] == [1, 2]
    assert isinstance(services.part(EveningKeeper).add(hall.id, hall.organiser, kinds.LastHand(1)), EveningNow)
    store.close()
