"""The correction of a card that was entered wrongly."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from rules_core.events import Play
from webapp import corrections, forms
from webapp.access import Viewer, require
from webapp.amend_page import Asked, amend_context
from webapp.closed import in_sight
from webapp.play import Made, Refused, TableNow
from webapp.privacy import forbidden
from webapp.rooms import rooms
from webapp.sight import sees_all
from webapp.table_page import page_of
from webapp.visit import table_now
from webapp.words.refusals import reason

bp = Blueprint("corrections", __name__)
TABLE = "/tables/<int(max=9007199254740991):table_id>"
REASON_LENGTH = 200


@bp.get(f"{TABLE}/entries/<int(max=999999999):index>/amend")
def amend(table_id: int, index: int) -> str:
    """Shows which card could have been played instead, and what would follow."""
    now, viewer, play = _visit(table_id, index)
    return _page(Asked(now, viewer, play, index, request.args.get("card"), request.args.get("suit", "")))


@bp.post(f"{TABLE}/entries/<int(max=999999999):index>/amend")
def commit(table_id: int, index: int) -> Response | tuple[str, int]:
    """Puts the other card in its place, with everything that follows."""
    _now, viewer, play = _visit(table_id, index)
    card, why = request.form.get("card", ""), request.form.get("reason", "").strip()[:REASON_LENGTH]
    event = corrections.amendment(play, index, corrections.instead(card)) | ({"reason": why} if why else {})
    try:
        op, seen = forms.op_in(request.form), forms.seen_in(request.form)
    except forms.NotAnEvent:
        abort(400, description=_("What was sent is no entry of this table. Load the page again and try once more."))
    match rooms().play.make(table_id, viewer, event, op=op, seen=seen):
        case Made():
            return redirect(url_for("tables.show", table_id=table_id), 303)
        case Refused(now=later, refusal=refusal):
            error = reason(refusal, later.table.players).text
            return _page(Asked(later, viewer, play, index, card), why=why, error=error), 422
        case moved:
            error = _("The table has moved on meanwhile. Look again.")
            return _page(Asked(moved.now, viewer, play, index, card), why=why, error=error), 409


def _visit(table_id: int, index: int) -> tuple[TableNow, Viewer, Play]:
    now, viewer = table_now(table_id)
    require(viewer.may_enter)
    play = corrections.play_at(now.fold, index)
    if play is None:
        abort(404, description=_("No card stands at this entry. It may have been taken back meanwhile."))
    if not _in_sight(now, viewer, index):
        abort(403, description=_("Older tricks open when the hand ends."))
    if forbidden(now.fold, viewer.seat, corrections.amendment(play, index, corrections.as_played(play))):
        abort(403, description=_("Only the phone that entered this hand privately may correct its cards."))
    return now, viewer, play


def _in_sight(now: TableNow, viewer: Viewer, index: int) -> bool:
    """Tells whether the trick of this entry may be looked at: not an older one of the hand under way (GEN-5)."""
    return sees_all(now, viewer) or in_sight(now.fold, viewer.seat, index)


def _page(asked: Asked, *, why: str = "", error: str | None = None) -> str:
    shown = {**amend_context(asked), "reason": why, "error": error}
    return render_template("corrections/amend.html", page=page_of(asked.now, asked.viewer), amend=shown)
