"""Programs that are forked from `tests.forkserver`, to be spoken to as if `subprocess.Popen` had started them."""

import json
import os
import secrets
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TextIO

from tests.forkserver import NUMBER
from tests.paths import ROOT

ADDRESS = "WARM_SERVER"
"""The variable that holds the address of the warm process, for all workers of a run."""


@dataclass(frozen=True)
class Forked:
    """A command: the module that `python -m` would run."""

    module: str


def start_forkserver() -> Callable[[], None]:
    """Starts the warm process for this run. Returns what ends it."""
    name = f"sixfold-{secrets.token_hex(8)}"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(f"\0{name}")
        listener.listen(64)
        number = listener.fileno()
        command = [sys.executable, "-m", "tests.forkserver", str(number)]
        utf8 = {**os.environ, "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}
        process = subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=[number], cwd=ROOT, env=utf8)
    os.environ[ADDRESS] = name

    def end() -> None:
        del os.environ[ADDRESS]
        process.communicate()

    return end


class ForkedProcess:
    """A program that runs, or has run: its number, what it writes, and how it ended."""

    def __init__(self, module: str, arguments: Sequence[str], environment: Mapping[str, str]) -> None:
        (out, its_out), (err, its_err) = os.pipe(), os.pipe()
        self.stdout: TextIO = open(out, encoding="utf-8")  # noqa: PTH123, SIM115
        self.stderr: TextIO = open(err, encoding="utf-8")  # noqa: PTH123, SIM115
        self.returncode: int | None = None
        self._keeper = socket.socket(socket.AF_UNIX)
        self._keeper.connect(f"\0{os.environ[ADDRESS]}")
        socket.send_fds(self._keeper, [b" "], [its_out, its_err])
        for stream in (its_out, its_err):
            os.close(stream)
        program = {"module": module, "arguments": arguments, "environment": dict(environment)}
        self._keeper.sendall(json.dumps(program).encode())
        self._keeper.shutdown(socket.SHUT_WR)
        self.pid = self._answer()

    def poll(self) -> int | None:
        """Returns how it ended, None: it runs."""
        if self.returncode is None and select.select([self._keeper], [], [], 0)[0]:
            return self.wait()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Waits until it has ended, for so many seconds at most, and returns how; raises TimeoutError."""
        if self.returncode is None:
            self._keeper.settimeout(timeout)
            self.returncode = self._answer()
            self._keeper.close()
        return self.returncode

    def _answer(self) -> int:
        answer: int = NUMBER.unpack(self._keeper.recv(NUMBER.size, socket.MSG_WAITALL))[0]
        return answer

    def send_signal(self, number: int) -> None:
        """Sends a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Ends it at once."""
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """Waits until it has ended, and returns what it has written."""
        self.wait(timeout)
        with self.stdout as out, self.stderr as err:
            return out.read(), err.read()
