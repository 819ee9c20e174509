"""Clock of a round: how it stands at a moment. It follows from times that are stored, so a restart changes nothing."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from webapp.club.evening.state import Round, Sitting


class Phase(StrEnum):
    """Where a round stands by its clock."""

    SEATED = "seated"
    """It is seated and nobody knows when it starts."""
    STARTS = "starts"
    """The clock counts down to its start."""
    RUNS = "runs"
    PAUSED = "paused"
    OVERTIME = "overtime"
    ENDED = "ended"


@dataclass(frozen=True)
class Clock:
    """A clock at a moment: `seconds` to the start, left, played where the round has no time, or over it.

    `ends_at` is when the countdown gets to zero if nothing stops it, None where it does not count to anything; `since`
    when it began to count up. Both follow from stored times alone: they are equal at every moment of a running clock.
    """

    phase: Phase
    seconds: int
    ends_at: datetime | None = None
    since: datetime | None = None


def clock(here: Round, at: datetime, sitting: Sitting | None = None) -> Clock:
    """Returns the clock of a round, of one of its tables where that is given: it may have more time."""
    if here.ended:
        return Clock(Phase.ENDED, 0)
    if here.starts_at is None:
        return Clock(Phase.SEATED, 0)
    if here.paused_at is None and at < here.starts_at:
        return Clock(Phase.STARTS, _whole((here.starts_at - at).total_seconds()), here.starts_at)
    until, began = here.paused_at or at, here.starts_at + timedelta(seconds=here.stood)
    phase = Phase.PAUSED if here.paused_at is not None else Phase.RUNS
    if not here.seconds:
        played = max(0, int((until - began).total_seconds()))
        return Clock(phase, played, since=None if phase == Phase.PAUSED else began)
    ends_at = began + timedelta(seconds=here.seconds + here.extra + (0 if sitting is None else sitting.extra))
    left = (ends_at - max(until, began)).total_seconds()
    if left < 0 and phase == Phase.RUNS:
        return Clock(Phase.OVERTIME, int(-left), since=ends_at)
    return Clock(phase, _whole(max(0.0, left)), None if phase == Phase.PAUSED else ends_at)


def _whole(seconds: float) -> int:
    return int(seconds + 0.999)
