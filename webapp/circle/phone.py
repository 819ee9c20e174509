"""Who a phone is in a circle: what concerns a player alone is shown on that player's phone."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.circle.tables import CircleVisit, visit_circle
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.services import services
from webapp.store import PersonTaken

bp = Blueprint("circle_phone", __name__, url_prefix="/circles/<int:circle_id>/phone")
Page = tuple[str, int]


@bp.get("")
def show(circle_id: int) -> str:
    """Asks who this phone is: first whom it has played for."""
    return _page(visit_circle(circle_id), parse_integer(request.args.get("player", "")))


@bp.post("")
def choose(circle_id: int) -> Response | Page:
    """Has this phone stand for a player; without one for nobody."""
    here, store = visit_circle(circle_id), services().store
    if not (sent := request.form.get("player", "")):
        store.let_player_go(circle_id, here.device_id)
        return redirect(url_for("circle_phone.show", circle_id=circle_id), 303)
    player = parse_integer(sent)
    try:
        if player is None:
            raise LookupError
        store.hold_player(circle_id, here.device_id, player)
    except LookupError:
        abort(400)
    except PersonTaken:
        return _page(here, player, taken=True), 409
    return redirect(url_for("circles.show", circle_id=circle_id), 303)


def _page(here: CircleVisit, chosen: int | None, *, taken: bool = False) -> str:
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
        fault=_taken_said(players[chosen].name) if taken and chosen in players else "",
    )


def _taken_said(name: str) -> str:
    return _(
        "Another phone is %(name)s. It can say on this page that it is not, or leave the circle. If it is lost, the "
        "recovery code of the circle asks all phones anew.",
        name=name,
    )
