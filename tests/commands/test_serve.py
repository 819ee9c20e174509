"""`sixfold serve`: what it prints, what it refuses, what it logs, how it ends."""

import hashlib
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.error import HTTPError

import pytest
from click.testing import CliRunner
from sqlalchemy import make_url

from tests.running import FORKED, MODULE, PATIENCE, free_port, refused, running, start
from webapp.cli import sixfold
from webapp.config import Config, file_url
from webapp.http.limits import ACCESS_LOG_BYTES
from webapp.server import access_log, gevent_server
from webapp.store import open_store


@pytest.fixture
def refused_here(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """The same as `refused` in this process, which takes a tenth of the time; what it says is on either stream."""
    for name in [name for name in os.environ if name.startswith("SIXFOLD_")]:
        monkeypatch.delenv(name)
    monkeypatch.setattr(gevent_server, "run", lambda server, config: pytest.fail("it serves"))
    monkeypatch.setattr(gevent_server.process_limits, "raise_open_file_limit", lambda: None)

    def refused_here(**settings: str) -> str:
        ran = CliRunner().invoke(sixfold, ["serve"], env=settings)
        assert ran.exit_code == 1, ran.output
        return ran.output

    return refused_here


def one_line(text: str) -> str:
    """Returns the only line of a text."""
    assert text.count("\n") == 1, text
    assert text.endswith("\n"), text
    return text


def test_it_says_where_phones_find_it_ends_on_a_signal_and_starts_again_there(tmp_path: Path) -> None:
    instance = tmp_path / "new" / "instance"
    with running(instance, command=MODULE) as server:
        status, _, body = server.get("/")
        assert status == 200
        assert b"Sixfold" in body
        assert server.stop() == 0
    assert f":{server.port}\n" in server.out
    assert "▄" in server.out  # the QR code
    assert "Traceback" not in server.err
    assert "MonkeyPatchWarning" not in server.err
    assert (instance / "sixfold.sqlite").exists()
    with running(instance, port=server.port) as again:
        assert again.get("/")[0] == 200
        again.stop(signal.SIGKILL)
    with running(instance) as after_a_kill:
        assert after_a_kill.get("/")[0] == 200


def test_ctrl_c_ends_it_though_connections_are_open(tmp_path: Path) -> None:
    with running(tmp_path) as server, socket.create_connection(("127.0.0.1", server.port)) as idle:
        idle.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert idle.recv(12) == b"HTTP/1.1 200"
        assert server.stop(signal.SIGINT) == 0
    assert server.out.endswith("Sixfold ends. Everything that was entered is kept.\n")
    assert "Traceback" not in server.err


def test_live_streams_end_with_it(tmp_path: Path) -> None:
    store = open_store(file_url(tmp_path / "sixfold.sqlite"))
    device = store.add_device(hashlib.sha256(b"token").hexdigest())
    table = store.create_table(
        game="sixes-and-sevens", players=["Ann", "Ben", "Cat"], options={}, device_id=device.id or 0
    )
    store.close()
    with running(tmp_path) as server, socket.create_connection(("127.0.0.1", server.port)) as phone:
        asked = f"GET /tables/{table.id}/stream HTTP/1.1\r\nHost: localhost\r\nCookie: sixfold_device=token\r\n\r\n"
        phone.sendall(asked.encode())
        answer = phone.makefile("rb")
        assert answer.readline().split()[1] == b"200"
        assert any(line.startswith(b"data:") for line in iter(answer.readline, b""))
        # Somebody else is served while the stream is open.
        assert server.get("/")[0] == 200
        assert server.stop() == 0
        answer.read()
    assert [json.loads(line)["path"] for line in server.err.splitlines()] == ["/", f"/tables/{table.id}/stream"]


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = one_line(refused(SIXFOLD_PORT=port, SIXFOLD_INSTANCE=str(tmp_path)))
    assert said.startswith(f"Port {port} is in use.")


def test_where_the_port_is_in_use_no_folder_is_made(tmp_path: Path, refused_here: Callable[..., str]) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = one_line(refused_here(SIXFOLD_PORT=port, SIXFOLD_INSTANCE=str(tmp_path / "new" / "house")))
    assert said.startswith(f"Port {port} is in use.")
    assert list(tmp_path.iterdir()) == []


def test_address_of_another_machine(tmp_path: Path, refused_here: Callable[..., str]) -> None:
    said = one_line(refused_here(SIXFOLD_HOST="192.0.2.77", SIXFOLD_INSTANCE=str(tmp_path)))
    assert said.startswith("Cannot listen on 192.0.2.77 port 8066")


def test_an_unwritable_instance_is_named(tmp_path: Path, refused_here: Callable[..., str]) -> None:
    # Below a file, since root may write into any folder.
    (tmp_path / "file").touch()
    said = one_line(refused_here(SIXFOLD_PORT=str(free_port()), SIXFOLD_INSTANCE=str(tmp_path / "file" / "instance")))
    assert said.startswith(f"Cannot write to the instance folder {tmp_path}/file/instance: ")


def test_database_of_a_newer_version(fresh_database: Path, tmp_path: Path, refused_here: Callable[..., str]) -> None:
    (tmp_path / "sixfold.sqlite").write_bytes(fresh_database.read_bytes())
    with sqlite3.connect(tmp_path / "sixfold.sqlite") as database:
        database.execute("UPDATE alembic_version SET version_num = 'from-the-future'")
    database.close()
    assert "newer" in one_line(refused_here(SIXFOLD_INSTANCE=str(tmp_path)))


def test_file_that_is_no_database(tmp_path: Path, refused_here: Callable[..., str]) -> None:
    (tmp_path / "sixfold.sqlite").write_bytes(b"not a database" * 1000)
    assert str(tmp_path / "sixfold.sqlite") in one_line(refused_here(SIXFOLD_INSTANCE=str(tmp_path)))


def test_a_bad_setting_is_named(refused_here: Callable[..., str]) -> None:
    assert one_line(refused_here(SIXFOLD_PORT="many")).startswith("SIXFOLD_PORT is 'many'")


def test_options_go_before_the_environment() -> None:
    process = start(FORKED, "--port", "many", SIXFOLD_PORT="8070")
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err[:30]) == (1, "", "--port is 'many', but must be ")


