"""Addresses of the pages of players."""

from decimal import Decimal
from fractions import Fraction

from babel.numbers import format_decimal
from flask import (
    Blueprint,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response

from webapp.circle.player_page import circle_pair_page, circle_player_page
from webapp.circle.small_samples import ENOUGH_MATCHES
from webapp.circle.tables import CircleVisit, no_such_player, visit_circle
from webapp.http.language import language
from webapp.services import services
from webapp.store.circle_models import CirclePlayer


def average_said(value: Fraction) -> str:
    """Returns an average, rounded half to even."""
    tenths = Decimal(round(value * 10)) / 10
    return str(format_decimal(tenths, format="0.0", locale=language())).replace("-", "−")


bp = Blueprint("circle_player", __name__, url_prefix="/circles/<int:circle_id>/players/<int:player_id>")


@bp.get("")
def show(circle_id: int, player_id: int) -> str | Response:
    """Shows what a player has played in a game, and how strong that is; what could shame on that player's phone."""
    here, game = visit_circle(circle_id), request.args.get("game", "")
    player = _player(here, player_id)
    if player.merged_into is not None:
        return redirect(url_for("circle_player.show", circle_id=circle_id, player_id=player.merged_into))
    players, is_own = services().store.circle_players(circle_id), here.player_id == player_id
    shown = circle_player_page(player, players, game, is_own=is_own, all_rivals=request.args.get("rivals") == "all")
    average = shown.totals.average
    return render_template(
        "circle/player.html",
        circle=here.circle,
        shown=shown,
        is_own=is_own,
        nobody=here.player_id is None,
        average="" if average is None else average_said(average),
        enough=ENOUGH_MATCHES,
    )


@bp.get("/with/<int:other_id>")
def pair(circle_id: int, player_id: int, other_id: int) -> str | Response:
    """Shows how two players stand against each other, and what they did as partners."""
    here = visit_circle(circle_id)
    one, other = (_player(here, number) for number in (player_id, other_id))
    if one.merged_into is not None or other.merged_into is not None:
        now = one.merged_into or one.id, other.merged_into or other.id
        return redirect(url_for("circle_player.pair", circle_id=circle_id, player_id=now[0], other_id=now[1]))
    if one.id == other.id:
        return redirect(url_for("circle_player.show", circle_id=circle_id, player_id=one.id))
    return render_template("circle/pair.html", circle=here.circle, shown=circle_pair_page(one, other))


def _player(here: CircleVisit, player_id: int) -> CirclePlayer:
    """Returns a player of the circle; ends the request for no such one, or one who was forgotten."""
    player = services().store.circle_player(here.circle.id, player_id)
    if player is None or player.forgotten_at is not None:
        no_such_player()
    return player
