"""The time as a test of typed codes has it."""

from datetime import datetime, timedelta

import pytest

from webapp.access import joining
from webapp.store import attempts, invites, models


class Clock:
    """Stands still, but for what a test lets pass."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.at = models.utc_now()
        for place in (attempts, invites, models, joining):
            patch.setattr(place, "utc_now", self)

    def __call__(self) -> datetime:
        return self.at

    def on(self, seconds: float) -> None:
        """Lets this many seconds pass."""
        self.at += timedelta(seconds=seconds)
