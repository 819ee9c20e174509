"""Fold of an evening: the state after a line. A line that was accepted once folds always; guards ask before."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from webapp.club.evening import lines as kinds
from webapp.club.evening.lines import Line, line_of
from webapp.club.evening.round_steps import ROUND_STEPS, At
from webapp.club.evening.state import (
    Announcement,
    Arrival,
    EveningState,
    Guest,
    Match,
    Origin,
    Penalty,
    Person,
    Presence,
    Request,
)
from webapp.http.limits import ROWS_A_TURN
from webapp.http.rate_limits import FOLD_PAUSE
from webapp.store.evening_models import EveningLine


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
