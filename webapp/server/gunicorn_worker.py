"""Worker process of gunicorn that serves as `sixfold serve` does: the same sockets, streams and access log.

gunicorn imports this in its master, before gevent has patched anything: whatever opens a database is imported later.
"""

import sys
from typing import Any

from flask import Flask
from gevent.pywsgi import WSGIServer
from gunicorn.workers.ggevent import GeventPyWSGIWorker

from webapp.http import process_limits


class Server(WSGIServer):  # type: ignore[misc]  # gevent has no types
    """gevent server with our own access log in place of gunicorn's."""

    def __init__(self, listener: Any, application: Flask, **more: Any) -> None:
        quiet = application.extensions["sixfold"].config.log == "quiet"
        super().__init__(listener, application, **{**more, "log": None if quiet else sys.stderr})


class Worker(GeventPyWSGIWorker):  # type: ignore[misc]
    """Worker with a greenlet for each connection."""

    server_class = Server

    def run(self) -> None:
        """Serves until the master asks to stop, then withdraws the presence that this process has published."""
        # Not above: it imports the database, whose driver looks once whether gevent has patched what it waits with.
        from webapp.server.access_log import LoggedHandler

        self.wsgi_handler = LoggedHandler
        process_limits.raise_open_file_limit()
        process_limits.freeze_garbage_collector()
        super().run()
        self.wsgi.extensions["sixfold"].end()
