"""Tables of a round as the organiser manages them: sitting down, results."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from webapp.access.device import or_404, require, viewer_of
from webapp.evening import lines as kinds
from webapp.evening.acts import AskedAgain, act, add_lines, answered, form_key
from webapp.evening.closed_rounds import waiting, waiting_at_tables
from webapp.evening.follower import EveningTables
from webapp.evening.lines import EveningRefusal
from webapp.evening.lines.base import name_fault
from webapp.evening.organising.table_rows import table_rows
from webapp.evening.refusal_words import said, status
from webapp.evening.result_facts import told_by_side
from webapp.evening.state import Guest, Round, Sitting
from webapp.evening.summary import TableSummary
from webapp.evening.visit import EveningVisit, visit_evening, visit_to_run
from webapp.http.answers import Page
from webapp.http.integers import parse_integer, parse_signed
from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_FIELD_NUMBER
from webapp.pages.table_page import redirect_to_table
from webapp.services import services
from webapp.store.models import utc_now
from webapp.store.roles import Role
from webapp.table import forms
from webapp.table.player_names import tidy
from webapp.words.turn import side_names


def sides_at(here: EveningVisit, sitting: Sitting, summary: TableSummary | None) -> list[str]:
    opening = here.now.state.plan.opening
    totals = opening(len(sitting.people)).state.totals if summary is None else summary.scores
    return side_names(here.now.state.names_at(sitting), len(totals))


def summary_of_table(here: EveningVisit, table_id: int | None) -> TableSummary | None:
    return None if table_id is None else services().part(EveningTables).at(here.now.row.id).get(table_id)


def scores_said(form: Mapping[str, str], sitting: Sitting, summary: TableSummary | None) -> tuple[int, ...]:
    """Returns the numbers as typed, none where one is no integer; else the reported or played ones."""
    typed = [
        parse_signed(form[name].strip(), LARGEST_FIELD_NUMBER) for name in sorted(form) if name.startswith("score-")
    ]
    if typed:
        return tuple(score for score in typed if score is not None) if None not in typed else ()
    if sitting.reported is not None:
        return sitting.reported.scores
    return () if summary is None or summary.own_result is None else summary.own_result


def correction_link(sitting: Sitting) -> tuple[str, str] | None:
    """Returns address and label of the link to correct a table's entries; None where this phone may not look."""
    if sitting.table is None or not viewer_of(sitting.table).may_see:
        return None
    return url_for("amendments.entries", table_id=sitting.table), _("Correct at the table")


def sitting_context(
    here: EveningVisit,
    its_round: Round,
    sitting: Sitting,
    typed: Mapping[str, str] | None = None,
    problem: str = "",
    odd: bool = False,
) -> dict[str, Any]:
    """Returns the context of the page of a table of a round; `typed`: the refused input, and its faults.

    `odd`: it asks whether these numbers are right all the same.
    """
    state, summary = here.now.state, summary_of_table(here, sitting.table)
    rows = table_rows(here.now, {} if summary is None else {summary.table: summary}, utc_now())
    row = next((one for one in rows if one.table == sitting.table and one.number == sitting.number), None)
    own = None if summary is None else summary.own_result
    whose = () if own is not None else sides_at(here, sitting, summary)
    return {
        "round": its_round,
        "sitting": sitting,
        "status": "" if row is None or its_round is not state.round else row.status,
        "people": [(person, state.name(person), sitting.stand_ins.get(person)) for person in sitting.people],
        "sees": sitting.table is not None and viewer_of(sitting.table).may_see,
        "result": None if sitting.result is None else _said(here, sitting, sitting.result.scores),
        "reported": None if sitting.reported is None else _said(here, sitting, sitting.reported.scores),
        "own": None if own is None else _said(here, sitting, own),
        "correct": correction_link(sitting),
        "scores": [(one, (typed or {}).get(f"score-{side}", "")) for side, one in enumerate(whose)],
        "problem": problem,
        "odd": odd,
        "waiting": waiting(here.now, here.viewer, (its_round, sitting)),
        "at_tables": list(waiting_at_tables(here.now, {} if summary is None else {summary.table: summary})),
    }


def _said(here: EveningVisit, sitting: Sitting, scores: tuple[int, ...]) -> list[tuple[str, int]]:
    return list(zip(side_names(here.now.state.names_at(sitting), len(scores)), scores, strict=True))


SAID_AT_THE_TABLE = ("bad-scores", "odd-scores", "is-in")
"""Refusals of a result that the page of its table says."""

bp = Blueprint("evening_tables", __name__, url_prefix="/evenings/<int:evening_id>/tables/<int:number>")


@bp.get("")
def show(evening_id: int, number: int) -> Response | str:
    """Shows a table of the round, or one that has joined; at an open evening leads there where this phone may look."""
    here = visit_to_run(evening_id)
    guest, state = _guest(here, number), here.now.state
    if guest is not None:
        if viewer_of(guest.table).may_see and not state.plan.is_tournament:
            return redirect_to_table(guest.table)
        listed = [name for name in guest.names if state.named_at_table(name, guest.table) is not None]
        return here.page("evening/guest.html", guest=guest, number=number, listed=listed)
    its_round, sitting = _sitting(here, number)
    return here.page("evening/table.html", **sitting_context(here, its_round, sitting))


