"""Desk over all tables of an evening."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from flask import Blueprint, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access.device import new_form_key
from webapp.evening import lines as kinds
from webapp.evening.acts import add_lines
from webapp.evening.clock import Phase, clock, clock_face, round_of_all, written
from webapp.evening.closed_rounds import periods_said, waiting
from webapp.evening.follower import EveningTables
from webapp.evening.keeper import EveningHub, EveningKeeper, EveningNow
from webapp.evening.lines import Line
from webapp.evening.organising.table_rows import guest_rows, table_rows
from webapp.evening.refereeing.table_matters import MattersOfTables, OpenCall, TableMatters
from webapp.evening.state import MINUTE, EveningState
from webapp.evening.stream import EveningPage, from_template, open_evening_stream
from webapp.evening.summary import EveningHead, Tables
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import EveningVisit, visit_as_evening_referee, visit_evening, visit_to_help
from webapp.games.common.call_reasons import SLOW
from webapp.http.answers import Page
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.referee.desk_page import DeskItem
from webapp.referee.request_page import ShownChange
from webapp.services import services
from webapp.store.models import utc_now
from webapp.table import forms


@dataclass(frozen=True)
class NamedTable:
    """A table as the desk names it: its number, where it is a table of an earlier round which, and its page."""

    number: int
    round: int | None
    table: int
    url: str


@dataclass(frozen=True)
class PlacedCall:
    """A call at a table; `coming` is the referee on the way there, `mine`: this one.

    `whose` is the referee whose call it is, by zone or handed over; `due`: when it goes to all, None where it is this
    referee's business now. `handed_by`: who has handed it over, `takes_back`: this referee has.
    """

    place: NamedTable
    call: OpenCall
    coming: str = ""
    mine: bool = False
    whose: str = ""
    due: datetime | None = None
    handed_by: str = ""
    takes_back: bool = False

    @property
    def key(self) -> str:
        """The name of this call on the page."""
        return f"{self.place.table}-{self.call.number}"


@dataclass(frozen=True)
class EveningDesk:
    """All that waits at an evening where this referee may rule, and the tables at which nothing does.

    `referees` are the names of the referees, each with whether a page of theirs is open.
    """

    calls: tuple[PlacedCall, ...]
    proven: tuple[tuple[NamedTable, DeskItem], ...]
    requests: tuple[tuple[NamedTable, TableMatters, ShownChange], ...]
    quiet: tuple[NamedTable, ...]
    referees: tuple[tuple[str, bool], ...]
    others: tuple[PlacedCall, ...] = ()

    @property
    def present(self) -> int:
        """How many referees have a page of the evening open."""
        return sum(is_here for _name, is_here in self.referees)


def evening_desk(now: EveningNow, tables: Tables, viewer: EveningViewer) -> EveningDesk:
    back = url_for("evening_desk.show", evening_id=now.row.id)
    here = sorted(_places(now.state, tables), key=lambda place: (place.number, place.round or 0))
    matters_of = services().part(MattersOfTables).of
    found = [(place, matters_of(tables[place.table], viewer.device_id or 0, back)) for place in here]
    seated_now = set() if now.state.round is None else {one.table for one in now.state.round.sittings.values()}
    plays = {guest.table for guest in now.state.guests.values()} | seated_now
    known = [(place, matters) for place, matters in found if matters is not None]
    calls = [_placed(now, viewer, place, call) for place, matters in known for call in matters.calls]
    calls.sort(key=lambda one: (one.call.at, one.place.number))
    return EveningDesk(
        tuple(one for one in calls if one.due is None),
        tuple((place, item) for place, matters in known for item in matters.proven),
        tuple((place, matters, one) for place, matters in known for one in matters.requests),
        tuple(place for place, matters in known if matters.is_quiet and place.table in plays),
        _referees(now),
        tuple(one for one in calls if one.due is not None),
    )


def _places(state: EveningState, tables: Tables) -> Iterator[NamedTable]:
    newest = state.round
    rounds = {
        sitting.table: (here.number, sitting.number) for here in state.rounds for sitting in here.sittings.values()
    }
    guests = {guest.table: number for number, guest in state.guests.items()}
    for table_id, summary in tables.items():
        round_number, number = rounds.get(table_id, (None, guests.get(table_id) or summary.number or 0))
        earlier = round_number if newest is not None and round_number != newest.number else None
        yield NamedTable(number, earlier, table_id, url_for("desk.show", table_id=summary.table))


def _placed(now: EveningNow, viewer: EveningViewer, place: NamedTable, call: OpenCall) -> PlacedCall:
    state, key = now.state, (place.table, call.number)
    coming, handed = state.coming.get(key), state.handed.get(key)
    whose = state.zones.of(place.number) if handed is None else handed.to
    since = call.at if handed is None else handed.at
    due = since + timedelta(minutes=state.zones.minutes)
    is_own = whose in ("", viewer.name) or whose not in state.referees or utc_now() >= due
    mine = coming is not None and coming.device_id == viewer.device_id
    return PlacedCall(
        place,
        call,
        "" if coming is None else coming.by or _("A referee"),
        mine,
        whose if whose in state.referees else "",
        None if is_own or mine else due,
        "" if handed is None else handed.by,
        handed is not None and coming is None and handed.device_id == viewer.device_id,
    )


def _referees(now: EveningNow) -> tuple[tuple[str, bool], ...]:
    present = services().part(EveningHub).present(now.row.id)
    return tuple((one.name or "", present[one.device_id] > 0) for one in now.grants if one.is_referee)


@dataclass(frozen=True)
class LateTable:
    """A table that plays over its time: its words, and its case once there is one.

    `over` is its clock (*+6:07*), which a case keeps of it: every referee reads that in the own language.
    """

    place: NamedTable
    said: str
    over: str
    case: str | None = None


def late_tables(now: EveningNow, at: datetime) -> tuple[LateTable, ...]:
    """Returns the tables of the round whose time is over and whose result is not in."""
    here, found = now.state.round, list[LateTable]()
    if here is None:
        return ()
    for sitting in here.sittings.values():
        face = clock(here, at, sitting)
        if sitting.table is None or sitting.is_in or face.phase != Phase.OVERTIME:
            continue
        minutes = face.seconds // MINUTE
        said = ngettext(
            "Round %(round)s, table %(table)s: %(num)s minute over time",
            "Round %(round)s, table %(table)s: %(num)s minutes over time",
            minutes,
            round=here.number,
            table=sitting.number,
        )
        place = NamedTable(sitting.number, None, sitting.table, url_for("desk.show", table_id=sitting.table))
        over = clock_face(now.state, here, at, sitting).digits
        found.append(LateTable(place, said, over, _case_of_slow_play(sitting.table)))
    return tuple(found)


def _case_of_slow_play(table_id: int) -> str | None:
    number = next((one.number for one in services().tables.at(table_id).desk.open if one.why == SLOW), None)
    return None if number is None else url_for("cases.dispute", table_id=table_id, number=number)


def desk_context(now: EveningNow, tables: Tables, viewer: EveningViewer, problem: str = "") -> dict[str, Any]:
    desk, at, here = evening_desk(now, tables, viewer), utc_now(), now.state.round
    calls = (*desk.calls, *desk.others)
    return {
        "evening": EveningHead.of(now.state),
        "evening_id": now.row.id,
        "desk": desk,
        "at": at,
        "waits": {one.key: written(max(0, int((at - one.call.at).total_seconds()))) for one in calls},
        "round_said": "" if here is None else round_of_all(now.state, here.number),
        "face": None if here is None else clock_face(now.state, here, at),
        "here": url_for("evening_desk.show", evening_id=now.row.id),
        "op": new_form_key(),
        "late": late_tables(now, at),
        "colleagues": [name for name in now.state.referees if name != viewer.name],
        "waiting": waiting(now, viewer),
        "periods_said": periods_said(now),
        "problem": problem,
        "tables_said": _playing_said(now, tables, at),
    }


def _playing_said(now: EveningNow, tables: Tables, at: datetime) -> str:
    guests = guest_rows(now, tables, at) if now.state.plan.is_tournament else ()
    playing = sum(row.plays for row in (*table_rows(now, tables, at), *guests))
    return ngettext("%(num)s table plays.", "%(num)s tables play.", playing) if playing else _("No table plays.")


DESK = EveningPage(
    "referee-desk", desk_context, from_template("evening/_desk.html"), may_see=lambda viewer: viewer.is_referee
)


bp = Blueprint("evening_desk", __name__, url_prefix="/evenings/<int:evening_id>/desk")


@bp.get("")
def show(evening_id: int) -> str:
    """Shows the open matters of all tables to one of the evening's referees."""
    return _page(visit_as_evening_referee(evening_id))


