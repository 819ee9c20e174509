"""The database file: made, brought up to date, and never left half done."""

import fcntl
import json
import os
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from tests.forked_processes import CHILDREN
from webapp.config import file_url
from webapp.http.durations import CODE_LASTS
from webapp.store import engines, open_store
from webapp.store.engines import StoreBusy, reading_engine, writing_engine
from webapp.store.migrations import NewerDatabase, UnusableDatabase, alembic_config, create_schema, migrate, revisions
from webapp.store.models import Row, utc_now

NEWEST = "0036"
BEFORE_CODES = "0014"
"""The last shape in which the codes of evenings and circles had no end."""
CODES = (("AAAAAAA", "evening", "player"), ("BBBBBBB", "circle", "member"))
PRINTED = (("CCCCCCC", "evening", "organiser"), ("DDDDDDD", "circle", "recovery"))
pytestmark = pytest.mark.sqlite


def _shape(path: Path) -> dict[str, str]:
    connection = sqlite3.connect(path)
    shape = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"))
    connection.close()
    # A table that was altered in one batch has its constraints in any order.
    return {
        name: "\n".join(sorted(line.strip(" ,\t") for line in (sql or "").splitlines())) for name, sql in shape.items()
    }


def _revision(path: Path) -> list[tuple[str]]:
    connection = sqlite3.connect(path)
    found = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    connection.close()
    return found


