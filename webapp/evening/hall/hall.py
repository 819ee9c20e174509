"""The hall screen of an evening, for a screen on the wall: opened once, it updates by itself."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from flask import Blueprint, Response, render_template, url_for

from webapp.access.device import require
from webapp.access.joining import JoinLink, join_link
from webapp.evening.closed_rounds import periods_said
from webapp.evening.follower import EveningTables
from webapp.evening.hall.screen import (
    CallShown,
    Head,
    TableShown,
    head_of,
    longest_call,
    newest_announcement,
    seats_shown,
    still_playing,
    tables_shown,
)
from webapp.evening.keeper import EveningNow
from webapp.evening.standing.rows import Standing, StandingRow
from webapp.evening.standing_of import EveningStanding, EveningStandings, standing_of
from webapp.evening.standing_page import after_said
from webapp.evening.standing_words import groups_said, points_said
from webapp.evening.state import Announcement, Round
from webapp.evening.stream import EveningPage, Tables, from_template, open_evening_stream
from webapp.evening.summary import EveningHead
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import EveningVisit, visit_evening
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.services import services
from webapp.store.models import now as moment
from webapp.store.roles import Role, Scope

T = TypeVar("T")
TABLES_A_PAGE, PLACES_A_PAGE = 12, 24
"""So many are read from eight metres at once."""


@dataclass(frozen=True)
class PlaceShown:
    """A row of the standing. `waits`: a result of this player's round is not in; `adjusted`: a ruling has set one."""

    place: int
    name: str
    second: str
    total: str
    waits: bool = False
    mark: str = ""
    adjusted: bool = False


@dataclass(frozen=True)
class StandingSide:
    """One page of the right side: places, or who sits where while the standing is hidden."""

    title: str
    second: str = ""
    places: tuple[PlaceShown, ...] = ()
    seats: tuple[TableShown, ...] = ()


@dataclass(frozen=True)
class Screen:
    """The hall screen. `open_round`: a round that is over counts, though results are missing."""

    head: Head
    announced: Announcement | None
    tables: tuple[tuple[TableShown, ...], ...]
    sides: tuple[StandingSide, ...]
    call: CallShown | None
    still: str
    open_round: str
    byes: str
    periods: tuple[str, ...]
    at: datetime = field(compare=False)


def screen_of(now: EveningNow, tables: Tables, at: datetime) -> Screen:
    """Returns the screen as of this moment: what a stranger to every table may know, also on an organiser's device."""
    sides = tuple(_sides(now))
    here, missing = now.state.round, _ended_without(now)
    byes = [] if here is None or here.ended else [now.state.name(person) for person in here.byes]
    return Screen(
        head_of(now, at),
        newest_announcement(now, at),
        tuple(pages(tables_shown(now, tables, at), TABLES_A_PAGE)),
        sides,
        None if now.state.is_closed else longest_call(now, tables, at),
        still_playing(now),
        _("Round %(round)s is still open", round=missing.number) if missing is not None else "",
        _("Sit out: %(names)s", names=", ".join(byes)) if byes else "",
        tuple(periods_said(now)[:1]),
        at,
    )


def pages(found: Sequence[T], most: int) -> list[tuple[T, ...]]:
    return [tuple(found[at : at + most]) for at in range(0, len(found), most)]


def _sides(now: EveningNow) -> list[StandingSide]:
    found = standing_of(now, sees_all=False)
    if found.hidden and not now.state.is_closed:
        title = _("The last round is hidden until the end.")
        return [StandingSide(title, seats=page) for page in pages(seats_shown(now.state), TABLES_A_PAGE)]
    if found.whole is None:
        return [side for game, one in found.by_game.items() for side in _side(one, found, look_of(game).name)]
    whole, here = found.whole, now.state.round
    said = after_said(now, found)
    if here is not None and not here.ended and here.missing:  # half of a round is no standing
        whole = services().part(EveningStandings).before(now)
        said = after_said(replace(now, state=replace(now.state, rounds=now.state.rounds[:-1])), found)
    if not whole.has_begun:
        return [StandingSide(said)]
    missing = _ended_without(now)
    title = _("Final standing") if now.state.is_closed and not found.hidden else said
    singly = _side(whole, found, title, 0 if missing is None else missing.number)
    groups = list(_groups(whole, found))
    return [*groups, *singly] if whole.pairs else [*singly, *groups]


def _ended_without(now: EveningNow) -> Round | None:
    """Returns the newest round that is over, where results of it are missing."""
    over = [one for one in now.state.rounds if one.ended]
    return over[-1] if over and over[-1].missing and not now.state.is_closed else None


def _side(one: Standing, found: EveningStanding, title: str, open_round: int = 0) -> list[StandingSide]:
    scoring = one.scoring
    second = scoring.game_points_next
    places = [
        PlaceShown(
            row.place,
            found.names[row.person],
            points_said(scoring.good(row.game_points)) if second else "",
            points_said(scoring.shown_total(row.total)),
            any(cell.waits and cell.round == open_round for cell in row.by_round),
            _mark(row, scoring.left, one.rounds),
            bool(row.adjusted),
        )
        for row in one.rows
    ]
    words = _("the game’s own points") if second else ""
    return [StandingSide(title, words, page) for page in pages(places, PLACES_A_PAGE)]


def _mark(row: StandingRow, left: Collection[int], rounds: Sequence[int]) -> str:
    if row.person in left:
        return _("left")
    by = row.stand_ins.get(rounds[-1]) if rounds else None
    return _("by %(name)s", name=by) if by else ""


def _groups(one: Standing, found: EveningStanding) -> Iterator[StandingSide]:
    """Yields the pages of pairs and of teams."""
    for title, rows, names in groups_said(one, found.names):
        places = [
            PlaceShown(row.place, names[row.group], "", points_said(one.scoring.shown_total(row.total))) for row in rows
        ]
        yield from (StandingSide(title, "", page) for page in pages(places, PLACES_A_PAGE))


bp = Blueprint("evening_hall", __name__)
HALL = "/evenings/<int:evening_id>/hall"


@bp.get(HALL)
def show(evening_id: int) -> str:
    """Shows the screen to those who help to run the evening, and to who watches."""
    now, viewer = _visit(evening_id)
    stream = url_for("evening_hall.stream", evening_id=evening_id)
    context = _context(now, services().part(EveningTables).at(evening_id), viewer)
    return render_template("evening/hall.html", **context, stream=stream)


@bp.get(f"{HALL}/stream")
def stream(evening_id: int) -> Response:
    """Sends the screen now and after every change."""
    _now, viewer = _visit(evening_id)
    return open_evening_stream(evening_id, viewer, HALL_PAGE)


def _visit(evening_id: int) -> EveningVisit:
    here = visit_evening(evening_id)
    require(here.viewer.helps or here.viewer.role == Role.WATCHER)
    return here


def _context(now: EveningNow, tables: Tables, _viewer: EveningViewer) -> dict[str, object]:
    return {
        "evening": EveningHead.of(now.state),
        "evening_id": now.row.id,
        "screen": screen_of(now, tables, moment()),
        "door": _door(now),
    }


def _door(now: EveningNow) -> JoinLink | None:
    invite = services().store.invites(now.row.id, Scope.EVENING).get(Role.PLAYER)
    return None if invite is None or now.state.is_closed else join_link(invite)


HALL_PAGE = EveningPage("hall", _context, from_template("evening/_hall.html"), summed_up=True)
