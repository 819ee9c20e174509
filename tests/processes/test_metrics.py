"""The figures of several processes: whichever is asked answers for all of them."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from sqlalchemy import URL

from tests import databases
from tests.paths import ROOT
from tests.running import PATIENCE, free_port

COUNTED = re.compile(r'sixfold_request_seconds_count\{endpoint="health.healthz",status="2xx"\} ([0-9.]+)')
PROCESSES = 2
ASKED = 12


@pytest.mark.postgresql
def test_whichever_process_is_asked_it_answers_for_all(server: URL, tmp_path: Path) -> None:
    url = databases.copied(server, "figures").set(drivername="postgresql").render_as_string(hide_password=False)
    port, folder = free_port(), tmp_path / "figures"
    settings = {
        "DATABASE_URL": url,
        "SIXFOLD_INSTANCE": str(tmp_path),
        "SIXFOLD_HOST": "127.0.0.1",
        "SIXFOLD_PORT": str(port),
        "SIXFOLD_LOG": "quiet",
        "SIXFOLD_BACKUPS": "0",
        "PROMETHEUS_MULTIPROC_DIR": str(folder),
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-m", "gunicorn", "-c", "python:webapp.server.gunicorn_settings"]
    with subprocess.Popen(command, env={**os.environ, **settings}, stderr=subprocess.PIPE, text=True) as master:
        try:
            _until(lambda: len(list(folder.glob("gauge_livesum_*.db"))) == PROCESSES)
            _until(lambda: _answers(port))
            before = _asked(port)
            for _ in range(ASKED):
                assert _get(port, "/healthz")
            # Whichever is asked: each request may come to another process.
            assert {_asked(port) for _ in range(6)} == {before + ASKED}
        finally:
            master.send_signal(signal.SIGTERM)
            sys.stderr.write(master.communicate(timeout=PATIENCE)[1])  # shown where the test fails
    assert not folder.exists()


def _until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, "it does not start"
        time.sleep(0.05)  # a server says nothing before it listens


def _answers(port: int) -> bool:
    """Tells whether it listens. Nothing is given up that may be counted later."""
    try:
        return bool(_get(port, "/metrics"))
    except ConnectionError:
        return False
    except URLError as error:
        if not isinstance(error.reason, ConnectionError):
            raise
        return False


def _asked(port: int) -> float:
    """Returns how often /healthz was asked, as the figures say: what was never asked has none."""
    found = COUNTED.search(_get(port, "/metrics"))
    return float(found[1]) if found else 0.0


def _get(port: int, path: str) -> str:
    with urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as answer:
        body: bytes = answer.read()
    return body.decode()
