"""`sixfold host-link`: the recovery code on the server, beside a running one."""

import hashlib
import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.paths import ROOT
from tests.running import MODULE, running
from webapp.cli import sixfold
from webapp.config import Config, file_url
from webapp.store import Store, open_store
from webapp.store.migrations import create_schema, revisions
from webapp.store.models import Table
from webapp.store.roles import Scope


@pytest.fixture
def store(fresh_database: Path, tmp_path: Path) -> Store:
    (tmp_path / "sixfold.sqlite").write_bytes(fresh_database.read_bytes())
    return open_store(Config(instance=tmp_path).database)


def _table(store: Store, *players: str) -> Table:
    device = store.add_device("somebody")
    return store.create_table(game="sixes-and-sevens", players=players, options={}, device_id=device.id)


def _asked(instance: Path, *arguments: str, command: str = "host-link", **settings: str) -> tuple[int, str]:
    """Gives the command in this process, and returns how it ended and what it said."""
    others = dict.fromkeys(name for name in os.environ if name.startswith("SIXFOLD_"))
    environment = {**others, "SIXFOLD_INSTANCE": str(instance), **settings}
    ran = CliRunner().invoke(sixfold, [command, *arguments], env=environment)
    return ran.exit_code, ran.output


def _written(instance: Path) -> list[str]:
    """What stands in the database and in its log. The index beside them is rebuilt by whoever reads."""
    files = (instance / name for name in ("sixfold.sqlite", "sixfold.sqlite-wal"))
    return [hashlib.sha256(file.read_bytes() if file.exists() else b"").hexdigest() for file in files]


@pytest.mark.sqlite
def test_it_shows_link_qr_and_code_beside_a_running_server_and_writes_nothing(store: Store, tmp_path: Path) -> None:
    table = _table(store, "Ann", "Ben", "Cat")
    invite = store.invites(table.id)["host"]
    store.close()
    with running(tmp_path, SIXFOLD_LOG="quiet") as server:
        before = _written(tmp_path)
        _, out = _asked(tmp_path, str(table.id), SIXFOLD_PUBLIC_URL="https://cards.example.org")
        assert _written(tmp_path) == before
        assert server.get("/")[0] == 200
        server.stop()
    assert server.err == ""  # it is quiet
    assert f"https://cards.example.org/join/{invite.token}" in out
    assert "-".join((invite.code[:5], invite.code[5:10], invite.code[10:])) in out
    assert "Ann, Ben, Cat" in out
    assert "▄" in out


@pytest.mark.sqlite
def test_the_link_leads_to_the_port_of_the_server(store: Store, tmp_path: Path) -> None:
    table = _table(store, "Ann", "Ben", "Cat")
    store.close()
    _, out = _asked(tmp_path, str(table.id), "--port", "8123", SIXFOLD_HOST="127.0.0.1")
    assert "http://127.0.0.1:8123/join/" in out


@pytest.mark.sqlite
def test_without_a_number_it_lists_the_tables_and_no_secret(store: Store, tmp_path: Path) -> None:
    tables = [_table(store, "Ann", "Ben", "Cat"), _table(store, "Dan", "Eve", "Fay")]
    secrets = [invite for table in tables for invite in store.invites(table.id).values()]
    store.close()
    status, out = _asked(tmp_path)
    assert status == 0
    assert out.index("Dan, Eve, Fay") < out.index("Ann, Ben, Cat")
    assert not any(invite.token in out or invite.code in out for invite in secrets)


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "There is no table yet."),
        (("7",), "There is no table 7."),
        (("x",), "Invalid value for '[TABLE]': There is no table x. sixfold host-link lists them all."),
        (("0",), "There is no table 0. sixfold host-link lists them all."),
        (("9" * 20,), f"There is no table {'9' * 20}. sixfold host-link lists them all."),
    ],
)
def test_what_it_cannot_show_it_says(store: Store, tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    store.close()
    status, out = _asked(tmp_path, *arguments)
    assert status in (1, 2)
    assert said in out
    assert "Traceback" not in out


@pytest.mark.sqlite
def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "sixfold.sqlite").write_text("a shopping list", encoding="utf-8")
    status, out = _asked(tmp_path)
    assert status == 1
    assert out.startswith("The database cannot be read: file is not a database.")
    assert out.count("\n") == 1


@pytest.mark.sqlite
@pytest.mark.parametrize("command", ["host-link", "circle-link"])
@pytest.mark.parametrize(
    ("revision", "said"),
    [
        (
            revisions()[1],
            f"has an older shape, {revisions()[1]}: `sixfold serve` brings it to {revisions()[0]}, after a",
        ),
        (revisions()[-1], "has an older shape, 0001: `sixfold serve` brings it to"),
        (None, "has no tables of Sixfold; a start makes them, a restore fills them."),
        ("9999", "was written by a newer release of Sixfold (9999)."),
    ],
)
def test_a_database_of_another_release(tmp_path: Path, command: str, revision: str | None, said: str) -> None:
    file = tmp_path / "sixfold.sqlite"
    create_schema(file_url(file), revisions()[0] if revision == "9999" else revision)
    if revision == "9999":
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    status, out = _asked(tmp_path, command=command)
    assert status == 1
    assert out.startswith(f"{file} {said}")
    assert out.count("\n") == 1


@pytest.mark.sqlite
def test_whoever_has_seen_enough_is_told_nothing(store: Store, tmp_path: Path) -> None:
    _table(store, "Ann", "Ben", "Cat")
    store.close()
    read, written = os.pipe()
    os.close(read)
    environment = {"SIXFOLD_INSTANCE": str(tmp_path), "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with os.fdopen(written, "wb") as nobody:
        ran = subprocess.run([*MODULE, "host-link", "1"], env=environment, stdout=nobody, stderr=subprocess.PIPE)
    assert ran.stderr == b""


def test_the_recovery_code_of_a_circle_is_shown_without_a_change(store: Store, tmp_path: Path) -> None:
    others = dict.fromkeys(name for name in os.environ if name.startswith("SIXFOLD_"))
    environment = {**others, "SIXFOLD_INSTANCE": str(tmp_path)}

    def said(*words: str) -> tuple[int, str]:
        ran = CliRunner().invoke(sixfold, ["circle-link", *words], env=environment)
        return ran.exit_code, ran.output

    assert said() == (1, "There is no circle yet.\n")
    circle = store.open_circle("Tuesdays", device_id=store.add_device("somebody").id)
    assert "Tuesdays" in said()[1]
    before = _written(tmp_path)
    status, shown = said(str(circle.id))
    assert (status, store.invites(circle.id, Scope.CIRCLE)["recovery"].token in shown) == (0, True)
    assert _written(tmp_path) == before
    assert said("7")[1].startswith("There is no circle 7.")
    store.close()
