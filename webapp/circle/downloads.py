"""Files of a circle: tables for spreadsheets, all of it as JSON; and the data of this phone's player."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import lru_cache
from itertools import chain

from babel.numbers import format_decimal
from flask import Blueprint, Response, abort, stream_with_context

from webapp.circle.archive.writer import parts_of
from webapp.circle.circle_json import CircleExport, all_matches, all_ratings, json_pieces, own_data, whole_circle
from webapp.circle.circle_json import own_figures as figures_of
from webapp.circle.game_pages import figure_title
from webapp.circle.match_days import all_played, days_of, today
from webapp.circle.seasons import standing_of
from webapp.circle.visit import CircleVisit, visit_all_matches, visit_circle
from webapp.games.common.names import game_name
from webapp.games.registry import looks
from webapp.http.language import gettext as _
from webapp.http.language import language
from webapp.http.limits import POINTS_KEPT
from webapp.http.spreadsheets import CSV, csv_pieces
from webapp.services import services
from webapp.store.circle_models import Circle

Line = list[str | int]


def players_csv(circle: Circle) -> Iterator[bytes]:
    """Yields the players with their rating in each game."""
    players, store = CircleExport(circle).players, services().store
    days = store.days_only(circle.id)
    head: Line = [_("Name"), _("Game"), _("Rating"), _("Doubt"), _("Matches"), _("Last match")]
    lines: list[Line] = [
        [
            players[row.player_id].name,
            game_name(game),
            _points(row.strength),
            _points(row.uncertainty),
            row.matches,
            _time(row.ended_at, day_only=row.table_id in days),
        ]
        for game in store.games_played(circle.id)
        for row in sorted(store.newest_ratings(circle.id, game), key=lambda row: -row.strength)
    ]
    rated = {line[0] for line in lines}
    others: list[Line] = [[one.name, "", "", "", 0, ""] for one in players.values() if one.name not in rated]
    return csv_pieces([head, *lines, *others])


def matches_csv(circle: Circle, only: int | None = None) -> Iterator[bytes]:
    """Yields every match, the newest first, with a line for each of its players, or for the player `only`."""
    return csv_pieces(_match_lines(circle, only))


def own_figures_csv(circle: Circle, player_id: int) -> Iterator[bytes]:
    """Yields a player's figures in each match, those for that player alone among them."""
    head: Line = [_("Match"), _("Day"), _("Game"), _("Figure"), _("Value"), _("Of"), _("For this player alone")]
    return csv_pieces(chain([head], _own_figures(circle, player_id)))


def ratings_csv(circle: Circle) -> Iterator[bytes]:
    """Yields the ratings of all players after each of their matches, the oldest first."""
    players, days = CircleExport(circle).players, services().store.days_only(circle.id)
    head: Line = [_("Match"), _("Time"), _("Game"), _("Name"), _("Rating"), _("Doubt"), _("Matches")]
    lines: Iterator[Line] = (
        [
            row.table_id,
            _time(row.ended_at, day_only=row.table_id in days),
            game_name(row.game),
            players[row.player_id].name,
            _points(row.strength),
            _points(row.uncertainty),
            row.matches,
        ]
        for row in all_ratings(circle.id)
    )
    return csv_pieces(chain([head], lines))


def seasons_csv(circle: Circle) -> Iterator[bytes]:
    """Yields the standings of all seasons, with a line for each evening of each player."""
    head: Line = [_("Season"), _("Place"), _("Name"), _("Total"), _("Day"), _("Points"), _("Counts")]
    lines: Iterator[Line] = (
        [season.name, row.place, row.name, row.total, one.day.isoformat(), one.points, _yes(one.counts)]
        for season in services().store.circle_seasons(circle.id)
        for row in standing_of(season)
        for one in row.evenings
    )
    return csv_pieces(chain([head], lines))


