"""Strangers who hold connections and send nothing, too little or no clear request: people at tables do not notice."""

import json
import os
import select
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import URL

from tests import databases
from tests.cases import each
from tests.processes.strangers import HASTY, HEALTH, Stranger, hasty, open_files, strangers
from tests.processes.streams import HOST, WATCHER, At, DirectStore, connect, play
from tests.running import PATIENCE, free_port, running

FIRST: dict[str, object] = {"type": "deal", "dealer": 0}
SECOND: dict[str, object] = {"type": "play", "seat": 1, "card": "QH"}
SOON = 0.2
ASKED = 200
MANY = 10_000
POST = "POST /join HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n"
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"
PAGE = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
HIDDEN = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture(scope="module")
def direct(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DirectStore]:
    direct = DirectStore(tmp_path_factory.mktemp("instance"))
    yield direct
    direct.store.close()


@pytest.fixture(scope="module")
def port(direct: DirectStore, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A server that soon loses patience."""
    waits = hasty(
        HEAD_WAIT=SOON,
        IDLE_WAIT=SOON,
        BODY_WAIT=SOON,
        DISCARD_WAIT=SOON,
        SLOW_SOCKET_WAIT=SOON,
        LEAST_RATE=1e9,
    )
    with running(Path(direct.store.url.database or "").parent, command=HASTY, **waits) as server:
        yield server.port


@pytest.fixture
def at(direct: DirectStore) -> Iterator[At]:
    """A table of its own for the test."""
    at = At(direct, direct.table())
    yield at
    at.close()


# Deadlines


@each(
    "said, status",
    [
        ("", 0),
        ("GET / HT", 408),
        ("GET / HTTP/1.1\r\nHost: localhost\r\n", 408),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nCookie: a", 408),
        (f"{POST}{FORM}Content-Length: 100\r\n\r\ncode=", 408),
        (f"{POST}{FORM}Content-Length: 100\r\nUpgrade: websocket\r\n\r\ncode=", 408),
    ],
)
def test_who_does_not_end_a_request_is_hung_up_on(port: int, said: str, status: int) -> None:
    with Stranger(port, said.encode()) as stranger:
        assert stranger.status() == status


def test_a_program_whose_body_does_not_come_is_told_as_a_problem(port: int) -> None:
    head = (
        b"POST /api/v1/join HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n"
    )
    with Stranger(port, head + b"{") as stranger:
        fields, _empty, body = stranger.hears().partition(b"\r\n\r\n")
    assert fields.startswith(b"HTTP/1.1 408 ")
    assert b"application/problem+json" in fields
    assert json.loads(body)["code"] == "too-slow"


def test_who_sends_a_byte_at_a_time_has_no_longer(port: int) -> None:
    with Stranger(port, b"GET / HTTP/1.1\r\nHost: localhost\r\n") as stranger:
        stranger.socket.settimeout(SOON / 10)
        while True:
            try:
                assert stranger.socket.recv(12) == b"HTTP/1.1 408"
                break
            except TimeoutError:
                stranger.socket.sendall(b"a")


def test_who_asks_for_nothing_more_is_hung_up_on_without_a_word(port: int) -> None:
    with Stranger(port) as stranger:
        assert stranger.asks(HEALTH) == 200
        assert stranger.asks(HEALTH) == 200
        assert stranger.hears() == b""


def test_a_body_that_nobody_reads_is_not_waited_for(port: int) -> None:
    with Stranger(port, f"{POST}{FORM}Content-Length: 100000\r\n\r\ncode=".encode()) as stranger:
        assert stranger.status() == 413
    with Stranger(port, f"{POST}{FORM}Content-Length: 100000000000\r\n\r\n{HIDDEN}".encode()) as stranger:
        assert stranger.status() == 413


def test_a_stream_is_not_idle(port: int, at: At) -> None:
    host, watcher = at.phone(port, HOST), at.phone(port, WATCHER)
    for phone in (host, watcher):
        phone.until("id: 0\n")
    with Stranger(port) as later:
        assert later.asks(HEALTH) == 200
        assert later.hears() == b""
    play(port, at.table_id, FIRST, 0)
    for phone in (host, watcher):
        phone.until("id: 1\n")


def test_who_does_not_take_the_answers_is_hung_up_on(port: int) -> None:
    """So much is asked for that the buffers of both systems cannot hold it."""
    with Stranger(port, b"GET /static/app.css HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2000) as stranger:
        hung_up = select.poll()
        hung_up.register(stranger.socket, 0)
        assert hung_up.poll(PATIENCE * ASKED)


def test_who_asks_many_times_at_once_lets_others_ask_in_between(port: int) -> None:
    """They are so many that answering them all takes longer than a busy machine lets anybody wait."""
    with Stranger(port) as other, Stranger(port, HEALTH * MANY) as stranger:
        assert stranger.socket.recv(1) == b"H"
        assert other.asks(HEALTH) == 200
        assert stranger.has_heard().count(b"TTP/1.1 200 ") < MANY


CROWD = 60


@pytest.mark.skipif(sys.platform != "linux", reason="has no second address of its own")
def test_who_asks_over_many_connections_at_once_holds_nobody_up(port: int) -> None:
    """In which order they are answered is shown in tests/web/server/test_fair_starts.py."""
    with Stranger(port) as other, strangers(port, CROWD, address="127.0.0.9") as crowd:
        for one in crowd:
            one.socket.sendall(PAGE)
        assert other.asks(HEALTH) == 200
        assert [one.socket.recv(1) for one in crowd] == [b"H"] * CROWD


# Too many


def test_of_a_network_with_too_many_silent_ones_the_oldest_is_hung_up_on(tmp_path: Path) -> None:
    with running(tmp_path, command=HASTY, **hasty(MOST_SILENT_A_NETWORK=5, MOST_IDLE_A_NETWORK=3)) as server:
        with strangers(server.port, 5) as first, Stranger(server.port, b"GET") as newest:
            assert first[0].status() == 0
            assert first[1].asks(HEALTH) == 200
            assert newest.asks(HEALTH[3:]) == 200
        with strangers(server.port, 4) as idle:
            for one in idle:
                assert one.asks(HEALTH) == 200
            assert idle[0].hears() == b""
            assert idle[1].asks(HEALTH) == 200


@pytest.mark.postgresql
def test_workers_of_gunicorn_lose_patience_as_well(server: URL, tmp_path: Path) -> None:
    url = databases.copied(server, "strangers").set(drivername="postgresql").render_as_string(hide_password=False)
    port = free_port()
    told = hasty(HEAD_WAIT=SOON, MOST_SILENT_A_NETWORK=5) | {"DATABASE_URL": url, "SIXFOLD_INSTANCE": str(tmp_path)}
    told |= {"SIXFOLD_HOST": "127.0.0.1", "SIXFOLD_PORT": str(port), "WEB_CONCURRENCY": "1"}
    command = [sys.executable, "-m", "gunicorn", "-c", "python:tests.processes.hasty_gunicorn"]
    with subprocess.Popen(command, env={**os.environ, **told}, stderr=subprocess.PIPE, text=True) as master:
        try:
            with socket.socket() as first:
                connect(first, port)
            with Stranger(port, b"GET / HTTP/1.1\r\n") as slow, strangers(port, 20) as silent:
                assert slow.status() in (0, 408)
                assert [one.status() for one in silent] == [0] * 20
            with Stranger(port, b"GET / HTTP/1.1\r\n") as slow:
                assert slow.status() == 408
            with Stranger(port, f"{POST}Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n".encode()) as unclear:
                assert unclear.status() == 400
            with Stranger(port) as clear:
                assert clear.asks(HEALTH) == 200
        finally:
            master.terminate()
            assert "Traceback" not in master.communicate(timeout=PATIENCE)[1]


FILES = 600
SILENT = 640


@pytest.mark.skipif(sys.platform == "win32", reason="has no such limit")
def test_descriptors_are_kept_for_people_at_tables(tmp_path: Path) -> None:
    """More connect and say nothing than the process may have open files."""
    direct = DirectStore(tmp_path)
    at = At(direct, direct.table())
    with running(tmp_path, command=HASTY, FILES=str(FILES), **hasty()) as server, open_files(3 * SILENT):
        phone = at.phone(server.port, WATCHER)
        phone.until("id: 0\n")
        with Stranger(server.port) as first, strangers(server.port, SILENT) as silent:
            assert server.get("/healthz")[0] == 200
            assert first.status() == 0
            assert silent[-1].asks(HEALTH) == 200
            play(server.port, at.table_id, FIRST, 0)
            phone.until("id: 1\n")
            with strangers(server.port, SILENT, b"GET / HTTP/1.1\r\n"):
                play(server.port, at.table_id, SECOND, 1)
                phone.until("id: 2\n")
    at.close()
    direct.store.close()


# What is no clear request


@each(
    "fields, status",
    [
        ("Content-Length: 0\r\nTransfer-Encoding: chunked", 400),
        ("Transfer-Encoding: chunked\r\nContent-Length: 5", 400),
        ("Transfer-Encoding: chunked", 411),
        ("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", 400),
        ("Transfer-Encoding: gzip, chunked", 400),
        ("Transfer-Encoding: xchunked", 400),
        ("Content-Length: 0\r\nContent-Length: 5", 400),
        ("Content-Length: 0\r\nContent-Length: 0", 400),
        ("Content-Length: 0, 0", 400),
        ("Content-Length: +0", 400),
        ("Content-Length: -1", 400),
        ("Content-Length: 0_0", 400),
        ("Content-Length: 0x0", 400),
        ("Content-Length: \u00b2", 400),
        ("Content-Length:", 400),
        ("Content-Length: " + "9" * 5000, 400),
        ("Content-Length : 0", 400),
        ("Transfer-Encoding : chunked", 400),
        (" Content-Length: 0", 400),
        ("X: a\r\n b", 400),
        ("X: a\rContent-Length: 0", 400),
        ("X: \0", 400),
        ("no field", 400),
        (": nameless", 400),
        ("X: " + "a" * 40_000, 431),
        ("\r\n".join(f"X{number}: a" for number in range(101)), 431),
    ],
)
def test_a_body_whose_end_is_not_clear_is_refused(port: int, fields: str, status: int) -> None:
    """What follows might be taken for a request of its own: it is never answered."""
    with Stranger(port, f"{POST}{fields}\r\n\r\n{HIDDEN}".encode()) as stranger:
        assert stranger.status() == status


@each(
    "line",
    [
        "GET /",
        "GET / HTTP/0.9",
        "GET / HTTP/2.0",
        "GET  / HTTP/1.1",
        "GET /\x0b HTTP/1.1",
        "get / HTTP/1.1",
        "\x16\x03\x01",
    ],
)
def test_what_does_not_begin_as_a_request_is_refused(port: int, line: str) -> None:
    with Stranger(port, f"{line}\r\nHost: localhost\r\n\r\n".encode()) as stranger:
        assert stranger.status() == 400


def test_a_length_that_is_clear_is_taken(port: int) -> None:
    with Stranger(port) as stranger:
        asked = f"{POST}{FORM}Content-Length:  05 \r\n\r\ncode=".encode()
        assert stranger.asks(asked) < 500
