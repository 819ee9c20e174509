"""The rule book of a game."""

from flask import Blueprint, abort, render_template
from flask_babel import gettext as _

from webapp.back import back_asked
from webapp.rulebook import CHAPTERS, EVERY_TABLE
from webapp.words.games import game_name

bp = Blueprint("rules", __name__)


@bp.get("/rules/<game>")
def show(game: str) -> str:
    """Shows every rule of a game, each with its number as an anchor."""
    if game not in CHAPTERS:
        abort(404, description=_("There is no rule book of this name."))
    return render_template(
        "rules/show.html",
        game=game,
        game_name=game_name(game),
        rules=CHAPTERS[game],
        every_table=EVERY_TABLE,
        back=back_asked(),
    )
