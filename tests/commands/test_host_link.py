"""`sixfold host-link`: the recovery code on the server, beside a running one."""

import hashlib
import subprocess
from pathlib import Path

import pytest

from tests.paths import ROOT
from tests.running import MODULE, running
from webapp.config import Config
from webapp.store import Store, open_store
from webapp.store.models import Table


@pytest.fixture
def store(fresh_database: Path, tmp_path: Path) -> Store:
    (tmp_path / "sixfold.sqlite").write_bytes(fresh_database.read_bytes())
    return open_store(Config(instance=tmp_path).database)


def _table(store: Store, *players: str) -> Table:
    device = store.add_device("somebody")
    return store.create_table(game="sixes-and-sevens", players=players, options={}, device_id=device.id)


def _asked(instance: Path, *arguments: str, **settings: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [*MODULE, "host-link", *arguments],
        env={"SIXFOLD_INSTANCE": str(instance), "PYTHONUTF8": "1", "PYTHONPATH": str(ROOT), **settings},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def _written(instance: Path) -> list[str]:
    """What stands in the database and in its log. The index beside them is rebuilt by whoever reads."""
    files = (instance / name for name in ("sixfold.sqlite", "sixfold.sqlite-wal"))
    return [hashlib.sha256(file.read_bytes() if file.exists() else b"").hexdigest() for file in files]


@pytest.mark.sqlite
def test_it_shows_link_qr_and_code_beside_a_running_server_and_writes_nothing(store: Store, tmp_path: Path) -> None:
    table = _table(store, "Ann", "Ben", "Cat")
    invite = store.invites(table.id)["host"]
    store.close()
    with running(tmp_path, SIXFOLD_LOG="quiet"):
        before = _written(tmp_path)
        status, out, err = _asked(tmp_path, str(table.id), SIXFOLD_PUBLIC_URL="https://cards.example.org")
        assert _written(tmp_path) == before
    assert (status, err) == (0, "")
    assert f"https://cards.example.org/join/{invite.token}" in out
    assert "-".join((invite.code[:5], invite.code[5:10], invite.code[10:])) in out
    assert "Ann, Ben, Cat" in out
    assert "▄" in out


@pytest.mark.sqlite
def test_the_link_leads_to_the_port_of_the_server(store: Store, tmp_path: Path) -> None:
    table = _table(store, "Ann", "Ben", "Cat")
    store.close()
    _, out, _ = _asked(tmp_path, str(table.id), "--port", "8123", SIXFOLD_HOST="127.0.0.1")
    assert "http://127.0.0.1:8123/join/" in out


@pytest.mark.sqlite
def test_without_a_number_it_lists_the_tables_and_no_secret(store: Store, tmp_path: Path) -> None:
    tables = [_table(store, "Ann", "Ben", "Cat"), _table(store, "Dan", "Eve", "Fay")]
    secrets = [invite for table in tables for invite in store.invites(table.id).values()]
    store.close()
    status, out, err = _asked(tmp_path)
    assert (status, err) == (0, "")
    assert out.index("Dan, Eve, Fay") < out.index("Ann, Ben, Cat")
    assert not any(invite.token in out or invite.code in out for invite in secrets)


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "There is no table yet."),
        (("7",), "There is no table 7."),
        (("x",), "Invalid value"),
        (("0",), "Invalid"),
        (("9" * 20,), "Invalid"),
    ],
)
def test_what_it_cannot_show_it_says(store: Store, tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    store.close()
    status, out, err = _asked(tmp_path, *arguments)
    assert status != 0
    assert out == ""
    assert said in err
    assert "Traceback" not in err


@pytest.mark.sqlite
def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "sixfold.sqlite").write_text("a shopping list", encoding="utf-8")
    status, out, err = _asked(tmp_path)
    assert (status, out) == (1, "")
    assert err.startswith("The database cannot be read: file is not a database.")
    assert err.count("\n") == 1


@pytest.mark.sqlite
def test_where_no_database_is_none_is_made(tmp_path: Path) -> None:
    status, _out, err = _asked(tmp_path / "nowhere")
    assert status == 1
    assert "The database cannot be read" in err
    assert not (tmp_path / "nowhere").exists()