def test_neither_a_foreign_host_name_nor_a_second_server_is_let_in(
    tmp_path: Path, refused_here: Callable[..., str]
) -> None:
    with running(tmp_path, SIXFOLD_TRUSTED_HOSTS="table.example") as server:
        assert server.get("/", Host="table.example:99")[0] == 200
        with pytest.raises(HTTPError, match="400"):
            server.get("/", Host="evil.example")
        said = one_line(refused_here(SIXFOLD_INSTANCE=str(tmp_path)))
    folder = f"the instance folder {tmp_path}"
    assert said == f"Another Sixfold is running with {folder}. End it first, or choose another folder.\n"


def test_access_log_tells_much_and_no_secret(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        server.get("/?page=geheim", Cookie="sixfold_device=geheim", Referer="http://geheim/")
        server.get("/join/KQ7M3XP")
        for path in (f"/join/{'geheim-_' * 3}"[:28], "/geheim%22%0A%7B", "/kq7-m3xp"):
            with pytest.raises(HTTPError):
                server.get(path)
        with socket.create_connection(("127.0.0.1", server.port)) as raw:
            raw.sendall(b"GEHEIM geheim\r\n\r\n")
            raw.recv(100)
        server.stop()
    lines = [json.loads(line) for line in server.err.splitlines()]
    assert [line.get("path") for line in lines[:7]] == ["/", "/join/*", "/", "/join/*", "/join", "/*", "/*"]
    assert set(lines[0]) == {"time", "method", "path", "status", "ms", "bytes"}
    assert (lines[0]["method"], lines[0]["status"]) == ("GET", 200)
    assert lines[0]["bytes"] > 1000
    assert (lines[7]["method"], lines[7]["path"], lines[7]["status"]) == ("*", "/*", 400)
    for secret in ("geheim", "kq7", "127.0.0.1", "sixfold_device"):
        assert secret not in server.err.lower()


def test_requests_are_noted_in_a_file_that_does_not_grow_for_ever(tmp_path: Path) -> None:
    (tmp_path / "access.log").write_text("x" * ACCESS_LOG_BYTES)
    with running(tmp_path, SIXFOLD_LOG="file") as server:
        server.get("/")
        server.get("/rules")
        server.stop()
    assert server.err == ""
    assert f"Requests are noted in {tmp_path}/access.log" in server.out
    lines = (tmp_path / "access.log").read_text().splitlines()
    assert [json.loads(line)["path"] for line in lines] == ["/", "/rules"]
    assert (tmp_path / "access.log.1").stat().st_size == ACCESS_LOG_BYTES


def test_on_a_terminal_requests_do_not_bury_the_qr(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = Config(instance=tmp_path)
    assert not access_log.goes_to_file(config)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert access_log.goes_to_file(config)
    assert not access_log.goes_to_file(Config(instance=tmp_path, server=make_url("postgresql://db/sixfold")))
    assert not access_log.goes_to_file(Config(instance=tmp_path, log="access"))


def test_nothing_takes_hold_of_locks_or_sockets_before_gevent() -> None:
    script = "import sys, webapp.cli; print(*{'flask', 'sqlalchemy', 'ssl', 'webapp.journal.hub'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
