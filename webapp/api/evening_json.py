"""An evening as JSON, as the viewer may see it: what is not listed here is told to nobody."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from webapp.evening.clock import clock
from webapp.evening.keeper import EveningNow
from webapp.evening.lines import Planned, body_of
from webapp.evening.standing.rows import Row, Standing
from webapp.evening.standing.scoring import Points
from webapp.evening.standing_of import rewards_absence, standing_of
from webapp.evening.standing_page import sees_hidden
from webapp.evening.standing_words import part_said, tie_said
from webapp.evening.state import Round, Sitting
from webapp.evening.stream import Tables
from webapp.evening.summary import Call, TableSummary
from webapp.evening.viewer import EveningViewer
from webapp.store.models import now as moment


def evening(now: EveningNow, tables: Tables, viewer: EveningViewer) -> dict[str, Any]:
    """Returns the evening as this viewer may see it."""
    state = now.state
    told: dict[str, Any] = {
        "id": now.row.id,
        "seq": state.seq,
        "title": state.title,
        "kind": str(state.plan.kind),
        "game": state.plan.game,
        "closed": state.is_closed,
        "role": str(viewer.role),
        "person": viewer.person,
        "people": [
            {"number": one.number, "name": one.name, "team": one.team, "presence": str(one.presence)}
            for one in state.people.values()
        ],
        "rounds": [_round(now, viewer, one) for one in state.rounds],
        "guests": [
            {
                "number": one.number,
                "game": one.game,
                "names": list(one.names),
                "table": _table_id(now, viewer, one.table),
            }
            for one in state.guests.values()
        ],
        "announcements": [
            {"line": one.line, "text": one.text, "by": one.by, "tables": list(one.tables), "at": _time(one.at)}
            for one in state.announcements
        ],
    }
    return {**told, **_for_helpers(now, tables)} if viewer.helps else told


def lines(now: EveningNow, after: int) -> list[dict[str, Any]]:
    """Returns the lines after this one, for those who help to run the evening."""
    return [
        {"line": row.seq, "type": row.kind, **row.body, "at": _time(row.made_at), "undone": row.seq in now.state.undone}
        for row in now.lines
        if row.seq > after
    ]


def standing(now: EveningNow, viewer: EveningViewer) -> dict[str, Any]:
    """Returns the standing, those of an open evening by game; `hidden`: the newest round is left out."""
    found = standing_of(now, sees_all=sees_hidden(viewer))
    by_game = {game: _rows(one, found.names) for game, one in found.by_game.items()}
    whole = [] if found.whole is None else _rows(found.whole, found.names)
    teams = () if found.whole is None else found.whole.teams
    return {
        "seq": now.state.seq,
        "hidden": found.hidden,
        "rows": whole,
        "teams": [{"place": one.place, "team": one.team, "total": written(one.total)} for one in teams],
        "games": by_game,
    }


def written(points: Points) -> str:
    """Returns points exactly: a whole number, or a fraction such as "5/2"."""
    return str(points)


def _rows(one: Standing, names: Mapping[int, str]) -> list[dict[str, Any]]:
    return [_row(one, row, names) for row in one.rows]


def _row(one: Standing, row: Row, names: Mapping[int, str]) -> dict[str, Any]:
    scoring = one.scoring
    parts = [part_said(part, scoring, names) for part in row.parts]
    ties = [tie_said(step, row.person, scoring, names) for step in row.ties]
    return {
        "place": row.place if one.has_begun else None,
        "person": row.person,
        "name": names[row.person],
        "total": written(scoring.shown_total(row.total)),
        "rounds": [None if it.points is None else written(scoring.shown_total(it.points)) for it in row.by_round],
        "waits": any(it.waits for it in row.by_round),
        "parts": [*parts, *ties] if one.has_begun else [],
    }


def _round(now: EveningNow, viewer: EveningViewer, here: Round) -> dict[str, Any]:
    face = clock(here, moment())
    hidden = now.state.is_hidden and here is now.state.round and not sees_hidden(viewer)
    return {
        "number": here.number,
        "phase": str(face.phase),
        "seconds": face.seconds,
        "ends_at": None if face.ends_at is None else _time(face.ends_at),
        "last_hand": here.last_hand_at is not None,
        "byes": list(here.byes),
        "tables": [_sitting(now, viewer, one, hidden=hidden) for one in here.sittings.values()],
    }


def _sitting(now: EveningNow, viewer: EveningViewer, one: Sitting, *, hidden: bool) -> dict[str, Any]:
    scores = one.result.scores if one.result is not None else None
    return {
        "number": one.number,
        "people": list(one.people),
        "table": _table_id(now, viewer, one.table, one),
        "in": one.is_in,
        "scores": None if scores is None or hidden else list(scores),
        "acknowledged": one.acknowledged,
    }


def _table_id(now: EveningNow, viewer: EveningViewer, table: int | None, sitting: Sitting | None = None) -> int | None:
    """Returns the id of a table to those who may look at it by their role here; others have it from the table."""
    sits = sitting is not None and viewer.person is not None and viewer.person in sitting.people
    return table if viewer.helps or sits or now.state.plan.may_look else None


def _for_helpers(now: EveningNow, tables: Tables) -> dict[str, Any]:
    state = now.state
    return {
        "plan": body_of(Planned(state.plan))[1]["plan"],
        "rewards_absence": rewards_absence(state.plan),
        "requests": [
            {"line": one.line, "name": one.name, "word": one.word, "person": one.person}
            for one in state.requests.values()
        ],
        "penalties": [
            {
                "line": one.line,
                "person": one.person,
                "step": one.step,
                "points": one.points,
                "reason": one.reason,
                "rule": one.rule,
                "by": one.by,
                "lifted": one.lifted or "",
            }
            for one in state.penalties.values()
        ],
        "tables": [_summary(now, one) for one in tables.values()],
    }


def _summary(now: EveningNow, one: TableSummary) -> dict[str, Any]:
    return {
        "table": one.table,
        "number": one.number,
        "game": one.game,
        "hands": one.hands,
        "scores": list(one.scores),
        "over": one.is_over,
        "paused": one.paused,
        "calls": [_call(now, one, call) for call in one.calls],
        "requests": one.requests,
    }


def _call(now: EveningNow, table: TableSummary, call: Call) -> dict[str, Any]:
    coming = now.state.coming.get((table.table, call.number))
    return {
        "dispute": call.number,
        "why": call.why,
        "by": call.by,
        "at": _time(call.at),
        "coming": None if coming is None else coming.by,
    }


def _time(at: datetime) -> str:
    return at.isoformat()
