"""Circles for programs: joining, and what a circle keeps."""

from collections.abc import Mapping
from typing import TypedDict

from flask import Response, request, stream_with_context
from msgspec import Struct

from webapp.access.device import current_device
from webapp.api.bodies import caller_or_new_device, invite_of_typed, json_response, unauthorized
from webapp.api.calls import Body, Id, Programs, Seq, Token, asked, body
from webapp.api.problems import Problem
from webapp.circle.export import (
    CircleExport,
    Match,
    OwnData,
    Player,
    Rating,
    Season,
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
from webapp.store.roles import Scope


class JoinCircle(Body, frozen=True):
    """The code of a circle."""

    code: str


class JoinedCircle(Struct, frozen=True):
    """The token belongs to the circle."""

    id: Id
    token: Token


class CircleName(Struct, frozen=True):
    """A circle by its name."""

    id: Id
    name: str


class Circles(Struct, frozen=True):
    """The circles of a token."""

    circles: list[CircleName]


class Circle(CircleName, frozen=True):
    """A circle: games with how many matches each has, and the player for whom the token stands."""

    games: dict[str, int]
    player: int | None


class CirclePlayers(TypedDict):
    """The players in the order of their names."""

    players: list[Player]


class CircleMatches(Struct, frozen=True):
    """A page of the matches that were found."""

    count: Seq
    page: Id
    matches: list[Match]


class CircleRatings(TypedDict):
    """The ratings of all players as they stand."""

    ratings: list[Rating]


class CircleSeasons(TypedDict):
    """The seasons with their standings."""

    seasons: list[Season]


bp = Programs("api_circles", __name__)
CIRCLE = "/circles/<int:circle_id>"
ASKED = [asked(name, type="string") for name in ("game", "player", "with", "day", "text")]
PAGE = asked("page", type="integer", minimum=1, maximum=LARGEST_PAGE_NUMBER)


def visit_circle_by_token(circle_id: int) -> CircleVisit:
    """Returns a circle for a caller that belongs to it. Raises `Problem` 401, or 404 for who does not."""
    if current_device() is None:
        raise unauthorized()
    found = circle_here(circle_id)
    if found is None:
        raise Problem(404, "no-circle")
    return found


@bp.call("GET /circles", "listCircles", {200: Circles})
def index() -> Response:
    """The circles of the token."""
    device = current_device()
    if device is None:
        raise unauthorized()
    found = services().store.circles_of(device.id, MOST_CIRCLES)
    return json_response(Circles([CircleName(one.id, one.name) for one in found]))


@bp.call(
    "POST /circles/join",
    "joinCircle",
    {201: JoinedCircle},
    JoinCircle,
    fails=[404, 410],
    needs_token=None,
)
def join() -> Response:
    """Lets the caller in at a circle by its code."""
    invite = invite_of_typed(body(JoinCircle).code, Scope.CIRCLE)
    caller = caller_or_new_device()
    try:
        services().store.join_circle(invite.id, caller.device_id)
    except InviteSpent:
        raise Problem(410, "over") from None
    return json_response(JoinedCircle(invite.owner, caller.token), 201)


@bp.call(f"GET {CIRCLE}", "readCircle", {200: Circle})
def show(circle_id: int) -> Response:
    """The circle, and the player for whom the token stands."""
    here = visit_circle_by_token(circle_id)
    games = services().store.games_played(circle_id)
    return json_response(Circle(circle_id, here.circle.name, games, here.player_id))


@bp.call(f"GET {CIRCLE}/players", "readPlayers", {200: CirclePlayers})
def players(circle_id: int) -> Response:
    """Its players."""
    here = visit_circle_by_token(circle_id)
    return json_response(CirclePlayers(players=CircleExport(here.circle).told_players()))


@bp.call(f"GET {CIRCLE}/matches", "readMatches", {200: CircleMatches}, asks=[*ASKED, PAGE], fails=[400])
def matches(circle_id: int) -> Response:
    """A page of its matches, the newest first; what is not named here correctly counts as not named."""
    here, store = visit_circle_by_token(circle_id), services().store
    told = CircleExport(here.circle)
    search = search_of_request(circle_id, store.games_played(circle_id), told.players)
    page = parse_integer(request.args.get("page", "1"), LARGEST_PAGE_NUMBER)
    if not page:
        raise Problem(400)
    found = store.find_matches(search.wanted, limit=MATCHES_A_PAGE, offset=(page - 1) * MATCHES_A_PAGE)
    return json_response(CircleMatches(store.count_matches(search.wanted), page, list(told.told_matches(found))))


@bp.call(f"GET {CIRCLE}/ratings", "readRatings", {200: CircleRatings})
def ratings(circle_id: int) -> Response:
    """The ratings of all players as they stand."""
    visit_circle_by_token(circle_id)
    store = services().store
    found = [row for game in store.games_played(circle_id) for row in store.newest_ratings(circle_id, game)]
    return json_response(CircleRatings(ratings=list(told_ratings(found))))


@bp.call(f"GET {CIRCLE}/seasons", "readSeasons", {200: CircleSeasons})
def seasons(circle_id: int) -> Response:
    """Its seasons with their standings."""
    here = visit_circle_by_token(circle_id)
    told = CircleExport(here.circle)
    found = (told.told_season(one) for one in services().store.circle_seasons(circle_id))
    return _streamed({"seasons": found})


@bp.call(f"GET {CIRCLE}/own", "readOwnData", {200: OwnData})
def own(circle_id: int) -> Response:
    """All that is kept of the player for whom the token stands."""
    here = visit_circle_by_token(circle_id)
    if here.player_id is None:
        raise Problem(404, "nobody-here")
    return _streamed(own_data(here.circle, here.player_id))


def _streamed(told: Mapping[str, object]) -> Response:
    return Response(stream_with_context(json_pieces(told)), content_type="application/json")
