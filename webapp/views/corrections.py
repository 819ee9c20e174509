"""Correction of a card that was entered wrongly."""

from dataclasses import replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from rules_core.events import Play
from webapp.games.common.refusals import reason
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_REASON
from webapp.pages.form_key import form_key
from webapp.pages.table_page import page_of
from webapp.referee.amending import other_cards as corrections
from webapp.referee.amending.amend_visit import picked
from webapp.referee.amending.card_page import Asked, amend_context
from webapp.referee.amending.entry_page import form_url
from webapp.referee.amending.landing import landing
from webapp.referee.amending.preview_page import preview_page
from webapp.referee.asking.filing import Filed, make_or_ask
from webapp.table import forms
from webapp.table.entry import entry_of
from webapp.table.play import Made, Moved, Refused
from webapp.table.snapshot import Snapshot

bp = Blueprint("corrections", __name__)
TABLE = "/tables/<int:table_id>"


@bp.get(f"{TABLE}/entries/<int:index>/amend")
def amend(table_id: int, index: int) -> str | Response:
    """Shows which card could have been played instead, and what would follow; other entries have a form."""
    entry = picked(table_id, index)
    if not isinstance(entry.event, Play):
        return redirect(form_url(entry), 303)
    return _page(Asked(entry, entry.event, request.args.get("card"), request.args.get("suit", "")))


@bp.post(f"{TABLE}/entries/<int:index>/amend")
def commit(table_id: int, index: int) -> Response | tuple[str, int]:
    """Puts the other card in its place, with everything that follows."""
    entry = picked(table_id, index)
    if not isinstance(entry.event, Play):
        abort(404, description=_("No card stands at this entry. It may have been taken back meanwhile."))
    card, why = request.form.get("card", ""), request.form.get("reason", "").strip()[:LONGEST_REASON]
    asked = Asked(entry, entry.event, card)
    event = {
        **asked.amended(corrections.played_instead(asked.now.table.game, entry.event, asked.other)),
        **({"reason": why} if why else {}),
    }
    try:
        op, seen = form_key(), forms.seen_in(request.form)
    except forms.NotAnEvent:
        abort(400, description=_("What was sent is no entry of this table."))
    amendment = entry_of(entry.desk.now.fold, event, seen=seen)
    match make_or_ask(entry.desk.now, entry.desk.viewer, amendment, op=op, form=request.form, why=why):
        case Filed(number=number):
            return redirect(url_for("changes.show", table_id=table_id, number=number), 303)
        case Made(now=later):
            return redirect(landing(later, entry.desk.viewer), 303)
        case Refused(now=later, refusal=refusal, told=told):
            if told and (draft := asked.drafted()) is not None:
                desk = replace(asked.entry.desk, now=later)
                return preview_page(desk, draft, why=why, error=reason(refusal, desk.names).text, status=422, told=True)
            return _page(_at(asked, later), why=why, error=reason(refusal, later.table.players).text), 422
        case Moved() as moved:
            return _page(_at(asked, moved.now), why=why, error=_("The table has moved on meanwhile. Look again.")), 409


def _at(asked: Asked, now: Snapshot) -> Asked:
    """The same question, at the table as it is now."""
    return replace(asked, entry=replace(asked.entry, desk=replace(asked.entry.desk, now=now)))


def _page(asked: Asked, *, why: str = "", error: str | None = None) -> str:
    shown = {**amend_context(asked), "reason": why, "error": error}
    return render_template("corrections/amend.html", page=page_of(asked.now, asked.viewer), amend=shown)
