"""Correction of a card in a closed trick, by the device that entered it: the card that lies there is not shown."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.games.common.refusals import reason
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.pages.form_key import form_key
from webapp.pages.table_page import page_of
from webapp.referee.amending.amend_visit import at_the_desk
from webapp.referee.amending.draft import Draft
from webapp.referee.amending.other_cards import instead
from webapp.referee.amending.preview import Desk
from webapp.referee.amending.slips import ClosedEntry, closed_entries, pad_of_cards, played
from webapp.services import services
from webapp.table import forms
from webapp.table.entry import entry_of
from webapp.table.play import Made, Refused

bp = Blueprint("closed_entries", __name__, url_prefix="/tables/<int:table_id>/entries/closed")


@bp.get("")
def show(table_id: int) -> str:
    """Asks which card was entered wrongly, by its trick and who played it; then which one it was."""
    return _page(at_the_desk(table_id))


@bp.post("")
def correct(table_id: int) -> Response | tuple[str, int]:
    """Puts the card in the place of the one that was entered; the table is told that it was compared."""
    desk = at_the_desk(table_id)
    try:
        op, seen = form_key(), forms.seen_in(request.form)
    except forms.NotAnEvent:
        abort(400, description=_("What was sent is no entry of this table."))
    one = _chosen(desk)
    if one is None:
        return _page(desk, _("This card can no longer be corrected here.")), 409
    draft = Draft({one.place: (played(one.play, instead(request.form.get("card", ""))),)})
    match services().play.make(table_id, desk.viewer, entry_of(desk.now.fold, draft.event(), seen=seen), op=op):
        case Made():
            return redirect(url_for("tables.show", table_id=table_id), 303)
        case Refused(now=later, told=True):
            error = _("That does not fit the cards that lie closed. The whole table was told that it was tried.")
            return _page(Desk(later, desk.viewer), error), 422
        case Refused(now=later, refusal=refusal):
            return _page(Desk(later, desk.viewer), reason(refusal, desk.names).text), 422
        case moved:
            return _page(Desk(moved.now, desk.viewer), _("The table has moved on meanwhile. Look again.")), 409


def _chosen(desk: Desk) -> ClosedEntry | None:
    trick, seat = (parse_integer(request.values.get(name)) for name in ("trick", "seat"))
    return next((one for one in closed_entries(desk) if (one.trick, one.seat) == (trick, seat)), None)


def _page(desk: Desk, error: str = "") -> str:
    found, chosen, names = closed_entries(desk), _chosen(desk), desk.names
    tricks = [
        (trick, [(one.seat, names[one.seat], one == chosen) for one in found if one.trick == trick])
        for trick in sorted({one.trick for one in found})
    ]
    picked = {"trick": chosen.trick, "seat": chosen.seat, "name": names[chosen.seat]} if chosen else None
    shown = {"tricks": tricks, "picked": picked, "error": error, **pad_of_cards(desk)}
    return render_template("referee/slips/closed.html", page=page_of(desk.now, desk.viewer), slip=shown)
