"""Says how far a search has come, and when its time is over."""

import time
from collections.abc import Callable


class Stopwatch:
    """Counts the steps of a search: it reports its share done, never less than before, and ends it by the clock.

    How long a search takes is set by its steps, so that it finds the same on every machine; the clock only ends what
    would take too long.
    """

    EVERY = 1000
    """Steps between two looks at the clock: some milliseconds, so that others of the process are not kept waiting."""

    def __init__(self, progress: Callable[[float], None], seconds: float) -> None:
        self._progress = progress
        self._end = time.monotonic() + seconds
        self._share = 0.0

    def over(self, share: float) -> bool:
        """Reports a share between 0 and 1 of the whole search, and tells whether its time is over."""
        self._share = max(self._share, min(share, 1.0))
        self._progress(self._share)
        return time.monotonic() >= self._end
