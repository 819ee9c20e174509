"""Adjustments of points: their effect is shown, then they are added to the totals with a reason (GEN-3)."""

from collections.abc import Sequence

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.games.common.refusals import reason
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_REASON
from webapp.pages.form_key import form_key
from webapp.pages.table_page import page_of
from webapp.referee import adjusting
from webapp.referee.asking.filing import Filed, asked_of, make_or_ask
from webapp.seats.visit import visit_to_take_part
from webapp.table import forms
from webapp.table.entry import entry_of
from webapp.table.play import Made, Moved, Refused
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

bp = Blueprint("adjustments", __name__)
ADJUST = "/tables/<int:table_id>/adjustments"


@bp.get(ADJUST)
def form(table_id: int) -> str:
    """Asks for the points and the reason."""
    now, viewer = visit_to_take_part(table_id)
    return _page(now, viewer, [0] * len(now.fold.state.totals), "")


@bp.post(ADJUST)
def make(table_id: int) -> Response | tuple[str, int]:
    """Adjusts the totals once the effect was on the page; what was typed is kept where it is not taken."""
    now, viewer = visit_to_take_part(table_id)
    why = request.form.get("reason", "").strip()[:LONGEST_REASON]
    try:
        points = adjusting.points_in(now, request.form)
        op, seen = form_key(), forms.seen_in(request.form)
    except forms.NotAnEvent:
        abort(400, description=_("What was sent is no entry of this table."))
    if problem := _problem(now, points, why, adjusting.points_listed(request.form.get("shown", ""))):
        return _page(now, viewer, points, why, problem), 422
    entry = entry_of(now.fold, adjusting.adjustment(points, why), seen=seen)
    match make_or_ask(now, viewer, entry, op=op, form=request.form, why=why):
        case Filed(number=number):
            return redirect(url_for("changes.show", table_id=table_id, number=number), 303)
        case Made():
            return redirect(url_for("scores.sheet", table_id=table_id), 303)
        case Refused(now=later, refusal=refusal):
            return _page(later, viewer, points, why, reason(refusal, later.table.players).text), 422
        case Moved() as moved:
            return _page(moved.now, viewer, points, why, _("The table has moved on meanwhile. Look again.")), 409


def _problem(now: Snapshot, points: Sequence[int], why: str, shown: Sequence[int]) -> str | None:
    if problem := adjusting.problem(now, points):
        return problem
    if not why:
        return _("Say why: everybody reads it on the score sheet.")
    return None if points == shown else adjusting.confirm()


def _page(now: Snapshot, viewer: Viewer, points: Sequence[int], why: str, error: str | None = None) -> str:
    known = any(points) and adjusting.problem(now, points) is None
    effect = adjusting.effect(now, viewer, points) if known else None
    adjust = {
        "sides": adjusting.sides(now),
        "points": points,
        "most": adjusting.most(now),
        "effect": effect if isinstance(effect, adjusting.Effect) else None,
        "reason": why,
        "error": error,
        "asks": error == adjusting.confirm(),
        "leave": asked_of(now, viewer, adjusting.adjustment(points, "?")),
    }
    return render_template("scores/adjust.html", page=page_of(now, viewer), adjust=adjust)
