"""How gunicorn serves Sixfold with several processes: `gunicorn -c python:webapp.gunicorn_conf`.

Settings are those of `sixfold serve`; WEB_CONCURRENCY is the number of processes. Imports nothing of the application:
the master must not hold what each worker has to make for itself after the fork.
"""

import os
import sys

host = os.environ.get("SIXFOLD_HOST") or "0.0.0.0"
bind = f"{f'[{host}]' if ':' in host else host}:{os.environ.get('SIXFOLD_PORT') or '8066'}"
workers = int(os.environ.get("WEB_CONCURRENCY") or 2)
wsgi_app = "webapp.wsgi:app"
worker_class = "webapp.worker.Worker"
worker_connections = 5000
backlog = 512
timeout = 30
graceful_timeout = 2  # an ordinary request is long done by then; what is left are live streams
accesslog = None  # each worker writes its own lines, without codes and addresses
errorlog = "-"
preload_app = False
control_socket_disable = True

if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
    sys.exit("Several processes need PostgreSQL: set DATABASE_URL, or start one process with `sixfold serve`.")
