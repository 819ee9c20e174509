"""Rulings of an evening: what was decided at all its tables."""

from flask import Blueprint, Response, make_response, render_template

from webapp.club.evening.evening_visit import visit_to_help
from webapp.club.evening.follower import EveningTables
from webapp.club.refereeing.evening_rulings import rulings_context
from webapp.club.refereeing.rulings_csv import rulings_csv
from webapp.services import services

bp = Blueprint("evening_rulings", __name__)


@bp.get("/evenings/<int:evening_id>/rulings")
def show(evening_id: int) -> str:
    """Lists what was decided at all tables to those who help."""
    now, viewer = visit_to_help(evening_id)
    tables = services().part(EveningTables).at(evening_id)
    return render_template("evenings/rulings.html", **rulings_context(now, tables, viewer))


@bp.get("/evenings/<int:evening_id>/rulings.csv")
def file(evening_id: int) -> Response:
    """Sends the same for a spreadsheet."""
    now, viewer = visit_to_help(evening_id)
    tables = services().part(EveningTables).at(evening_id)
    answer = make_response(rulings_csv(rulings_context(now, tables, viewer)["rulings"]))
    day = now.row.created_at.astimezone().date().isoformat()
    answer.headers["Content-Type"] = "text/csv; charset=utf-8; header=present"
    answer.headers["Content-Disposition"] = f'attachment; filename="evening-{day}-rulings.csv"'
    return answer
