"""Calendar of a circle: the days on which its people met."""

from flask import Blueprint, render_template, request

from webapp.club.circle.calendar_page import calendar_of
from webapp.club.circle.circle_visit import visit_all_matches
from webapp.club.circle.evening_days import days_of
from webapp.http.integers import parse_integer
from webapp.services import services

bp = Blueprint("circle_calendar", __name__, url_prefix="/circles/<int:circle_id>/calendar")


@bp.get("")
def show(circle_id: int) -> str:
    """Shows a year by months, of all games or of one; each day opens its matches."""
    here, store = visit_all_matches(circle_id), services().store
    played, games = store.played_matches(circle_id), store.games_played(circle_id)
    game = request.args.get("game", "") if request.args.get("game", "") in games else ""
    return render_template(
        "circles/calendar.html",
        circle=here.circle,
        games=games,
        game=game,
        calendar=calendar_of(played, days_of(played), game, parse_integer(request.args.get("year"))),
    )
