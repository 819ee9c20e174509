"""Backups at the ends of hands, made in the background."""

import logging
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from time import monotonic

import gevent

from webapp.http.rate_limits import BACKUP_PAUSE
from webapp.store.backups.folder import BackupFolder

_log = logging.getLogger(__name__)


class HandEndBackups:
    """Makes a backup after a hand has ended: one at a time, none while nobody plays."""

    def __init__(
        self, folder: BackupFolder, make: Callable[[Path], object], *, keep: int, pause: float = BACKUP_PAUSE
    ) -> None:
        """`make` makes a backup; the newest `keep` of them are kept."""
        self._folder, self._make, self._keep, self._pause = folder, make, keep, pause
        self._over, self._stopped = Event(), Event()
        self._ended = 0.0

    def start(self) -> None:
        """Starts the thread that waits for hands to end; call it after the process has forked."""
        if self._keep:
            Thread(target=self._run, name="backups", daemon=True).start()

    def hand_ended(self) -> None:
        """Asks for a backup since a hand has ended and is committed. Returns at once."""
        self._ended = monotonic()
        self._over.set()

    def stop(self) -> None:
        """Makes no further backup."""
        self._stopped.set()
        self._over.set()

    def _run(self) -> None:
        while True:
            self._over.wait()
            self._stopped.wait(self._folder.last_hand() + self._pause - monotonic())
            if self._stopped.is_set():
                return
            # Cleared first: a hand that ends while this backup is made is in the next one.
            self._over.clear()
            self._back_up()

    def _back_up(self) -> None:
        try:
            # A thread of the system: SQLite copies without a pause, and all greenlets would wait for it.
            gevent.get_hub().threadpool.apply(self._add, (self._ended,))
        except Exception as error:
            _log.error("no backup could be made at a hand's end: %s", error)

    def _add(self, ended: float) -> None:
        self._folder.add_at_hands_end(ended, self._make, keep=self._keep)
