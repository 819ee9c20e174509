"""Declared hands: a player enters the own hand, and only that player sees it before the hand is over."""

from collections.abc import Sequence

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access.device import require
from webapp.access.visit import visit_to_enter
from webapp.games.common.entry_questions import boxes, own_hand
from webapp.games.common.refusals import reason
from webapp.http.language import gettext as _
from webapp.http.limits import MOST_CARDS_SENT
from webapp.pages.table_page import form_key, may_declare, page_of
from webapp.services import services
from webapp.table import forms
from webapp.table.entry import entries_of
from webapp.table.play import Made, Refused
from webapp.table.secret_hands import hands_in_log, withdrawal
from webapp.table.snapshot import Snapshot, seen_by
from webapp.table.viewer import Viewer

bp = Blueprint("hands", __name__)
HAND = "/tables/<int:table_id>/hand"


@bp.get(HAND)
def show(table_id: int) -> str | Response:
    """Shows the own hand, or asks for it; leads back to the table while none can be entered."""
    now, viewer = _visit(table_id)
    if not may_declare(seen_by(now, viewer)):
        return _to_table(table_id)
    return _page(now, viewer, own_hand(now.fold, viewer.seat or 0))


@bp.post(HAND)
def declare(table_id: int) -> Response | tuple[str, int]:
    """Enters the own hand. A hand that was entered before is replaced."""
    now, viewer = _visit(table_id)
    if "hand" not in now.fold.events:
        abort(404)  # this game has no hands
    cards = request.form.getlist("cards")[:MOST_CARDS_SENT]
    places = hands_in_log(now.fold).get(viewer.seat or 0)
    before = [withdrawal(now.fold, places)] if places else []
    return _make(now, viewer, [*before, {"type": "hand", "seat": viewer.seat, "cards": cards}], cards)


@bp.post(f"{HAND}/withdraw")
def withdraw(table_id: int) -> Response | tuple[str, int]:
    """Takes the own hand out of the log's judgement again."""
    now, viewer = _visit(table_id)
    places = hands_in_log(now.fold).get(viewer.seat or 0)
    return _make(now, viewer, [withdrawal(now.fold, places)], ()) if places else _to_table(table_id)


def _visit(table_id: int) -> tuple[Snapshot, Viewer]:
    now, viewer = visit_to_enter(table_id)
    require(viewer.seat is not None)
    return now, viewer


def _make(
    now: Snapshot, viewer: Viewer, events: Sequence[dict[str, object]], cards: Sequence[str]
) -> Response | tuple[str, int]:
    op, seen = form_key(), forms.seen_in(request.form)
    match services().play.make(now.table.id, viewer, *entries_of(now.fold, *events, seen=seen), op=op):
        case Made():
            return _to_table(now.table.id)
        case Refused(now=later, refusal=refusal):
            return _page(later, viewer, cards, reason(refusal, now.table.players).said), 422
        case later:
            return _page(later.now, viewer, cards, _("The table has moved on meanwhile. Look again.")), 409


def _to_table(table_id: int) -> Response:
    return redirect(url_for("tables.show", table_id=table_id), 303)


def _page(now: Snapshot, viewer: Viewer, picked: Sequence[str], error: str | None = None) -> str:
    seat = viewer.seat or 0
    hand = {
        "name": now.table.players[seat],
        "size": now.fold.game.cards_held(now.fold.state, seat),
        "boxes": boxes(now.fold.game.cards[len(now.table.players)], picked),
        "declared": seat in hands_in_log(now.fold),
        "error": error,
    }
    return render_template("tables/hands/enter.html", page=page_of(now, viewer), hand=hand)
