"""Announcements of an evening: said to all tables or to some, with who has read them."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.club.evening import lines as kinds
from webapp.club.evening.evening_visit import visit_to_help
from webapp.club.evening.keeper import EveningKeeper, EveningNow, LineRefused
from webapp.club.evening.refusal_words import said, status
from webapp.club.organising.adding import form_key
from webapp.club.refereeing.announcement_page import Draft, announcement_context, table_numbers
from webapp.http.integers import parse_integer
from webapp.services import services

bp = Blueprint("evening_announcements", __name__, url_prefix="/evenings/<int:evening_id>/announcements")
Page = tuple[str, int]


@bp.get("")
def show(evening_id: int) -> str:
    """Shows what was said, who has read it, and the form for a new one."""
    return _page(visit_to_help(evening_id).now, Draft(tables=_tables_in(request.args.getlist("table"))))


@bp.post("")
def announce(evening_id: int) -> Response | Page:
    """Says something to all tables or to some; what was typed is kept where it is not taken."""
    here = visit_to_help(evening_id)
    draft = Draft(request.form.get("text", "").strip(), _tables_in(request.form.getlist("table")))
    if not set(draft.tables) <= set(table_numbers(here.now.state)):
        abort(400)
    line = kinds.Announced(draft.text, here.viewer.name or "", draft.tables)
    outcome = services().part(EveningKeeper).add(evening_id, here.viewer, line, op=form_key(line))
    if isinstance(outcome, LineRefused):
        return _page(outcome.now, draft, said(outcome.refusal)), status(outcome.refusal)
    return redirect(url_for("evening_announcements.show", evening_id=evening_id), 303)


def _tables_in(typed: list[str]) -> tuple[int, ...]:
    numbers = (parse_integer(one) for one in typed)
    return tuple(sorted({number for number in numbers if number is not None}))


def _page(now: EveningNow, draft: Draft, error: str = "") -> str:
    return render_template("evenings/announcements.html", **announcement_context(now, draft, error))
