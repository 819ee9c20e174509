"""Rule books of all games, what holds at every table, and a search over them."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.games.common.game_names import game_about, game_name
from webapp.games.common.rulebook import chapters, game_of, prefixes
from webapp.games.registry import looks
from webapp.http.back_link import back_link
from webapp.http.language import gettext as _
from webapp.pages.rulebook_page import Chapter, Reader, chapter, every_table, found_said, reader

bp = Blueprint("rules", __name__)


@bp.get("/rules")
def index() -> str:
    """Shows the games and what holds at every table, or what was found in all of them."""
    by = _reader()
    found = [*(chapter(game, by) for game in chapters())] if by.words else []
    return _page("rules/index.html", by, [*found, every_table(by)], games={game: game_about(game) for game in looks()})


@bp.get("/rules/<game>")
def show(game: str) -> str | Response:
    """Shows every rule of a game, each with its number as an anchor; the number of a rule leads to its place."""
    if game not in chapters():
        return _to_rule(game.upper())
    by = _reader(game)
    read = [chapter(game, by), every_table(by, game)]
    return _page("rules/show.html", by, read, game=game, game_name=game_name(game))


def _to_rule(number: str) -> Response:
    try:
        game = game_of(number)
    except KeyError:
        known = number.partition("-")[0] in prefixes()
        abort(
            404,
            description=_("There is no rule of this number.") if known else _("There is no rule book of this name."),
        )
    kept = _reader(game).kept
    if game is None:
        return redirect(url_for("rules.index", _anchor=number, **kept))
    return redirect(url_for("rules.show", game=game, _anchor=number, **kept))


def _reader(game: str | None = None) -> Reader:
    return reader(request.args, back_link(), game)


def _page(template: str, by: Reader, chapters: list[Chapter], **more: object) -> str:
    shown = [chapter for chapter in chapters if chapter.rules]
    return render_template(template, by=by, chapters=shown, found=found_said(shown, by), **more)
