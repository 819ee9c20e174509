"""Settings of gunicorn for several processes: `gunicorn -c python:webapp.server.gunicorn_settings`.

Settings are those of `sixfold serve`; WEB_CONCURRENCY is the number of processes. Imports nothing of the application:
the master must not hold what each worker has to make for itself after the fork.
"""

import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any

from webapp.config import PROCESSES, BadSetting, settings
from webapp.http.durations import WORKER_FINISH_WAIT, WORKER_SILENCE
from webapp.http.limits import LISTEN_BACKLOG
from webapp.http.process_limits import collect_garbage_seldom

collect_garbage_seldom()  # each worker begins with it, and imports the application

try:
    told = settings(os.environ)
except BadSetting as problem:
    sys.exit(str(problem))
host = told.get("SIXFOLD_HOST", "0.0.0.0")
bind = f"{f'[{host}]' if ':' in host else host}:{told.get('SIXFOLD_PORT', '8066')}"
workers = int(told.get(PROCESSES, "2"))
wsgi_app = "webapp.server.wsgi:app"
worker_class = "webapp.server.gunicorn_worker.Worker"
backlog = LISTEN_BACKLOG
timeout = WORKER_SILENCE
graceful_timeout = WORKER_FINISH_WAIT
accesslog = None  # each worker writes its own lines, without codes and addresses
errorlog = "-"
preload_app = False
control_socket_disable = True

# Each process writes its metrics there, so that any of them can answer for all.
FIGURES = "PROMETHEUS_MULTIPROC_DIR"
figures = Path(os.environ.get(FIGURES) or tempfile.mkdtemp(prefix="sixfold-figures-"))
os.environ[FIGURES] = str(figures)


def on_starting(server: Any) -> None:
    figures.mkdir(parents=True, exist_ok=True)
    for left in figures.glob("*.db"):
        left.unlink(missing_ok=True)


def post_fork(server: Any, worker: Any) -> None:
    """Has a new process hear at once that it shall stop: until it sets its own handlers it has those of the master."""
    signal.signal(signal.SIGTERM, worker.handle_exit)


def child_exit(server: Any, worker: Any) -> None:
    """Removes the open streams of a process that has ended from the metrics."""
    # Not above: the package reads this setting when it is imported.
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(server: Any) -> None:
    shutil.rmtree(figures, ignore_errors=True)


if not told.get("DATABASE_URL", "").startswith("postgres"):
    sys.exit("Several processes need PostgreSQL: set DATABASE_URL, or start one process with `sixfold serve`.")