@bp.get("/stream")
def stream(evening_id: int) -> Response:
    """Streams the desk: sends it again after each change."""
    return open_evening_stream(evening_id, visit_evening(evening_id).viewer, DESK)


@bp.post("/coming")
def coming(evening_id: int) -> Response | Page:
    """Says that this referee is on the way to a call, or not any more."""
    back = request.form.get("coming") == "no"
    return _about_call(evening_id, lambda table, number: kinds.Coming(table, number, "", back=back))


@bp.post("/hand-over")
def hand_over(evening_id: int) -> Response | Page:
    """Hands a call over to another referee, or takes it back while that one is not on the way."""
    to, back = request.form.get("to", ""), request.form.get("back") == "yes"
    return _about_call(evening_id, lambda table, number: kinds.HandedOver(table, number, to, back=back))


def _about_call(evening_id: int, said_of: Callable[[int, int], Line]) -> Response | Page:
    """Adds a line about the call that the form names, by its table and number there."""
    here = visit_as_evening_referee(evening_id)
    line = said_of(forms.integer(request.form, "table"), forms.integer(request.form, "dispute"))
    back = url_for("evening_desk.show", evening_id=evening_id)
    return add_lines(here, line, back=back, page=lambda why: _page(here, why))


@bp.get("/zones")
def zones(evening_id: int) -> str:
    """Shows which tables are whose."""
    return _zones(visit_to_help(evening_id))


