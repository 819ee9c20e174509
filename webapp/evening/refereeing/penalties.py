"""Penalties at the level of an evening."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import (
    Blueprint,
    abort,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response

from webapp.access.device import require
from webapp.evening import lines as kinds
from webapp.evening.acts import act
from webapp.evening.keeper import EveningNow, LineRefused
from webapp.evening.lines import Line
from webapp.evening.lines.conduct import rules_of_penalties
from webapp.evening.organising.adding import form_key
from webapp.evening.penalty_steps import EVENING_LADDER, evening_step_said
from webapp.evening.refusal_words import said, status
from webapp.evening.state import EXCLUSION, EveningState, Penalty
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import EveningVisit, visit_as_evening_referee, visit_evening
from webapp.games.common.rulebook import rule_url
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.http.limits import LONGEST_REASON, LONGEST_RULING_CODE
from webapp.referee.penalties.penalty_form import USUAL_RULE
from webapp.words.disputes import by_name


@dataclass(frozen=True)
class TypedPenalty:
    """A penalty as it is being given; `person` 0: to nobody yet."""

    person: int
    step: str
    reason: str
    rule: str


@dataclass(frozen=True)
class EveningPenalty:
    """A penalty in words; `lifted` says by whom and why it was lifted, `lift` where it is, for who may."""

    line: int
    name: str
    step: str
    reason: str
    points: str
    rule: str
    rule_url: str | None
    where: str
    by: str
    at: datetime
    lifted: str
    lift: str | None


def typed_in(state: EveningState, form: Mapping[str, str]) -> TypedPenalty:
    """Returns what a form or an address says; the next step of the person where it names none."""
    person = parse_integer(form.get("person", "")) or 0
    person = person if person in state.people else 0
    step = form.get("step", "")
    return TypedPenalty(
        person,
        step if step in EVENING_LADDER else next_step(state.penalties_of(person)),
        form.get("reason", "").strip()[:LONGEST_REASON],
        form.get("rule", USUAL_RULE)[:LONGEST_RULING_CODE],
    )


def problem(typed: TypedPenalty) -> str:
    """Returns the first validation error, or "" where the penalty can be judged."""
    if not typed.person:
        return _("Choose whom it is for.")
    return "" if typed.reason else _("Say why: everybody reads it.")


def next_step(earlier: Sequence[Penalty]) -> str:
    """Returns the step after the highest of these; nobody is excluded by a suggestion."""
    steps = [EVENING_LADDER.index(one.step) + 1 for one in earlier if one.step in EVENING_LADDER]
    return EVENING_LADDER[min(max(steps, default=0), EVENING_LADDER.index(EXCLUSION) - 1)]


def listed(now: EveningNow, viewer: EveningViewer, person: int | None = None) -> list[EveningPenalty]:
    """Returns the penalties that this viewer may read, the newest first: a player's own, all for who helps."""
    shown = [one for one in now.state.penalties.values() if person in (None, one.person)]
    if not viewer.helps:
        shown = [one for one in shown if one.person == viewer.person]
    return [_listed(now, viewer, one) for one in reversed(shown)]


def _listed(now: EveningNow, viewer: EveningViewer, one: Penalty) -> EveningPenalty:
    game = now.state.plan.game
    lifted = _("Lifted by %(name)s: %(why)s", name=by_name(one.lifted_by), why=one.lifted) if not one.holds else ""
    return EveningPenalty(
        one.line,
        now.state.name(one.person),
        evening_step_said(one.step, game),
        one.reason,
        _cost(one.points) if one.points else _("Its points count at the table.") if _counts_there(one) else "",
        one.rule,
        rule_url(game, one.rule) if game else None,
        _where(one),
        by_name(one.by),
        one.at,
        lifted,
        _lift_url(now, one) if one.holds and viewer.is_referee else None,
    )


def _counts_there(one: Penalty) -> bool:
    return bool(one.table_penalty) and one.step in ("points", "hand")


def _lift_url(now: EveningNow, one: Penalty) -> str:
    if one.table_penalty:
        return url_for("penalties.lifting", table_id=one.table, number=one.table_penalty)
    return url_for("evening_penalties.lifting", evening_id=now.row.id, line=one.line)


