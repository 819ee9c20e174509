"""Page of a game that a circle plays."""

from flask import Blueprint, abort, render_template

from webapp.club.circle.circle_game_page import circle_game_page
from webapp.club.circle.circle_visit import visit_all_matches
from webapp.games.common.sheet_words import hands_said
from webapp.http.language import gettext as _
from webapp.services import services

bp = Blueprint("circle_games", __name__, url_prefix="/circles/<int:circle_id>/games/<game>")


@bp.get("")
def show(circle_id: int, game: str) -> str:
    """Shows what the matches of a game have come to."""
    here, store = visit_all_matches(circle_id), services().store
    games = store.games_played(circle_id)
    if game not in games:
        abort(404, description=_("This circle has no match of such a game."))
    return render_template(
        "circles/game.html",
        circle=here.circle,
        games=games,
        shown=circle_game_page(circle_id, game, store.circle_players(circle_id)),
        hands_said=hands_said,
    )
