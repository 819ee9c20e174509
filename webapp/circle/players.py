"""Players of a circle: two that are one, guests, and names that change."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from webapp.circle import acts
from webapp.circle.tables import if_there, visit_all_matches, visit_circle
from webapp.http.answers import Page
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_NAME_INPUT
from webapp.services import services
from webapp.table import forms

bp = Blueprint("circle_players", __name__, url_prefix="/circles/<int:circle_id>/players")


@bp.get("")
def show(circle_id: int) -> str:
    """Shows the players, to be called otherwise or made one."""
    return _page(circle_id)


@bp.post("/rename")
def rename(circle_id: int) -> Response | Page:
    """Renames a player; the old name stays an alias."""
    visit_circle(circle_id)
    player, name = forms.integer(request.form, "player"), request.form.get("name", "")
    refused = if_there(lambda: acts.rename_player(circle_id, player, name), code=400)
    return _answer(circle_id, refused, "rename_fault")


@bp.post("/merge")
def merge(circle_id: int) -> Response | Page:
    """Makes two players one, unless they sat at one table."""
    visit_all_matches(circle_id)
    gone, into = forms.integer(request.form, "gone"), forms.integer(request.form, "into")
    refused = if_there(lambda: acts.merge_players(circle_id, gone, into), code=400)
    return _answer(circle_id, refused, "merge_fault")


@bp.post("/guest")
def set_guest(circle_id: int) -> Response | Page:
    """Makes a player a guest, whose matches do not count, or ends that."""
    visit_all_matches(circle_id)
    guest, player = forms.choice(request.form, "guest") == "yes", forms.integer(request.form, "player")
    if_there(lambda: services().store.set_guest(circle_id, player, guest=guest), code=400)
    return _answer(circle_id, None, "")


@bp.post("/merged/<int:merge_id>/undo")
def undo_merge(circle_id: int, merge_id: int) -> Response | Page:
    """Takes it back, within a day: they are two again."""
    visit_all_matches(circle_id)
    gone = _("Nobody was made one by this number, or it was taken back.")
    refused = if_there(lambda: acts.part_players(circle_id, merge_id), gone)
    return _answer(circle_id, refused, "merge_fault")


def _answer(circle_id: int, refused: acts.Refused | None, place: str) -> Response | Page:
    if refused is not None:
        return _page(circle_id, **{place: refused.said}), refused.status
    return redirect(url_for("circle_players.show", circle_id=circle_id), 303)


def _page(circle_id: int, rename_fault: str = "", merge_fault: str = "") -> str:
    here = visit_circle(circle_id)
    return here.page(
        "circle/players.html",
        players=services().store.circle_players(circle_id, forgotten=False),
        sent=request.form,
        typed=request.form.get("name", "")[:LONGEST_NAME_INPUT],
        rename_fault=rename_fault,
        merge_fault=merge_fault,
        merges=acts.merges_to_undo(circle_id),
    )
