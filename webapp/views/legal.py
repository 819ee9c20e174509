"""Legal plays at a moment, with reasons: an address for every question."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.history.film.film_page import Film
from webapp.history.film.legal_page import Question, legal_context, rules_at
from webapp.http.integers import parse_integer
from webapp.http.limits import MOST_CARDS_SENT
from webapp.seats.visit import visit

bp = Blueprint("legal", __name__, url_prefix="/tables/<int:table_id>")


@bp.get("/moments/<m>/legal")
def show(table_id: int, m: str) -> str | Response:
    """Answers for a seat and a hand. A moment that may not be looked at is told of where moments are shown."""
    shown = Film(*visit(table_id))
    moment = shown.named(m)
    if moment is None or moment not in shown.open:
        return redirect(url_for("film.moment", table_id=table_id, m=m), 303)
    to_act = rules_at(shown, moment).to_act
    seat = request.args.get("seat")
    chosen = parse_integer(seat, most=len(shown.now.table.players) - 1) if seat is not None else next(iter(to_act), 0)
    if chosen is None:
        abort(404)
    cards = tuple(request.args.getlist("cards")[: MOST_CARDS_SENT + 1]) if "cards" in request.args else None
    return render_template("legal/show.html", **legal_context(shown, Question(moment, chosen, cards)))
