"""Files of a circle: for spreadsheets, as JSON; and what it keeps of the player whom this phone is."""

from collections.abc import Callable, Iterator, Mapping

from flask import Blueprint, Response, abort, render_template, stream_with_context

from webapp.circle import circle_csv
from webapp.circle.archive.writer import parts_of
from webapp.circle.calendar import today
from webapp.circle.export import json_pieces, own_data, whole_circle
from webapp.circle.tables import CircleVisit, visit_all_matches, visit_circle
from webapp.history.records.scores import CSV
from webapp.http.language import gettext as _
from webapp.services import services
from webapp.store.circle_models import Circle

bp = Blueprint("circle_files", __name__, url_prefix="/circles/<int:circle_id>/files")
TABLES: dict[str, Callable[[Circle], Iterator[bytes]]] = {
    "matches": circle_csv.matches_csv,
    "players": circle_csv.players_csv,
    "ratings": circle_csv.ratings_csv,
    "seasons": circle_csv.seasons_csv,
}


@bp.get("")
def show(circle_id: int) -> str:
    here = visit_circle(circle_id)
    own = services().store.circle_players(circle_id).get(here.player_id or 0)
    return render_template("circle/files.html", circle=here.circle, own=own, parts=len(parts_of(circle_id)))


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
    """Sends the matches of the player whom this phone is."""
    here, player = _player(circle_id)
    return _sent(circle_csv.own_matches_csv(here.circle, player), CSV, "own-matches.csv")


@bp.get("/own-figures.csv")
def own_figures(circle_id: int) -> Response:
    """Sends the figures of the player whom this phone is, those for that player alone among them."""
    here, player = _player(circle_id)
    return _sent(circle_csv.own_figures_csv(here.circle, player), CSV, "own-figures.csv")


@bp.get("/own.json")
def own(circle_id: int) -> Response:
    """Sends all that the circle keeps of the player whom this phone is."""
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
