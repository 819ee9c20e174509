"""Desk of a table: every dispute and every proven breach in one list, open ones first."""

from flask import Blueprint, render_template

from webapp.pages.table_page import page_of
from webapp.referee.desk.desk_page import desk_context
from webapp.seats.visit import visit

bp = Blueprint("desk", __name__)


@bp.get("/tables/<int:table_id>/desk")
def show(table_id: int) -> str:
    """Shows the list to everybody at the table; what there is to do only to those who may."""
    now, viewer = visit(table_id)
    return render_template("desk/show.html", page=page_of(now, viewer), desk=desk_context(now, viewer))