def _where(one: Penalty) -> str:
    if one.round is None:
        return _("Table %(number)s", number=one.number) if one.number else ""
    return _("Round %(round)s, table %(table)s", round=one.round, table=one.number)


def _cost(points: int) -> str:
    return ngettext("Takes %(num)s point off in the standing.", "Takes %(num)s points off in the standing.", points)


def _about(step: str, points: int) -> str:
    if step == EXCLUSION:
        leaves = _("Leaves the evening at once; what was played counts.")
        return f"{leaves} {_cost(points)}" if points else leaves
    return _cost(points) if points else _("It costs nothing, and is noted.")


def list_context(now: EveningNow, viewer: EveningViewer) -> Mapping[str, Any]:
    """Returns what the list shows."""
    return {
        "evening": now.state,
        "evening_id": now.row.id,
        "penalties": listed(now, viewer),
        "may_give": viewer.is_referee,
        "own": not viewer.helps,
    }


def form_context(now: EveningNow, viewer: EveningViewer, typed: TypedPenalty, error: str = "") -> Mapping[str, Any]:
    """Returns what the form shows."""
    state, ladder = now.state, now.state.plan.ladder
    game = state.plan.game
    return {
        "evening": state,
        "evening_id": now.row.id,
        "typed": typed,
        "people": sorted(state.people.values(), key=lambda one: one.name.casefold()),
        "earlier": listed(now, viewer, typed.person) if typed.person else [],
        "suggested": _suggested(state, typed.person) if typed.person else "",
        "steps": [
            (step, evening_step_said(step, game), _about(step, getattr(ladder, step))) for step in EVENING_LADDER
        ],
        "rules": rules_of_penalties(game),
        "signs_as": by_name(viewer.name or ""),
        "op": secrets.token_hex(8),
        "error": error,
    }


def _suggested(state: EveningState, person: int) -> str:
    held = state.penalties_of(person)
    step, name = evening_step_said(next_step(held), state.plan.game), state.name(person)
    if not held:
        return _("Suggested: %(step)s, the first step. %(name)s has no penalty yet.", step=step, name=name)
    return ngettext(
        "Suggested: %(step)s, the next step: %(name)s has %(num)s penalty at this evening.",
        "Suggested: %(step)s, the next step: %(name)s has %(num)s penalties at this evening.",
        len(held),
        step=step,
        name=name,
    )


bp = Blueprint("evening_penalties", __name__, url_prefix="/evenings/<int:evening_id>/penalties")
Page = tuple[str, int]
NOT_TAKEN = 422


@bp.get("")
def show(evening_id: int) -> str:
    """Lists all penalties to those who help, and to a player the own ones."""
    now, viewer = visit_evening(evening_id)
    require(viewer.helps or viewer.plays)
    return render_template("evening/penalties.html", **list_context(now, viewer))


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
    refused = _added(here, given)
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
    refused = _added(here, kinds.Lifted(line, why, here.viewer.name or ""))
    if refused is not None:
        return _lifting(here, penalty, said(refused.refusal), why), status(refused.refusal)
    return _to_list(evening_id)


def _added(here: EveningVisit, line: Line) -> LineRefused | None:
    outcome = act(here.now, here.viewer, line, op=form_key(line))
    return outcome if isinstance(outcome, LineRefused) else None


def _penalty(here: EveningVisit, line: int) -> Penalty:
    found = here.now.state.penalties.get(line)
    if found is None:
        abort(404, description=_("There is no penalty of this number at this evening."))
    require(not found.table_penalty)  # that one is lifted at its table
    return found


def _to_list(evening_id: int) -> Response:
    return redirect(url_for("evening_penalties.show", evening_id=evening_id), 303)


def _form(here: EveningVisit, typed: TypedPenalty, error: str = "") -> str:
    return render_template("evening/penalty.html", **form_context(here.now, here.viewer, typed, error))


def _lifting(here: EveningVisit, penalty: Penalty, error: str = "", why: str = "") -> str:
    shown = next(one for one in listed(here.now, here.viewer, penalty.person) if one.line == penalty.line)
    return render_template(
        "evening/lift_penalty.html",
        evening=here.now.state,
        evening_id=here.now.row.id,
        penalty=shown,
        why=why,
        error=error,
        op=secrets.token_hex(8),
    )
