"""Guides: how each game is entered, with a sample hand."""

from flask import Blueprint, abort, render_template

from webapp.games.common.game_names import game_name
from webapp.games.common.plain_guide import guide_of
from webapp.games.registry import looks
from webapp.http.back_link import back_link
from webapp.http.language import gettext as _
from webapp.live.guide_page import steps

bp = Blueprint("guides", __name__)
bp.add_app_template_global(guide_of)


@bp.get("/games/<game>/entering")
def entering(game: str) -> str:
    """Shows how a game is entered."""
    if game not in looks():
        abort(404, description=_("There is no game of this name here."))
    guide = guide_of(game)
    if guide is None:
        abort(404, description=_("Nobody has written down how this game is entered."))
    return render_template(
        "guides/entering.html",
        page={"game": game, "game_name": game_name(game)},
        steps=steps(guide),
        back=back_link(),
    )
