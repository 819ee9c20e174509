"""Players of a circle: two that are one, and names that change."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.circle.tables import CircleTables, visit_all_matches, visit_circle
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_NAME_INPUT
from webapp.services import services
from webapp.store import PersonTaken
from webapp.table.player_names import fault_of, tidy
from webapp.words.invite_words import fault_said

bp = Blueprint("circle_players", __name__, url_prefix="/circles/<int:circle_id>/players")
Page = tuple[str, int]


@bp.get("")
def show(circle_id: int) -> str:
    """Shows the players, to be called otherwise or made one."""
    return _page(circle_id)


@bp.post("/rename")
def rename(circle_id: int) -> Response | Page:
    """Calls a player otherwise; the old name goes on leading to the same one."""
    visit_circle(circle_id)
    player, name = _player("player"), tidy(request.form.get("name", ""))
    if fault := fault_of(name):
        return _page(circle_id, rename_fault=fault_said(fault, name)), 422
    try:
        done = services().store.rename_player(circle_id, player, name)
    except LookupError:
        abort(400)
    if not done:
        why = _("Another player of the circle has this name. If both are one, make them one below.")
        return _page(circle_id, rename_fault=why), 409
    return redirect(url_for("circle_players.show", circle_id=circle_id), 303)


@bp.post("/merge")
def merge(circle_id: int) -> Response | Page:
    """Makes two players one, unless they sat at one table."""
    visit_all_matches(circle_id)
    gone, into = _player("gone"), _player("into")
    if gone == into:
        return _page(circle_id, merge_fault=_("Choose two different names.")), 422
    try:
        done = services().part(CircleTables).merge_players(circle_id, gone, into)
    except LookupError:
        abort(400)
    except PersonTaken:
        why = _("Each of them has a phone. If they are one, one of the phones lets go of its name first.")
        return _page(circle_id, merge_fault=why), 409
    if not done:
        return _page(circle_id, merge_fault=_("They sat at one table in a match: they are two.")), 409
    return redirect(url_for("circle_players.show", circle_id=circle_id), 303)


def _player(field: str) -> int:
    number = parse_integer(request.form.get(field, ""))
    if number is None:
        abort(400)
    return number


def _page(circle_id: int, rename_fault: str = "", merge_fault: str = "") -> str:
    here = visit_circle(circle_id)
    return render_template(
        "circle/players.html",
        circle=here.circle,
        players=services().store.circle_players(circle_id, forgotten=False),
        sent=request.form,
        typed=request.form.get("name", "")[:LONGEST_NAME_INPUT],
        rename_fault=rename_fault,
        merge_fault=merge_fault,
    )
