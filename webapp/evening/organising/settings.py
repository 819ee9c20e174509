"""Settings of an evening."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

import msgspec
from flask import Blueprint, render_template, request, url_for
from msgspec.structs import replace
from werkzeug.wrappers import Response

from webapp.evening.acts import Page, add_lines
from webapp.evening.keeper import EveningNow
from webapp.evening.lines import Planned
from webapp.evening.lines.running import FIXED_BY_A_ROUND
from webapp.evening.organising import plan_form
from webapp.evening.organising.plan_form import PlanForm, form_of, read_plan
from webapp.evening.plan import Plan
from webapp.evening.standing.scoring import Absence
from webapp.evening.standing_of import effect_of, is_turned, names_of, standing_of
from webapp.evening.standing_words import TIE_BREAKS, change_said
from webapp.evening.visit import visit_to_run
from webapp.games.common.desk_words import step_said
from webapp.games.common.names import book_words
from webapp.games.common.questions import settled
from webapp.http.language import gettext as _
from webapp.table.penalties import EVENING_LADDER
from webapp.words.phrases import short_day

MARK = 16


@dataclass(frozen=True)
class Effect:
    """Effect of other settings on the standing, in sentences; `mark` names the settings and the moment."""

    lines: tuple[str, ...]
    mark: str


def plan_context(
    form: PlanForm, *, fixed: bool = False, problem: str | None = None, effect: Effect | None = None
) -> dict[str, Any]:
    """Returns the context of the page; `fixed`: the game cannot change, since a round was seated."""
    game = form.plan.game
    return {
        "form": form,
        "game": game,
        "fixed": fixed,
        "problem": problem,
        "effect": effect,
        "words": plan_form,
        "tie_breaks": TIE_BREAKS,
        "steps": {step: step_said(game, step) for step in EVENING_LADDER},
        "absences": _absences(form.plan),
        "rewarding": _rewarding(form.plan),
        "draft": form.rules,
        "settled": [] if game is None else settled(game),
        "book": None if game is None else book_words(game),
    }


def _absences(plan: Plan) -> Mapping[str, tuple[str, str]]:
    """Returns the choices for the worth of a missed round, with that of an older evening if it has one."""
    if plan.absence != Absence.SAT_OUT:
        return plan_form.ABSENCES
    return {**plan_form.ABSENCES, Absence.SAT_OUT: plan_form.ONLY_SAT_OUT}


def _rewarding(plan: Plan) -> str:
    if plan.absence == Absence.OWN:
        return _("This rewards absence: who leaves after a good round has as much from each that follows.")
    if is_turned(plan):
        return _("This rewards absence: few points are good here, and the rounds that are played may bring more.")
    return _("This rewards absence: a round not played brings more than the first place.")


def title_or_day(title: str) -> str:
    """Returns the title, or the default one: *Evening of 21 Nov*."""
    return title or _("Evening of %(day)s", day=short_day(datetime.now().astimezone()))


def _effect(now: EveningNow, plan: Plan) -> Effect | None:
    found, whole = effect_of(now, dataclasses.replace(now.state, plan=plan)), standing_of(now, sees_all=True).whole
    if not found or whole is None:
        return None
    lines = tuple(change_said(one, whole.scoring, names_of(now.state)) for one in found)
    return Effect(lines, sha256(msgspec.json.encode((plan, now.state.seq))).hexdigest()[:MARK])


bp = Blueprint("evening_settings", __name__, url_prefix="/evenings/<int:evening_id>/settings")


@bp.get("")
def show(evening_id: int) -> str:
    state = visit_to_run(evening_id).now.state
    form = form_of(state.plan, state.title)
    return render_template("evening/plan.html", evening_id=evening_id, **plan_context(form, fixed=bool(state.rounds)))


@bp.post("")
def save(evening_id: int) -> Response | Page:
    """Saves the settings, and redirects to the evening."""
    here = visit_to_run(evening_id)
    state = here.now.state
    form = read_plan(state.plan.game, request.form)
    plan = form.plan
    if state.rounds:
        plan = replace(plan, **{name: getattr(state.plan, name) for name in FIXED_BY_A_ROUND})
    effect = None if form.faults else _effect(here.now, plan)
    unread = effect is not None and request.form.get("effect") != effect.mark
    chosen, held = ((it.absence, it.left_last) for it in (form.plan, state.plan))
    rewards = form.rewards_absence and not form.warned and chosen != held
    if form.faults or rewards or unread:
        context = plan_context(form, fixed=bool(state.rounds), effect=effect)
        return render_template("evening/plan.html", evening_id=evening_id, **context), 422
    back = url_for("evenings.show", evening_id=evening_id)
    return add_lines(here, Planned(plan, form.title), back=back)
