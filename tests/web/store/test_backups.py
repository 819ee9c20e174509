"""Backups: a copy of one moment while people play, put back into either database only if every table in it folds."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Event, Thread

import pytest
from flask import Flask
from sqlalchemy import URL
from sqlmodel import select

from tests.cases import each
from tests.databases import CHAIN, reading
from tests.running import PATIENCE
from tests.web.support.phone import Phone
from tests.web.support.site import Site
from webapp.config import file_url
from webapp.store import open_store
from webapp.store.backups.checks import check_database
from webapp.store.backups.copies import (
    ASKED,
    HAND,
    RESTORE,
    BackupFolder,
    HandEndBackups,
    copy_database,
    read_snapshot,
)
from webapp.store.backups.restore import CannotRestore, restore
from webapp.store.change_feed import ChangeFeed
from webapp.store.models import EventRow, Table
from webapp.table.viewer import Viewer

ENTRY = {"type": "adjust", "points": [1, 0, 0], "reason": "a late start"}
TALLY = {"type": "tally", "tricks": [17, 0, 0]}


@pytest.fixture
def folder(tmp_path: Path) -> BackupFolder:
    return BackupFolder(tmp_path / "backups")


@pytest.fixture
def backup(site: Site, phone: Phone, tmp_path: Path) -> Path:
    """A copy of a house with one table, at which Ann has dealt."""
    file = tmp_path / "copy.sqlite"
    copy_database(site.store.url, file, CHAIN)
    return file


def _bodies(url: URL, table_id: int) -> list[str]:
    store = open_store(url, chain=CHAIN)
    bodies = [event.body for event in store.events(table_id)]
    store.close()
    return bodies


def test_it_is_one_file_that_nobody_else_reads(backup: Path) -> None:
    assert [file.name for file in backup.parent.glob("copy*")] == ["copy.sqlite"]
    assert backup.stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_it_is_made_while_people_play(site: Site, table: Table, folder: BackupFolder) -> None:
    done = Event()

    def enter() -> None:
        entries = 0
        while not done.is_set():
            entries += 1
            site.make(table.id, Viewer(seat=0), ENTRY, op=f"entry-{entries}", seen=None)

    player = Thread(target=enter)
    player.start()
    files = [folder.add(ASKED, partial(copy_database, site.store.url, chain=CHAIN)) for _ in range(3)]
    done.set()
    player.join()
    log = [event.body for event in site.store.events(table.id)]
    for file in files:
        with read_snapshot(file_url(file)) as connection:
            assert [finding for finding in check_database(connection, CHAIN) if not finding.ok] == []
        bodies = _bodies(file_url(file), table.id)
        assert bodies == log[: len(bodies)]


def test_it_is_put_back_and_what_stood_there_is_kept(
    site: Site, phone: Phone, backup: Path, folder: BackupFolder
) -> None:
    phone.enter(ENTRY)
    site.store.close()
    done = restore(site.store.url, backup, folder, CHAIN)
    assert len(_bodies(site.store.url, phone.table.id)) == 1
    assert done.replaced is not None
    assert [one.why for one in folder.backups()] == [RESTORE]
    restore(site.store.url, done.replaced, folder, CHAIN)
    assert len(_bodies(site.store.url, phone.table.id)) == 2


def test_the_house_goes_on_after_it(site: Site, table: Table, backup: Path, folder: BackupFolder) -> None:
    """New rows get numbers that no row has: PostgreSQL counts them apart from the rows."""
    successor = site.store.create_successor(table.id, first_dealer=1)
    assert successor is not None
    copy_database(site.store.url, backup, CHAIN)
    site.store.close()
    restore(site.store.url, backup, folder, CHAIN)
    store = open_store(site.store.url, chain=CHAIN)
    opened = store.create_table(
        game="sixes-and-sevens", players=["A", "B", "C"], options={}, device_id=store.add_device("new").id
    )
    assert opened.id == successor.id + 1
    store.append(opened.id, seq=1, op="a", device_id=None, body="{}")
    restored = store.table(table.id)
    assert restored is not None
    assert restored.successor_id == successor.id
    store.close()


def test_a_backup_of_either_database_is_restored_to_a_file(backup: Path, phone: Phone, tmp_path: Path) -> None:
    """Whichever database it comes from: so a house moves from one to the other."""
    url = file_url(tmp_path / "elsewhere" / "sixfold.sqlite")
    assert restore(url, backup, BackupFolder(tmp_path / "elsewhere" / "backups"), CHAIN).replaced is None
    assert len(_bodies(url, phone.table.id)) == 1
    assert Path(str(url.database)).stat().st_mode & 0o077 == 0, "nobody else reads it"


def _spoilt(*commands: str) -> Callable[[Path], None]:
    def spoil(file: Path) -> None:
        with closing(sqlite3.connect(file)) as connection:
            for command in commands:
                connection.execute(command)
            connection.commit()

    return spoil


def _torn(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


SPOILT = {
    "is refused": _spoilt('UPDATE events SET body = \'{"type":"ace","seat":1,"as":"odd"}\''),
    "cannot be read": _spoilt("UPDATE events SET body = 'nonsense'"),
    "numbers are missing": _spoilt("UPDATE events SET seq = 2"),
    "1 row points to nothing": _spoilt("UPDATE grants SET device_id = 77"),
    "newer release": _spoilt("UPDATE alembic_version SET version_num = '9999'"),
    "no backup of Sixfold": _spoilt("DROP TABLE alembic_version"),
    "copy.sqlite": _torn,
    "not a database": lambda file: file.write_text("a letter to my grandmother " * 100),
    "is not there": lambda file: file.unlink(),
}


@pytest.fixture
def since(site: Site, phone: Phone, backup: Path) -> bytes:
    """Returns the backup of a house, which has gone on since and is closed now."""
    assert phone.enter(ENTRY) == 303
    site.store.close()
    return backup.read_bytes()


@each("fault", SPOILT)
def test_what_is_not_whole_replaces_nothing(
    site: Site, since: bytes, backup: Path, folder: BackupFolder, fault: str
) -> None:
    backup.write_bytes(since)
    SPOILT[fault](backup)
    with pytest.raises(CannotRestore) as refusal:
        restore(site.store.url, backup, folder, CHAIN)
    assert fault in str(refusal.value)
    with reading(site.store) as session:
        assert [event.seq for event in session.exec(select(EventRow)).all()] == [1, 2]
    assert folder.backups() == []


@pytest.mark.sqlite
def test_a_broken_database_is_kept_as_it_is(site: Site, phone: Phone, backup: Path, folder: BackupFolder) -> None:
    site.store.close()
    database = Path(str(site.store.url.database))
    database.write_bytes(b"x" * 5000)
    done = restore(site.store.url, backup, folder, CHAIN)
    assert done.replaced is not None
    assert done.replaced.read_bytes() == b"x" * 5000
    assert len(_bodies(site.store.url, phone.table.id)) == 1


@pytest.mark.postgresql
def test_nothing_is_replaced_under_a_server_that_listens(site: Site, backup: Path, folder: BackupFolder) -> None:
    connected = Event()
    news = ChangeFeed(site.store.url, lambda table_id: None, connected.set)
    news.start()
    assert connected.wait(PATIENCE)
    with pytest.raises(CannotRestore, match="Stop it first"):
        restore(site.store.url, backup, folder, CHAIN)
    news.stop()


# At each hand's end


@pytest.fixture
def hand_end_backups(site: Site, folder: BackupFolder) -> HandEndBackups:
    """Makes backups without a pause between them; not begun yet."""
    return HandEndBackups(folder, partial(copy_database, site.store.url, chain=CHAIN), keep=2, pause=0)


def test_a_hand_that_ends_is_told(site: Site, phone: Phone) -> None:
    told: list[int] = []
    site.tables.hand_ended = lambda: told.append(site.store.last_seq(phone.table.id))
    phone.enter({"type": "play", "seat": 1, "card": "7C"})
    phone.enter({"type": "undo"})
    assert told == []
    phone.enter(TALLY)
    assert told == [4], "after the commit"
    phone.enter({"type": "undo"})
    assert told == [4]


def test_the_newest_are_kept_and_each_is_whole(site: Site, phone: Phone, folder: BackupFolder) -> None:
    made = Event()

    def make(file: Path) -> None:
        copy_database(site.store.url, file, CHAIN)
        made.set()

    hand_end_backups = HandEndBackups(folder, make, keep=2, pause=0)
    site.tables.hand_ended = hand_end_backups.hand_ended
    hand_end_backups.start()
    for dealer in (1, 2, 0):
        assert phone.enter(TALLY) == 303
        assert made.wait(PATIENCE)
        made.clear()
        with folder.locked():  # until it is numbered and the old ones are gone
            kept = folder.backups()
        phone.enter({"type": "deal", "dealer": dealer})
    hand_end_backups.stop()
    assert [(one.number, one.why) for one in kept] == [(2, HAND), (3, HAND)]
    assert len(_bodies(file_url(kept[-1].file), phone.table.id)) == 6


def test_hands_that_end_together_are_in_one(folder: BackupFolder) -> None:
    made: list[Path] = []
    going, go_on = Event(), Event()

    def make(file: Path) -> None:
        made.append(file)
        going.set()
        go_on.wait(PATIENCE)
        file.touch()

    hand_end_backups = HandEndBackups(folder, make, keep=5, pause=0)
    hand_end_backups.start()
    hand_end_backups.hand_ended()
    assert going.wait(PATIENCE)
    going.clear()
    for _many in range(25):
        hand_end_backups.hand_ended()
    go_on.set()
    assert going.wait(PATIENCE)
    with folder.locked():
        hand_end_backups.stop()
    assert len(made) == 2


def test_another_process_that_made_one_since_is_enough(folder: BackupFolder) -> None:
    assert folder.add_at_hands_end(1.0, Path.touch, keep=5) is not None
    assert folder.add_at_hands_end(2.0, Path.touch, keep=5) is None
    assert folder.last_hand() > 2.0


def test_a_full_disk_leaves_nothing_behind_and_play_goes_on(
    site: Site, phone: Phone, folder: BackupFolder, caplog: pytest.LogCaptureFixture
) -> None:
    tried = Event()

    def make(file: Path) -> None:
        file.with_name(f"{file.name}.1.partial").touch()
        tried.set()
        raise OSError(28, "No space left on device")

    hand_end_backups = HandEndBackups(folder, make, keep=2, pause=0)
    hand_end_backups.start()
    site.tables.hand_ended = hand_end_backups.hand_ended
    assert phone.enter(TALLY) == 303
    assert tried.wait(PATIENCE)
    hand_end_backups.stop()
    folder.add(ASKED, Path.touch)
    assert [file.name.partition("-")[0] for file in folder.path.glob("*.*")] == ["000001"]


def test_no_backup_is_made_where_none_is_kept(folder: BackupFolder) -> None:
    hand_end_backups = HandEndBackups(folder, Path.touch, keep=0, pause=0)
    hand_end_backups.start()
    hand_end_backups.hand_ended()
    assert not folder.path.exists()


def test_a_clock_that_was_set_back_keeps_the_newest(folder: BackupFolder) -> None:
    folder.path.mkdir()
    (folder.path / "000041-hand-20990101-000000.sqlite").touch()
    file = folder.add(HAND, Path.touch, keep=1)
    assert [one.file for one in folder.backups()] == [file]
    assert file.name.startswith("000042-")


def test_an_application_backs_up_into_its_own_folder(app: Flask, site: Site, tmp_path: Path) -> None:
    backups = app.extensions["sixfold"].part(HandEndBackups)
    backups.add(0.0)
    (kept,) = BackupFolder(tmp_path / "backups").backups()
    with read_snapshot(file_url(kept.file)) as connection:
        assert all(finding.ok for finding in check_database(connection, CHAIN))
