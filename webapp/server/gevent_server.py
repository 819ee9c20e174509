"""gevent server: starting and stopping. Import it only after gevent has patched the standard library."""

import errno
import os
import signal
import socket
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import IO, NoReturn, TextIO

import gevent
from gevent.event import Event

from webapp import create_app
from webapp.config import Config
from webapp.http import process_limits
from webapp.http.limits import LISTEN_BACKLOG
from webapp.http.network import public_url
from webapp.http.rate_limits import FINISH_WAIT
from webapp.seats.qr import print_qr
from webapp.server.access_log import MaskedErrorFilter
from webapp.server.wsgi_server import Server
from webapp.store import NewerDatabase, StoreError
from webapp.store.engines import is_shared


class CannotStart(Exception):
    """Why the server cannot start; its text is one line for the person who started it."""


def serve(config: Config) -> None:
    """Serves until SIGTERM or SIGINT. Raises CannotStart."""
    process_limits.raise_open_file_limit()
    with ExitStack() as stack:
        stack.enter_context(lock_instance(config.instance))
        listener = stack.enter_context(listen(config))
        try:
            app = create_app(config)
        except (NewerDatabase, StoreError) as problem:
            raise CannotStart(str(problem)) from problem
        services = app.extensions["sixfold"]
        stack.callback(services.end)
        services.begin()
        app.logger.addFilter(MaskedErrorFilter())
        run(Server(listener, app), config)


def serve_with_workers(workers: int, config: Config) -> NoReturn:
    """Replaces this process by a gunicorn with so many workers. Raises CannotStart."""
    if not is_shared(config.database):
        raise CannotStart("Several workers need PostgreSQL: set DATABASE_URL, or start without --workers.")
    environment = {
        **os.environ,
        "WEB_CONCURRENCY": str(workers),
        "SIXFOLD_INSTANCE": str(config.instance),
        "SIXFOLD_HOST": config.host,
        "SIXFOLD_PORT": str(config.port),
    }
    print_address(public_url(config), sys.stdout)
    command = [sys.executable, "-m", "gunicorn", "-c", "python:webapp.server.gunicorn_settings"]
    os.execve(sys.executable, command, environment)  # noqa: S606


def run(server: Server, config: Config) -> None:
    """Serves until a signal asks to stop; then lets running requests finish and closes the streams."""
    ended = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        gevent.signal_handler(number, ended.set)
    server.start()
    process_limits.freeze_garbage_collector()
    print_address(public_url(config), sys.stdout)
    ended.wait()
    server.stop(timeout=FINISH_WAIT)


def lock_instance(instance: Path) -> IO[bytes]:
    """Makes the instance folder and locks it for this process, until the returned file is closed. Raises CannotStart.

    Two processes on one SQLite file would break the promise that one connection writes.
    """
    try:
        instance.mkdir(mode=0o700, parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=instance).close()
        held = (instance / "lock").open("ab")
    except OSError as problem:
        raise CannotStart(f"Cannot write to the instance folder {instance}: {problem.strerror}.") from problem
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as problem:
            held.close()
            raise CannotStart(
                f"Another Sixfold is running with the instance folder {instance}. "
                "End it first, or choose another folder."
            ) from problem
    return held


def listen(config: Config) -> socket.socket:
    """Returns the socket that devices connect to. Raises CannotStart."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    try:
        return socket.create_server((config.host, config.port), family=family, backlog=LISTEN_BACKLOG)
    except OSError as problem:
        if problem.errno == errno.EADDRINUSE:
            reason = f"Port {config.port} is in use. Choose another one: PORT={config.port % 65535 + 1} make run"
        else:
            reason = f"Cannot listen on {config.host} port {config.port}: {problem.strerror}."
        raise CannotStart(reason) from problem


def print_address(url: str, out: TextIO) -> None:
    """Prints the address of the server and its QR code."""
    print(f"Sixfold is at {url}", file=out)
    print_qr(url, out)
    print("Phones in the same network scan it or type the address. Ctrl+C ends it.", file=out, flush=True)