@bp.post("/zones")
def share_out(evening_id: int) -> Response | Page:
    """Assigns the tables to the referees; typed values are kept where they are refused."""
    here = visit_to_help(evening_id)
    typed = [*zip(*(request.form.getlist(name) for name in ("first", "last", "by")), strict=False)]
    numbers = [(parse_integer(first), parse_integer(last), by) for first, last, by in typed if first or last]
    minutes = parse_integer(request.form.get("minutes", "3"))
    if minutes is None or any(None in one for one in numbers):
        return _zones(here, _("Type whole numbers.")), 422
    found = tuple(kinds.Zone(first or 0, last or 0, by) for first, last, by in numbers)
    line = kinds.Zoned(found, minutes, request.form.get("head", ""))
    page = "evening_desk.show" if here.viewer.is_referee else "evening_invites.show_helpers"
    return add_lines(here, line, back=url_for(page, evening_id=evening_id), page=lambda why: _zones(here, why))


def _zones(here: EveningVisit, problem: str = "") -> str:
    form, state = request.form, here.now.state
    held = [(str(first), str(last), by) for first, last, by in state.zones.tables]
    typed = [*zip(*(form.getlist(name) for name in ("first", "last", "by")), strict=False)]
    more = max(1, len(state.referees) - len(held)) if not typed else 0
    shown = {
        "rows": typed or [*held, *[("", "", "")] * more],
        "minutes": form.get("minutes", str(state.zones.minutes)),
        "head": form.get("head", state.head_referee),
        "referees": list(dict.fromkeys(state.referees)),
        "problem": problem,
    }
    return here.page("evening/zones.html", **shown)


def _page(here: EveningVisit, problem: str = "") -> str:
    now = services().part(EveningKeeper).at(here.now.row.id)
    tables = services().part(EveningTables).at(now.row.id)
    return render_template("evening/desk.html", **desk_context(now, tables, here.viewer, problem))
