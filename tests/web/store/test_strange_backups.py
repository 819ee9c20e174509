"""A backup that somebody has changed, or that comes from elsewhere: said plainly, and never put back unasked."""

import errno
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cases import each
from tests.databases import CHAIN
from tests.first_release import first_release
from tests.web.support.phone import Phone
from tests.web.support.site import Site
from webapp.config import file_url
from webapp.store import open_store
from webapp.store.backups.copies import BackupFolder, copy_database, merge_journal
from webapp.store.backups.restore import CannotRestore, restore
from webapp.store.chain.links import Chain

pytestmark = pytest.mark.sqlite  # a backup is a file, whichever database it comes from
DEEP = "[" * 5000 + "]" * 5000


@pytest.fixture
def backup(site: Site, trick: Phone, tmp_path: Path) -> Path:
    """A copy of a house with one table and five entries; Ben sits at it, too."""
    site.seat(trick.table, 1)
    file = tmp_path / "copy.sqlite"
    copy_database(site.store.url, file, CHAIN)
    return file


@pytest.fixture
def folder(tmp_path: Path) -> BackupFolder:
    return BackupFolder(tmp_path / "new" / "backups")


def changed(file: Path, command: str) -> Path:
    """Returns a copy of a backup in which somebody has changed something."""
    copy = file.with_name("changed.sqlite")
    copy.write_bytes(file.read_bytes())
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute(command)
        connection.commit()
    return copy


def put_back(file: Path, folder: BackupFolder, chain: Chain = CHAIN, *, from_elsewhere: bool = False) -> Path:
    """Restores into a house that is not there yet, and returns its database."""
    database = folder.path.parent / "sixfold.sqlite"
    restore(file_url(database), file, folder, chain, from_elsewhere=from_elsewhere)
    return database


def refused(file: Path, folder: BackupFolder, *, from_elsewhere: bool = False) -> str:
    with pytest.raises(CannotRestore) as refusal:
        put_back(file, folder, from_elsewhere=from_elsewhere)
    assert not (folder.path.parent / "sixfold.sqlite").exists()
    return str(refusal.value)


@each(
    "command, said",
    [
        ("CREATE TRIGGER quiet AFTER INSERT ON events BEGIN DELETE FROM grants; END", "trigger quiet"),
        ("CREATE VIEW hosts AS SELECT * FROM grants", "view hosts"),
        ("CREATE TABLE more (id INTEGER)", "table more"),
        ("CREATE TABLE sqlitex (id INTEGER)", "table sqlitex"),
        ("CREATE VIRTUAL TABLE words USING fts5(body)", "table words"),
        ("CREATE INDEX strange ON events (body)", "index strange at table events"),
        ("ALTER TABLE grants ADD COLUMN more TEXT", "column more at table grants"),
        ("ALTER TABLE grants ADD COLUMN twice TEXT AS (role || role)", "generated column twice at table grants"),
        ("ALTER TABLE invites DROP COLUMN expires_at", "no column expires_at at table invites"),
        ("DROP INDEX ix_grants_table_seat", "no index ix_grants_table_seat at table grants"),
        ("DROP TABLE presence", "no table presence"),
    ],
)
def test_only_the_shape_of_a_release_is_taken(backup: Path, folder: BackupFolder, command: str, said: str) -> None:
    """Also where somebody vouches for it: nothing that would run by itself gets in."""
    assert refused(changed(backup, command), folder, from_elsewhere=True).endswith(f"it has {said}.")


@each(
    "command",
    [
        "UPDATE grants SET role = 'host', seat = NULL WHERE seat = 1",
        "UPDATE grants SET until = since WHERE role = 'host'",
        "UPDATE invites SET token = 'known-to-a-stranger' WHERE role = 'host'",
        "UPDATE tables SET door = 'closed'",
        "UPDATE devices SET token_hash = 'a-stranger' WHERE id = 1",
        "INSERT INTO tries (who, made_at) VALUES ('x', '2026-01-01 00:00:00.000000')",
        "UPDATE tables SET version = version + 1",
    ],
)
def test_a_changed_row_breaks_the_seal(backup: Path, folder: BackupFolder, command: str) -> None:
    assert "rows were changed after it was made" in refused(changed(backup, command), folder)


