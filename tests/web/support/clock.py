"""The time as a test of typed codes has it."""

from datetime import datetime, timedelta

import pytest

from webapp.seats import invite_codes
from webapp.store import code_attempts, invites, models


class Clock:
    """Stands still, but for what a test lets pass."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.at = models.now()
        for place in (code_attempts, invites, models, invite_codes):
            patch.setattr(place, "now", self)

    def __call__(self) -> datetime:
        return self.at

    def on(self, seconds: float) -> None:
        """Lets this many seconds pass."""
        self.at += timedelta(seconds=seconds)
