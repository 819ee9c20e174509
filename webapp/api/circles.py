"""Circles for programs: joining, and their data."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Literal, TypedDict, TypeVar

import msgspec
from flask import Response, request, stream_with_context
from msgspec import Struct

from webapp.access.device import current_device, require
from webapp.access.new_tables import Opener
from webapp.api.bodies import (
    body_bytes,
    caller_and_key,
    caller_or_new_device,
    check_own,
    invite_of_typed,
    json_response,
    unauthorized,
    visit_by_token,
)
from webapp.api.endpoints import ApiBlueprint, Body, GameName, Id, Seq, TableRole, Token, Zip, asked, body, body_in
from webapp.api.joining import Joined, Waiting, let_in
from webapp.api.problems import Problem, need, not_read
from webapp.circle import acts
from webapp.circle.archive.format import CirclePart
from webapp.circle.archive.importing import bring_circle
from webapp.circle.archive.writer import circle_answer, parts_of
from webapp.circle.circle_json import CircleExport, Match, OwnData, Rating, json_pieces, own_data, told_ratings
from webapp.circle.matches import search_of_request
from webapp.circle.tables_in_play import SIT, join_in_play, tables_in_play
from webapp.circle.visit import CircleVisit, circle_here
from webapp.files.kinds import FileKind, NotRead, largest
from webapp.files.upload_reader import Sender, read_body
from webapp.http.integers import parse_integer
from webapp.http.limits import LARGEST_PAGE_NUMBER, MATCHES_A_PAGE
from webapp.services import services
from webapp.store.errors import InviteSpent
from webapp.store.models import Table
from webapp.store.roles import MEETING, Scope


class JoinCircle(Body, frozen=True):
    """The code of a circle; the name of the token's player, or of a new one where that is `new`."""

    code: str
    name: str = ""
    new: bool = False


class JoinedCircle(Struct, frozen=True):
    """The token belongs to the circle."""

    id: Id
    token: Token


class JoinInPlay(Body, frozen=True):
    """The token's wish at a table of its circle: the seat of its player, or to watch."""

    wish: Literal["sit", "watch"] = msgspec.field(name="as")


class BringIn(Body, frozen=True):
    """The number of another circle of the token, and the names that both have, each of which is one person."""

    circle: Id
    same: tuple[str, ...] = ()


class CircleIn(Struct, frozen=True):
    """A circle that came over: the number by which that is taken back, its name, how many tables came with it."""

    id: Id
    name: str
    tables: int


class CirclesIn(Struct, frozen=True):
    """Joins that can be undone."""

    joined: list[CircleIn]


class TableInPlay(Struct, frozen=True):
    """A table in play: its people by seat, and the seat of the token's player."""

    id: Id
    game: GameName
    title: str
    names: list[str]
    seat: int | None
    is_free: bool
    role: TableRole | None


class CircleName(Struct, frozen=True):
    """A circle by its name."""

    id: Id
    name: str


class Circles(Struct, frozen=True):
    """The circles of a token."""

    circles: list[CircleName]


class Circle(CircleName, frozen=True):
    """A circle: games with their numbers of matches, the token's player, and the tables in play.

    `files_left_out`: matches at tables that were opened from a file are left out.
    """

    games: dict[str, int]
    player: int | None
    playing: list[TableInPlay]
    files_left_out: bool


class BringCircle(Body, frozen=True):
    """The file of a circle, in base64, and the number of a circle of the token that takes it, if it is no new one."""

    file: bytes
    into: Id | None = None


class CircleBrought(Struct, frozen=True):
    """Result of an import: the circle, numbers of new and known matches, players, seasons.

    `not_vouched`: new matches whose seal is not this house's.
    """

    id: Id
    token: Token
    matches: int
    known: int
    players: int
    seasons: int
    not_vouched: int


class OpenCircle(Body, frozen=True):
    """The name of a circle; the people of a `table` of the token are its first players."""

    name: str
    table: Id | None = None


class StandFor(Body, frozen=True):
    """The player for whom the token stands, by number, or the name of a `new` one; neither: nobody."""

    player: Id | None = None
    new: str = ""


class CircleMatches(Struct, frozen=True):
    """A page of the matches that were found."""

    count: Seq
    page: Id
    matches: list[Match]


class CircleRatings(TypedDict):
    """The ratings of all players as they stand."""

    ratings: list[Rating]


D = TypeVar("D")
bp = ApiBlueprint("api_circles", __name__)
CIRCLE = "/circles/<int:circle_id>"
ASKED = [asked(name, type="string") for name in ("game", "player", "with", "day", "text")]
PAGE = asked("page", type="integer", minimum=1, maximum=LARGEST_PAGE_NUMBER)


