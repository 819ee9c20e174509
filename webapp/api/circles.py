"""Circles for programs: joining, and what a circle keeps."""

from collections.abc import Mapping
from typing import Any

from flask import (
    Blueprint,
    Response,
    request,
    stream_with_context,
)

from webapp.access.device import current_device
from webapp.api import problems, table_json
from webapp.api.bodies import (
    body_object,
    caller_or_new_device,
    invite_of_typed,
    unauthorized,
)
from webapp.api.problems import Problem
from webapp.api.table_json import json_response
from webapp.circle.export import (
    CircleExport,
    json_pieces,
    own_data,
    told_ratings,
)
from webapp.circle.matches import search_of_request
from webapp.circle.tables import CircleVisit, circle_here
from webapp.http.integers import parse_integer
from webapp.http.limits import LARGEST_PAGE_NUMBER, MATCHES_A_PAGE, MOST_CIRCLES
from webapp.services import services
from webapp.store import InviteSpent
from webapp.store.circle_models import CircleInvite


def visit_circle_by_token(circle_id: int) -> CircleVisit:
    """Returns a circle for a caller that belongs to it. Raises `Problem` 401, or 404 for who does not."""
    if current_device() is None:
        raise unauthorized()
    found = circle_here(circle_id)
    if found is None:
        raise Problem(404, "no-circle")
    return found


def circles_of_caller() -> list[dict[str, Any]]:
    """Returns the circles that the caller belongs to. Raises `Problem` 401."""
    device = current_device()
    if device is None:
        raise unauthorized()
    return [{"id": one.id, "name": one.name} for one in services().store.circles_of(device.id, MOST_CIRCLES)]


def join_circle() -> Response:
    """Lets the caller in with the code of a circle; a caller without a token gets one."""
    code = body_object().get("code")
    if not isinstance(code, str):
        raise Problem(400)
    invite = _invite(code)
    caller = caller_or_new_device()
    try:
        services().store.join_circle(invite.id, caller.device_id)
    except InviteSpent:
        raise Problem(410, "over") from None
    return table_json.json_response({"id": invite.circle_id, "token": caller.token}, 201)


def _invite(code: str) -> CircleInvite:
    """Returns the invite of a circle. Raises `Problem` 404, or 429 after too many wrong codes."""
    found = invite_of_typed(code)
    if isinstance(found, CircleInvite):
        return found
    raise Problem(404, "no-code")


bp = Blueprint("api_circles", __name__, url_prefix="/api/v1")
CIRCLE = "/circles/<int:circle_id>"
bp.before_request(problems.choose_language)
bp.register_error_handler(Problem, problems.answer)


@bp.get("/circles")
def index() -> Response:
    """Sends the circles to which the caller belongs."""
    return json_response({"circles": circles_of_caller()})


@bp.post("/circles/join")
def join() -> Response:
    """Lets the caller in at a circle."""
    return join_circle()


@bp.get(CIRCLE)
def show(circle_id: int) -> Response:
    """Sends what a circle is called, its games with their matches, and the player for whom the caller stands."""
    here = visit_circle_by_token(circle_id)
    games = services().store.games_played(circle_id)
    return json_response({"id": circle_id, "name": here.circle.name, "games": games, "player": here.player_id})


@bp.get(f"{CIRCLE}/players")
def players(circle_id: int) -> Response:
    """Sends the players."""
    here = visit_circle_by_token(circle_id)
    return json_response({"players": CircleExport(here.circle).told_players()})


@bp.get(f"{CIRCLE}/matches")
def matches(circle_id: int) -> Response:
    """Sends a page of the matches that are asked for, the newest first."""
    here, store = visit_circle_by_token(circle_id), services().store
    told = CircleExport(here.circle)
    asked = search_of_request(circle_id, store.games_played(circle_id), told.players)
    page = parse_integer(request.args.get("page", "1"), LARGEST_PAGE_NUMBER)
    if not page:
        raise Problem(400)
    found = store.find_matches(asked.wanted, limit=MATCHES_A_PAGE, offset=(page - 1) * MATCHES_A_PAGE)
    count = store.count_matches(asked.wanted)
    return json_response({"count": count, "page": page, "matches": list(told.told_matches(found))})


@bp.get(f"{CIRCLE}/ratings")
def ratings(circle_id: int) -> Response:
    """Sends the ratings of all players as they stand, in each game."""
    visit_circle_by_token(circle_id)
    store = services().store
    found = [row for game in store.games_played(circle_id) for row in store.newest_ratings(circle_id, game)]
    return json_response({"ratings": list(told_ratings(found))})


@bp.get(f"{CIRCLE}/seasons")
def seasons(circle_id: int) -> Response:
    """Sends all seasons with their standings."""
    here = visit_circle_by_token(circle_id)
    told = CircleExport(here.circle)
    found = (told.told_season(one) for one in services().store.circle_seasons(circle_id))
    return _streamed({"seasons": found})


@bp.get(f"{CIRCLE}/own")
def own(circle_id: int) -> Response:
    """Sends all that a circle keeps of the player for whom the caller stands."""
    here = visit_circle_by_token(circle_id)
    if here.player_id is None:
        raise Problem(404, "nobody-here")
    return _streamed(own_data(here.circle, here.player_id))


def _streamed(told: Mapping[str, object]) -> Response:
    return Response(stream_with_context(json_pieces(told)), content_type="application/json")
