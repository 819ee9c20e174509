"""Requests for a seat: the waiting device shows a word, and the host answers."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access.device import viewer_of
from webapp.access.joining import go_on
from webapp.access.seats import share_page
from webapp.access.visit import Visit, not_here, open_table, visit_as_host
from webapp.http.answers import local_path
from webapp.http.language import gettext as _
from webapp.services import services
from webapp.store.errors import NotAdmitted, RequestGone, SeatTaken
from webapp.store.models import SeatRequest
from webapp.store.roles import Scope
from webapp.store.seat_requests import is_waiting
from webapp.table.lines.house import LetIn
from webapp.table.snapshot import desk_line
from webapp.words.invite_words import rules_here

bp = Blueprint("requests", __name__, url_prefix="/tables/<int:table_id>")
Page = tuple[str, int]


@bp.get("/request")
def show(table_id: int) -> Response | str:
    """Shows the word for the host, or the answer; once admitted it redirects to the table."""
    here, asked = _visit(table_id)
    if asked is None:
        return go_on(url_for("tables.show", table_id=table_id))
    state = "waiting" if is_waiting(asked) else "refused" if asked.until is not None else "late"
    name = here.table.players[asked.seat or 0]
    return render_template(
        "access/request.html", table=here.table, viewer=here.viewer, asked=asked, name=name, state=state
    )


@bp.post("/request/withdraw")
def withdraw(table_id: int) -> Response:
    """Wants the seat no longer."""
    here, _asked = _visit(table_id)
    if here.viewer.device_id is not None:
        services().store.withdraw_request(table_id, here.viewer.device_id)
        services().play.refresh(table_id)
    to = url_for("seats.share", table_id=table_id) if here.viewer.may_see else url_for("home.index")
    return redirect(to, 303)


@bp.post("/requests/<word>/let-in")
def let_in(table_id: int, word: str) -> Response | Page:
    """Admits the device that shows this word, on the seat that it asks for."""
    here = visit_as_host(table_id)
    asked = next((request for request in here.now.people.requests if request.word == word), None)
    try:
        if asked is None:
            raise RequestGone
        name = here.table.players[asked.seat or 0]
        services().store.approve_request(table_id, word, desk_line(here.now, here.viewer, LetIn(name)))
    except RequestGone:
        return _gone(here)
    except SeatTaken:
        return _refused(here, _("Somebody sits on this seat by now. Free it first, or refuse."))
    except NotAdmitted:
        return _refused(here, rules_here())
    return _back(table_id)


@bp.post("/requests/<word>/refuse")
def refuse(table_id: int, word: str) -> Response | Page:
    """Refuses the device that shows this word."""
    here = visit_as_host(table_id)
    try:
        services().store.refuse_request(table_id, word)
    except RequestGone:
        return _gone(here)
    return _back(table_id)


def _visit(table_id: int) -> tuple[Visit, SeatRequest | None]:
    """Returns the table and the request of this device; ends the request with 404 for one that has not asked."""
    viewer = viewer_of(table_id)
    asked = None if viewer.device_id is None else services().store.seat_request_of(table_id, viewer.device_id)
    if asked is None and not viewer.may_see:
        not_here(table_id, Scope.TABLE, viewer.device_id)
    return open_table(table_id, viewer), asked


def _gone(here: Visit) -> Page:
    return _refused(
        here, _("This phone waits no longer: it has withdrawn, was answered already, or the seat is taken.")
    )


def _refused(here: Visit, why: str) -> Page:
    return share_page(here, why), 409


def _back(table_id: int) -> Response:
    services().play.refresh(table_id)
    back = local_path(request.form.get("back", ""))
    return redirect(back or url_for("seats.share", table_id=table_id), 303)