def refused(why: acts.Refused) -> Problem:
    more = {"faults": dict(why.faults)} if why.faults else {}
    return Problem(why.status, "circle-refused", message=why.said or next(iter(why.faults.values())), more=more)


def done(act: Callable[[], D | acts.Refused], missing: str = "") -> D:
    """Returns what an act comes to. Raises `Problem` where it is refused, 404 with `missing` where nothing is there."""
    try:
        outcome = act()
    except LookupError:
        if not missing:
            raise
        raise Problem(404, missing) from None
    if isinstance(outcome, acts.Refused):
        raise refused(outcome)
    return outcome


def visit_circle_by_token(circle_id: int) -> CircleVisit:
    """Returns a circle for a caller that belongs to it. Raises `Problem` 401, or 404 for others."""
    if current_device() is None:
        raise unauthorized()
    return need(circle_here(circle_id), "no-circle")


@bp.address("GET /circles", "listCircles", {200: Circles})
def index() -> Response:
    """The circles of the token."""
    device = current_device()
    if device is None:
        raise unauthorized()
    found = services().store.circles_of(device.id)
    return json_response(Circles([CircleName(one.id, one.name) for one in found]))


@bp.address(
    "POST /circles/join",
    "joinCircle",
    {201: JoinedCircle},
    JoinCircle,
    fails=[404, 410],
    needs_token=None,
)
def join() -> Response:
    """Admits the caller to a circle by its code."""
    sent = body(JoinCircle)
    invite, caller = invite_of_typed(sent.code, Scope.CIRCLE), cache(caller_or_new_device)
    if invite.role == MEETING:
        raise Problem(404, "no-code")
    try:
        done(lambda: acts.join_circle(invite, lambda: caller().device_id, sent.name, is_new=sent.new))
    except InviteSpent:
        raise Problem(410, "over") from None
    return json_response(JoinedCircle(invite.owner, caller().token), 201)


@bp.address(f"GET {CIRCLE}", "readCircle", {200: Circle})
def show(circle_id: int) -> Response:
    """The circle, and the token's player."""
    here = visit_circle_by_token(circle_id)
    games = services().store.games_played(circle_id)
    playing = [
        TableInPlay(it.table.id, it.table.game, it.table.title, it.table.players, it.seat, it.is_free, it.role)
        for it in tables_in_play([here])
    ]
    return json_response(Circle(circle_id, here.circle.name, games, here.player_id, playing, here.circle.without_files))


@bp.address(
    f"POST {CIRCLE}/tables/<int:number>/join",
    "joinInPlay",
    {201: Joined, 202: Waiting},
    JoinInPlay,
)
def join_table(circle_id: int, number: int) -> Response:
    """Sits the caller down at a table of the circle, or has it watch; 202 where the host has to approve first."""
    here, wish = visit_circle_by_token(circle_id), body(JoinInPlay).wish
    try:
        joined = join_in_play(here, number, sits=wish == SIT)
    except LookupError:
        raise Problem(404, "no-table") from None
    if isinstance(joined, acts.Refused):
        raise refused(joined)
    return let_in(joined, caller_or_new_device())


@bp.address(f"GET {CIRCLE}/matches", "readMatches", {200: CircleMatches}, asks=[*ASKED, PAGE], fails=[400])
def matches(circle_id: int) -> Response:
    """A page of its matches, the newest first; invalid filters are ignored."""
    here, store = visit_circle_by_token(circle_id), services().store
    told = CircleExport(here.circle)
    search = search_of_request(circle_id, store.games_played(circle_id), told.players)
    page = parse_integer(request.args.get("page", "1"), LARGEST_PAGE_NUMBER)
    if not page:
        raise Problem(400)
    found = store.find_matches(search.wanted, limit=MATCHES_A_PAGE, offset=(page - 1) * MATCHES_A_PAGE)
    return json_response(CircleMatches(store.count_matches(search.wanted), page, list(told.told_matches(found))))


@bp.address(f"GET {CIRCLE}/ratings", "readRatings", {200: CircleRatings})
def ratings(circle_id: int) -> Response:
    """The ratings of all players as they stand."""
    visit_circle_by_token(circle_id)
    store = services().store
    found = [row for game in store.games_played(circle_id) for row in store.newest_ratings(circle_id, game)]
    return json_response(CircleRatings(ratings=list(told_ratings(circle_id, found))))


@bp.address(f"GET {CIRCLE}/own", "readOwnData", {200: OwnData})
def own(circle_id: int) -> Response:
    """All data that the circle has of the token's player."""
    here = visit_circle_by_token(circle_id)
    return streamed(own_data(here.circle, need(here.player_id, "nobody-here")))


