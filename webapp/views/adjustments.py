"""Points that people agree on: added to the totals with a reason, for all to read (GEN-3)."""

from collections.abc import Sequence

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from webapp import forms
from webapp.access import Viewer, require
from webapp.play import Made, Refused, TableNow
from webapp.rooms import rooms
from webapp.table_page import page_of
from webapp.visit import table_now
from webapp.words.refusals import reason
from webapp.words.sides import side_names

bp = Blueprint("adjustments", __name__)
ADJUST = "/tables/<int(max=9007199254740991):table_id>/adjustments"
MOST_POINTS = 99
MOST_OF_GAME = {"deep-six": 500, "sichermans-war": 500}
"""Where a hand brings more, more may be adjusted."""
LONGEST_REASON = 200


@bp.get(ADJUST)
def form(table_id: int) -> str:
    """Asks for the points and the reason."""
    now, viewer = _visit(table_id)
    return _page(now, viewer, [0] * len(now.fold.state.totals), "")


@bp.post(ADJUST)
def make(table_id: int) -> Response | tuple[str, int]:
    """Adjusts the totals; what was typed is kept where it is not taken."""
    now, viewer = _visit(table_id)
    why = request.form.get("reason", "").strip()[:LONGEST_REASON]
    try:
        points = forms.numbers(request.form, "points")
        op, seen = forms.op_in(request.form), forms.seen_in(request.form)
        if len(points) != len(now.fold.state.totals):
            raise forms.NotAnEvent("not one number a side")
    except forms.NotAnEvent:
        abort(400, description=_("What was sent is no entry of this table. Load the page again and try once more."))
    if problem := _problem(points, why, _most(now)):
        return _page(now, viewer, points, why, problem), 422
    match rooms().play.make(table_id, viewer, {"type": "adjust", "points": points, "reason": why}, op=op, seen=seen):
        case Made():
            return redirect(url_for("scores.sheet", table_id=table_id), 303)
        case Refused(now=later, refusal=refusal):
            return _page(later, viewer, points, why, reason(refusal, later.table.players).text), 422
        case moved:
            return _page(moved.now, viewer, points, why, _("The table has moved on meanwhile. Look again.")), 409


def _visit(table_id: int) -> tuple[TableNow, Viewer]:
    now, viewer = table_now(table_id)
    require(viewer.may_enter)
    return now, viewer


def _most(now: TableNow) -> int:
    return MOST_OF_GAME.get(now.table.game, MOST_POINTS)


def _problem(points: Sequence[int], why: str, most: int) -> str | None:
    if not any(points):
        return _("No points were changed.")
    if max(abs(number) for number in points) > most:
        return _("At most %(most)s points can be added or taken at once.", most=most)
    return None if why else _("Say why: everybody reads it on the score sheet.")


def _page(now: TableNow, viewer: Viewer, points: Sequence[int], why: str, error: str | None = None) -> str:
    sides = side_names(now.table.players, len(now.fold.state.totals))
    adjust = {"sides": sides, "points": points, "most": _most(now), "reason": why, "error": error}
    return render_template("scores/adjust.html", page=page_of(now, viewer), adjust=adjust)
