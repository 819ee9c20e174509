"""Notes when a database cannot be used, in one line of the log however many requests meet it."""

import logging
from threading import Lock
from time import monotonic

from webapp.http.rate_limits import OUTAGE_LOGGED_AGAIN

log = logging.getLogger(__name__)


class Outage:
    """What keeps the database of a process from being used, from the first fault on until it answers again."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._since: float | None = None
        self._logged = 0.0

    @property
    def lasts(self) -> bool:
        """Whether a fault was noted since the database answered last."""
        return self._since is not None

    def note(self, fault: Exception) -> None:
        """Logs the fault, unless one was logged a short time ago."""
        with self._lock:
            now = monotonic()
            if self._since is not None and now < self._logged + OUTAGE_LOGGED_AGAIN:
                return
            self._since, self._logged = self._since or now, now
        log.error("The database cannot be used: %s", " ".join(str(fault).split()))

    def end(self) -> None:
        """Logs that the database answers again."""
        with self._lock:
            since, self._since = self._since, None
        if since is not None:
            log.warning("The database answers again, after %.0f s.", monotonic() - since)
