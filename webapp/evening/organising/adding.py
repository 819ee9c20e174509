"""Adding a line to an evening from a form: back to the page, or the page with why it was not taken."""

from flask import render_template, request, url_for
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

from webapp.access.device import hashed_form_key
from webapp.evening.acts import Outcome, act
from webapp.evening.keeper import EveningNow, LineRefused
from webapp.evening.lines import Line
from webapp.evening.organising.organiser_page import SHOWN
from webapp.evening.refusal_words import said, status
from webapp.evening.visit import EveningVisit
from webapp.store.evening_models import NOTHING_ELSE, EveningChange
from webapp.table.forms import NotAnEvent, op_in

Page = tuple[str, int]


def form_key(*lines: Line) -> str | None:
    """Returns the key by which what a form asks for counts once; None where it has none.

    All forms of a page share one: what is another line is another wish.
    """
    try:
        key = op_in(request.form)
    except NotAnEvent:
        return None
    return hashed_form_key(f"{key} {lines!r}")


def add_lines(
    here: EveningVisit,
    *lines: Line,
    back: str | None = None,
    way: tuple[str, str] | None = None,
    change: EveningChange = NOTHING_ELSE,
) -> Response | Page:
    """Adds lines and leads back, to the evening's own page as it was by default; else says why they were not taken.

    `way` is another link and its text: where the same is done otherwise.
    """
    return answered(here, act(here.now, here.viewer, *lines, op=form_key(*lines), change=change), back=back, way=way)


def answered(
    here: EveningVisit, outcome: Outcome, *, back: str | None = None, way: tuple[str, str] | None = None
) -> Response | Page:
    """Leads back from an act that was done; else shows why it was not."""
    evening_id = here.now.row.id
    show = request.form.get("show")
    back = back or url_for("evenings.show", evening_id=evening_id, show=show if show in SHOWN else None)
    if not isinstance(outcome, LineRefused):
        return redirect(back, 303)
    return refused_page(outcome.now, said(outcome.refusal), back, way), status(outcome.refusal)


def refused_page(now: EveningNow, why: str, back: str | None, way: tuple[str, str] | None = None) -> str:
    """Returns the page that says why something was not done, with the way back."""
    back = back or url_for("evenings.show", evening_id=now.row.id)
    shown = {"evening": now.state, "evening_id": now.row.id, "problem": why, "back": back, "way": way}
    return render_template("evening/refused.html", **shown)
