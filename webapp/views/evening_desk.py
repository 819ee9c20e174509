"""Desk of an evening's referees over all its tables, and who of them is on the way where."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.club.evening import lines as kinds
from webapp.club.evening.evening_visit import visit_as_evening_referee
from webapp.club.evening.follower import EveningTables
from webapp.club.evening.guards import EveningRefusal
from webapp.club.evening.keeper import EveningKeeper, LineRefused
from webapp.club.evening.refusal_words import said, status
from webapp.club.evening.stream import open_evening_stream
from webapp.club.refereeing.evening_desk_page import DESK, desk_context
from webapp.http.integers import parse_integer
from webapp.services import services

bp = Blueprint("evening_desk", __name__, url_prefix="/evenings/<int:evening_id>/desk")
Page = tuple[str, int]


@bp.get("")
def show(evening_id: int) -> str:
    """Shows what waits at all tables to one of the evening's referees."""
    visit_as_evening_referee(evening_id)
    return _page(evening_id)


@bp.get("/stream")
def stream(evening_id: int) -> Response:
    """Sends the desk anew when something on it changes."""
    return open_evening_stream(evening_id, visit_as_evening_referee(evening_id).viewer, DESK)


@bp.post("/coming")
def coming(evening_id: int) -> Response | Page:
    """Says that this referee is on the way to a call, or not any more."""
    viewer = visit_as_evening_referee(evening_id).viewer
    table, number = (parse_integer(request.form.get(name, "")) for name in ("table", "dispute"))
    if table is None or number is None:
        abort(400)
    line = kinds.Coming(table, number, viewer.name or "", back=request.form.get("coming") == "no")
    waits = services().part(EveningTables).at(evening_id).get(table)
    if waits is None or all(call.number != number for call in waits.calls):
        return _refused(evening_id, EveningRefusal("no-call"))
    outcome = services().part(EveningKeeper).add(evening_id, viewer, line)
    if isinstance(outcome, LineRefused):
        return _refused(evening_id, outcome.refusal)
    return redirect(url_for("evening_desk.show", evening_id=evening_id), 303)


def _refused(evening_id: int, refusal: EveningRefusal) -> Page:
    return _page(evening_id, said(refusal)), status(refusal)


def _page(evening_id: int, problem: str = "") -> str:
    now, viewer = visit_as_evening_referee(evening_id)
    tables = services().part(EveningTables).at(evening_id)
    return render_template("evenings/desk.html", **desk_context(now, tables, viewer, problem))
