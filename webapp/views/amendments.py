"""Amendments of the past: changes are put together in a draft, previewed, and made at once."""

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.games.common.refusals import reason
from webapp.http.back_link import back_link
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_PAGE_NUMBER, LONGEST_REASON
from webapp.pages.form_key import form_key
from webapp.pages.table_page import page_of
from webapp.referee.amending.amend_visit import Picked, at_the_desk, draft_asked_for, picked
from webapp.referee.amending.draft import Draft, TooLong
from webapp.referee.amending.entries_page import entries_context
from webapp.referee.amending.entry_fields import answered, is_settled
from webapp.referee.amending.entry_kinds import RULED, blank, kinds_taken
from webapp.referee.amending.entry_page import entered_by, form_context, kinds_context, state_at
from webapp.referee.amending.landing import landing
from webapp.referee.amending.preview import Desk
from webapp.referee.amending.preview_page import preview_page
from webapp.referee.amending.repairs import changed, inserted
from webapp.referee.asking.filing import Filed, make_or_ask
from webapp.seats.visit import visit
from webapp.table import forms
from webapp.table.entry import entry_of
from webapp.table.form_fields import NotAField
from webapp.table.play import Made, Moved, Refused
from webapp.table.table_view import seen_by

bp = Blueprint("amendments", __name__, url_prefix="/tables/<int:table_id>")
ENTRY = "/entries/<int:index>"
SIDES = {"before": 0, "after": 1}
NOT_FIELDS = ("draft", "look")


@bp.get("/amendments")
def entries(table_id: int) -> str:
    """Shows the entries of a hand, to pick the one that was wrong."""
    now, viewer = visit(table_id)
    hand = parse_integer(request.args.get("hand"))
    page = parse_integer(request.args.get("page"), LARGEST_PAGE_NUMBER) or 1
    context = entries_context(Desk(now, viewer), hand, page)
    return render_template("amendments/entries.html", page=page_of(now, viewer), back=back_link(), **context)


@bp.get("/amendments/draft")
def preview(table_id: int) -> str | Response | tuple[str, int]:
    """Shows what a draft comes to: before and after, and what no longer fits with its repairs."""
    desk = at_the_desk(table_id)
    draft = draft_asked_for(desk)
    if not draft.changes:
        return redirect(url_for("amendments.entries", table_id=table_id), 303)
    return preview_page(desk, draft)


@bp.post("/amendments")
def make(table_id: int) -> Response | tuple[str, int]:
    """Makes the amendment, all changes at once; 409 where the table moved on, with the draft kept."""
    desk = at_the_desk(table_id)
    draft, why = draft_asked_for(desk), request.form.get("reason", "").strip()[:LONGEST_REASON]
    try:
        op, seen = form_key(), forms.seen_in(request.form)
        if not draft.changes:
            raise forms.NotAnEvent("nothing is changed")
    except forms.NotAnEvent:
        abort(400, description=_("What was sent is no entry of this table."))
    entry = entry_of(desk.now.fold, draft.event(why), seen=seen)
    match make_or_ask(desk.now, desk.viewer, entry, op=op, form=request.form, why=why):
        case Filed(number=number):
            return redirect(url_for("changes.show", table_id=table_id, number=number), 303)
        case Made(now=later):
            return redirect(landing(later, desk.viewer), 303)
        case Refused(now=later, refusal=refusal, told=told):
            error = reason(refusal, later.table.players).text
            return preview_page(Desk(later, desk.viewer), draft, why=why, error=error, status=422, told=told)
        case Moved() as moved:
            error = _("The table has moved on meanwhile. The changes are kept: look again at what they come to.")
            return preview_page(Desk(moved.now, desk.viewer), draft, why=why, error=error, status=409)


# One entry


@bp.get(f"{ENTRY}/beside")
def kinds(table_id: int, index: int) -> str:
    """Asks what is to be put in before or behind an entry: what the rules would take there."""
    asked = picked(table_id, index)
    state = state_at(asked, SIDES[_side()])
    taken = kinds_taken(asked.desk.now.fold, state, is_closed=asked.is_closed)
    shown = kinds_context(asked, _side(), taken)
    return render_template("amendments/kinds.html", page=page_of(asked.desk.now, asked.desk.viewer), entry=shown)


@bp.get(f"{ENTRY}/form")
def form(table_id: int, index: int) -> str:
    """Shows an entry field by field, or a new one that is to stand beside it."""
    asked = picked(table_id, index)
    return _form(asked, _begun(asked))


@bp.post(f"{ENTRY}/form")
def put(table_id: int, index: int) -> Response | tuple[str, int]:
    """Puts the entry into the draft, and shows what that comes to; `look`: only the form again. Nothing is stored."""
    asked = picked(table_id, index)
    begun = _begun(asked)
    if "look" in request.form or not is_settled(asked.desk.now.fold, begun, request.form):
        return _form(asked, begun), 200
    fields = [(name, text) for name, text in request.form.items(multi=True) if name not in NOT_FIELDS]
    try:
        raw = answered(asked.desk.now.fold, begun, fields)
        draft = _drafted(asked, raw)
    except NotAField:
        return _form(asked, begun, _("A number or a text is not of its kind. Look at the fields again.")), 422
    except TooLong:
        return _form(asked, begun, _("So many changes do not go into one amendment. Make these first.")), 422
    return redirect(asked.desk.preview_url(draft), 303)


def _drafted(asked: Picked, raw: dict[str, Any]) -> Draft:
    fold, side = asked.desk.now.fold, request.args.get("side")
    if side is None:
        return changed(fold, asked.draft, asked.place, asked.nth, raw)
    return inserted(fold, asked.draft, asked.place, asked.nth + SIDES[_side()], raw)


def _begun(asked: Picked) -> dict[str, Any]:
    """What the form holds to begin with: the entry as it is, or one of the kind that is to be put in."""
    fold, kind = asked.desk.now.fold, request.args.get("kind", "")
    if "side" in request.args:
        side = SIDES[_side()]
        if kind not in fold.events or kind == RULED:
            abort(404)
        gone = seen_by(asked.desk.now, asked.desk.viewer).dimmed if asked.is_closed else None
        return dict(blank(fold, state_at(asked, side), kind, gone=gone))
    if asked.event is None:
        abort(404)
    return entered_by(asked, request.args.get("way", ""))


def _side() -> str:
    side = request.args.get("side", "")
    if side not in SIDES:
        abort(404)
    return side


def _form(asked: Picked, begun: dict[str, Any], error: str = "") -> str:
    typed = request.form if request.method == "POST" else None
    shown = form_context(asked, begun, typed, error)
    return render_template("amendments/form.html", page=page_of(asked.desk.now, asked.desk.viewer), entry=shown)
