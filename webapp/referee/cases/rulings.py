"""Rulings: given, reopened, read."""

import json
from collections.abc import Mapping
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from rules_core.events import Ruling
from rules_core.findings import Refusal
from rules_core.replay import Node
from webapp.access.device import new_form_key
from webapp.access.seating import signature
from webapp.access.visit import visit, visit_to_rule, visit_to_take_part
from webapp.games.common.refusals import reason
from webapp.http.answers import Page, back_link
from webapp.http.language import gettext as _
from webapp.journal.lines import USED, step_of
from webapp.pages.table_page import form_key, key_of_form, page_of
from webapp.referee.asking.filing import Filed, file, made_or_filed
from webapp.referee.cases import making, taking_back
from webapp.referee.cases.case_page import case_page
from webapp.referee.cases.remedies import TypedRuling, own_words, typed_in
from webapp.referee.cases.subject import Subject, of_ruling, ruling_or_404, subject_of
from webapp.referee.decisions import decisions, mark_read
from webapp.services import services
from webapp.table import forms
from webapp.table.play import Made, Outcome, Refused
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.disputes import ruled

bp = Blueprint("rulings", __name__, url_prefix="/tables/<int:table_id>/rulings")


@bp.post("")
def make(table_id: int) -> Response | Page:
    """Makes a ruling together with its remedy; typed values are kept where it is refused."""
    now, viewer = visit(table_id)
    subject = subject_of(now, viewer, request.form.get("case", ""))
    if subject is None or not making.may_decide(subject):
        visit_to_rule(table_id)
    typed, op, seen = typed_in(now, request.form), form_key(), forms.seen_in(request.form)
    if _stands_already(now, viewer, typed, op):
        return redirect(subject.url if subject else url_for("desk.show", table_id=table_id), 303)
    if subject is None:
        abort(404, description=_("Nothing of the kind stands here now. It may have been corrected meanwhile."))
    return _made(subject, typed, op, seen)


def _stands_already(now: Snapshot, viewer: Viewer, typed: TypedRuling, op: str) -> bool:
    """Tells whether this very ruling was made with this key: a device that did not hear the answer asks again."""
    entered = services().store.event_of_key(now.table.id, op=op, device_id=viewer.device_id)
    made = json.loads(entered.body) if entered is not None else {}
    said = (made.get("remedy"), made.get("rule"), made.get("text"), made.get("ready", ""))
    return said == (typed.remedy, typed.rule, typed.text, typed.ready)


def _made(subject: Subject, typed: TypedRuling, op: str, seen: int) -> Response | Page:
    now = subject.now
    match making.make(subject, typed, op=op, seen=seen):
        case Made(now=later):
            return redirect(_after(subject, later), 303)
        case Filed(number=number):
            return redirect(url_for("changes.show", table_id=now.table.id, number=number), 303)
        case Refused(refusal=Refusal("not-referee") as refusal):
            abort(403, description=reason(refusal, now.table.players).said)
        case Refused(refusal=Refusal("not-open")) if subject.is_ruled and not subject.is_appeal:
            return case_page(subject, typed, _("This was settled meanwhile. Reopen the ruling first.")), 409
        case Refused(refusal=refusal):
            status = 409 if refusal.code == "not-open" else 422
            return case_page(_again(subject), typed, reason(refusal, now.table.players).text), status
        case str() as problem:
            return case_page(subject, typed, problem), 422
    return case_page(_again(subject), typed, _("The table has moved on meanwhile. Look again.")), 409


def _again(subject: Subject) -> Subject:
    now = services().play.at(subject.now.table.id)
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
    return redirect(url_for("tables.show", table_id=table_id), 303)


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
    if not viewer.is_referee:
        return _reopening_proposed(now, viewer, ruling, why)
    if not _undoes(request.form):
        line = taking_back.reopened_line(place, why, signature(now, viewer), None)
        return _reopened(viewer, place, why, services().play.note(table_id, viewer, line, op=form_key()))
    op, seen = form_key(), forms.seen_in(request.form)
    if place in now.desk.reopened:
        if services().store.event_of_key(table_id, op=op, device_id=viewer.device_id):
            return redirect(_case_of(now, viewer, place), 303)  # a device that did not hear the answer asks again
        return _reopened_before(now, viewer, place, why)
    found = taking_back.taking_back(now, viewer, ruling)
    if found is None or found.problem:
        return _form(now, viewer, place, found.problem if found else None, why), 409
    line = taking_back.reopened_line(place, why, signature(now, viewer), found)
    entries = taking_back.entries(now, found, why, seen=seen)
    outcome = made_or_filed(now, viewer, entries, [line], op=op, why=why)
    if isinstance(outcome, Filed):
        return redirect(url_for("changes.show", table_id=table_id, number=outcome.number), 303)
    return _reopened(viewer, place, why, outcome)


def _reopening_proposed(now: Snapshot, viewer: Viewer, ruling: Node, why: str) -> Response | Page:
    found, undoes = None, _undoes(request.form)
    if ruling.index in now.desk.reopened:
        return _reopened_before(now, viewer, ruling.index, why)
    if undoes:
        found = taking_back.taking_back(now, viewer, ruling)
        if found is None or found.problem:
            return _form(now, viewer, ruling.index, found.problem if found else None, why), 409
    line = taking_back.reopened_line(ruling.index, why, signature(now, viewer), found)
    raws = [entry.raw for entry in taking_back.entries(now, found, why, seen=now.fold.seq)] if found else []
    op = form_key() if "op" in request.form else new_form_key()
    match file(now, viewer, raws, op=op, why=why, lines=[line]):
        case Filed(number=number):
            return redirect(url_for("changes.show", table_id=now.table.id, number=number), 303)
        case Refused(refusal=refusal):
            return _form(
                now, viewer, ruling.index, reason(refusal, now.table.players).text, why, undo=undoes
            ), 422 if refusal == USED else 409


def _reopened_before(now: Snapshot, viewer: Viewer, place: int, why: str) -> Response | Page:
    """Leads a device that has asked for it by the same key to what it has asked for; refuses it to any other."""
    keys = (op, step_of(op, "asks")) if (op := key_of_form()) else ()
    asked = (one for one in now.desk.changes if one.device_id == viewer.device_id and one.op in keys)
    if (change := next(asked, None)) is not None:
        return redirect(url_for("changes.show", table_id=now.table.id, number=change.number), 303)
    return _form(now, viewer, place, why=why), 409


def _undoes(form: Mapping[str, str]) -> bool:
    return form.get("undo") == "true"


def _reopened(viewer: Viewer, place: int, why: str, outcome: Outcome) -> Response | Page:
    match outcome:
        case Made(now=later):
            return redirect(_case_of(later, viewer, place), 303)
        case Refused(now=later, refusal=refusal):
            status = 422 if refusal == USED else 409
            return _form(later, viewer, place, reason(refusal, later.table.players).text, why), status
    return _form(outcome.now, viewer, place, _("The table has moved on meanwhile. Look again."), why), 409


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
        error = reason(Refusal("not-settled"), now.table.players).text
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
