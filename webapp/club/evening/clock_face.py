"""Face of a round's clock: its digits, its label, and what a script needs to go on counting."""

from dataclasses import dataclass, field
from datetime import datetime

from webapp.club.evening.clock import Clock, Phase, clock
from webapp.club.evening.state import EveningState, Round, Sitting
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.words.dates import clock as time_of_day

SECONDS = 60


@dataclass(frozen=True)
class ClockFace:
    """A clock as a page shows it.

    `digits` as of `at`, empty where there is none yet. It counts down to `ends_at` and, where that is the start, goes
    on to `then_at` under `then_label` (or up, without a `then_at`); or up from `since`. `stopped_at`: it shows these
    digits as long as it stands. Two faces are equal where a page goes from one to the other by itself.
    """

    digits: str = field(compare=False)
    label: str
    phase: Phase
    at: datetime = field(compare=False)
    ends_at: datetime | None = None
    since: datetime | None = None
    then_at: datetime | None = None
    then_label: str = ""
    stopped_at: str = ""

    @property
    def stands(self) -> bool:
        """Tells whether the clock was stopped."""
        return self.phase == Phase.PAUSED


def clock_face(state: EveningState, here: Round, at: datetime, sitting: Sitting | None = None) -> ClockFace:
    """Returns the face of a round's clock, of one of its tables where that is given."""
    now = clock(here, at, sitting)
    label = _label(round_of_all(state, here.number), now)
    if now.phase in (Phase.SEATED, Phase.ENDED):
        return ClockFace("", label, now.phase, at)
    if now.phase == Phase.STARTS:
        return _before(state, here, at, sitting, now, label)
    if now.phase == Phase.PAUSED:
        return ClockFace(written(now.seconds), label, now.phase, at, stopped_at=written(now.seconds))
    if now.phase == Phase.OVERTIME:  # the script counts on below zero
        return ClockFace(f"+{written(now.seconds)}", label, now.phase, at, ends_at=now.since)
    return ClockFace(written(now.seconds), label, now.phase, at, now.ends_at, now.since)


def round_of_all(state: EveningState, number: int) -> str:
    """Returns *Round 2 of 4*."""
    return _("Round %(round)s of %(rounds)s", round=number, rounds=max(number, state.plan.rounds))


def written(seconds: int) -> str:
    """Returns minutes and seconds: *17:40*."""
    return f"{seconds // SECONDS}:{seconds % SECONDS:02}"


def _before(
    state: EveningState, here: Round, at: datetime, sitting: Sitting | None, now: Clock, label: str
) -> ClockFace:
    assert now.ends_at is not None  # the start
    runs = clock(here, now.ends_at, sitting)
    then_label = _label(round_of_all(state, here.number), runs)
    return ClockFace(written(now.seconds), label, now.phase, at, now.ends_at, None, runs.ends_at, then_label)


def _label(said: str, now: Clock) -> str:
    if now.phase == Phase.STARTS and now.ends_at is not None:
        return _("%(round)s starts at %(time)s", round=said, time=time_of_day(now.ends_at))
    if now.phase == Phase.RUNS and now.ends_at is not None:
        return _("%(round)s, until %(time)s", round=said, time=time_of_day(now.ends_at))
    return _(_LABELS[now.phase], round=said)


_LABELS = {
    Phase.SEATED: _l("%(round)s is seated"),
    Phase.STARTS: "%(round)s",
    Phase.RUNS: "%(round)s",
    Phase.PAUSED: _l("%(round)s, paused"),
    Phase.OVERTIME: _l("%(round)s, time is up"),
    Phase.ENDED: _l("%(round)s is over"),
}