@bp.address(f"POST {CIRCLE}/joined", "bringCircleIn", {200: Circle}, BringIn)
def bring_in(circle_id: int) -> Response:
    """Has another circle of the token come over to this one."""
    here, sent = visit_circle_by_token(circle_id), body(BringIn)
    done(lambda: acts.join_circles(here, sent.circle, sent.same))
    return show(circle_id)


@bp.address(f"GET {CIRCLE}/joined", "readCirclesIn", {200: CirclesIn})
def brought_in(circle_id: int) -> Response:
    """The circles that the token has brought in and can still take back."""
    found = acts.joins_to_undo(visit_circle_by_token(circle_id))
    return json_response(CirclesIn([CircleIn(line.id, name, tables) for line, name, tables in found]))


@bp.address(f"POST {CIRCLE}/joined/<int:number>/undo", "takeCircleBack", {200: CircleName}, fails=[409])
def take_circle_back(circle_id: int, number: int) -> Response:
    """Takes back that another circle came over."""
    here = visit_circle_by_token(circle_id)
    circle = services().store.circle(done(lambda: acts.part_circles(here, number), "no-join"))
    assert circle is not None  # it has come back just now
    return json_response(CircleName(circle.id, circle.name))


@bp.address(f"GET {CIRCLE}/files/<int:number>", "takeCircleAlong", {200: Zip})
def take_along(circle_id: int, number: int) -> Response:
    """The circle as a file for another house; one with many matches has several, which are numbered from 1."""
    here = visit_circle_by_token(circle_id)
    if not 1 <= number <= len(parts_of(circle_id)):
        raise Problem(404)
    return circle_answer(here.circle, number)


@bp.address(
    "POST /circles/open", "openCircle", {201: JoinedCircle}, OpenCircle, once=True, fails=[403, 404], needs_token=None
)
def open_() -> Response:
    """Opens a circle, from a table of the token if one is named."""
    sent = body(OpenCircle)
    table = None if sent.table is None else own_table(sent.table)
    by = cache(partial(caller_and_key, "circle"))
    circle = done(lambda: acts.open_circle(sent.name, lambda: by()[1], table))
    check_own(circle.id, Scope.CIRCLE, by()[0])
    return json_response(JoinedCircle(circle.id, by()[0].token), 201)


@bp.address(f"POST {CIRCLE}/leave", "leaveCircle", {204: None})
def leave(circle_id: int) -> Response:
    """Ends that the token belongs to the circle."""
    acts.leave_circle(visit_circle_by_token(circle_id), None)
    return Response(status=204)


@bp.address(f"POST {CIRCLE}/player", "standFor", {200: Circle}, StandFor)
def stand_for(circle_id: int) -> Response:
    """Makes the token stand for a player, for a new one, or for nobody."""
    here, sent = visit_circle_by_token(circle_id), body(StandFor)
    if sent.new.strip():
        done(lambda: acts.hold_new_player(circle_id, here.device_id, sent.new), "no-circle")
    else:
        done(lambda: acts.hold_player(circle_id, here.device_id, sent.player), "no-such-player")
    return show(circle_id)


def own_table(table_id: int) -> Table:
    """Returns a table at which the caller may enter. Raises `Problem`."""
    now, viewer = visit_by_token(table_id)
    require(viewer.may_enter)
    return now.table


@bp.address("POST /circles", "bringCircle", {201: CircleBrought}, BringCircle, needs_token=None)
def bring() -> Response:
    """Imports a circle from such a file: into a new one, or into one of the token, which takes the new parts."""
    sent, caller = list[BringCircle](), cache(caller_or_new_device)

    def data(who: Sender) -> bytes:
        most = largest(FileKind.CIRCLE, is_known=who.is_known)
        sent.append(body_in(body_bytes(2 * most), BringCircle))
        return sent[0].file

    try:
        told = read_body(FileKind.CIRCLE, data)
        into = None if sent[0].into is None else visit_circle_by_token(sent[0].into).circle
        brought = done(lambda: bring_circle(told.each(CirclePart), into, lambda: Opener(caller().device_id, None)))
    except NotRead as problem:
        raise not_read(problem, "circle-refused") from None
    counts = (brought.new, brought.known, brought.players, brought.seasons, brought.foreign)
    return json_response(CircleBrought(brought.circle.id, caller().token, *counts), 201)


def streamed(told: Mapping[str, object]) -> Response:
    """Returns an answer that is written piece by piece."""
    return Response(stream_with_context(json_pieces(told)), content_type="application/json")
