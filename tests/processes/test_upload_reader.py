"""The process that reads records ends with the server, however that ends."""

import json
import os
import select
import signal
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.running import PATIENCE, Running, running
from tests.web.support.records import DEAL, a_record


@pytest.mark.sqlite
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists the children of a process")
def test_a_server_that_is_killed_leaves_no_reader_behind(tmp_path: Path) -> None:
    with running(tmp_path, SIXFOLD_LOG="quiet", SIXFOLD_BACKUPS="0") as server:
        assert _sends(server) == 201
        (reader,) = _children(server.process.pid)
        ended = os.pidfd_open(reader)
        server.stop(signal.SIGKILL)
        assert select.select([ended], [], [], PATIENCE)[0] == [ended]
        os.close(ended)


def _sends(server: Running) -> int:
    body = json.dumps(a_record(DEAL)).encode()
    url = f"http://127.0.0.1:{server.port}/api/v1/records"
    with urlopen(Request(url, body, {"Content-Type": "application/json"}), timeout=PATIENCE) as answer:
        return int(answer.status)


def _children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]
