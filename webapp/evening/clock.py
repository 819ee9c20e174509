"""Clock of a round and its face, and the time in which results may be corrected; computed from stored times."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from webapp.evening.plan import Corrections
from webapp.evening.state import MINUTE, EveningState, Round, Sitting
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.words.phrases import clock as time_of_day


class Phase(StrEnum):
    SEATED = "seated"
    """It is seated, and its start is not known."""
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
        return self.phase == Phase.PAUSED


def clock_face(state: EveningState, here: Round, at: datetime, sitting: Sitting | None = None) -> ClockFace:
    """Returns the face of a round's clock, of one of its tables where that is given."""
    now = clock(here, at, sitting)
    label = _label(round_of_all(state, here.number), now)
    if now.phase in (Phase.SEATED, Phase.ENDED):
        return ClockFace("", label, now.phase, at)
    if now.phase == Phase.STARTS:
        assert now.ends_at is not None  # the start
        runs = clock(here, now.ends_at, sitting)
        then_label = _label(round_of_all(state, here.number), runs)
        return ClockFace(written(now.seconds), label, now.phase, at, now.ends_at, None, runs.ends_at, then_label)
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
    return f"{seconds // MINUTE}:{seconds % MINUTE:02}"


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


class Stands(StrEnum):
    OPEN = "open"
    ENDED = "ended"
    CLOSED = "closed"
    FINAL = "final"


@dataclass(frozen=True)
class Period:
    """The period for changes of a round's results and for appeals.

    `until` is when that ends, None where nobody knows yet; then `until_round` is the round with whose end it does, if
    it is closed.
    """

    round: int
    stands: Stands
    until: datetime | None = None
    until_round: int | None = None

    @property
    def is_over(self) -> bool:
        """Tells whether nothing may be changed or appealed any more."""
        return self.stands is Stands.FINAL


def period_of(state: EveningState, number: int, at: datetime) -> Period:
    """Returns until when this round may be changed or appealed, as of a moment. Raises IndexError for none."""
    here = state.rounds[number - 1]
    if here.closed_at is None:
        return Period(number, Stands.ENDED if here.ended else Stands.OPEN)
    until = ends_at(state, here)
    stands = Stands.FINAL if until is not None and at >= until else Stands.CLOSED
    return Period(number, stands, until, number + 1 if until is None else None)


def ends_at(state: EveningState, here: Round) -> datetime | None:
    """Returns when the correction period of a closed round ends; None while that is not known.

    Minutes that were given do not end it before its time.
    """
    usual = _usual_end(state, here)
    return usual if usual is None or here.reopened_until is None else max(usual, here.reopened_until)


def _usual_end(state: EveningState, here: Round) -> datetime | None:
    if here.closed_at is None:
        return None
    plan, following = state.plan, state.round_of(here.number + 1)
    counted = here.closed_at + timedelta(minutes=plan.correction_minutes)
    if plan.corrections is Corrections.MINUTES or state.is_closed or here.number >= max(plan.rounds, 1):
        return counted
    if following is None or following.ended_at is None:
        return None
    # a round closed only after the next one: it has the minutes, else there would be no time to object
    return max(following.ended_at, counted) if following.ended_at <= here.closed_at else following.ended_at


def newest_closed(state: EveningState, at: datetime) -> tuple[Period, ...]:
    """Returns the periods of the closed rounds that are not final, and of the newest closed one."""
    closed = [period_of(state, here.number, at) for here in state.rounds if here.is_closed]
    return tuple(one for one in closed if one is closed[-1] or not one.is_over)


def results_of(state: EveningState, number: int) -> object:
    """Returns the results of a round and the settings that count for them; equal while nothing of that has changed."""
    here = state.round_of(number)
    if here is None:
        return None
    tables = {
        one.number: (one.people, one.table, None if one.result is None else one.result.scores)
        for one in here.sittings.values()
    }
    taken = {one.line: one.points for one in state.penalties.values() if one.round == number and one.holds}
    costs = {line: points for line, points in taken.items() if points}
    adjusted = {key: one.line for key, one in state.adjusted_now.items() if key[0] == number}
    return here.ended, here.closed_at, here.byes, tables, costs, adjusted, state.plan.what_counts


def seals(state: EveningState) -> Mapping[int, tuple[datetime, datetime | None]]:
    """Returns the tables of closed rounds: when their round was closed, and when it is final where that is known."""
    return {
        one.table: (here.closed_at, ends_at(state, here))
        for here in state.rounds
        if here.closed_at is not None
        for one in here.sittings.values()
        if one.table is not None
    }
