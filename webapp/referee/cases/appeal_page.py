"""Page on which somebody appeals against a ruling: the ruling, what it did, until when, in what words."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from rules_core.events import Ruling
from rules_core.replay import Node
from webapp.access.seating import signs_as
from webapp.access.visit import visit_to_enter
from webapp.games.common.refusals import reason
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_DISPUTE_TEXT
from webapp.journal.keys import USED
from webapp.pages.table_page import form_key, page_of
from webapp.referee.cases.appeals import appeal, not_appealing, period, ruling_at
from webapp.table import forms
from webapp.table.play import Refused
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.telling.told import Telling

bp = Blueprint("appeals", __name__, url_prefix="/tables/<int:table_id>/rulings/<int:place>/appeal")
Page = tuple[str, int]


@bp.get("")
def form(table_id: int, place: int) -> str:
    """Asks in what words somebody appeals."""
    now, viewer = visit_to_enter(table_id)
    return _form(now, viewer, _ruling_or_404(now, place))


@bp.post("")
def make(table_id: int, place: int) -> Response | Page:
    """Appeals; what was typed is kept where it is not taken."""
    now, viewer = visit_to_enter(table_id)
    ruling, why = _ruling_or_404(now, place), words_of(request.form.get("reason", ""))
    if not why:
        return _form(now, viewer, ruling, missing()), 422
    try:
        op = form_key()
    except forms.NotAnEvent:
        abort(400, description=_("What was sent is no entry of this table."))
    outcome = appeal(now, viewer, ruling, why, op=op)
    if isinstance(outcome, Refused):
        code, told = outcome.refusal.code, reason(outcome.refusal, now.table.players)
        status = 403 if code == "no-side" else 422 if outcome.refusal == USED else 409
        return _form(outcome.now, viewer, ruling, f"{told.title}. {told.text}", why), status
    return redirect(url_of_newest(outcome.now, place), 303)


def missing() -> str:
    """Returns what an appeal without words lacks."""
    return _("Say what is wrong with the ruling: who decides reads it.")


def words_of(text: str) -> str:
    """Returns own words as an appeal keeps them."""
    return " ".join(text.split())[:LONGEST_DISPUTE_TEXT]


def url_of_newest(now: Snapshot, place: int) -> str:
    """Returns where the newest appeal against this ruling is read."""
    newest = now.desk.appeals_against(place)[-1]
    return url_for("cases.dispute", table_id=now.table.id, number=newest.number)


def _ruling_or_404(now: Snapshot, place: int) -> Node:
    found = ruling_at(now, place)
    if found is None:
        abort(404, description=_("No ruling stands at this entry."))
    return found


def _form(now: Snapshot, viewer: Viewer, ruling: Node, error: str | None = None, why: str = "") -> str:
    assert isinstance(ruling.event, Ruling)
    barred = not_appealing(now, viewer, ruling.index)
    if barred is not None and error is None:
        told = reason(barred, now.table.players)
        error = f"{told.title}. {told.text}"
    shown = {
        "ruling": Telling(now, viewer, since=ruling.index).ruling(ruling),
        "until": period(now).until,
        "may": barred is None,
        "signs_as": signs_as(now, viewer),
        "reason": why,
        "error": error,
    }
    return render_template("referee/cases/appeal.html", page=page_of(now, viewer), appeal=shown)
