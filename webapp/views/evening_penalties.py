"""Penalties of an evening: given by its referees against a person, remembered over all tables, lifted with a reason."""

import secrets

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.club.evening import lines as kinds
from webapp.club.evening.evening_visit import EveningVisit, visit_as_evening_referee, visit_evening
from webapp.club.evening.keeper import EveningKeeper, LineRefused
from webapp.club.evening.lines import Line
from webapp.club.evening.penalty_steps import penalty_lines
from webapp.club.evening.refusal_words import said, status
from webapp.club.evening.state import Penalty
from webapp.club.organising.adding import form_key
from webapp.club.refereeing.evening_penalties import (
    TypedPenalty,
    form_context,
    list_context,
    listed,
    problem,
    typed_in,
)
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_REASON
from webapp.seats.device import require
from webapp.services import services

bp = Blueprint("evening_penalties", __name__, url_prefix="/evenings/<int:evening_id>/penalties")
Page = tuple[str, int]
NOT_TAKEN = 422


@bp.get("")
def show(evening_id: int) -> str:
    """Lists all penalties to those who help, and to a player the own ones."""
    now, viewer = visit_evening(evening_id)
    require(viewer.helps or viewer.plays)
    return render_template("evenings/penalties.html", **list_context(now, viewer))


@bp.get("/new")
def form(evening_id: int) -> str:
    """Asks whom, which step, why and by which rule; says what that person already has."""
    here = visit_as_evening_referee(evening_id)
    return _form(here, typed_in(here.now.state, request.args))


@bp.post("")
def make(evening_id: int) -> Response | Page:
    """Gives a penalty; what was typed is kept where it is not taken."""
    here = visit_as_evening_referee(evening_id)
    typed = typed_in(here.now.state, request.form)
    if fault := problem(typed):
        return _form(here, typed, fault), NOT_TAKEN
    given = kinds.Penalised(typed.person, typed.step, typed.reason, typed.rule, here.viewer.name or "")
    refused = _added(here, penalty_lines(here.now.state, given))
    if refused is not None:
        return _form(here, typed, said(refused.refusal)), status(refused.refusal)
    return _to_list(evening_id)


@bp.get("/<int:line>/lift")
def lifting(evening_id: int, line: int) -> str:
    """Asks why a penalty is lifted."""
    here = visit_as_evening_referee(evening_id)
    return _lifting(here, _penalty(here, line))


@bp.post("/<int:line>/lift")
def lift(evening_id: int, line: int) -> Response | Page:
    """Lifts a penalty: it stays in the list."""
    here = visit_as_evening_referee(evening_id)
    penalty, why = _penalty(here, line), request.form.get("reason", "").strip()[:LONGEST_REASON]
    if not why:
        return _lifting(here, penalty, _("Say why: everybody reads it.")), NOT_TAKEN
    refused = _added(here, [kinds.Lifted(line, why, here.viewer.name or "")])
    if refused is not None:
        return _lifting(here, penalty, said(refused.refusal), why), status(refused.refusal)
    return _to_list(evening_id)


def _added(here: EveningVisit, lines: list[Line]) -> LineRefused | None:
    """Adds the lines, and returns why not where they were not taken."""
    keeper = services().part(EveningKeeper)
    outcome = keeper.add(here.now.row.id, here.viewer, *lines, op=form_key(*lines))
    return outcome if isinstance(outcome, LineRefused) else None


def _penalty(here: EveningVisit, line: int) -> Penalty:
    found = here.now.state.penalties.get(line)
    if found is None or found.table_penalty:
        abort(404, description=_("There is no penalty of this number at this evening."))
    return found


def _to_list(evening_id: int) -> Response:
    return redirect(url_for("evening_penalties.show", evening_id=evening_id), 303)


def _form(here: EveningVisit, typed: TypedPenalty, error: str = "") -> str:
    return render_template("evenings/penalty.html", **form_context(here.now, here.viewer, typed, error))


def _lifting(here: EveningVisit, penalty: Penalty, error: str = "", why: str = "") -> str:
    shown = next(one for one in listed(here.now, here.viewer, penalty.person) if one.line == penalty.line)
    return render_template(
        "evenings/lift_penalty.html",
        evening=here.now.state,
        evening_id=here.now.row.id,
        penalty=shown,
        why=why,
        error=error,
        op=secrets.token_hex(8),
    )
