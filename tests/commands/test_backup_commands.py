"""`sixfold backup`, `restore` and `doctor`: what they say to whoever runs a house."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import NoReturn

import pytest
from click.testing import CliRunner, Result

from tests.databases import changing, sqlite_copy
from tests.running import running
from tests.web.support.circle_tables import Tables
from tests.web.support.site import Site
from webapp import create_app
from webapp.circle.tables import CircleTables
from webapp.cli import sixfold
from webapp.config import Config
from webapp.factory import services_of
from webapp.store import log as store_log
from webapp.store import open_store
from webapp.store.backups.copies import BackupFolder

KILLED = """
import os, signal, sys
from webapp.cli import sixfold
sys.addaudithook(lambda event, _told: event == "shutil.copyfile" and os.kill(os.getpid(), signal.SIGKILL))
sixfold()
"""
"""A command of which nothing is left at the first file that it copies."""


@pytest.fixture
def instance(fresh_database: Path, tmp_path: Path) -> Path:
    """The folder of a house with one table."""
    folder = tmp_path / "house"
    folder.mkdir()
    sqlite_copy(fresh_database, folder)
    store = open_store(Config(instance=folder).database)
    device = store.add_device("hash")
    table = store.create_table(game="sixes-and-sevens", players=["Ann", "Ben", "Cat"], options={}, device_id=device.id)
    store.append(table.id, seq=1, op="a", device_id=device.id, body='{"type":"deal","dealer":0}')
    store.close()
    return folder


def say(instance: Path, *words: str, **settings: str) -> Result:
    """Gives a command in this process: starting one takes longer than most of them."""
    others = dict.fromkeys(name for name in os.environ if name.startswith("SIXFOLD_"))
    return CliRunner().invoke(sixfold, words, env={**others, "SIXFOLD_INSTANCE": str(instance), **settings})


def refused(ran: Result) -> str:
    """Returns the one line that a command ended with."""
    assert ran.exit_code == 1
    assert ran.output.count("\n") == 1, ran.output
    return ran.output.strip()


def test_a_backup_beside_a_running_server_and_back(instance: Path, tmp_path: Path) -> None:
    with running(instance) as server:
        made = say(instance, "backup")
        assert made.exit_code == 0, made.output
        file = Path(made.output.strip().removeprefix("The database is copied into "))
        assert file.parent == instance / "backups"
        assert "Another Sixfold is running" in refused(say(instance, "restore", str(file)))
        assert say(instance, "doctor").exit_code == 0
        server.stop()
    back = say(instance, "restore", str(file))
    assert back.exit_code == 0, back.output
    assert "all 1 fold from their first event" in back.output
    assert "is kept in" in back.output


def test_a_restore_leaves_nothing_of_one_that_was_killed(instance: Path, tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite"
    assert say(instance, "backup", str(file)).exit_code == 0
    command = [sys.executable, "-c", KILLED, "restore", str(file), "--instance", str(instance)]
    killed = subprocess.run(command, capture_output=True)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert [*instance.glob("restore*/*")], "it was killed before it had written anything"
    assert say(instance, "restore", str(file)).exit_code == 0
    assert [one.name for one in instance.iterdir() if one.is_dir()] == ["backups"]


def test_what_cannot_be_written_is_said_with_where(instance: Path) -> None:
    below_a_file = instance / "sixfold.sqlite" / "copy"
    said = f"The database could not be copied into {below_a_file}: Not a directory"
    assert refused(say(instance, "backup", str(below_a_file))) == said


def test_a_file_that_is_there_stays(instance: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.sqlite"
    assert say(instance, "backup", str(file)).exit_code == 0
    before = file.read_bytes()
    assert "is there already" in refused(say(instance, "backup", str(file)))
    assert file.read_bytes() == before
    nowhere = tmp_path / "nowhere" / "mine.sqlite"
    assert refused(say(instance, "backup", str(nowhere))).endswith("No such file or directory")


def test_what_is_no_backup_is_refused(instance: Path, tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("to my grandmother")
    assert str(tmp_path / "letter") in refused(say(instance, "restore", str(tmp_path / "letter")))
    assert "is not there" in refused(say(instance, "restore", str(tmp_path / "nothing")))


def _lines(ran: Result) -> dict[str, tuple[str, str]]:
    found = [re.fullmatch(r"(well |WRONG)  (\w+) +  (.*)", line) for line in ran.output.splitlines()]
    return {line[2]: (line[1].strip(), line[3]) for line in found if line}


def test_the_doctor_has_a_line_for_everything_and_changes_nothing(instance: Path) -> None:
    before = {file: file.read_bytes() for file in instance.iterdir()}
    ran = say(instance, "doctor")
    lines = _lines(ran)
    everything = "settings disk database shape file pointers texts numbers tables chain backups"
    assert list(lines) == everything.split()
    assert {state for state, _ in lines.values()} == {"well"}
    assert ran.exit_code == 0
    # SQLite itself lays an index and an empty log beside a file that it reads.
    assert {file: file.read_bytes() for file in before} == before


@pytest.mark.parametrize(
    ("command", "about", "said"),
    [
        ('UPDATE events SET body = \'{"type":"fly"}\'', "tables", "table 1: event 1 is refused (unknown-event)"),
        ("UPDATE tables SET game = 'chess'", "tables", "no game is called"),
        ("UPDATE events SET seq = 2", "numbers", "table 1"),
        ("CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM grants; END", "shape", "it has trigger t"),
        ("UPDATE events SET op = 'x'", "chain", "table 1: entry 1 does not fit"),
        ("DELETE FROM events", "chain", "table 1: its log or its beginning is not what it was"),
        (f"UPDATE tables SET options = '{'[' * 5000}'", "texts", "tables 1, options: lists and objects nested"),
        ("UPDATE events SET made_at = 'at noon'", "database", "a row cannot be read"),
        ("UPDATE events SET device_id = 9", "pointers", "1 row points to nothing"),
        ("UPDATE alembic_version SET version_num = '9999'", "database", "newer release"),
        ("DROP TABLE alembic_version", "database", "has no tables of Sixfold"),
    ],
)
def test_the_doctor_says_what_is_wrong(instance: Path, command: str, about: str, said: str) -> None:
    with closing(sqlite3.connect(instance / "sixfold.sqlite")) as connection:
        connection.execute(command)
        connection.commit()
    ran = say(instance, "doctor")
    state, line = _lines(ran)[about]
    assert (ran.exit_code, state) == (1, "WRONG")
    assert said in line


def test_the_doctor_misses_the_key_and_makes_none(instance: Path) -> None:
    (instance / "chain.key").unlink()
    ran = say(instance, "doctor")
    state, line = _lines(ran)["chain"]
    assert (ran.exit_code, state) == (1, "WRONG")
    assert "nothing can be confirmed" in line
    assert not (instance / "chain.key").exists()


def test_another_key_than_the_house_has_makes_no_backup(instance: Path, tmp_path: Path) -> None:
    create_app(Config(instance=instance, log="quiet")).extensions["sixfold"].end()
    other = {"SIXFOLD_CHAIN_KEY": "cd" * 32}
    assert "the house of this database has key" in refused(say(instance, "backup", **other))
    assert not (instance / "backups").exists()
    ran = say(instance, "doctor", **other)
    assert (ran.exit_code, _lines(ran)["chain"][0]) == (1, "WRONG")
    assert "and here is key" in _lines(ran)["chain"][1]


def test_a_house_that_is_restored_elsewhere_has_the_key_of_there(instance: Path, tmp_path: Path) -> None:
    create_app(Config(instance=instance, log="quiet")).extensions["sixfold"].end()
    assert say(instance, "backup", str(tmp_path / "copy.sqlite")).exit_code == 0
    assert say(tmp_path / "other", "restore", "--from-elsewhere", str(tmp_path / "copy.sqlite")).exit_code == 0
    create_app(Config(instance=tmp_path / "other", log="quiet")).extensions["sixfold"].end()
    assert say(tmp_path / "other", "doctor").exit_code == 0
    assert say(instance, "restore", str(tmp_path / "copy.sqlite")).exit_code == 0
    create_app(Config(instance=instance, log="quiet")).extensions["sixfold"].end()


def test_a_backup_of_another_house_needs_a_word_of_its_own(instance: Path, tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite"
    assert say(instance, "backup", str(file)).exit_code == 0
    other = tmp_path / "other"
    ran = say(other, "restore", str(file))
    assert (ran.exit_code, "made elsewhere" in ran.output, "--from-elsewhere" in ran.output) == (1, True, True)
    assert say(other, "restore", "--from-elsewhere", str(file)).exit_code == 0
    assert say(other, "doctor").exit_code == 0


def test_the_doctor_reads_a_torn_file(instance: Path) -> None:
    (instance / "sixfold.sqlite").write_bytes(b"x" * 9000)
    ran = say(instance, "doctor")
    assert ran.exit_code == 1
    assert "cannot be read" in _lines(ran)["database"][1]


@pytest.mark.parametrize("name", [".", "sixfold.sqlite", "backups"])
def test_the_doctor_names_what_the_server_could_not_write(
    instance: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a command was given by another user than that of the house. Root, as in many tests, may write to all."""
    assert say(instance, "backup").exit_code == 0
    shut = instance / name
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != shut)
    ran = say(instance, "doctor")
    state, line = _lines(ran)["disk"]
    assert (ran.exit_code, state) == (1, "WRONG")
    assert line.endswith(f"free at {instance}, but {shut} cannot be written")


