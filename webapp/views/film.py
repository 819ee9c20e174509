"""Film of a record: every moment with the board as it was, and all hands to choose from."""

from flask import Blueprint, abort, render_template
from werkzeug.wrappers import Response

from webapp.history.film.film_page import Film, film_context, moment_context
from webapp.history.film.film_words import opens_later
from webapp.history.film.moments import is_name
from webapp.http.language import gettext as _
from webapp.seats.visit import visit

bp = Blueprint("film", __name__, url_prefix="/tables/<int:table_id>")


@bp.get("/film")
def show(table_id: int) -> str:
    """Shows all hands of the record with their tricks, and what happened in them."""
    return render_template("film/show.html", **film_context(Film(*visit(table_id))))


@bp.get("/moments/<m>")
def moment(table_id: int, m: str) -> str | tuple[str, int] | Response:
    """Shows the table as it was after an entry; 404 where that no longer stands, 403 where it is still closed."""
    shown = Film(*visit(table_id))
    if not is_name(m):
        abort(404)
    found = shown.named(m)
    if found is None:
        return _elsewhere(shown, m, 404)
    if found not in shown.open:
        return _elsewhere(shown, m, 403)
    return render_template("film/moment.html", **moment_context(shown, found))


def _elsewhere(shown: Film, name: str, status: int) -> tuple[str, int]:
    """Says why there is no such moment to look at, and where the nearest one is."""
    found = shown.named(name)
    closed = opens_later(shown.now.table.game, found.hand) if found is not None else None
    near = shown.nearest(name)
    way = {
        "title": _("Not open yet") if closed else _("This moment no longer stands"),
        "text": closed
        or _("No entry stands at this place of the record: it was taken back, corrected away, or never made."),
        "near": shown.address(near),
    }
    return render_template("film/elsewhere.html", page=film_context(shown)["page"], way=way), status
