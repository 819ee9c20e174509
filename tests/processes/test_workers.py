"""Several processes on one PostgreSQL: what happens at one reaches the phones at the others."""

import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import HTTPError

import pytest
from sqlalchemy import URL, create_engine, text

from tests import databases
from tests.databases import away
from tests.paths import ROOT
from tests.processes.streams import HOST, WATCHER, At, DirectStore, play
from tests.running import FORKED, MODULE, PATIENCE, Running, free_port, running, start
from webapp.http.durations import RETRY_BUSY_DATABASE
from webapp.http.limits import STREAMS_A_DEVICE
from webapp.store.backups.copies import read_snapshot
from webapp.store.chain.links import misfits

FIRST: dict[str, object] = {"type": "deal", "dealer": 0}
SECOND: dict[str, object] = {"type": "play", "seat": 1, "card": "QH"}
KEY = "5a" * 32
UNHEARD = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'sixfold news'"""


@pytest.fixture(scope="module")
def shared(server: URL | None) -> URL:
    """A database for this file."""
    assert server
    return databases.copied(server, "workers")


@pytest.fixture(scope="module")
def direct(shared: URL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DirectStore]:
    direct = DirectStore(tmp_path_factory.mktemp("beside"), shared, KEY)
    yield direct
    direct.store.close()


@pytest.fixture(scope="module")
def settings(shared: URL) -> dict[str, str]:
    """What a server of this database is told."""
    url = shared.set(drivername="postgresql").render_as_string(hide_password=False)
    return {"DATABASE_URL": url, "SIXFOLD_BACKUPS": "0", "SIXFOLD_CHAIN_KEY": KEY}


@pytest.fixture(scope="module")
def two(
    settings: dict[str, str], direct: DirectStore, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Running, Running]]:
    """Two servers on one database."""
    here, there = (tmp_path_factory.mktemp(name) for name in ("here", "there"))
    quiet = {**settings, "SIXFOLD_LOG": "quiet"}
    with running(here, **quiet) as one, running(there, **quiet) as other:
        yield one, other


@pytest.fixture
def at(direct: DirectStore) -> Iterator[At]:
    """A table of its own for the test."""
    at = At(direct, direct.table())
    yield at
    at.close()


@pytest.mark.postgresql
def test_a_play_at_one_reaches_the_phone_at_the_other(two: tuple[Running, Running], at: At) -> None:
    here, there = two
    phone = at.phone(there.port, WATCHER)
    phone.until("id: 0\n")
    play(here.port, at.table_id, FIRST, 0)
    phone.until("id: 1\n")
    play(there.port, at.table_id, SECOND, 1)
    phone.until("id: 2\n")
    store = at.direct.store
    with read_snapshot(store.url) as connection:
        assert list(misfits(connection, store.chain)) == [], "each process goes on where the other one ended"


@pytest.mark.postgresql
def test_who_may_look_no_more_is_told_at_every_process(two: tuple[Running, Running], at: At) -> None:
    phones = [at.phone(one.port, WATCHER) for one in two]
    for phone in phones:
        phone.until("id: 0\n")
    at.direct.store.end_grant(at.table_id, at.direct.watcher)
    for phone in phones:
        assert "event: gone\n" in phone.rest()


@pytest.mark.postgresql
def test_phones_at_both_are_counted_at_both(two: tuple[Running, Running], at: At) -> None:
    here, there = two
    host = at.phone(here.port, HOST)
    host.until("1 <span")
    watcher = at.phone(there.port, WATCHER)
    host.until("2 <span")
    watcher.socket.close()
    host.until("1 <span")


@pytest.mark.postgresql
def test_a_process_that_lost_the_news_listens_again_and_looks_at_everything(
    two: tuple[Running, Running], at: At
) -> None:
    here, there = two
    phone = at.phone(there.port, WATCHER)
    phone.until("id: 0\n")
    engine = create_engine(at.direct.store.url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(UNHEARD))
        play(here.port, at.table_id, FIRST, 0)
    engine.dispose()
    phone.until("id: 1\n")
    play(here.port, at.table_id, SECOND, 1)
    phone.until("id: 2\n")


COUNTED = re.compile(r'sixfold_request_seconds_count\{endpoint="health.healthz",status="2xx"\} ([0-9.]+)')
ASKED = 12


@pytest.mark.postgresql
def test_workers_of_one_server_share_the_phones_and_the_figures(
    settings: dict[str, str], at: At, tmp_path: Path
) -> None:
    """Whichever worker is asked for the figures answers for both."""
    with running(tmp_path, "--workers", "2", command=MODULE, TMPDIR=str(tmp_path), **settings) as server:
        phones = [at.phone(server.port, WATCHER) for _ in range(STREAMS_A_DEVICE)]
        for phone in phones:
            phone.until("id: 0\n")
        play(server.port, at.table_id, FIRST, 0)
        for phone in phones:
            phone.until("id: 1\n")
        _until(lambda: len([*tmp_path.glob("sixfold-figures-*/gauge_livesum_*.db")]) == 2)
        before = _healthy(server)
        for _ in range(ASKED):
            assert server.get("/healthz")[0] == 200
        assert {_healthy(server) for _ in range(6)} == {before + ASKED}
        assert server.stop() == 0
    assert [*tmp_path.glob("sixfold-figures-*")] == []
    lines = [json.loads(line) for line in server.err.splitlines() if line.startswith("{")]
    assert {"path": f"/tables/{at.table_id}/events", "status": 200}.items() <= lines[0].items()
    assert HOST not in server.err
    assert "127.0.0.1" not in "".join(line for line in server.err.splitlines() if "GET" in line or "POST" in line)


def _until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, "it does not start"
        time.sleep(0.05)  # a worker says nothing before it listens


def _healthy(server: Running) -> float:
    """Returns how often /healthz was asked, as the figures say: what was never asked has none."""
    found = COUNTED.search(server.get("/metrics")[2].decode())
    return float(found[1]) if found else 0.0


@pytest.mark.postgresql
def test_while_the_database_is_away_phones_are_told_to_wait_and_then_go_on(
    settings: dict[str, str], at: At, tmp_path: Path
) -> None:
    with running(tmp_path, **settings) as server:
        phone = at.phone(server.port, WATCHER)
        phone.until("id: 0\n")
        with away(at.direct.store.url):
            for _ in range(3):
                with pytest.raises(HTTPError) as told:
                    play(server.port, at.table_id, FIRST, 0)
                assert (told.value.code, told.value.headers["Retry-After"]) == (503, str(RETRY_BUSY_DATABASE))
                told.value.close()
        again = at.phone(server.port, WATCHER)
        again.until("id: 0\n")
        play(server.port, at.table_id, FIRST, 0)
        again.until("id: 1\n")
        server.stop()
    said = [line for line in server.err.splitlines() if not line.startswith("{")]
    assert "The database cannot be used: " in said[0]
    assert [line for line in said[1:] if "The database answers again" not in line] == []


@pytest.mark.postgresql
def test_workers_with_another_key_than_the_house_do_not_start(
    two: tuple[Running, Running], settings: dict[str, str], tmp_path: Path
) -> None:
    assert [one.get("/healthz")[0] for one in two] == [200, 200], "the house has a key, and goes on by it"
    told = {"SIXFOLD_INSTANCE": str(tmp_path), "SIXFOLD_PORT": str(free_port()), "SIXFOLD_CHAIN_KEY": "a5" * 32}
    process = start(FORKED, "--workers", "2", **{**settings, **told})
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3, err
    assert "Bring the house's own" in err
    assert "Traceback" not in err


def test_a_worker_that_is_stopped_while_it_starts_has_not_failed(tmp_path: Path) -> None:
    """Both wait for a database that says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        told = {"SIXFOLD_INSTANCE": str(tmp_path), "SIXFOLD_PORT": str(free_port()), "SIXFOLD_CHAIN_KEY": KEY}
        url = f"postgresql://sixfold@127.0.0.1:{port}/sixfold?sslmode=disable"
        process = start(FORKED, "--workers", "2", DATABASE_URL=url, **told)
        silent.settimeout(PATIENCE)
        with silent.accept()[0] as one, silent.accept()[0] as other:
            for waiting in (one, other):  # who has sent what it asks waits for an answer alone
                waiting.settimeout(PATIENCE)
                assert waiting.recv(1)
            process.send_signal(signal.SIGTERM)
            _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    started, ended = (re.findall(rf"{said}.*?pid: ([0-9]+)", err) for said in ("Booting worker", "Worker exiting"))
    assert (len(started), sorted(ended)) == (2, sorted(started)), "they end by themselves"
    assert "Traceback" not in err, err


def test_the_master_imports_no_driver_of_a_database_before_gevent_has_patched() -> None:
    """The driver looks at its import whether it may block: a worker that waited so would answer nobody."""
    script = "import sys, webapp.server.gunicorn_worker; sys.exit('psycopg' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, timeout=PATIENCE).returncode == 0


def test_several_processes_on_a_file_are_refused(tmp_path: Path) -> None:
    process = start(FORKED, "--workers", "2", SIXFOLD_INSTANCE=str(tmp_path))
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (1, "")
    assert err == "Several workers need PostgreSQL: set DATABASE_URL, or start without --workers.\n"
