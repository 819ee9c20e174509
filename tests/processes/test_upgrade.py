"""Bringing a database up to date: with a copy taken first, and whole or not at all, whoever kills it on the way."""

import random
from pathlib import Path
from signal import SIGALRM, SIGKILL

import pytest
from sqlalchemy import URL, text

from tests import databases
from tests.databases import CHAIN
from tests.first_release import EVENTS, first_release, upgrade, upgrade_and_die, upgrade_within
from tests.forked_processes import CHILDREN
from webapp.config import file_url
from webapp.journal.hub import Hub
from webapp.store import Store
from webapp.store.backups.checks import check_database
from webapp.store.backups.copies import UPGRADE, BackupFolder, read_snapshot
from webapp.store.backups.restore import restore
from webapp.store.migrations import UnusableDatabase, migrate, newest_revision, revision_of
from webapp.table.keeper import TableKeeper

STEPS = 120
"""About as many statements as an upgrade from the first release has."""
KILLS = 20
KILLS_ON_POSTGRESQL = 4


@pytest.fixture
def old(server: URL | None, tmp_path: Path) -> URL:
    """A database of the first release."""
    url = file_url(tmp_path / "sixfold.sqlite") if server is None else databases.without_tables(server)
    first_release(url)
    return url


def test_a_database_is_copied_before_it_is_upgraded(old: URL, tmp_path: Path) -> None:
    upgrade(old, tmp_path / "backups")
    (kept,) = BackupFolder(tmp_path / "backups").backups()
    assert kept.why == UPGRADE
    with read_snapshot(file_url(kept.file)) as connection:
        assert revision_of(connection) == "0001"
        assert connection.scalar(text("SELECT count(*) FROM events")) == EVENTS
    # Nothing to do any more: no further copy.
    upgrade(old, tmp_path / "backups")
    assert len(BackupFolder(tmp_path / "backups").backups()) == 1


def test_the_copy_can_be_put_back(old: URL, tmp_path: Path) -> None:
    upgrade(old, tmp_path / "backups")
    (kept,) = BackupFolder(tmp_path / "backups").backups()
    restore(old, kept.file, BackupFolder(tmp_path / "backups"), CHAIN)
    _assert_up_to_date(old)


def test_without_a_copy_nothing_is_changed(old: URL) -> None:
    def full() -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(UnusableDatabase, match="No space left on device"):
        migrate(old, full)
    assert _revision(old) == "0001"


def test_killed_anywhere_it_leaves_no_half_shape(old: URL, tmp_path: Path) -> None:
    chance, backups = random.Random(6), tmp_path / "backups"
    killed, wanted = 0, KILLS if old.drivername == "sqlite" else KILLS_ON_POSTGRESQL
    while killed < wanted:
        if killed % 2:
            ended = _run(upgrade_and_die, old, backups, chance.randrange(1, STEPS))
        else:
            ended = _run(upgrade_within, old, backups, chance.uniform(0.001, 0.08))
        assert ended in (-SIGKILL, -SIGALRM, 0)
        killed += ended != 0
        if ended == 0 or _revision(old) != "0001":  # it came to its end: from the beginning again
            _assert_up_to_date(old)
            _back_to_the_beginning(old)
    with read_snapshot(old) as connection:
        assert all(finding.ok for finding in check_database(connection, CHAIN))
    upgrade(old, backups)
    _assert_up_to_date(old)
    assert not list(backups.glob("*.partial"))
    assert all(_revision(file_url(kept.file)) == "0001" for kept in BackupFolder(backups).backups())


def test_two_that_start_together_take_turns(old: URL, tmp_path: Path) -> None:
    children = [CHILDREN.Process(target=upgrade, args=(old, tmp_path / "backups")) for _ in range(3)]
    for child in children:
        child.start()
    for child in children:
        child.join()
    assert [child.exitcode for child in children] == [0, 0, 0]
    _assert_up_to_date(old)
    assert len(BackupFolder(tmp_path / "backups").backups()) == 1


def _run(work: object, *args: object) -> int | None:
    child = CHILDREN.Process(target=work, args=args)  # type: ignore[arg-type]
    child.start()
    child.join()
    return child.exitcode


def _revision(url: URL) -> str | None:
    with read_snapshot(url) as connection:
        return revision_of(connection)


def _assert_up_to_date(url: URL) -> None:
    assert _revision(url) == newest_revision()
    store = Store(url, CHAIN)
    assert TableKeeper(store, Hub()).at(1).fold.seq == EVENTS
    assert [(grant.role, grant.seat) for grant in store.grants(1)] == [("host", 0)]
    store.close()


def _back_to_the_beginning(url: URL) -> None:
    if url.drivername == "sqlite":
        for beside in ("", "-wal", "-shm"):
            Path(f"{url.database}{beside}").unlink(missing_ok=True)
    else:
        databases.without_tables(url)
    first_release(url)