@each(
    "command, said",
    [
        ("UPDATE events SET body = replace(body, '7C', '8C')", "table 1: entry 2 does not fit"),
        ("DELETE FROM events WHERE seq > 3", "table 1: entry 3 is not the last one: those after it are missing"),
        ('UPDATE tables SET players = \'["Ann", "Ben", "Eve"]\'', "table 1: entry 1 does not fit"),
    ],
)
def test_the_first_line_that_does_not_fit_is_named(backup: Path, folder: BackupFolder, command: str, said: str) -> None:
    assert said in refused(changed(backup, command), folder)


@each(
    "command, said",
    [
        (f"UPDATE events SET body = '{DEEP}' WHERE seq = 5", "event 5"),
        (f"UPDATE tables SET options = '{DEEP}'", "tables 1, options"),
        (f"UPDATE devices SET names = '{DEEP}'", "devices 1, names"),
        ("UPDATE events SET made_at = 'at noon'", "a row cannot be read"),
        ("UPDATE events SET body = x'ff00'", "cannot be read"),
    ],
)
def test_what_no_release_has_written_is_said_in_a_line(
    backup: Path, folder: BackupFolder, command: str, said: str
) -> None:
    text = refused(changed(backup, command), folder, from_elsewhere=True)
    assert said in text
    assert max(map(len, text.splitlines())) < 500


def test_one_from_elsewhere_is_taken_only_when_somebody_vouches_for_it(backup: Path, folder: BackupFolder) -> None:
    theirs, ours = CHAIN, Chain(b"the key of another house")
    with pytest.raises(CannotRestore, match="it was made elsewhere: another key has sealed it"):
        put_back(backup, folder, ours)
    database = put_back(backup, folder, ours, from_elsewhere=True)
    again = folder.path.parent / "again.sqlite"
    copy_database(file_url(database), again, ours)
    put_back(again, folder, ours)  # confirmed by our key now
    with pytest.raises(CannotRestore, match="made elsewhere"):
        put_back(again, folder, theirs)


def test_one_without_a_seal_says_so(backup: Path, folder: BackupFolder) -> None:
    file = changed(backup, "DROP TABLE seal")
    assert "it has no seal" in refused(file, folder)
    assert put_back(file, folder, from_elsewhere=True).exists()


def test_one_of_an_older_shape_is_confirmed_as_a_whole(tmp_path: Path, folder: BackupFolder) -> None:
    old, file = file_url(tmp_path / "old.sqlite"), tmp_path / "copy.sqlite"
    first_release(old)
    merge_journal(tmp_path / "old.sqlite")
    copy_database(old, file, CHAIN)
    store = open_store(file_url(put_back(file, folder)), chain=CHAIN)
    assert len(store.events(1)) == 3
    store.close()
    other = changed(file, "UPDATE events SET body = replace(body, '7C', '8C')")
    assert "rows were changed" in refused_beside(other, folder)


def refused_beside(file: Path, folder: BackupFolder) -> str:
    with pytest.raises(CannotRestore) as refusal:
        put_back(file, folder)
    return str(refusal.value)


def test_the_seal_of_a_backup_that_was_copied_into_place_is_replaced(backup: Path, tmp_path: Path) -> None:
    store = open_store(file_url(backup), chain=CHAIN)
    store.append(1, seq=6, op="more", device_id=1, body='{"type":"undo"}')
    store.close()
    copy_database(file_url(backup), tmp_path / "second.sqlite", CHAIN)
    put_back(tmp_path / "second.sqlite", BackupFolder(tmp_path / "new" / "backups"))


@each("error", [OSError(errno.ENOSPC, "No space left on device"), None])
def test_a_full_disk_is_not_the_fault_of_the_backup(
    backup: Path, folder: BackupFolder, monkeypatch: pytest.MonkeyPatch, error: OSError | None
) -> None:
    """Full for the copy that is checked, or only for its rows: then SQLite says so."""

    def copied(source: str, target: sqlite3.Connection) -> None:
        if error is not None:
            raise error
        target.execute("PRAGMA max_page_count = 1")
        target.execute("CREATE TABLE more AS SELECT zeroblob(1000000)")

    monkeypatch.setattr("webapp.store.backups.restore.copy_all_rows", copied)
    where = f"the disk of {folder.path.parent}, or of temporary files, is full"
    assert refused(backup, folder) == f"{backup} could not be checked: {where}. Nothing has changed."
