"""Slips: the newest entries, and what puts them right in one step."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from rules_core.events import Play
from webapp.games.common.refusals import reason
from webapp.http.language import gettext as _
from webapp.pages.form_key import form_key
from webapp.pages.table_page import page_of
from webapp.referee.amending.amend_visit import Picked, at_the_desk, picked
from webapp.referee.amending.draft import Draft
from webapp.referee.amending.other_cards import instead
from webapp.referee.amending.preview import Desk, preview_page
from webapp.referee.amending.slips import forgotten_context, slips_context, with_forgotten
from webapp.services import services
from webapp.table import forms
from webapp.table.entry import entry_of
from webapp.table.permissions import ASKABLE
from webapp.table.play import Made, Refused

bp = Blueprint("slips", __name__, url_prefix="/tables/<int:table_id>/entries")


@bp.get("/newest")
def newest(table_id: int) -> str:
    """Shows the newest entries, and what puts right what slips most often."""
    desk = at_the_desk(table_id)
    return render_template("referee/slips/newest.html", page=page_of(desk.now, desk.viewer), slips=slips_context(desk))


@bp.get("/<int:index>/forgotten")
def forgotten(table_id: int, index: int) -> str:
    """Asks which card was forgotten before this one."""
    asked, play = _play(table_id, index)
    shown = forgotten_context(asked.desk, play)
    return render_template("referee/slips/forgotten.html", page=page_of(asked.desk.now, asked.desk.viewer), slip=shown)


@bp.post("/<int:index>/forgotten")
def put_in(table_id: int, index: int) -> Response | tuple[str, int]:
    """Puts the card in, and gives those behind it to the seats that then follow; what does not fit is shown."""
    asked, _before = _play(table_id, index)
    desk, fold = asked.desk, asked.desk.now.fold
    try:
        op, seen = form_key(), forms.seen_in(request.form)
    except forms.NotAnEvent:
        abort(400, description=_("What was sent is no entry of this table."))
    draft = with_forgotten(desk, Draft(), asked.place, asked.nth, instead(request.form.get("card", "")))
    match services().play.make(table_id, desk.viewer, entry_of(fold, draft.event(), seen=seen), op=op):
        case Made():
            return redirect(url_for("tables.show", table_id=table_id), 303)
        case Refused(now=later, refusal=refusal) if refusal.code in ASKABLE:
            return preview_page(Desk(later, desk.viewer), draft)
        case Refused(now=later, refusal=refusal, told=told):
            error = reason(refusal, later.table.players).text
            return preview_page(Desk(later, desk.viewer), draft, error=error, status=422, told=told)
        case moved:
            error = _("The table has moved on meanwhile. The changes are kept: look again at what they come to.")
            return preview_page(Desk(moved.now, desk.viewer), draft, error=error, status=409)


def _play(table_id: int, index: int) -> tuple[Picked, Play]:
    asked = picked(table_id, index)
    if not isinstance(asked.event, Play) or asked.draft.changes:
        abort(404, description=_("No card stands at this entry. It may have been taken back meanwhile."))
    return asked, asked.event