def test_a_fresh_file_has_the_newest_shape(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "sixfold.sqlite"
    migrate(file_url(path))
    assert set(_shape(path)) >= {"tables", "events", "devices", "grants", "invites", "alembic_version"}
    assert _revision(path) == [(NEWEST,)]


def test_the_files_of_the_steps_are_named_by_their_revisions() -> None:
    """A database is asked for its revision without reading the steps."""
    steps = ScriptDirectory.from_config(alembic_config()).walk_revisions()
    assert revisions() == tuple(step.revision for step in steps)


def test_nobody_else_on_the_machine_reads_it(tmp_path: Path) -> None:
    store = open_store(file_url(tmp_path / "sixfold.sqlite"))
    store.add_device("0" * 64)
    files = [file for file in tmp_path.iterdir() if not file.name.endswith(".lock")]
    assert {file.name.rpartition("-")[2] for file in files} == {"sixfold.sqlite", "wal", "shm"}
    assert [file.name for file in files if file.stat().st_mode & 0o077] == []
    store.close()


def test_a_table_of_before_the_choices_has_made_none(tmp_path: Path, fresh_database: Path) -> None:
    path = tmp_path / "sixfold.sqlite"
    engine, config = writing_engine(file_url(path), foreign_keys=False), alembic_config()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.exec_driver_sql(
            "INSERT INTO tables (id, game, players, options, edition, book, entry, created_at) VALUES"
            """ (1, 'deep-six', '["Ann","Ben","Cat","Dan"]', '{}', 1, 'closed', 'everyone', '2026-01-01 00:00')"""
        )
    engine.dispose()
    store = open_store(file_url(path))
    table = store.table(1)
    store.close()
    assert table is not None
    assert (table.choices, table.players[3]) == ({}, "Dan")
    assert _shape(path) == _shape(fresh_database)


def test_wins_of_kept_matches_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "sixfold.sqlite"
    engine, config = writing_engine(file_url(path), foreign_keys=False), alembic_config()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0013")
        for table, winners, players in ((1, [0], [7, 8]), (2, [0, 1], [8, 7]), (3, [1], [7, 7])):
            summary = json.dumps({"sides": [[0], [1]], "winners": winners})
            when = f"2026-01-0{table} 20:00:00.000000"
            connection.exec_driver_sql(
                "INSERT INTO circle_matches (table_id, circle_id, game, began_at, ended_at, players, summary)"
                " VALUES (?, 1, 'g', ?, ?, ?, ?)",
                (table, when, when, json.dumps(players), summary),
            )
            if table < 3:
                connection.exec_driver_sql(
                    "INSERT INTO circle_ratings (table_id, player_id, circle_id, game, ended_at, strength, uncertainty,"
                    " matches) VALUES (?, 7, 1, 'g', ?, 1, 1, ?), (?, 8, 1, 'g', ?, 1, 1, ?)",
                    (table, when, table, table, when, table),
                )
        command.upgrade(config, "0014")
        found = connection.exec_driver_sql("SELECT won FROM circle_ratings ORDER BY table_id, player_id").fetchall()
    engine.dispose()
    assert [won for (won,) in found] == [1, 0, 2, 1]


def test_tables_that_left_their_evening_count_there_if_they_did(tmp_path: Path) -> None:
    engine, config = writing_engine(file_url(tmp_path / "sixfold.sqlite"), foreign_keys=False), alembic_config()
    said: list[tuple[str, dict[str, object]]] = [("played", {"table": table, "scores": [2, 1]}) for table in (1, 2, 3)]
    said += [("played", {"table": 2, "scores": []})]
    said += [("parted", {"number": table, "table": table}) for table in (1, 2, 3, 4)]
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0034")
        for table in range(1, 5):
            connection.exec_driver_sql(
                "INSERT INTO tables (id, game, players, options, edition, book, entry, created_at, evening_id) VALUES"
                " (?, 'g', '[]', '{}', 1, 'closed', 'everyone', '2026-01-01 00:00', ?)",
                (table, 8 if table == 3 else None),
            )
        for seq, (kind, body) in enumerate(said, 1):
            connection.exec_driver_sql(
                "INSERT INTO evening_lines (evening_id, seq, kind, body, made_at)"
                " VALUES (7, ?, ?, ?, '2026-01-01 00:00')",
                (seq, kind, json.dumps(body)),
            )
        command.upgrade(config, "0035")
        found = connection.exec_driver_sql("SELECT table_id, evening_id FROM left_tables").fetchall()
    engine.dispose()
    assert [tuple(row) for row in found] == [(1, 7)]


def test_migrations_and_models_agree(fresh_database: Path) -> None:
    engine = writing_engine(file_url(fresh_database))
    with engine.begin() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, Row.metadata) == []
        made = {name for (name,) in connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'index'")}
    engine.dispose()
    # Alembic does not compare what an index leaves out, nor checks.
    shape = _shape(fresh_database)
    for table in Row.metadata.tables.values():
        for index in table.indexes:
            assert index.name in made
            left_out = index.dialect_options["sqlite"]["where"]
            assert shape[str(index.name)].partition(" WHERE ")[2] == ("" if left_out is None else str(left_out))
        for constraint in table.constraints:
            assert f"CONSTRAINT {constraint.name} " in shape[table.name]


def test_doing_it_twice_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "sixfold.sqlite"
    store = open_store(file_url(path))
    device = store.add_device("token")
    store.close()
    before = _shape(path)
    migrate(file_url(path))
    store = open_store(file_url(path))
    assert _shape(path) == before
    assert store.device("token") == device
    store.close()


def test_two_at_once_wait_for_each_other(tmp_path: Path) -> None:
    path = tmp_path / "sixfold.sqlite"
    children = [_start(migrate, file_url(path)) for _ in range(4)]
    assert [_end(child) for child in children] == [0] * 4
    assert _revision(path) == [(NEWEST,)]


def test_whoever_comes_second_waits_however_long_it_takes(tmp_path: Path) -> None:
    path = tmp_path / "sixfold.sqlite"
    with Path(f"{path}.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        second = _start(migrate, file_url(path))
        second.join(0.5)
        assert second.is_alive()
        assert not path.exists()
    assert _end(second) == 0
    assert _revision(path) == [(NEWEST,)]


def test_a_newer_file_is_left_alone(fresh_database: Path, tmp_path: Path) -> None:
    path = tmp_path / "sixfold.sqlite"
    path.write_bytes(fresh_database.read_bytes())
    connection = sqlite3.connect(path)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    with pytest.raises(NewerDatabase) as refusal:
        open_store(file_url(path))
    assert str(path) in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert path.read_bytes() == before


def _no_folder(tmp_path: Path) -> Path:
    (tmp_path / "file").write_text("")
    return tmp_path / "file" / "sixfold.sqlite"


def _a_folder_itself(tmp_path: Path) -> Path:
    (tmp_path / "sixfold.sqlite").mkdir()
    return tmp_path / "sixfold.sqlite"


def _no_database(tmp_path: Path) -> Path:
    (tmp_path / "sixfold.sqlite").write_text("This is a letter to my grandmother.\n" * 100)
    return tmp_path / "sixfold.sqlite"


def _not_writable(tmp_path: Path) -> Path:
    if os.geteuid() == 0:
        return Path("/proc/sixfold/sixfold.sqlite")  # root may write everywhere but here
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    return tmp_path / "sixfold.sqlite"


@pytest.mark.parametrize("broken", [_no_folder, _a_folder_itself, _no_database, _not_writable])
def test_what_cannot_be_used_is_said_in_one_line(tmp_path: Path, broken: Any) -> None:
    path = broken(tmp_path)
    with pytest.raises(UnusableDatabase) as refusal:
        open_store(file_url(path))
    assert str(path) in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_file_that_somebody_else_writes_is_said_to_be_busy(
    fresh_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "DATABASE_WAIT_MS", 1)
    path = tmp_path / "sixfold.sqlite"
    path.write_bytes(fresh_database.read_bytes())
    store = open_store(file_url(path))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy, match="locked"):
        store.add_device("token")
    other.execute("ROLLBACK")
    other.close()
    assert store.add_device("token").id == 1
    store.close()


def test_the_readers_cannot_write(fresh_database: Path, tmp_path: Path) -> None:
    path = tmp_path / "sixfold.sqlite"
    path.write_bytes(fresh_database.read_bytes())
    engine = reading_engine(file_url(path))
    with engine.connect() as connection, pytest.raises(StoreBusy, match="readonly"):
        connection.exec_driver_sql("DELETE FROM tables")
    engine.dispose()


def test_what_is_acknowledged_is_on_the_disk(fresh_database: Path, tmp_path: Path) -> None:
    path = tmp_path / "sixfold.sqlite"
    path.write_bytes(fresh_database.read_bytes())
    engine = writing_engine(file_url(path))
    with engine.connect() as connection:
        pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        assert [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in pragmas] == ["wal", 2, 1, 5000]
    engine.dispose()


def _start(work: Callable[..., None], *args: object) -> BaseProcess:
    child = CHILDREN.Process(target=work, args=args)
    child.start()
    return child


def _end(child: BaseProcess) -> int | None:
    child.join()
    return child.exitcode


def test_codes_of_evenings_and_circles_that_stand_end_a_day_after_the_upgrade(tmp_path: Path) -> None:
    path = tmp_path / "sixfold.sqlite"
    create_schema(file_url(path), BEFORE_CODES)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO evenings (id, title, lot, created_at) VALUES (1, 'Friday', 1, '2026-01-01')")
        connection.execute("INSERT INTO circles (id, name, created_at) VALUES (1, 'Friday', '2026-01-01')")
        for code, of, role in (*CODES, *PRINTED):
            connection.execute(
                f"INSERT INTO {of}_invites (code, token, {of}_id, role, since) VALUES (?, ?, 1, ?, '2026-01-01')",
                (code, f"link-{code}", role),
            )
        connection.commit()
    begun = utc_now()
    store = open_store(file_url(path))
    for code, _of, _role in CODES:
        upgraded = store.invite_with_code(code)
        assert upgraded is not None
        assert upgraded.code_until is not None
        assert begun + CODE_LASTS <= upgraded.code_until <= utc_now() + CODE_LASTS
        assert upgraded.token == f"link-{code}"
    for code, _of, _role in PRINTED:
        assert (upgraded := store.invite_with_code(code)) is not None
        assert upgraded.code_until is None
    store.close()
