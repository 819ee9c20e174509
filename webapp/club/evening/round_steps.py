"""Fold of a round: the state of an evening after a line about a seating, the clock of a round, or a result."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from webapp.club.evening import lines as kinds
from webapp.club.evening.lines import Line
from webapp.club.evening.state import EveningState, Report, Round, Sitting

SECONDS = 60


class At(NamedTuple):
    """Where and when a line was added, and by which device."""

    seq: int
    made_at: datetime
    device_id: int | None


def _seated(state: EveningState, line: kinds.Seated, at: At) -> EveningState:
    sittings = {one.number: Sitting(one.number, one.people, one.table) for one in line.tables}
    made = Round(line.round, sittings, line.byes, line.starts_at, line.minutes * SECONDS)
    return replace(state, rounds=(*state.rounds[: line.round - 1], made))


def _reseated(state: EveningState, line: kinds.Reseated, at: At) -> EveningState:
    def change(here: Round) -> Round:
        kept = {number: one for number, one in here.sittings.items() if number not in line.emptied}
        new = {one.number: Sitting(one.number, one.people, one.table) for one in line.tables}
        return replace(here, sittings=dict(sorted({**kept, **new}.items())), byes=line.byes)

    return _with_round(state, line.round, change)


def _started(state: EveningState, line: kinds.Started, at: At) -> EveningState:
    return _with_round(state, line.round, lambda here: replace(here, starts_at=at.made_at))


def _extra(state: EveningState, line: kinds.Extra, at: At) -> EveningState:
    if line.number is None:
        return _with_round(state, line.round, lambda here: replace(here, extra=here.extra + line.seconds))
    return _with_sitting(state, line.round, line.number, lambda one: replace(one, extra=one.extra + line.seconds))


def _paused(state: EveningState, line: kinds.Paused, at: At) -> EveningState:
    return _with_round(state, line.round, lambda here: replace(here, paused_at=at.made_at))


def _resumed(state: EveningState, line: kinds.Resumed, at: At) -> EveningState:
    def change(here: Round) -> Round:
        if here.paused_at is None:
            return here
        stood = max(timedelta(), at.made_at - here.paused_at)
        if here.starts_at is not None and here.paused_at < here.starts_at:  # it starts so much later
            return replace(here, paused_at=None, starts_at=here.starts_at + stood)
        return replace(here, paused_at=None, stood=here.stood + stood.total_seconds())

    return _with_round(state, line.round, change)


def _last_hand(state: EveningState, line: kinds.LastHand, at: At) -> EveningState:
    return _with_round(state, line.round, lambda here: replace(here, last_hand_at=at.made_at))


def _acknowledged(state: EveningState, line: kinds.Acknowledged, at: At) -> EveningState:
    return _with_sitting(state, line.round, line.number, lambda one: replace(one, acknowledged=True))


def _stand_in(state: EveningState, line: kinds.StandIn, at: At) -> EveningState:
    def change(one: Sitting) -> Sitting:
        others = {person: by for person, by in one.stand_ins.items() if person != line.person}
        return replace(one, stand_ins={**others, line.person: line.by} if line.by else others)

    return _with_sitting(state, line.round, line.number, change)


def _reported(state: EveningState, line: kinds.Reported, at: At) -> EveningState:
    said = Report(line.scores, line.hands, line.person, at.made_at, line.own or line.hands > 0)
    return _with_sitting(state, line.round, line.number, lambda one: replace(one, reported=said))


def _confirmed(state: EveningState, line: kinds.Confirmed, at: At) -> EveningState:
    own = line.own or line.hands > 0 or any(line.shown)
    result = Report(line.shown if own and line.shown else line.scores, line.hands, line.person, at.made_at, own)
    return _with_sitting(state, line.round, line.number, lambda one: replace(one, result=result))


def _corrected(state: EveningState, line: kinds.Corrected, at: At) -> EveningState:
    def change(one: Sitting) -> Sitting:
        if one.result is None:  # what confirmed it was taken back
            return one
        result = replace(one.result, scores=line.shown or line.scores, at=at.made_at, own=True)
        return replace(one, result=result, corrected=one.result.scores)

    return _with_sitting(state, line.round, line.number, change)


def _rejected(state: EveningState, line: kinds.Rejected, at: At) -> EveningState:
    return _with_sitting(
        state, line.round, line.number, lambda one: replace(one, reported=None, result=None, corrected=None)
    )


def _ended(state: EveningState, line: kinds.Ended, at: At) -> EveningState:
    return _with_round(state, line.round, lambda here: replace(here, ended=True))


def _with_round(state: EveningState, number: int, change: Callable[[Round], Round]) -> EveningState:
    at = number - 1
    return replace(state, rounds=(*state.rounds[:at], change(state.rounds[at]), *state.rounds[number:]))


def _with_sitting(state: EveningState, number: int, table: int, change: Callable[[Sitting], Sitting]) -> EveningState:
    return _with_round(
        state, number, lambda here: replace(here, sittings={**here.sittings, table: change(here.sittings[table])})
    )


ROUND_STEPS: Mapping[type[Line], Callable[[EveningState, Any, At], EveningState]] = {
    kinds.Seated: _seated,
    kinds.Reseated: _reseated,
    kinds.Started: _started,
    kinds.Extra: _extra,
    kinds.Paused: _paused,
    kinds.Resumed: _resumed,
    kinds.LastHand: _last_hand,
    kinds.Acknowledged: _acknowledged,
    kinds.StandIn: _stand_in,
    kinds.Reported: _reported,
    kinds.Confirmed: _confirmed,
    kinds.Corrected: _corrected,
    kinds.Rejected: _rejected,
    kinds.Ended: _ended,
}
