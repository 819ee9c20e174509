"""Page of one table for whoever runs the evening: where it stands, its result, and what can be done about it."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import url_for

from webapp.club.evening.evening_standing import sides
from webapp.club.evening.evening_visit import EveningVisit
from webapp.club.evening.follower import EveningTables
from webapp.club.evening.state import Round, Sitting
from webapp.club.evening.summary import TableSummary
from webapp.club.organising.plan_defaults import sides_of
from webapp.club.organising.table_rows import names_at, table_rows
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_FIELD_NUMBER
from webapp.seats.device import KEY_BYTES, viewer_of
from webapp.services import services
from webapp.store.models import now as moment
from webapp.words.lists import joined


@dataclass(frozen=True)
class SideScore:
    """A side with a field for its points: whose, and what stands there."""

    whose: str
    value: str


def sides_at(here: EveningVisit, sitting: Sitting, summary: TableSummary | None) -> list[str]:
    """Returns who is on each side of a table."""
    game = here.now.state.plan.game
    assert game is not None  # a round has one
    count = len(summary.scores) if summary is not None else sides_of(game, len(sitting.people))
    names = names_at(here.now.state, sitting)
    return [joined([names[seat] for seat in side]) for side in sides(len(names), count)]


def summary_of_table(here: EveningVisit, table_id: int | None) -> TableSummary | None:
    """Returns where a table of the evening stands, as of now."""
    return None if table_id is None else services().part(EveningTables).at(here.now.row.id).get(table_id)


def scores_said(form: Mapping[str, str], count: int, summary: TableSummary | None) -> tuple[int, ...] | None:
    """Returns what the entries of a table come to, or a whole number for each side as typed; None where one is none."""
    if "score-0" not in form and summary is not None and summary.own_result is not None:
        return summary.own_result
    scores = [_integer(form.get(f"score-{side}", "").strip()) for side in range(count)]
    return None if None in scores else tuple(score for score in scores if score is not None)


def correction_link(sitting: Sitting) -> tuple[str, str] | None:
    """Returns where entries of a table are corrected, and what the link says; None where this phone may not look."""
    if sitting.table is None or not viewer_of(sitting.table).may_see:
        return None
    return url_for("amendments.entries", table_id=sitting.table), _("Correct at the table")


def _integer(typed: str) -> int | None:
    negative = typed[:1] in ("-", "−")
    number = parse_integer(typed[1:] if negative else typed, most=LARGEST_FIELD_NUMBER)
    return -number if number is not None and negative else number


def sitting_context(
    here: EveningVisit, its_round: Round, sitting: Sitting, typed: Mapping[str, str] | None = None, problem: str = ""
) -> dict[str, Any]:
    """Returns what the page of a table of a round shows; `typed`: what was sent and not taken, and why."""
    state, summary = here.now.state, summary_of_table(here, sitting.table)
    rows = table_rows(here.now, {} if summary is None else {summary.table: summary}, moment())
    row = next((one for one in rows if one.table == sitting.table and one.number == sitting.number), None)
    own = None if summary is None else summary.own_result
    whose = () if own is not None else sides_at(here, sitting, summary)
    return {
        "evening": state,
        "evening_id": here.now.row.id,
        "op": secrets.token_urlsafe(KEY_BYTES),
        "round": its_round,
        "sitting": sitting,
        "status": "" if row is None or its_round is not state.round else row.status,
        "people": [(person, state.name(person), sitting.stand_ins.get(person)) for person in sitting.people],
        "sees": sitting.table is not None and viewer_of(sitting.table).may_see,
        "result": None if sitting.result is None else _said(here, sitting, sitting.result.scores),
        "reported": None if sitting.reported is None else _said(here, sitting, sitting.reported.scores),
        "own": None if own is None else _said(here, sitting, own),
        "correct": correction_link(sitting),
        "scores": [SideScore(one, (typed or {}).get(f"score-{side}", "")) for side, one in enumerate(whose)],
        "problem": problem,
    }


def _said(here: EveningVisit, sitting: Sitting, scores: tuple[int, ...]) -> list[tuple[str, int]]:
    names = names_at(here.now.state, sitting)
    return [
        (joined([names[seat] for seat in side]), scores[at]) for at, side in enumerate(sides(len(names), len(scores)))
    ]
