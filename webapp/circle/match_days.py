"""Days of matches: to which day a match counts, and the page of the days on which people of a circle met."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from flask import Blueprint, request

from webapp.circle.visit import visit_all_matches
from webapp.http.integers import parse_integer
from webapp.http.limits import DAYS_A_TURN
from webapp.http.steps import in_steps, let_others
from webapp.services import services
from webapp.store.circle_history import MatchDate

NIGHT_ENDS = 5
"""Until this hour a beginning belongs to the night before."""


@dataclass
class Calendar:
    """The `months` of a year, each with its days, the newest first; and all `years` that have any.

    A day has the number of matches that count to it, by game.
    """

    year: int
    years: list[int]
    months: dict[date, dict[date, Counter[str]]]


def calendar_of(played: Iterable[MatchDate], days: Mapping[int, date], game: str, year: int | None) -> Calendar | None:
    """Returns a year of these matches, of one `game` if any is named; the newest year where that one has none.

    None where there is no match.
    """
    found = defaultdict[date, Counter[str]](Counter)
    for match in played:
        if game in ("", match.game):
            found[days[match.table_id]][match.game] += 1
    years = sorted({day.year for day in found}, reverse=True)
    if not years:
        return None
    shown = year if year in years else years[0]
    months = defaultdict[date, dict[date, Counter[str]]](dict)
    for day in sorted(found, reverse=True):
        if day.year == shown:
            months[day.replace(day=1)][day] = found[day]
    return Calendar(shown, years, months)


bp = Blueprint("circle_calendar", __name__, url_prefix="/circles/<int:circle_id>/calendar")


@bp.get("")
def show(circle_id: int) -> str:
    """Shows a year by months, of all games or of one; each day opens its matches."""
    here, store = visit_all_matches(circle_id), services().store
    played, games = all_played(circle_id), store.games_played(circle_id)
    game = request.args.get("game", "") if request.args.get("game", "") in games else ""
    return here.page(
        "circle/calendar.html",
        games=games,
        game=game,
        calendar=calendar_of(played, days_of(played), game, parse_integer(request.args.get("year"))),
    )


def day_of(at: datetime) -> date:
    """Returns the day to whose night a moment belongs."""
    return (at.astimezone() - timedelta(hours=NIGHT_ENDS)).date()


def today() -> date:
    """Returns the day to whose night this moment belongs."""
    return day_of(datetime.now().astimezone())


def all_played(circle_id: int) -> list[MatchDate]:
    """Returns when each finished match of a circle was played, the oldest first; others are answered in between."""
    found: list[MatchDate] = []
    while some := services().store.played_matches(circle_id, found[-1] if found else None, limit=DAYS_A_TURN):
        found += some
        let_others()
    return found


def days_of(played: Iterable[MatchDate]) -> dict[int, date]:
    """Returns the day of each match by its table; matches at tables of one evening all have that of the first.

    They come oldest first.
    """
    evenings: dict[int, date] = {}
    found: dict[int, date] = {}
    for match in in_steps(played, DAYS_A_TURN):
        own = day_of(match.began_at)
        found[match.table_id] = own if match.evening_id is None else evenings.setdefault(match.evening_id, own)
    return found


def tables_between(days: dict[int, date], first: date, last: date | None) -> Sequence[int]:
    """Returns the tables whose matches count to these days, the first and the last among them; None: to all later."""
    return [table for table, day in days.items() if first <= day and (last is None or day <= last)]
