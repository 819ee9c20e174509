"""What tests of seats, invites and codes share."""

import pytest

from tests.web.support.clock import Clock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time of typed codes, which stands still."""
    return Clock(monkeypatch)
