"""Desk over all tables of an evening."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import (
    Blueprint,
    abort,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response

from webapp.evening import lines as kinds
from webapp.evening.acts import act
from webapp.evening.clock import clock_face, round_of_all, written
from webapp.evening.closed_rounds import periods_said, waiting
from webapp.evening.follower import EveningTables
from webapp.evening.keeper import (
    EveningHub,
    EveningNow,
    LineRefused,
)
from webapp.evening.lines import EveningRefusal
from webapp.evening.refereeing.table_matters import Call, MattersOfTables, TableMatters
from webapp.evening.refusal_words import said, status
from webapp.evening.state import EveningState
from webapp.evening.stream import (
    EveningPage,
    Tables,
    from_template,
    open_evening_stream,
)
from webapp.evening.summary import EveningHead, TableSummary
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import visit_as_evening_referee
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.referee.asking.request_page import ShownChange
from webapp.referee.desk.desk_page import DeskItem
from webapp.services import services
from webapp.store.models import now as moment


@dataclass(frozen=True)
class Place:
    """A table as the desk names it: its number, where it is a table of an earlier round which, and its page."""

    number: int
    round: int | None
    table: int
    url: str


@dataclass(frozen=True)
class PlacedCall:
    """A call at a table; `coming` is who is on the way there, `mine`: this referee."""

    place: Place
    call: Call
    coming: str = ""
    mine: bool = False

    @property
    def key(self) -> str:
        """What names this call on the page."""
        return f"{self.place.table}-{self.call.number}"


@dataclass(frozen=True)
class EveningDesk:
    """All that waits at an evening where this referee may rule, and the tables at which nothing does.

    `referees` are the names of the referees, each with whether a page of theirs is open.
    """

    calls: tuple[PlacedCall, ...]
    proven: tuple[tuple[Place, DeskItem], ...]
    requests: tuple[tuple[Place, TableMatters, ShownChange], ...]
    quiet: tuple[Place, ...]
    referees: tuple[tuple[str, bool], ...]

    @property
    def present(self) -> int:
        """How many referees have a page of the evening open."""
        return sum(is_here for _name, is_here in self.referees)


def evening_desk(now: EveningNow, tables: Tables, viewer: EveningViewer) -> EveningDesk:
    """Returns the desk as this referee may see it."""
    back = url_for("evening_desk.show", evening_id=now.row.id)
    here = sorted(_places(now.state, tables), key=lambda place: (place.number, place.round or 0))
    found = [(place, services().part(MattersOfTables).of(place.table, viewer.device_id or 0, back)) for place in here]
    plays = {guest.table for guest in now.state.guests.values()} | _seated_now(now.state)
    known = [(place, matters) for place, matters in found if matters is not None]
    calls = [_placed(now, viewer, place, call) for place, matters in known for call in matters.calls]
    return EveningDesk(
        tuple(sorted(calls, key=lambda one: (one.call.at, one.place.number))),
        tuple((place, item) for place, matters in known for item in matters.proven),
        tuple((place, matters, one) for place, matters in known for one in matters.requests),
        tuple(place for place, matters in known if matters.is_quiet and place.table in plays),
        _referees(now),
    )


def _places(state: EveningState, tables: Tables) -> Iterator[Place]:
    newest = state.round
    rounds = {
        sitting.table: (here.number, sitting.number) for here in state.rounds for sitting in here.sittings.values()
    }
    guests = {guest.table: number for number, guest in state.guests.items()}
    for table_id, summary in tables.items():
        round_number, number = rounds.get(table_id, (None, guests.get(table_id) or summary.number or 0))
        earlier = round_number if newest is not None and round_number != newest.number else None
        yield Place(number, earlier, table_id, _url(summary))


def _seated_now(state: EveningState) -> set[int | None]:
    return set() if state.round is None else {one.table for one in state.round.sittings.values()}


def _url(summary: TableSummary) -> str:
    return url_for("desk.show", table_id=summary.table)


def _placed(now: EveningNow, viewer: EveningViewer, place: Place, call: Call) -> PlacedCall:
    coming = now.state.coming.get((place.table, call.number))
    if coming is None:
        return PlacedCall(place, call)
    return PlacedCall(place, call, coming.by or _("A referee"), coming.device_id == viewer.device_id)


def _referees(now: EveningNow) -> tuple[tuple[str, bool], ...]:
    present = services().part(EveningHub).present(now.row.id)
    return tuple((one.name or "", present[one.device_id] > 0) for one in now.grants if one.is_referee)


def desk_context(now: EveningNow, tables: Tables, viewer: EveningViewer, problem: str = "") -> dict[str, Any]:
    """Returns what the page shows."""
    desk, at, here = evening_desk(now, tables, viewer), moment(), now.state.round
    return {
        "evening": EveningHead.of(now.state),
        "evening_id": now.row.id,
        "desk": desk,
        "at": at,
        "waits": {one.key: written(max(0, int((at - one.call.at).total_seconds()))) for one in desk.calls},
        "round_said": "" if here is None else round_of_all(now.state, here.number),
        "face": None if here is None else clock_face(now.state, here, at),
        "here": url_for("evening_desk.show", evening_id=now.row.id),
        "op": secrets.token_hex(8),
        "waiting": waiting(now, viewer),
        "periods_said": periods_said(now),
        "problem": problem,
        "tables_said": ngettext("%(num)s table plays.", "%(num)s tables play.", len(desk.quiet)),
    }


DESK = EveningPage("referee-desk", desk_context, from_template("evening/_desk.html"))


bp = Blueprint("evening_desk", __name__, url_prefix="/evenings/<int:evening_id>/desk")
Page = tuple[str, int]


@bp.get("")
def show(evening_id: int) -> str:
    """Shows what waits at all tables to one of the evening's referees."""
    visit_as_evening_referee(evening_id)
    return _page(evening_id)


@bp.get("/stream")
def stream(evening_id: int) -> Response:
    """Sends the desk anew when something on it changes."""
    return open_evening_stream(evening_id, visit_as_evening_referee(evening_id).viewer, DESK)


@bp.post("/coming")
def coming(evening_id: int) -> Response | Page:
    """Says that this referee is on the way to a call, or not any more."""
    now, viewer = visit_as_evening_referee(evening_id)
    table, number = (parse_integer(request.form.get(name, "")) for name in ("table", "dispute"))
    if table is None or number is None:
        abort(400)
    line = kinds.Coming(table, number, viewer.name or "", back=request.form.get("coming") == "no")
    outcome = act(now, viewer, line)
    if isinstance(outcome, LineRefused):
        return _refused(evening_id, outcome.refusal)
    return redirect(url_for("evening_desk.show", evening_id=evening_id), 303)


def _refused(evening_id: int, refusal: EveningRefusal) -> Page:
    return _page(evening_id, said(refusal)), status(refusal)


def _page(evening_id: int, problem: str = "") -> str:
    now, viewer = visit_as_evening_referee(evening_id)
    tables = services().part(EveningTables).at(evening_id)
    return render_template("evening/desk.html", **desk_context(now, tables, viewer, problem))
