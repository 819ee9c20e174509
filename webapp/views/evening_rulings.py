"""Rulings of an evening: what was decided at all its tables."""

from flask import Blueprint, render_template

from webapp.club.evening.evening_visit import visit_to_help
from webapp.club.evening.follower import EveningTables
from webapp.club.refereeing.evening_rulings import rulings_context
from webapp.services import services

bp = Blueprint("evening_rulings", __name__)


@bp.get("/evenings/<int:evening_id>/rulings")
def show(evening_id: int) -> str:
    """Lists what was decided at all tables to those who help."""
    now, viewer = visit_to_help(evening_id)
    tables = services().part(EveningTables).at(evening_id)
    return render_template("evenings/rulings.html", **rulings_context(now, tables, viewer))