def _match_lines(circle: Circle, only: int | None) -> Iterator[Line]:
    yield [
        _("Match"),
        _("Day"),
        _("Began"),
        _("Ended"),
        _("Game"),
        _("Table"),
        _("Name"),
        _("Side"),
        _("Place"),
        _("Score"),
        _("Has won"),
        _("Note"),
        _("From a file"),
    ]
    told = CircleExport(circle)
    for row in all_matches(circle.id):
        match = told.told_match(row)
        times = [_time(at, day_only=row.day_only) for at in (row.began_at, row.ended_at)]
        start: Line = [row.table_id, match["day"] or "", *times, game_name(row.game)]
        for number, side in enumerate(match["sides"], 1):
            score = "" if side["score"] is None else side["score"]
            result: Line = [number, side["place"], score, _yes(side["won"])]
            for player in (one for one in side["players"] if only in (None, one)):
                name = told.players[player].name
                yield [*start, match["title"], name, *result, match["note"], _yes(match["from_file"])]


def _own_figures(circle: Circle, player_id: int) -> Iterator[Line]:
    days = days_of(all_played(circle.id))
    for row in all_matches(circle.id):
        if player_id in row.players:
            for one in figures_of(row, player_id):
                title = figure_title(row.game, one.code) if row.game in looks() else one.code
                day = days[row.table_id].isoformat()
                yield [row.table_id, day, game_name(row.game), title, one.value, one.of, _yes(one.private)]


def _yes(is_so: bool) -> str:
    return _("yes") if is_so else _("no")


def _time(at: datetime, *, day_only: bool) -> str:
    return at.astimezone().strftime("%Y-%m-%d" if day_only else "%Y-%m-%d %H:%M")


def _points(hundredths: int) -> str:
    return _points_said(hundredths, language())


@lru_cache(POINTS_KEPT)
def _points_said(hundredths: int, locale: str) -> str:
    return str(format_decimal(hundredths / 100, "0.00", locale=locale))


bp = Blueprint("circle_downloads", __name__, url_prefix="/circles/<int:circle_id>/files")
TABLES: dict[str, Callable[[Circle], Iterator[bytes]]] = {
    "matches": matches_csv,
    "players": players_csv,
    "ratings": ratings_csv,
    "seasons": seasons_csv,
}


@bp.get("")
def show(circle_id: int) -> str:
    here = visit_circle(circle_id)
    own = services().store.circle_players(circle_id).get(here.player_id or 0)
    return here.page("circle/files.html", own=own, parts=len(parts_of(circle_id)))


@bp.get("/<name>.csv")
def table(circle_id: int, name: str) -> Response:
    """Sends one of the tables for a spreadsheet."""
    here = visit_all_matches(circle_id)
    if name not in TABLES:
        abort(404)
    return _sent(TABLES[name](here.circle), CSV, f"{name}.csv")


@bp.get("/circle.json")
def everything(circle_id: int) -> Response:
    """Sends all that the circle keeps and that each of its phones may see."""
    return _json(whole_circle(visit_all_matches(circle_id).circle), "circle.json")


@bp.get("/own-matches.csv")
def own_matches(circle_id: int) -> Response:
    """Sends the matches of this phone's player."""
    here, player = _player(circle_id)
    return _sent(matches_csv(here.circle, player), CSV, "own-matches.csv")


@bp.get("/own-figures.csv")
def own_figures(circle_id: int) -> Response:
    """Sends the figures of this phone's player, private ones included."""
    here, player = _player(circle_id)
    return _sent(own_figures_csv(here.circle, player), CSV, "own-figures.csv")


@bp.get("/own.json")
def own(circle_id: int) -> Response:
    """Sends all data that the circle has of this phone's player."""
    here, player = _player(circle_id)
    return _json(own_data(here.circle, player), "own.json")


def _player(circle_id: int) -> tuple[CircleVisit, int]:
    here = visit_all_matches(circle_id)
    if here.player_id is None:
        abort(404, description=_("This phone has not said who of the circle it is."))
    return here, here.player_id


def _json(told: Mapping[str, object], name: str) -> Response:
    return _sent((piece.encode() for piece in json_pieces(told)), "application/json", name)


def _sent(pieces: Iterator[bytes], kind: str, name: str) -> Response:
    answer = Response(stream_with_context(pieces))
    answer.headers["Content-Type"] = kind
    answer.headers["Content-Disposition"] = f'attachment; filename="circle-{today().isoformat()}-{name}"'
    return answer
