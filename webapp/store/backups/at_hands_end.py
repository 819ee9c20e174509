"""A backup at each hand's end, away from the play that ended it."""

import logging
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from time import monotonic

import gevent

from webapp.http.rate_limits import BACKUP_PAUSE
from webapp.store.backups.folder import Folder

_log = logging.getLogger(__name__)


class AtHandsEnd:
    """Makes a backup after a hand has ended: one at a time, and none while nobody plays."""

    def __init__(
        self, folder: Folder, make: Callable[[Path], object], *, deep: int, pause: float = BACKUP_PAUSE
    ) -> None:
        """`make` makes a backup; the newest `deep` of them are kept."""
        self._folder, self._make, self._deep, self._pause = folder, make, deep, pause
        self._over, self._stopped = Event(), Event()
        self._ended = 0.0

    def start(self) -> None:
        """Begins to wait for hands to end; call it after the process has forked."""
        if self._deep:
            Thread(target=self._run, name="backups", daemon=True).start()

    def hand_over(self) -> None:
        """Says that a hand has ended, after the commit. Returns at once."""
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
        self._folder.add_at_hands_end(ended, self._make, keep=self._deep)
