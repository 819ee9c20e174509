"""Announcements of an evening: made, withdrawn, read."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from webapp.evening import lines as kinds
from webapp.evening.acts import act, form_key
from webapp.evening.announcements import readers
from webapp.evening.keeper import LineRefused
from webapp.evening.refusal_words import said, status
from webapp.evening.state import Announcement
from webapp.evening.visit import EveningVisit, visit_to_help
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.words.phrases import joined


def _tables(said: Announcement) -> str:
    if not said.tables:
        return _("All tables")
    numbers = joined([str(number) for number in said.tables])
    return ngettext("Table %(numbers)s", "Tables %(numbers)s", len(said.tables), numbers=numbers)


bp = Blueprint("evening_announcements", __name__, url_prefix="/evenings/<int:evening_id>/announcements")
Page = tuple[str, int]


@bp.get("")
def show(evening_id: int) -> str:
    """Shows the announcements, their readers, and the form for a new one."""
    return _page(visit_to_help(evening_id), kinds.Announced("", "", _tables_in(request.args.getlist("table"))))


@bp.post("")
def announce(evening_id: int) -> Response | Page:
    """Announces something to all tables or to some; typed values are kept where it is refused."""
    here = visit_to_help(evening_id)
    text, by = request.form.get("text", "").strip(), here.viewer.name or ""
    line = kinds.Announced(text, by, _tables_in(request.form.getlist("table")))
    outcome = act(here.now, here.viewer, line, op=form_key(line))
    if isinstance(outcome, LineRefused):
        return _page(here._replace(now=outcome.now), line, said(outcome.refusal)), status(outcome.refusal)
    return redirect(url_for("evening_announcements.show", evening_id=evening_id), 303)


def _tables_in(typed: list[str]) -> tuple[int, ...]:
    numbers = (parse_integer(one) for one in typed)
    return tuple(sorted({number for number in numbers if number is not None}))


def _page(here: EveningVisit, draft: kinds.Announced, error: str = "") -> str:
    state = here.now.state
    made = [(one, _tables(one), readers(here.now, one)) for one in reversed(state.announcements)]
    shown = {"announcements": made, "numbers": state.table_numbers, "draft": draft, "error": error}
    return here.page("evening/announcements.html", **shown)
