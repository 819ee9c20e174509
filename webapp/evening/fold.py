"""Fold of an evening: the state after a line. Guards have judged the line before."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from webapp.evening import lines as kinds
from webapp.evening.lines import Line, line_of
from webapp.evening.state import (
    Announcement,
    Arrival,
    EveningState,
    Guest,
    Match,
    Origin,
    Penalty,
    Person,
    Presence,
    Report,
    Request,
    Round,
    Sitting,
)
from webapp.http.limits import ROWS_A_TURN
from webapp.http.rate_limits import FOLD_PAUSE
from webapp.store.evening_models import EveningLine

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


def folded(rows: Iterable[EveningLine]) -> EveningState:
    """Returns the state after these lines, from the first; what was undone is left out."""
    rows = list(rows)
    undone = frozenset(row.body["line"] for row in rows if row.kind == "undone")
    state = EveningState(undone=undone)
    for row in rows:
        state = replace(state, seq=row.seq) if row.seq in undone else after(state, row)
        if row.seq % ROWS_A_TURN == 0:  # others go on meanwhile
            time.sleep(FOLD_PAUSE)
    return state


def after(state: EveningState, row: EveningLine) -> EveningState:
    """Returns the state after one more line, which undoes none."""
    line = line_of(row.kind, row.body)
    step = STEPS.get(type(line))
    at = At(row.seq, row.made_at, row.device_id)
    changed = state if step is None else step(state, line, at)
    return replace(changed, seq=row.seq)


def _planned(state: EveningState, line: kinds.Planned, at: At) -> EveningState:
    return replace(state, plan=line.plan, title=line.title or state.title)


def _listed(state: EveningState, line: kinds.Listed, at: At) -> EveningState:
    state = _answered(state, line.asked)
    person = Person(line.person, line.name, line.team, line=at.seq)
    return replace(state, people={**state.people, line.person: person})


def _changed(state: EveningState, line: kinds.Changed, at: At) -> EveningState:
    new = {"name": line.name, "team": line.team}
    state = _with_person(state, line.person, **{name: it for name, it in new.items() if it is not None})
    return state if line.partner is None else _with_couple(state, line.person, line.partner or None)


def _with_couple(state: EveningState, person: int, partner: int | None) -> EveningState:
    """Both are each other's partner from now on; who was one of theirs before has none any more."""
    two = (person, partner)
    left = [one.number for one in state.people.values() if one.partner and one.partner in two and one.number not in two]
    people = {number: replace(state.people[number], partner=None) for number in left}
    people[person] = replace(state.people[person], partner=partner)
    if partner is not None:
        people[partner] = replace(state.people[partner], partner=person)
    return replace(state, people={**state.people, **people})


def _away(state: EveningState, line: kinds.Away, at: At) -> EveningState:
    return _with_person(state, line.person, presence=Presence.AWAY)


def _left(state: EveningState, line: kinds.Left, at: At) -> EveningState:
    return _with_person(state, line.person, presence=Presence.LEFT)


def _back(state: EveningState, line: kinds.Back, at: At) -> EveningState:
    return _with_person(state, line.person, presence=Presence.HERE)


def _asked(state: EveningState, line: kinds.Asked, at: At) -> EveningState:
    request = Request(at.seq, at.device_id or 0, line.name, line.word, line.person, at.made_at)
    return replace(state, requests={**state.requests, at.seq: request})


def _let_in(state: EveningState, line: kinds.LetIn, at: At) -> EveningState:
    return _answered(state, line.asked)


def _turned_away(state: EveningState, line: kinds.TurnedAway, at: At) -> EveningState:
    return _answered(state, line.asked)


def _helper(state: EveningState, line: kinds.Helper, at: At) -> EveningState:
    """A referee who is let out is on the way to no table any more."""
    coming = {there: one for there, one in state.coming.items() if one.by != line.name}
    return replace(state, coming=coming) if line.gone and line.role == "referee" else state


def _disclosed(state: EveningState, line: kinds.Disclosed, at: At) -> EveningState:
    return replace(state, disclosed=True)


def _penalised(state: EveningState, line: kinds.Penalised, at: At) -> EveningState:
    given = Penalty(
        at.seq,
        line.person,
        line.step,
        line.reason,
        line.rule,
        line.by,
        line.points,
        line.round,
        line.number,
        at.made_at,
        table=line.table,
        table_penalty=line.table_penalty,
    )
    return replace(state, penalties={**state.penalties, at.seq: given})


def _lifted(state: EveningState, line: kinds.Lifted, at: At) -> EveningState:
    lifted = replace(state.penalties[line.penalty], lifted=line.why, lifted_by=line.by)
    return replace(state, penalties={**state.penalties, line.penalty: lifted})


def _announced(state: EveningState, line: kinds.Announced, at: At) -> EveningState:
    said = Announcement(at.seq, line.text, line.by, line.tables, at.made_at)
    return replace(state, announcements=(*state.announcements, said))


def _coming(state: EveningState, line: kinds.Coming, at: At) -> EveningState:
    coming = dict(state.coming)
    if line.back:
        coming.pop((line.table, line.dispute), None)
    else:
        coming[line.table, line.dispute] = Arrival(line.by, at.device_id, at.made_at)
    return replace(state, coming=coming)


def _joined(state: EveningState, line: kinds.Joined, at: At) -> EveningState:
    guest = Guest(line.number, line.table, line.game, line.names, at.made_at)
    return replace(state, guests=dict(sorted({**state.guests, line.number: guest}.items())))


def _parted(state: EveningState, line: kinds.Parted, at: At) -> EveningState:
    return replace(state, guests={number: one for number, one in state.guests.items() if one.table != line.table})


def _played(state: EveningState, line: kinds.Played, at: At) -> EveningState:
    match = Match(at.seq, line.table, line.number, line.game, line.names, line.scores, line.sides, at.made_at)
    return replace(state, matches={**state.matches, line.table: match})


def _closed(state: EveningState, line: kinds.Closed, at: At) -> EveningState:
    return replace(state, closed_at=at.made_at)


def _reopened(state: EveningState, line: kinds.Reopened, at: At) -> EveningState:
    return replace(state, closed_at=None)


def _imported(state: EveningState, line: kinds.Imported, at: At) -> EveningState:
    return replace(state, origin=Origin(line.fingerprint, line.written, line.house, line.claimed))


def _answered(state: EveningState, asked: int) -> EveningState:
    left = {line: request for line, request in state.requests.items() if line != asked}
    return replace(state, requests=left) if asked else state


def _with_person(state: EveningState, number: int, **new: Any) -> EveningState:
    return replace(state, people={**state.people, number: replace(state.people[number], **new)})


STEPS: Mapping[type[Line], Callable[[EveningState, Any, At], EveningState]] = {
    kinds.Planned: _planned,
    kinds.Listed: _listed,
    kinds.Changed: _changed,
    kinds.Away: _away,
    kinds.Left: _left,
    kinds.Back: _back,
    kinds.Asked: _asked,
    kinds.LetIn: _let_in,
    kinds.TurnedAway: _turned_away,
    kinds.Helper: _helper,
    **ROUND_STEPS,
    kinds.Disclosed: _disclosed,
    kinds.Penalised: _penalised,
    kinds.Lifted: _lifted,
    kinds.Announced: _announced,
    kinds.Coming: _coming,
    kinds.Joined: _joined,
    kinds.Parted: _parted,
    kinds.Played: _played,
    kinds.Closed: _closed,
    kinds.Reopened: _reopened,
    kinds.Imported: _imported,
}
