"""Until when a round of an evening may be changed or appealed, and by whom.

A round is open, ended, or closed. What alters a result of a closed one takes two people, the organiser and a referee
(docs/authority.md), until its correction period ends; then it is final, unless the organiser reopens the period.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from webapp.evening.plan import Corrections
from webapp.evening.state import EveningState, Round


class Stands(StrEnum):
    OPEN = "open"
    ENDED = "ended"
    CLOSED = "closed"
    FINAL = "final"


@dataclass(frozen=True)
class Period:
    """What may still be done about a round: changes of its results, and appeals.

    `until` is when that ends, None where nobody knows yet; then `until_round` is the round with whose end it does, if
    it is closed. `takes_two`: a change takes the organiser and a referee, else whoever may change results anyway.
    """

    round: int
    stands: Stands
    until: datetime | None = None
    until_round: int | None = None

    @property
    def takes_two(self) -> bool:
        """Tells whether a change needs two signatures."""
        return self.stands is Stands.CLOSED

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
    """Returns when the correction period of a closed round ends; None while that is not known."""
    if here.closed_at is None or here.reopened_until is not None:
        return here.reopened_until
    plan, following = state.plan, state.round_of(here.number + 1)
    counted = here.closed_at + timedelta(minutes=plan.correction_minutes)
    if plan.corrections is Corrections.MINUTES or state.is_closed or here.number >= max(plan.rounds, 1):
        return counted
    if following is None or following.ended_at is None:
        return None
    # One that was closed only after the next round: it has the minutes, else nobody could say anything.
    return max(following.ended_at, counted) if following.ended_at <= here.closed_at else following.ended_at


def period_of_table(state: EveningState, table_id: int, at: datetime) -> Period | None:
    """Returns the same of the round in which a table plays, None for one of no round."""
    for here in state.rounds:
        if any(one.table == table_id for one in here.sittings.values()):
            return period_of(state, here.number, at)
    return None


def newest_closed(state: EveningState, at: datetime) -> tuple[Period, ...]:
    """Returns the periods of the closed rounds that are not final, and of the newest closed one."""
    closed = [period_of(state, here.number, at) for here in state.rounds if here.is_closed]
    return tuple(one for one in closed if one is closed[-1] or not one.is_over)


def results_of(state: EveningState, number: int) -> object:
    """Returns all that makes the results of a round, and what they count; equal where nothing of that has changed."""
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
