"""gevent server: starting and stopping. Import it only after gevent has patched the standard library."""

import errno
import os
import signal
import socket
import ssl
import sys
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, NoReturn, TextIO

import gevent
from flask import Flask
from gevent.event import Event

from webapp import create_app
from webapp.access.join_links import print_qr
from webapp.config import Config
from webapp.http import house_certificate, process_limits
from webapp.http.durations import CERTIFICATE_LOOK, FINISH_WAIT
from webapp.http.house_certificate import HouseCertificate
from webapp.http.limits import LISTEN_BACKLOG
from webapp.http.network import plain_url, public_url
from webapp.server.access_log import MaskedErrorFilter, goes_to_file
from webapp.server.handler import Server
from webapp.store.engines import StoreError, is_shared
from webapp.store.migrations import NewerDatabase


class CannotStart(Exception):
    """Why the server cannot start; its text is one line for the person who started it."""


def serve(config: Config) -> None:
    """Serves until SIGTERM or SIGINT. Raises CannotStart."""
    process_limits.raise_open_file_limit()
    if not config.instance.exists():  # a port that is taken leaves no new folder behind
        listen(config).close()
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
        run(_server(listener, app, config), config)


def _server(listener: socket.socket, app: Flask, config: Config) -> Server:
    if not config.https:
        return Server(listener, app)
    own = HouseCertificate(config.certificate_folder)
    try:
        own.renew()
    except (OSError, ValueError) as problem:
        raise CannotStart(f"Cannot make a certificate in {config.certificate_folder}: {problem}.") from problem
    context = own.context()
    gevent.spawn(_keep_certified, own, context, app)
    return Server(listener, app, ssl_context=context)


def _keep_certified(own: HouseCertificate, context: ssl.SSLContext, app: Flask) -> None:
    while True:
        gevent.sleep(CERTIFICATE_LOOK)
        try:
            if own.renew():
                context.load_cert_chain(own.chain_file)
        except OSError:
            app.logger.exception("The certificate could not be renewed.")


def serve_with_workers(workers: int, config: Config) -> NoReturn:
    """Replaces this process by gunicorn with this many workers. Raises CannotStart."""
    if not is_shared(config.database):
        raise CannotStart("Several workers need PostgreSQL: set DATABASE_URL, or start without --workers.")
    if config.https:
        raise CannotStart("Https of its own is for one process. Before several workers stands a proxy that speaks it.")
    environment = {
        **os.environ,
        "WEB_CONCURRENCY": str(workers),
        "SIXFOLD_INSTANCE": str(config.instance),
        "SIXFOLD_HOST": config.host,
        "SIXFOLD_PORT": str(config.port),
    }
    print_address(config, sys.stdout)
    command = [sys.executable, "-m", "webapp.server.gunicorn_master", "-c", "python:webapp.server.gunicorn_settings"]
    os.execve(sys.executable, command, environment)  # noqa: S606


def run(server: Server, config: Config) -> None:
    """Serves until a signal asks to stop; then lets running requests finish and closes the streams."""
    ended = Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        gevent.signal_handler(number, ended.set)
    server.start()
    process_limits.freeze_garbage_collector()
    print_address(config, sys.stdout)
    ended.wait()
    with suppress(OSError):  # the reader of the output may be gone
        sys.stdout.write("Sixfold ends. Everything that was entered is kept.\n")
        sys.stdout.flush()
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
            other = config.port % 65535 + 1
            reason = f"Port {config.port} is in use. Choose another one: --port {other}, or make run PORT={other}"
        else:
            reason = f"Cannot listen on {config.host} port {config.port}: {problem.strerror}."
        raise CannotStart(reason) from problem


def print_address(config: Config, out: TextIO) -> None:
    """Prints the address of the server and a QR code: of the address, or first of the way to trust it."""
    url = public_url(config)
    print(f"Sixfold is at {url}", file=out)
    if config.https and (root := HouseCertificate(config.certificate_folder).root()) is not None:
        url = plain_url(config)
        print(f"A phone that is here for the first time reads {url} and learns to trust the certificate", file=out)
        print(house_certificate.fingerprint(root), file=out)
    print_qr(url, out)
    if goes_to_file(config):
        print(f"Requests are noted in {config.access_log}", file=out)
    print("Phones in the same network scan it or type the address. Ctrl+C ends it.", file=out, flush=True)
