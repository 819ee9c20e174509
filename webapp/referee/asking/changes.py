"""Changes that wait for the referee, or for all sides: asked for, allowed, refused, agreed on, taken back."""

import hmac
import json
from typing import NoReturn

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from rules_core.findings import Refusal
from webapp.access.device import require
from webapp.access.visit import visit, visit_to_take_part
from webapp.games.common.refusals import reason
from webapp.http.answers import local_path
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.journal.lines import USED
from webapp.pages.table_page import form_key, page_of
from webapp.referee.asking.filing import NotAnAnswer, answer_change, ask_for_change, may_answer
from webapp.referee.asking.request_page import shown_change
from webapp.services import services
from webapp.table import forms
from webapp.table.change_requests import ChangeRequest
from webapp.table.lines.house import PutBack
from webapp.table.play import Made, Moved, Outcome, Refused
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer

bp = Blueprint("changes", __name__)
Page = tuple[str, int]


@bp.post("/tables/<int:table_id>/changes")
def ask(table_id: int) -> Response | Page:
    """Asks for an entry that the table does not take without leave."""
    now, viewer = visit_to_take_part(table_id)
    try:
        event = json.loads(request.form.get("event", ""))
        filed = ask_for_change(now, viewer, event, request.form.get("reason", ""), op=form_key())
    except (forms.NotAnEvent, ValueError, RecursionError):
        abort(400, description=_("What was sent is no entry of this table."))
    if isinstance(filed, Refused):
        _refuse(now, filed.refusal)
    return redirect(url_for("changes.show", table_id=table_id, number=filed.number), 303)


@bp.get("/tables/<int:table_id>/changes/<int:number>")
def show(table_id: int, number: int) -> str:
    """Shows what is asked for, its effect, and who decides; to everybody at the table."""
    now, viewer = visit(table_id)
    return _page(now, viewer, _change(now, number))


@bp.post("/tables/<int:table_id>/changes/<int:number>/answer")
def answer(table_id: int, number: int) -> Response | Page:
    """Lets the referee allow it, which makes it at once, or refuse it."""
    back = local_path(request.form.get("back", ""))
    return _decided(table_id, number, request.form.get("answer", ""), back or url_for("desk.show", table_id=table_id))


@bp.post("/tables/<int:table_id>/changes/<int:number>/agree")
def agree(table_id: int, number: int) -> Response | Page:
    """Says that a side agrees; with the last one it is made."""
    return _decided(table_id, number, "agree")


@bp.post("/tables/<int:table_id>/changes/<int:number>/withdraw")
def withdraw(table_id: int, number: int) -> Response | Page:
    """Withdraws a request, by the device that made it."""
    return _decided(table_id, number, "withdraw")


def _decided(table_id: int, number: int, said: str, then: str = "") -> Response | Page:
    now, viewer = visit_to_take_part(table_id)
    require(may_answer(viewer, said))
    change, why = _change(now, number), request.form.get("reason", "")
    side = parse_integer(request.form.get("side"))
    if said == "agree" and side is None:
        abort(400)
    try:
        outcome = answer_change(now, viewer, change, said, side=side, why=why, op=_op())
    except NotAnAnswer:
        abort(400)
    return _answered(outcome, viewer, number, then or url_for("changes.show", table_id=table_id, number=number))


def _answered(outcome: Outcome, viewer: Viewer, number: int, then: str) -> Response | Page:
    match outcome:
        case Made():
            return redirect(then, 303)
        case Refused(refusal=refusal):
            status = 403 if refusal.code in ("not-yours", "not-your-side", "came-later", "not-referee") else 409
            status = 422 if refusal == USED else status
            now = services().play.at(outcome.now.table.id)
            return _page(now, viewer, _change(now, number), refusal), status
        case Moved(now=now):
            return _page(now, viewer, _change(now, number), Refusal("stale-request", "GEN-1")), 409


def _page(now: Snapshot, viewer: Viewer, change: ChangeRequest, refusal: Refusal | None = None) -> str:
    why = None if refusal is None else reason(refusal, now.table.players)
    error = None if why is None else f"{why.title}. {why.text}"
    shown = shown_change(now, viewer, change)
    return render_template("referee/changes/show.html", page=page_of(now, viewer), change=shown, error=error)


def _change(now: Snapshot, number: int) -> ChangeRequest:
    change = now.desk.change(number)
    if change is None:
        abort(404, description=_("Nothing of this number was asked for at this table."))
    return change


def _op() -> str:
    try:
        return form_key()
    except forms.NotAnEvent:
        abort(400, description=_("What was sent is no entry of this table."))


def _refuse(now: Snapshot, refusal: Refusal) -> NoReturn:
    why = reason(refusal, now.table.players)
    abort(409 if refusal.code == "too-many-requests" else 422, description=f"{why.title}. {why.text}")


@bp.post("/tables/<int:table_id>/put-back")
def tell_put_back(table_id: int) -> tuple[str, int]:
    """Notes on the desk that this phone has seen a later entry: 200; 204 where the log holds it after all.

    It is believed by the mark alone, which a phone gets with that entry: 400 without.
    """
    now, viewer = visit(table_id)
    seen = parse_integer(request.form.get("seen", ""))
    if seen is None or not _is_known(table_id, seen, request.form.get("mark", "")):
        abort(400, description=_("This phone was never shown that entry."))
    if seen <= now.fold.seq:
        return "", 204
    services().play.note(table_id, viewer, PutBack(seen))
    return "", 200


def _is_known(table_id: int, seen: int, mark: str) -> bool:
    return hmac.compare_digest(services().store.chain.seen(table_id, seen).encode(), mark.encode("utf-8", "replace"))
