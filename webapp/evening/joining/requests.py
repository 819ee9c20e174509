"""Requests of phones that ask to be somebody at an evening: what they wait for, and the answer of who has the name."""

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from webapp.access.device import require
from webapp.access.visit import not_here
from webapp.evening import lines as kinds
from webapp.evening.joining.answers import as_player, sentence_page, sit_down, to_evening
from webapp.evening.keeper import EveningKeeper, EveningNow, LineRefused
from webapp.evening.refusal_words import said, status
from webapp.evening.state import Request
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import evening_viewer, open_evening_page, visit_evening
from webapp.services import services
from webapp.store.evening_models import EveningChange
from webapp.store.roles import Scope

bp = Blueprint("evening_requests", __name__, url_prefix="/evenings/<int:evening_id>/request")


@bp.get("")
def show(evening_id: int) -> Response | str:
    """Shows the word of this phone, or the answer; once let in it leads to the evening."""
    viewer = evening_viewer(evening_id)
    if viewer.device_id is None:
        not_here(evening_id, Scope.EVENING)
    here = open_evening_page(evening_id, viewer)
    now, asked = here.now, _own(here.now, viewer)
    if asked is None and (viewer.person is not None or (viewer.may_see and not _has_asked(now, viewer))):
        return to_evening(evening_id)
    if asked is None and not _has_asked(now, viewer):
        not_here(evening_id, Scope.EVENING)
    return here.page("evening/asked.html", asked=asked)


@bp.post("/withdraw")
def withdraw(evening_id: int) -> Response:
    viewer = evening_viewer(evening_id)
    if viewer.device_id is None:
        not_here(evening_id, Scope.EVENING)
    now = open_evening_page(evening_id, viewer).now
    asked = _own(now, viewer)
    if asked is None and not viewer.may_see and not _has_asked(now, viewer):
        not_here(evening_id, Scope.EVENING)
    if asked is not None:
        services().part(EveningKeeper).add(evening_id, viewer, kinds.TurnedAway(asked.line))
    return redirect(url_for("home.index"), 303)


@bp.post("/<int:line>")
def answer(evening_id: int, line: int) -> Response | tuple[str, int]:
    """Lets the phone in that asks for the own name, which takes over; or refuses it."""
    now, viewer = visit_evening(evening_id)
    require(viewer.person is not None)
    asked, does = now.state.requests.get(line), request.form.get("answer", "")
    if does not in ("let-in", "refuse"):
        abort(400)
    if asked is None or asked.person is None:
        return to_evening(evening_id)
    require(asked.person == viewer.person)
    keeper = services().part(EveningKeeper)
    if does == "refuse":
        done = keeper.add(evening_id, viewer, kinds.TurnedAway(line))
    else:
        admit = [as_player(now, asked.device_id, asked.person)]
        change = EveningChange(freed=[asked.person], admit=admit)
        done = keeper.add(evening_id, viewer, kinds.LetIn(asked.person, line), change=change)
    if isinstance(done, LineRefused):
        return sentence_page(done.now, said(done.refusal), status(done.refusal))
    if does == "let-in":
        sit_down(done.now, asked.person, asked.device_id)
    return redirect(url_for("home.index"), 303) if does == "let-in" else to_evening(evening_id)


def _own(now: EveningNow, viewer: EveningViewer) -> Request | None:
    return next((one for one in now.state.requests.values() if one.device_id == viewer.device_id), None)


def _has_asked(now: EveningNow, viewer: EveningViewer) -> bool:
    return any(line.kind == "asked" and line.device_id == viewer.device_id for line in now.lines)
