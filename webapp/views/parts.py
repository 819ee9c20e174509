"""Parts of a table's page that are drawn anew for what is typed there: questions to the rules, which change nothing."""

from flask import Blueprint, abort, request
from werkzeug.wrappers import Response

from webapp.games.registry import look_of
from webapp.http.page_or_fragment import page_or_fragment
from webapp.live.page import context
from webapp.live.part_cache import part as template_of
from webapp.seats.visit import visit_to_enter

bp = Blueprint("parts", __name__)


@bp.get("/tables/<int:table_id>/parts/<part>")
def show(table_id: int, part: str) -> Response:
    """Shows the table with what was typed there; htmx gets the part alone."""
    now, viewer = visit_to_enter(table_id)
    game = now.table.game
    if part not in look_of(game).redrawn_parts:
        abort(404)
    here = context(now, viewer)
    return page_or_fragment("tables/table.html", template_of(game, f"_{part}"), 200, **{**here, "typed": request.args})
