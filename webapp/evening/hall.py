"""The screen on the wall: its content, its page and its stream."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from flask import Blueprint, Response, render_template, url_for

from webapp.access.device import require
from webapp.access.join_links import JoinLink, join_link
from webapp.evening.clock import ClockFace, Phase, clock, clock_face, round_of_all
from webapp.evening.closed_rounds import periods_said
from webapp.evening.follower import EveningTables
from webapp.evening.keeper import EveningNow
from webapp.evening.organising.table_rows import TableState, guest_said, hand_of_round, state_of
from webapp.evening.standing.rows import Standing, StandingRow
from webapp.evening.standing_page import after_said, ended_without, lacking_said
from webapp.evening.standing_words import groups_said, points_said
from webapp.evening.standings import EveningStanding, EveningStandings, standing_of
from webapp.evening.state import MINUTE, Announcement, EveningState, Round, Sitting
from webapp.evening.stream import EveningPage, from_template, open_evening_stream
from webapp.evening.summary import EveningHead, Tables, TableSummary
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import EveningVisit, visit_evening
from webapp.games.common.names import game_name, hand_number
from webapp.games.registry import look_of, looks
from webapp.http.durations import ANNOUNCED_IN_HALL
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.http.language import ngettext
from webapp.services import services
from webapp.store.models import utc_now
from webapp.store.roles import Role, Scope
from webapp.words.phrases import comes_said, day, listed


class Says(StrEnum):
    ROUND = "round"
    LAST_HAND = "last-hand"


@dataclass(frozen=True)
class Head:
    """The head: `title` large, `text` next to or below it, then the date.

    `face` is the clock, its label the words before it.
    """

    says: Says
    title: str
    text: str
    date: str = ""
    face: ClockFace | None = None


def head_of(now: EveningNow, at: datetime) -> Head:
    state, here = now.state, now.state.round
    face = None if here is None or state.is_closed else _face(now, here, at)
    called = None if here is None or here.ended or state.is_closed else here.last_hand_at
    if called is not None:
        return Head(Says.LAST_HAND, _("Last hand"), _("Play the hand that lies on the table. No new deal."), face=face)
    date = day(now.row.created_at)
    if state.is_closed:
        return Head(Says.ROUND, _("The evening is over"), state.title, date)
    if here is None:
        return Head(Says.ROUND, state.title, "", date)
    title = round_of_all(state, here.number)
    return Head(Says.ROUND, _("%(round)s is over", round=title) if here.ended else title, state.title, date, face)


def newest_announcement(now: EveningNow, at: datetime) -> Announcement | None:
    """Returns the newest announcement to all tables, while it is fresh."""
    for said in reversed(now.state.announcements):
        if not said.tables:
            return said if at - said.at < ANNOUNCED_IN_HALL else None
    return None


def _face(now: EveningNow, here: Round, at: datetime) -> ClockFace | None:
    face = clock_face(now.state, here, at)
    if not face.digits:
        return None
    label = _LABELS[face.phase]
    if face.phase == Phase.RUNS and face.since is not None:
        label = _PLAYED
    then = _LABELS[Phase.RUNS] if face.then_at is not None else _PLAYED
    return replace(face, label=_(label), then_label=_(then) if face.phase == Phase.STARTS else "")


_PLAYED = _l("played for")
_LABELS = {
    Phase.STARTS: _l("starts in"),
    Phase.RUNS: _l("time left"),
    Phase.PAUSED: _l("paused"),
    Phase.OVERTIME: _l("over time"),
}


SEATED = (Phase.SEATED, Phase.STARTS)


class TableStatus(StrEnum):
    """The line below a playing table: none, done, or waiting for something."""

    NONE = "none"
    DONE = "done"
    WAITS = "waits"


@dataclass(frozen=True)
class TableShown:
    """A table: the `names` of its people, or its state in words (`said`) with an `answer` below."""

    number: int
    game: str | None
    names: tuple[str, ...] = ()
    said: str = ""
    answer: TableStatus = TableStatus.NONE
    answer_said: str = ""


@dataclass(frozen=True)
class CallShown:
    """The longest waiting call: its `table`, the words after it, and the number of other tables that call."""

    table: str
    said: str
    others: str = ""
    coming: bool = False


def tables_shown(now: EveningNow, tables: Tables, at: datetime) -> tuple[TableShown, ...]:
    """Returns the tables of the newest round, and those that have joined."""
    state, here = now.state, now.state.round
    guests = tuple(
        TableShown(
            guest.number,
            guest.game if guest.game in looks() else None,
            guest.names,
            guest_said(state, _game_said(state, guest.game, tables.get(guest.table))),
        )
        for guest in state.guests.values()
    )
    if here is None:
        return guests
    if here.paused_at is None and clock(here, at).phase in SEATED:
        return (*seats_shown(state), *guests)
    seated = (_playing(state, here, one, tables.get(one.table or 0), at) for one in here.sittings.values())
    return (*seated, *guests)


def seats_shown(state: EveningState) -> tuple[TableShown, ...]:
    """Returns the tables of the newest round with their people."""
    sittings = () if state.round is None else state.round.sittings.values()
    return tuple(TableShown(one.number, state.plan.game, tuple(state.names_at(one))) for one in sittings)


def _playing(
    state: EveningState, here: Round, sitting: Sitting, summary: TableSummary | None, at: datetime
) -> TableShown:
    is_now = state_of(state, here, sitting, summary, at)
    if is_now == TableState.DONE:
        said, answer, text = _("Done"), TableStatus.DONE, _("result is in")
    elif is_now == TableState.WITHOUT:
        said, answer, text = _("No result"), TableStatus.NONE, ""
    elif is_now in (TableState.REPORTED, TableState.PLAYED):
        said, answer, text = _("Done"), TableStatus.WAITS, _("result is not in yet")
    else:
        said = _("Not started")
        if summary is not None and summary.has_begun:
            said = hand_of_round(state.plan, summary)
        answer, text = _last_hand(here, sitting)
    names = tuple(state.names_at(sitting)) if answer is TableStatus.NONE else ()
    return TableShown(sitting.number, state.plan.game, names, said, answer, text)


def _last_hand(here: Round, sitting: Sitting) -> tuple[TableStatus, str]:
    if here.last_hand_at is None or here.ended:
        return TableStatus.NONE, ""
    return (TableStatus.DONE, _("has read it")) if sitting.acknowledged else (TableStatus.WAITS, _("has not read it"))


def _game_said(state: EveningState, game: str, summary: TableSummary | None) -> str:
    if summary is None or game not in looks() or (state.is_closed and not summary.is_over):
        return game_name(game)
    said = hand_number(game, summary.hand) if summary.has_begun else _("not started")
    said = _("Match over") if summary.is_over else said
    return f"{game_name(game)}, {said}"


def still_playing(now: EveningNow) -> str:
    """Returns how many tables still play after the call of the last hand, nothing before it."""
    here = now.state.round
    if here is None or here.last_hand_at is None or here.ended or not here.missing:
        return ""
    return ngettext("%(num)s table still plays", "%(num)s tables still play", len(here.missing))


def longest_call(now: EveningNow, tables: Tables, at: datetime) -> CallShown | None:
    """Returns the call that waits longest, before those to which a referee is on the way."""
    found = _waiting(now, tables)
    if not found:
        return None
    arrival, since, summary = found[0]
    others = len({one.table for _arrival, _since, one in found} - {summary.table})
    table = _("Table %(number)s", number=summary.number)
    more = ngettext("%(num)s other table calls", "%(num)s other tables call", others) if others else ""
    if arrival is not None:
        return CallShown(table, comes_said(arrival), more, coming=True)
    minutes = max(0, int((at - since).total_seconds())) // MINUTE
    said = ngettext("calls the referee, %(num)s minute", "calls the referee, %(num)s minutes", minutes)
    return CallShown(table, said if minutes else _("calls the referee"), more)


def _waiting(now: EveningNow, tables: Tables) -> Sequence[tuple[str | None, datetime, TableSummary]]:
    """Returns the calls of players; appeals and cases opened by a referee call nobody to a table."""
    found = [
        (
            arrival.by if (arrival := now.state.coming.get((summary.table, call.number))) else None,
            call.opened_at,
            summary,
        )
        for summary in tables.values()
        for call in summary.calls
        if call.appeals is None and call.by not in now.state.referees
    ]
    return sorted(found, key=lambda one: (one[0] is not None, one[1]))


T = TypeVar("T")
TABLES_A_PAGE, PLACES_A_PAGE = 12, 24
"""How many can be read from eight metres at once."""


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
    """One page of the right side: places, or the seats while the standing is hidden."""

    title: str
    second: str = ""
    places: tuple[PlaceShown, ...] = ()
    seats: tuple[TableShown, ...] = ()


@dataclass(frozen=True)
class Screen:
    """The hall screen. `lacking`: a round that is over counts, though results are missing."""

    head: Head
    announced: Announcement | None
    tables: tuple[tuple[TableShown, ...], ...]
    sides: tuple[StandingSide, ...]
    call: CallShown | None
    still: str
    lacking: str
    byes: str
    periods: tuple[str, ...]
    at: datetime = field(compare=False)


def screen_of(now: EveningNow, tables: Tables, at: datetime) -> Screen:
    """Returns the screen as of this moment: public information only, also on an organiser's device."""
    sides = tuple(_sides(now))
    here = now.state.round
    byes = [] if here is None or here.ended else [now.state.name(person) for person in here.byes]
    return Screen(
        head_of(now, at),
        newest_announcement(now, at),
        tuple(pages(tables_shown(now, tables, at), TABLES_A_PAGE)),
        sides,
        None if now.state.is_closed else longest_call(now, tables, at),
        still_playing(now),
        lacking_said(now.state),
        _("Sit out: %(names)s", names=listed(byes)) if byes else "",
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
    runs = here is not None and not here.ended and not now.state.is_closed
    if here is not None and runs and here.missing:  # half of a round is no standing
        whole = services().part(EveningStandings).before(now)
        said = after_said(replace(now, state=replace(now.state, rounds=now.state.rounds[:-1])), found)
    if not whole.has_begun:
        return [StandingSide(said)]
    missing = ended_without(now.state)
    singly = _side(whole, found, said, 0 if missing is None else missing.number)
    groups = list(_groups(whole, found))
    return [*groups, *singly] if whole.pairs else [*singly, *groups]


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
    """Shows the screen to helpers and spectators of the evening."""
    now, viewer = _visit(evening_id)
    stream = url_for("evening_hall.stream", evening_id=evening_id)
    context = _context(now, services().part(EveningTables).at(evening_id), viewer)
    return render_template("evening/hall.html", **context, stream=stream)


@bp.get(f"{HALL}/stream")
def stream(evening_id: int) -> Response:
    """Sends the screen now and after every change."""
    _now, viewer = visit_evening(evening_id)
    return open_evening_stream(evening_id, viewer, HALL_PAGE)


def _visit(evening_id: int) -> EveningVisit:
    here = visit_evening(evening_id)
    require(_may_see(here.viewer))
    return here


def _may_see(viewer: EveningViewer) -> bool:
    return viewer.helps or viewer.role == Role.WATCHER


def _context(now: EveningNow, tables: Tables, _viewer: EveningViewer) -> dict[str, object]:
    return {
        "evening": EveningHead.of(now.state),
        "evening_id": now.row.id,
        "screen": screen_of(now, tables, utc_now()),
        "door": _door(now),
    }


def _door(now: EveningNow) -> JoinLink | None:
    invite = services().store.invites(now.row.id, Scope.EVENING).get(Role.PLAYER)
    return None if invite is None or now.state.is_closed else join_link(invite)


HALL_PAGE = EveningPage("hall", _context, from_template("evening/_hall.html"), summed_up=True, may_see=_may_see)
