"""Another circle of this phone that comes over: its people, matches, seasons and notes; taken back within a day."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from webapp.circle import acts
from webapp.circle.tables import CircleVisit, circles_here, if_there, visit_all_matches, visit_circle
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.services import services
from webapp.store.circle_models import Circle
from webapp.table import forms

bp = Blueprint("circle_joins", __name__, url_prefix="/circles/<int:circle_id>/joined")
Page = tuple[str, int]


@bp.get("")
def show(circle_id: int) -> str:
    """Asks for the circle of this phone to join; of one, shows the players in both."""
    return _page(visit_circle(circle_id), parse_integer(request.args.get("circle", "")))


@bp.post("")
def join(circle_id: int) -> Response | Page:
    """Has another circle of this phone come over."""
    here, gone = visit_all_matches(circle_id), forms.integer(request.form, "circle")
    done = acts.join_circles(here, gone, request.form.getlist("same"))
    if isinstance(done, acts.Refused):
        return _page(here, gone, done.said), done.status
    return redirect(url_for("circles.show", circle_id=circle_id), 303)


@bp.post("/<int:join_id>/undo")
def undo(circle_id: int, join_id: int) -> Response | Page:
    """Undoes a join, by the phone that made it, within a day."""
    here = visit_all_matches(circle_id)
    gone = _("Nothing of this number was brought in here by this phone, or it was taken back.")
    done = if_there(lambda: acts.part_circles(here, join_id), gone)
    if isinstance(done, acts.Refused):
        return _page(here, None, done.said), done.status
    return redirect(url_for("circles.show", circle_id=done), 303)


def _page(here: CircleVisit, chosen: int | None, fault: str = "") -> str:
    store, others = services().store, _others(here)
    gone = next((one for one in others if one.id == chosen), None)
    return here.page(
        "circle/joined.html",
        others=others,
        gone=gone,
        same={} if gone is None else store.same_names(here.circle.id, gone.id),
        ticked=request.form.getlist("same") if request.method == "POST" else None,
        players=0 if gone is None else len(store.circle_players(gone.id, forgotten=False)),
        matches=0 if gone is None else sum(store.games_played(gone.id).values()),
        joins=acts.joins_to_undo(here),
        fault=fault,
    )


def _others(here: CircleVisit) -> list[Circle]:
    return [it.circle for it in circles_here(here.device_id) if it.circle.id != here.circle.id]
