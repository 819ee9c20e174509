"""Servers in processes of their own, and what they cost: CPU time and memory, as Linux counts them."""

import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from _matches import GAME
from sqlalchemy import URL
from sqlmodel import Session

from webapp.access.device import _hash
from webapp.config import Config
from webapp.http.durations import COMPILED_AFTER
from webapp.store import open_store
from webapp.store.models import Device, Grant

HERE = Path(__file__).parent
NAMES = ["Ann", "Ben", "Cat", "Dan"]
IDLE_CPU, SETTLED_AFTER = 0.03, 0.5
"""Seconds of CPU time within so many seconds: a server with nothing to do but its clock."""
FLOODER, UPLOADERS = 1, (2, 3)
"""Devices of strangers."""


class Server:
    """A server that answers at a port of this machine."""

    def __init__(self, process: "subprocess.Popen[str]", port: int) -> None:
        self.process, self.port = process, port

    def cpu(self) -> float:
        """Returns the seconds of CPU time that it has used."""
        return _cpu(self.process.pid)

    def settle(self) -> None:
        """Waits until it does nothing more, nor any process that it has started."""
        before = -1.0
        while (used := sum(map(_cpu, _family(self.process.pid)))) - before > IDLE_CPU:
            before = used
            time.sleep(SETTLED_AFTER)

    def memory(self) -> int:
        """Returns the bytes of memory that are its own."""
        lines = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Private_"))


def _cpu(pid: int) -> float:
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def _family(pid: int) -> list[int]:
    """Returns a process and all that it and its own have started."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    children = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    return [pid, *(each for child in children for each in _family(child))]


def token(number: int) -> str:
    """Returns the secret of a device, as long as real ones are."""
    return f"{number:043}"


def seeded(folder: Path, *, tables: int = 1, phones: int = 0) -> list[int]:
    """Makes a database with tables whose host is device 0, and phones that watch the first; returns the tables."""
    store = open_store(Config(instance=folder).database)
    host = store.add_device(_hash(token(0))).id
    made = [store.create_table(game=GAME.name, players=NAMES, options={}, device_id=host).id for _ in range(tables)]
    with Session(store._writer) as session:
        devices = [Device(token_hash=_hash(token(number))) for number in range(1, phones + 1)]
        session.add_all(devices)
        session.flush()
        session.add_all(Grant(table_id=made[0], device_id=device.id, role="watcher") for device in devices)
        session.commit()
    store.close()
    return made


@contextmanager
def ours(
    folder: Path,
    *,
    workers: int = 1,
    database: URL | None = None,
    paced: bool = True,
    port: int = 0,
    settled: bool = True,
) -> Iterator[Server]:
    """Starts our own server, or gunicorn; `settled`: it has made ready all that it makes ready."""
    port = port or free_port()
    module = ["-m", "webapp"] if paced else [str(HERE / "_unpaced.py")]
    command = [*module, "serve", "--host", "127.0.0.1", "--port", str(port), "--instance", str(folder)]
    command += ["--workers", str(workers)]
    url = database.set(drivername="postgresql").render_as_string(hide_password=False) if database else ""
    with _started(command, port, DATABASE_URL=url) as server:
        _until_answered(port)
        if settled:
            server.settle()  # workers start one after the other, and each compiles so many seconds after its own start
            time.sleep(COMPILED_AFTER)
            server.settle()
        yield server


def _until_answered(port: int) -> None:
    """Waits for processes that say where they are before they listen."""
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)


@contextmanager
def bare(kind: str, folder: Path) -> Iterator[Server]:
    """Starts a server of benchmarks/_bare.py."""
    port = free_port()
    with _started([str(HERE / "_bare.py"), kind, str(port), str(folder)], port) as server:
        yield server


@contextmanager
def _started(command: list[str], port: int, **settings: str) -> Iterator[Server]:
    environment = {**os.environ, "SIXFOLD_LOG": "quiet", "SIXFOLD_BACKUPS": "0", "PYTHONUNBUFFERED": "1", **settings}
    environment["PYTHONPATH"] = str(HERE.parent)
    process = subprocess.Popen([sys.executable, *command], env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        process.stdout.readline()
        yield Server(process, port)
    finally:
        process.terminate()
        process.wait()
        process.stdout.close()


def free_port() -> int:
    """Returns a port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def many_files() -> None:
    """Lets this process and those that it starts have as many sockets as the system allows."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