def test_backups_that_cannot_be_read_are_no_fault_of_the_database(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shut(folder: BackupFolder) -> NoReturn:
        raise PermissionError(13, "Permission denied", str(folder.path))

    monkeypatch.setattr(BackupFolder, "backups", shut)
    ran = say(instance, "doctor")
    wrong = {about: said for about, (state, said) in _lines(ran).items() if state == "WRONG"}
    assert (ran.exit_code, wrong) == (1, {"backups": f"{instance / 'backups'} cannot be read: Permission denied"})


def test_a_backup_that_is_old_while_people_play(instance: Path) -> None:
    made = say(instance, "backup")
    file = made.output.strip().removeprefix("The database is copied into ")
    os.utime(file, (0, 0))
    ran = say(instance, "doctor")
    assert (ran.exit_code, _lines(ran)["backups"][0]) == (1, "WRONG")
    assert say(instance, "doctor", SIXFOLD_BACKUPS="0").exit_code == 0


def test_a_bad_setting_is_said_in_one_line(instance: Path) -> None:
    assert refused(say(instance, "doctor", SIXFOLD_PORT="many")).startswith("SIXFOLD_PORT is 'many'")


def test_the_doctor_works_out_anew_what_is_kept_of_circles(instance: Path) -> None:
    config = Config(instance=instance)
    store = open_store(config.database)
    circle = store.open_circle("Tuesdays", device_id=1)
    table = store.create_table(game="sechsundsechzig", players=["Ann", "Ben"], options={"target": 1}, device_id=1)
    store.append(table.id, seq=1, op="a", device_id=1, body='{"type":"deal"}')
    store.append(table.id, seq=2, op="b", device_id=1, body='{"type":"tally","points":[1,0]}')
    services = services_of(config, store)
    services.part(CircleTables).give(table.id, circle.id)
    kept = store.circle_ratings(circle.id)
    with changing(store) as session:
        session.connection().exec_driver_sql("UPDATE circle_ratings SET strength = 0")
    store.close()
    ran = say(instance, "doctor", "--rebuild")
    said = f"WRONG  circle {circle.id}: what is kept of its matches differed at the tables {table.id}, and is put right"
    assert (ran.exit_code, ran.output.strip()) == (1, said)
    assert say(instance, "doctor", "--rebuild").exit_code == 0
    store = open_store(config.database)
    assert store.circle_ratings(circle.id) == kept
    store.close()


def test_a_circle_alone_is_written_and_brought_in_elsewhere_once(
    instance: Path, fresh_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Records say times in whole seconds: minutes lie between the entries."""
    began, passed = datetime(2026, 1, 1, 20, tzinfo=UTC), count()
    monkeypatch.setattr(store_log, "utc_now", lambda: began + timedelta(minutes=next(passed)))
    site = Site(create_app(Config(instance=instance, log="quiet")))
    tables = Tables(site)
    for winner in (0, 1):
        tables.play(tables.open(), winner)
    strengths = tables.strengths()
    site.store.close()
    file, there = tmp_path / "tuesdays.zip", tmp_path / "there"
    there.mkdir()
    sqlite_copy(fresh_database, there)
    made = say(instance, "circle-backup", str(tables.circle.id), str(file))
    assert made.exit_code == 0, made.output
    assert "is there already" in refused(say(instance, "circle-backup", str(tables.circle.id), str(file)))
    below_a_file = file / "copy.zip"
    said = f"The circle could not be written into {below_a_file}: Not a directory"
    assert refused(say(instance, "circle-backup", str(tables.circle.id), str(below_a_file))) == said
    assert "There is no circle 9" in refused(say(instance, "circle-backup", "9", str(tmp_path / "none.zip")))
    first = say(there, "circle-restore", str(file))
    assert first.exit_code == 0, first.output
    assert "new in circle 1, Tuesdays: 2 matches, 2 players" in first.output
    assert "2 bear no seal of this house" in first.output
    again = say(there, "circle-restore", "--into", "1", str(file))
    assert "new in circle 1, Tuesdays: 0 matches, 0 players" in again.output
    home = say(instance, "circle-restore", "--into", str(tables.circle.id), str(file))
    assert "2 matches were there already; 0 bear no seal" in home.output
    file.write_bytes(b"nothing")
    assert "This is no circle" in refused(say(there, "circle-restore", str(file)))
    store = open_store(Config(instance=there).database)
    assert [row.strength for row in store.circle_ratings(1)] == [strength for *_who, strength in strengths]
    store.close()
