"""Worker process of gunicorn that serves as `sixfold serve` does: the same sockets, streams and access log.

gunicorn imports this in its master, before gevent has patched anything: whatever opens a database is imported later.
"""

import os
import sys
from types import FrameType

from gunicorn.workers.ggevent import GeventPyWSGIWorker

from webapp.http import process_limits


class Worker(GeventPyWSGIWorker):  # type: ignore[misc]  # gunicorn has no types
    def init_process(self) -> None:
        """Imports the application and serves. A stop request meanwhile is no failure."""
        try:
            super().init_process()
        except (Exception, SystemExit):
            if self.alive or self.booted:
                raise
            sys.exit(0)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Notes that the master asks to stop; while starting it exits at once, since it serves no requests yet."""
        super().handle_exit(sig, frame)
        if not self.booted:
            # An exception would end it in order, in which gevent raises a timeout that is due in the same moment.
            self.log.info("Worker exiting (pid: %s)", self.pid)
            os._exit(0)

    def run(self) -> None:
        """Serves until the master asks to stop, then withdraws the presence that this process has published."""
        # Imported here: its driver checks once whether gevent has patched the functions that it waits with.
        from webapp.server.handler import Server

        self.server_class = Server
        process_limits.raise_open_file_limit()
        process_limits.freeze_garbage_collector()
        super().run()
        self.wsgi.extensions["sixfold"].end()