@bp.post("/watch")
def watch(evening_id: int, number: int) -> Response:
    """Admits this phone as a spectator of the table and redirects there, or to a dispute there.

    Players may where the evening allows it.
    """
    here = visit_evening(evening_id)
    require(here.viewer.runs or here.now.state.plan.may_look)
    table = _table(here, number)
    if not viewer_of(table).may_see:
        assert here.viewer.device_id is not None  # it is at the evening
        services().store.admit(table, here.viewer.device_id, role=Role.WATCHER)
        services().tables.refresh(table)
    if dispute := parse_integer(request.form.get("dispute")):
        back = url_for("evenings.show", evening_id=evening_id)
        return redirect(url_for("cases.dispute", table_id=table, number=dispute, back=back), 303)
    return redirect_to_table(table)


@bp.post("/result")
def confirm(evening_id: int, number: int) -> Response | Page:
    """Confirms a result: as typed, as reported by the table, or from its entries."""
    here = visit_to_run(evening_id)
    its_round, sitting = _sitting(here, number)
    scores = scores_said(request.form, sitting, summary_of_table(here, sitting.table))
    line = kinds.Confirmed(its_round.number, number, scores, odd=request.form.get("odd") == "yes")
    back, way = _back(here, number, its_round), correction_link(sitting)
    outcome = act(here.now, here.viewer, line, op=form_key(line))
    if isinstance(outcome, EveningRefusal) and (code := outcome.code) in SAID_AT_THE_TABLE:
        here = here.anew()
        its_round, sitting = _sitting(here, number)
        problem = " ".join(filter(None, (said(outcome), _came_second(here, sitting, scores))))
        asked = sitting_context(here, its_round, sitting, request.form, problem, odd=code == "odd-scores")
        return here.page("evening/table.html", **asked), status(outcome)
    return answered(here, outcome, back=back, way=way)


@bp.post("/reject")
def reject(evening_id: int, number: int) -> Response | Page:
    """Takes a result out again, or does not take a reported one."""
    here = visit_to_run(evening_id)
    its_round, sitting = _sitting(here, number)
    line, way = kinds.Rejected(its_round.number, number), correction_link(sitting)
    return add_lines(here, line, back=_back(here, number, its_round), way=way)


@bp.post("/stand-in")
def stand_in(evening_id: int, number: int) -> Response | Page:
    """Notes a stand-in for a person at a table; the result stays that person's."""
    here = visit_to_run(evening_id)
    its_round, its = _sitting(here, number)
    person = forms.integer(request.form, "person")
    line = kinds.StandIn(its_round.number, number, person, tidy(request.form.get("by", "")))
    outcome = act(*here, line, op=form_key(line))
    if not line.by and isinstance(outcome, EveningRefusal) and outcome.code == "is-so":
        outcome = name_fault(line.by) or outcome  # an empty name ends what is noted; here nothing was
    name = here.now.state.name(person) if person in its.people else ""
    again = AskedAgain("by", _("Who plays for %(name)s", name=name), _("Note who plays for %(name)s", name=name))
    return answered(here, outcome, back=_back(here, number, its_round), again=again if name else None)


def _came_second(here: EveningVisit, sitting: Sitting, scores: tuple[int, ...]) -> str:
    """Returns what was typed where another result is in, "" where none is."""
    if sitting.result is None or not scores or scores == sitting.result.scores:
        return ""
    return _("Typed here: %(points)s.", points=told_by_side(here.now.state, sitting, scores))


def _back(here: EveningVisit, number: int, its_round: Round) -> str:
    newest = here.now.state.round
    if newest is not None and newest.number == its_round.number:
        return url_for("evening_tables.show", evening_id=here.now.row.id, number=number)
    return url_for("evening_tables.show", evening_id=here.now.row.id, number=number, round=its_round.number)


def _sitting(here: EveningVisit, number: int) -> tuple[Round, Sitting]:
    """Returns a table of the newest round, or of the one in the address; aborts with 404."""
    state = here.now.state
    asked = parse_integer(request.args.get("round"))
    its_round = state.round if asked is None else state.round_of(asked)
    if its_round is None or number not in its_round.sittings:
        abort(404, description=said(EveningRefusal("no-table")))
    return its_round, its_round.sittings[number]


def _guest(here: EveningVisit, number: int) -> Guest | None:
    newest = here.now.state.round
    is_seated = "round" in request.args or (newest is not None and number in newest.sittings)
    return None if is_seated else here.now.state.guests.get(number)


def _table(here: EveningVisit, number: int) -> int:
    guest = _guest(here, number)
    if guest is not None:
        return guest.table
    return or_404(_sitting(here, number)[1].table, said(EveningRefusal("no-table")))
