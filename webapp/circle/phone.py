"""Who a phone is in a circle: what concerns a player alone is shown on that player's phone."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.circle.acts import hold_player
from webapp.circle.tables import CircleVisit, visit_circle
from webapp.http.integers import parse_integer
from webapp.services import services

bp = Blueprint("circle_phone", __name__, url_prefix="/circles/<int:circle_id>/phone")
Page = tuple[str, int]


@bp.get("")
def show(circle_id: int) -> str:
    """Asks who this phone is: first whom it has played for."""
    return _page(visit_circle(circle_id), parse_integer(request.args.get("player", "")))


@bp.post("")
def choose(circle_id: int) -> Response | Page:
    """Has this phone stand for a player; without one for nobody."""
    here, sent = visit_circle(circle_id), request.form.get("player", "")
    player = parse_integer(sent)
    if sent and player is None:
        abort(400)
    try:
        refused = hold_player(circle_id, here.device_id, player)
    except LookupError:
        abort(400)
    if refused is not None:
        return _page(here, player, refused.said), refused.status
    return redirect(url_for("circles.show" if sent else "circle_phone.show", circle_id=circle_id), 303)


def _page(here: CircleVisit, chosen: int | None, fault: str = "") -> str:
    store, circle_id = services().store, here.circle.id
    players, held = store.circle_players(circle_id, forgotten=False), store.held_players(circle_id)
    played = [player for player in store.seated_players(circle_id, here.device_id) if player in players]
    return render_template(
        "circle/phone.html",
        circle=here.circle,
        own=players.get(here.player_id or 0),
        first=[players[player] for player in played if player not in held],
        players={player: one for player, one in players.items() if player != here.player_id},
        elsewhere={player for player, device in held.items() if device != here.device_id},
        chosen=chosen,
        fault=fault,
    )
