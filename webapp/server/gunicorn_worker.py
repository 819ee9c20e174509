"""A worker process of gunicorn that serves as `sixfold serve` does: the same sockets, streams and access log."""

import sys
from typing import Any

from flask import Flask
from gevent.pywsgi import WSGIServer
from gunicorn.workers.ggevent import GeventPyWSGIWorker

from webapp.http import process_limits
from webapp.server.access_log import LoggedHandler


class Server(WSGIServer):  # type: ignore[misc]  # gevent has no types
    """Writes our own access log, in which nothing opens a table, in the place of gunicorn's."""

    def __init__(self, listener: Any, application: Flask, **more: Any) -> None:
        quiet = application.extensions["sixfold"].config.log == "quiet"
        super().__init__(listener, application, **{**more, "log": None if quiet else sys.stderr})


class Worker(GeventPyWSGIWorker):  # type: ignore[misc]
    """Many phones in one process, each with a greenlet that only waits."""

    server_class = Server
    wsgi_handler = LoggedHandler

    def run(self) -> None:
        """Serves until the master asks for the end, then takes back what this process has said of its phones."""
        process_limits.allow_many()
        process_limits.settle()
        super().run()
        self.wsgi.extensions["sixfold"].end()
