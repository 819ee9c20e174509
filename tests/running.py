"""A server in a process of its own, as somebody would start it."""

import os
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request, urlopen

from tests.forked_process import Forked, ForkedProcess
from tests.paths import ROOT

Command = tuple[str, ...] | Forked
MODULE = (sys.executable, "-m", "webapp")
FORKED = Forked("webapp") if sys.platform == "linux" else MODULE
"""The same, forked from a process that has everything imported: for tests of what a server does once it runs."""
PATIENCE = 120
"""Seconds after which something has gone wrong, however busy the machine is. Nothing here waits once it is ready."""


@dataclass
class Running:
    """A server that answers; its output can be read once it has ended."""

    process: subprocess.Popen[str] | ForkedProcess
    port: int
    out: str = ""
    err: str = ""

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Returns status, headers and body."""
        request = Request(f"http://127.0.0.1:{self.port}{path}", headers=headers)
        with urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, dict(answer.headers), answer.read()

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Sends the signal and returns the exit status."""
        self.process.send_signal(number)
        status = self.process.wait(timeout=PATIENCE)
        # Not by communicate(): it does not see what came together with the first line and lies in the reader already.
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        with self.process.stdout as out, self.process.stderr as err:
            self.out += out.read()
            self.err = err.read()
        return status


@contextmanager
def running(
    instance: Path, *options: str, command: Command = FORKED, port: int = 0, **settings: str
) -> Iterator[Running]:
    """Starts a server, waits until it has said its address, and ends it."""
    port = port or free_port()
    process = start(command, *options, SIXFOLD_INSTANCE=str(instance), SIXFOLD_PORT=str(port), **settings)
    assert process.stdout is not None
    server = Running(process, port, out=process.stdout.readline())
    try:
        assert server.out.startswith("Sixfold is at http"), process.communicate(timeout=PATIENCE)
        yield server
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


def refused(**settings: str) -> str:
    """Returns what the server says when it does not start: on standard error, with exit status 1."""
    process = start(FORKED, **settings)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (1, ""), err
    return err


def start(command: Command, *options: str, **settings: str) -> subprocess.Popen[str] | ForkedProcess:
    """Starts `sixfold serve` with these settings and no others."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("SIXFOLD_")}
    environment = {**inherited, "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1", **settings}
    if command is MODULE:
        environment["PYTHONPATH"] = str(ROOT)
    if isinstance(command, Forked):
        return ForkedProcess(command.module, ["serve", *options], environment)
    return subprocess.Popen(
        [*command, "serve", *options],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def free_port() -> int:
    """Returns a port that nobody uses now.

    It lies below those that a system gives to whoever calls out: one of these might be taken before the server starts.
    """
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port
