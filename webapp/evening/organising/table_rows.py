"""Tables of an evening as its organiser sees them: one row each, in the order of their numbers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from webapp.evening.clock import Phase, clock
from webapp.evening.keeper import EveningNow
from webapp.evening.plan import Plan
from webapp.evening.standings import is_turned
from webapp.evening.state import MINUTE, EveningState, Guest, Match, Presence, Round, Sitting
from webapp.evening.summary import Tables, TableSummary, hands_of_round, is_played
from webapp.games.common.call_reasons import reason_said
from webapp.games.common.names import game_name, hand_number
from webapp.games.registry import looks
from webapp.http.language import gettext as _
from webapp.table.desk import Dispute
from webapp.words.cases import OTHER
from webapp.words.phrases import by_name, comes_said, joined, listed
from webapp.words.turn import side_names

SHOWN = ("all", "calls", "open", "done")
"""Choices of tables that the page shows."""


class TableState(StrEnum):
    IDLE = "idle"
    """Nothing was entered there."""
    UNSEEN = "unseen"
    """Its time runs, and there is no phone to enter anything: its result will be typed."""
    PLAYS = "plays"
    PLAYED = "played"
    """All that the round asks of it was entered, and no result is in."""
    REPORTED = "reported"
    """A result waits to be confirmed."""
    DONE = "done"
    WITHOUT = "without"
    """The evening is over, and no result is in."""


@dataclass(frozen=True)
class TableRow:
    """A table: `bars` are hands done of all, `waits` the minutes that a call has waited, since `called_at`.

    `coming`: a referee is on the way.

    `table` is its id once it is open; `away`: a match is under way there and no phone has it open.
    """

    number: int
    table: int | None
    game: str | None
    names: str
    status: str
    state: TableState
    late: bool = False
    bars: tuple[int, int] | None = None
    waits: int | None = None
    called_at: datetime | None = None
    coming: bool = False
    away: bool = False

    @property
    def plays(self) -> bool:
        return self.state in (TableState.UNSEEN, TableState.PLAYS)

    @property
    def is_done(self) -> bool:
        return self.state == TableState.DONE


def table_rows(
    now: EveningNow,
    tables: Tables,
    at: datetime,
    number: int | None = None,
    looks_on: Callable[[int], bool] = lambda table: True,
) -> tuple[TableRow, ...]:
    """Returns the tables of the newest round, or of the one with this number; or those that play at an open evening.

    `looks_on` tells whether anybody has the page of a table open.
    """
    state = now.state
    if not state.plan.is_tournament:
        return guest_rows(now, tables, at, looks_on)
    here = state.round if number is None else state.round_of(number)
    sittings = () if here is None else here.sittings.values()
    rows = [_row(state, here, one, tables.get(one.table or 0), at) for one in sittings if here is not None]
    return _looked_on(rows, looks_on)


def guest_rows(
    now: EveningNow, tables: Tables, at: datetime, looks_on: Callable[[int], bool] = lambda table: True
) -> tuple[TableRow, ...]:
    """Returns the tables that have joined: all those of an open evening, the guests of a tournament."""
    guests = now.state.guests.values()
    return _looked_on([_guest_row(now.state, guest, tables.get(guest.table), at) for guest in guests], looks_on)


def _looked_on(rows: Sequence[TableRow], looks_on: Callable[[int], bool]) -> tuple[TableRow, ...]:
    return tuple(replace(row, away=row.state == TableState.PLAYS and not looks_on(row.table or 0)) for row in rows)


def state_of(
    state: EveningState, here: Round, sitting: Sitting, summary: TableSummary | None, at: datetime
) -> TableState:
    """Returns whether a table of a round plays, by its result, its entries and the time."""
    if state.is_closed and not sitting.is_in:
        return TableState.WITHOUT
    if sitting.is_played:
        return TableState.DONE if sitting.is_in else TableState.REPORTED
    if summary is not None and is_played(state.plan, summary):
        return TableState.PLAYED
    if summary is not None and summary.has_begun:
        return TableState.PLAYS
    runs = clock(here, at, sitting).phase in (Phase.RUNS, Phase.OVERTIME)
    is_unseen = runs and not _has_device(summary) and not _missing(state, sitting)
    return TableState.UNSEEN if is_unseen else TableState.IDLE


def result_said(names: Sequence[str], scores: Sequence[int], *, low_wins: bool) -> str:
    """Returns winner and points: *Done: Ann wins with 16*, *Done: Ann and Cat win with 430*."""
    best = min(scores) if low_wins else max(scores)
    ahead = [side for side, score in enumerate(scores) if score == best]
    of_sides = side_names(names, len(scores))
    said = [of_sides[side] for side in ahead]
    if len(ahead) > 1:
        return _("Done: %(names)s are level", names=joined(said))
    if len(of_sides) < len(names):
        return _("Done: %(names)s win with %(points)s", names=said[0], points=best)
    return _("Done: %(name)s wins with %(points)s", name=said[0], points=best)


def _row(state: EveningState, here: Round, sitting: Sitting, summary: TableSummary | None, at: datetime) -> TableRow:
    waiting, is_now = _calls(state, summary, at), state_of(state, here, sitting, summary, at)
    late = not sitting.is_in and clock(here, at, sitting).phase == Phase.OVERTIME
    return TableRow(
        sitting.number,
        sitting.table,
        state.plan.game,
        listed(state.names_at(sitting)),
        _status(state, sitting, summary, is_now, late=late),
        is_now,
        late=late,
        bars=None if sitting.is_in else _bars(state, summary),
        **waiting,
    )


def _status(
    state: EveningState, sitting: Sitting, summary: TableSummary | None, is_now: TableState, *, late: bool
) -> str:
    if sitting.result is not None:
        said = result_said(state.names_at(sitting), sitting.result.scores, low_wins=is_turned(state.plan))
        return _("Done, a request waits") if summary is not None and summary.requests else said
    if summary is not None and summary.calls:
        return _call_said(state, summary)
    if is_now == TableState.WITHOUT:
        return _("No result")
    if is_now == TableState.REPORTED:
        return _("A result waits to be confirmed")
    if is_now == TableState.UNSEEN:
        return _("No phone here")
    if summary is None or is_now == TableState.IDLE:
        return _not_started(state, sitting, summary)
    said = _("Match over, no result yet") if is_now == TableState.PLAYED else hand_of_round(state.plan, summary)
    return _("%(said)s, late", said=said) if late else said


def _not_started(state: EveningState, sitting: Sitting, summary: TableSummary | None) -> str:
    if missing := _missing(state, sitting):
        return _("Not started, missing: %(names)s", names=joined(missing))
    return _("Not started") if _has_device(summary) else _("Not started, no phone here")


def _missing(state: EveningState, sitting: Sitting) -> list[str]:
    mine = (person for person in sitting.people if person not in sitting.stand_ins)
    return [state.name(person) for person in mine if state.people[person].presence != Presence.HERE]


def _has_device(summary: TableSummary | None) -> bool:
    return summary is not None and (bool(summary.devices) or summary.shared)


def _bars(state: EveningState, summary: TableSummary | None) -> tuple[int, int] | None:
    planned = state.plan.planned_hands if summary is None else hands_of_round(state.plan, summary)
    return None if planned is None else (min(planned, summary.hands if summary is not None else 0), planned)


def _calls(state: EveningState, summary: TableSummary | None, at: datetime) -> dict[str, Any]:
    if summary is None or not summary.calls:
        return {}
    first = min(call.opened_at for call in summary.calls)
    coming = any((summary.table, call.number) in state.coming for call in summary.calls)
    return {"waits": max(0, int((at - first).total_seconds())) // MINUTE, "called_at": first, "coming": coming}


def _call_said(state: EveningState, summary: TableSummary) -> str:
    for call in summary.calls:
        arrival = state.coming.get((summary.table, call.number))
        if arrival is not None:
            return comes_said(arrival.by)
    call = min(summary.calls, key=lambda one: one.opened_at)
    return _("%(name)s calls: %(why)s", name=by_name(call.by), why=why_called(summary.game, call))


def why_called(game: str, call: Dispute) -> str:
    return call.text if call.why == OTHER and call.text else reason_said(game, call.why)


def _guest_row(state: EveningState, guest: Guest, summary: TableSummary | None, at: datetime) -> TableRow:
    match = state.matches.get(guest.table)
    return TableRow(
        guest.number,
        guest.table,
        guest.game if guest.game in looks() else None,
        listed(guest.names),
        guest_said(state, _guest_status(state, guest, summary, match)),
        _guest_state(summary),
        **_calls(state, summary, at),
    )


def _guest_state(summary: TableSummary | None) -> TableState:
    if summary is None or not summary.has_begun:
        return TableState.IDLE
    return TableState.DONE if summary.is_over else TableState.PLAYS


def guest_said(state: EveningState, said: str) -> str:
    """Returns the state of a table that has joined; at a tournament, that guests play there."""
    return _("Guests: %(said)s", said=said) if state.plan.is_tournament else said


def _guest_status(state: EveningState, guest: Guest, summary: TableSummary | None, match: Match | None) -> str:
    name = game_name(guest.game)
    if summary is None:
        return name
    if summary.calls:
        return _call_said(state, summary)
    if summary.is_over and match is not None:
        return result_said(match.names, match.scores, low_wins=summary.low_wins)
    if state.is_closed:
        return name
    said = hand_number(guest.game, summary.hand) if guest.game in looks() else ""
    return ", ".join(filter(None, (name, said if summary.started else _("not started"))))


def hand_of_round(plan: Plan, summary: TableSummary) -> str:
    """Returns *Hand 3 of 4*, or *Hand 3* in a round that does not count hands."""
    said = hand_number(summary.game, summary.hand)
    planned = hands_of_round(plan, summary)
    return said if planned is None else _("%(hand)s of %(of)s", hand=said, of=planned)
