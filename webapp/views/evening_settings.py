"""Settings of an evening: all of them before its first round, later what harms nothing."""

from flask import Blueprint, abort, render_template, request, url_for
from msgspec.structs import replace
from werkzeug.wrappers import Response

from webapp.club.evening.evening_visit import visit_to_run
from webapp.club.evening.line_fits import FIXED_BY_A_ROUND
from webapp.club.evening.lines import Planned
from webapp.club.organising.adding import Page, add_lines
from webapp.club.organising.plan_form import form_of, read_plan
from webapp.club.organising.plan_page import plan_context
from webapp.seats.new_table_form import NotThisForm

bp = Blueprint("evening_settings", __name__, url_prefix="/evenings/<int:evening_id>/settings")


@bp.get("")
def show(evening_id: int) -> str:
    """Shows the settings as they hold."""
    state = visit_to_run(evening_id).now.state
    form = form_of(state.plan, state.title)
    return render_template("evenings/plan.html", evening_id=evening_id, **plan_context(form, fixed=bool(state.rounds)))


@bp.post("")
def save(evening_id: int) -> Response | Page:
    """Sets them anew, and leads back to the evening."""
    here = visit_to_run(evening_id)
    state = here.now.state
    try:
        form = read_plan(state.plan.game, request.form)
    except NotThisForm:
        abort(400)
    if form.faults or (form.rewards_absence and not form.warned and not state.rounds):
        context = plan_context(form, fixed=bool(state.rounds))
        return render_template("evenings/plan.html", evening_id=evening_id, **context), 422
    plan = form.plan
    if state.rounds:
        plan = replace(plan, **{name: getattr(state.plan, name) for name in FIXED_BY_A_ROUND})
    back = url_for("evenings.show", evening_id=evening_id)
    return add_lines(here, Planned(plan, form.title or state.title), back=back)
