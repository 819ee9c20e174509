"""Servers in processes of their own, and what they cost: CPU time and memory, as Linux counts them."""

import os
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from _matches import GAME
from sqlmodel import Session

from webapp.config import Config
from webapp.seats.device import _hash
from webapp.store import open_store
from webapp.store.models import Device, Grant

HERE = Path(__file__).parent
NAMES = ["Ann", "Ben", "Cat", "Dan"]


class Server:
    """A server that answers at a port of this machine."""

    def __init__(self, process: "subprocess.Popen[str]", port: int) -> None:
        self.process, self.port = process, port

    def cpu(self) -> float:
        """Returns the seconds of CPU time that it has used."""
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9

    def memory(self) -> int:
        """Returns the bytes of memory that are its own."""
        lines = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Private_"))


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
def ours(folder: Path) -> Iterator[Server]:
    """Starts our own server."""
    port = free_port()
    command = ["-m", "webapp", "serve", "--host", "127.0.0.1", "--port", str(port), "--instance", str(folder)]
    with _started(command, port) as server:
        yield server


@contextmanager
def bare(kind: str, folder: Path) -> Iterator[Server]:
    """Starts a server of benchmarks/_bare.py."""
    port = free_port()
    with _started([str(HERE / "_bare.py"), kind, str(port), str(folder)], port) as server:
        yield server


@contextmanager
def _started(command: list[str], port: int) -> Iterator[Server]:
    environment = {**os.environ, "SIXFOLD_LOG": "quiet", "SIXFOLD_BACKUPS": "0", "PYTHONUNBUFFERED": "1"}
    environment["PYTHONPATH"] = str(HERE.parent)
    process = subprocess.Popen([sys.executable, *command], env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        process.stdout.readline()
        yield Server(process, port)
    finally:
        process.kill()
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
