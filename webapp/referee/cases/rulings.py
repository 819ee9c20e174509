"""Rulings: given, reopened, read."""

from collections.abc import Mapping
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from rules_core.events import Ruling
from rules_core.findings import Refusal
from webapp.access.device import new_form_key, or_404
from webapp.access.visit import visit, visit_to_rule, visit_to_take_part
from webapp.games.common.refusals import refusal_said
from webapp.http.answers import Page, back_link
from webapp.http.language import gettext as _
from webapp.pages.table_page import form_key, page_of, redirect_to_table
from webapp.referee.answers import answered
from webapp.referee.cases import making, taking_back
from webapp.referee.cases.case_page import case_page
from webapp.referee.cases.remedies import TypedRuling, own_words, typed_in
from webapp.referee.cases.subject import NO_CASE, SETTLED_MEANWHILE, Subject, of_ruling, ruling_or_404, subject_of
from webapp.referee.decisions import decisions, mark_read
from webapp.services import services
from webapp.table import forms
from webapp.table.keeper import Refused
from webapp.table.lines.matters import NOT_OPEN
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.cases import ruled

bp = Blueprint("rulings", __name__, url_prefix="/tables/<int:table_id>/rulings")


@bp.post("")
def make(table_id: int) -> Response | Page:
    """Makes a ruling together with its remedy; typed values are kept where it is refused."""
    now, viewer = visit(table_id)
    subject = subject_of(now, viewer, request.form.get("case", ""))
    if subject is None or not making.may_decide(subject):
        visit_to_rule(table_id)
    typed, op, seen = typed_in(now, request.form), form_key(), forms.seen_in(request.form)
    if making.is_made(now, viewer, typed, op=op):
        return redirect(subject.url if subject else url_for("desk.show", table_id=table_id), 303)
    why = _(NO_CASE)
    return _made(or_404(subject, why), typed, op, seen)


def _made(subject: Subject, typed: TypedRuling, op: str, seen: int) -> Response | Page:
    now, outcome = subject.now, making.make(subject, typed, op=op, seen=seen)
    refusal = outcome.refusal if isinstance(outcome, Refused) else None
    if refusal is not None and refusal.code == "not-referee":
        abort(403, description=refusal_said(refusal, now.table.players).said)
    if refusal == NOT_OPEN and subject.is_ruled and not subject.is_appeal:
        return case_page(subject, typed, _(SETTLED_MEANWHILE)), 409
    return answered(
        now,
        outcome,
        lambda later: _after(subject, later),
        lambda later, error: case_page(_again(subject), typed, error),
        refused=409 if refusal == NOT_OPEN else 422,
    )


def _again(subject: Subject) -> Subject:
    now = services().tables.at(subject.now.table.id)
    return subject_of(now, subject.viewer, subject.code) or subject


def _after(subject: Subject, later: Snapshot) -> str:
    """The case, which shows its ruling; the desk where there is no such case any more."""
    left = subject_of(later, subject.viewer, subject.code)
    back = back_link()
    if left is None:
        return back or url_for("desk.show", table_id=later.table.id)
    return f"{left.url}?{urlencode({'back': back})}" if back else left.url


@bp.get("")
def index(table_id: int) -> str:
    """Lists all decisions at the table, with those that this device has not read yet."""
    now, viewer = visit(table_id)
    listed = decisions(now, viewer)
    new = sum(one.is_new for one in listed)
    return render_template(
        "referee/rulings/index.html", page=page_of(now, viewer), decisions=listed, unread=new, lines=len(now.desk.lines)
    )


@bp.post("/read")
def read(table_id: int) -> Response:
    """Notes how far this device has read: as far as the page told, never further than the table has come."""
    now, viewer = visit_to_take_part(table_id)
    mark_read(now, viewer, forms.integer(request.form, "events"), forms.integer(request.form, "lines"))
    return redirect_to_table(table_id)


@bp.get("/<int:place>/reopen")
def reopening(table_id: int, place: int) -> str:
    now, viewer = visit_to_rule(table_id)
    return _form(now, viewer, place)


@bp.post("/<int:place>/reopen")
def reopen(table_id: int, place: int) -> Response | Page:
    """Reopens a ruling: it stays in the book, and settles nothing any more."""
    now, viewer = visit_to_rule(table_id)
    ruling = ruling_or_404(now, place)
    why = own_words(request.form.get("reason", ""))
    if not why:
        error = _("Say why it is reopened: everybody reads it.") if "reason" in request.form else None
        return _form(now, viewer, place, error, undo=_undoes(request.form)), 422
    undo, has_key = _undoes(request.form), viewer.is_referee or "op" in request.form
    op, seen = (
        form_key() if has_key else new_form_key(),
        forms.seen_in(request.form) if viewer.is_referee and undo else None,
    )
    outcome = taking_back.reopen(now, viewer, ruling, why, undo=undo, op=op, seen=seen)
    return answered(
        now,
        outcome,
        lambda later: _case_of(later, viewer, place),
        lambda later, error: _form(later, viewer, place, error, why, undo=undo),
        lacking=409,
    )


def _undoes(form: Mapping[str, str]) -> bool:
    return form.get("undo") == "true"


def _case_of(now: Snapshot, viewer: Viewer, place: int) -> str:
    """The case that the ruling was about; the desk where there is no such case any more."""
    subject = of_ruling(now, viewer, place)
    return subject.url if subject else url_for("desk.show", table_id=now.table.id)


def _form(
    now: Snapshot, viewer: Viewer, place: int, error: str | None = None, why: str = "", *, undo: bool = True
) -> str:
    node = ruling_or_404(now, place)
    assert isinstance(node.event, Ruling)
    is_settled = place not in now.desk.reopened
    if not is_settled:
        error = refusal_said(Refusal("not-settled"), now.table.players).text
    shown = {
        "text": ruled(node.event) or _("Ruled without words."),
        "is_settled": is_settled,
        "did": taking_back.taking_back(now, viewer, node) if is_settled else None,
        "undo": undo,
        "back": _case_of(now, viewer, place),
        "action": url_for("rulings.reopen", table_id=now.table.id, place=place),
        "reason": why,
        "error": error,
    }
    return render_template("referee/cases/reopen.html", page=page_of(now, viewer), ruling=shown)
