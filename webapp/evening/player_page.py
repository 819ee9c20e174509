"""A round as a player at its table sees it; sitting down, going, coming back, changing the phone."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.access.device import new_form_key, once, require
from webapp.evening import lines as kinds
from webapp.evening.acts import add_lines
from webapp.evening.announcements import unread_of_player
from webapp.evening.clock import ClockFace, clock_face, round_of_all
from webapp.evening.closed_rounds import periods_said, waiting
from webapp.evening.follower import EveningTables
from webapp.evening.joining.identity_requests import end_device_grant, sit_down
from webapp.evening.keeper import EveningKeeper, EveningNow
from webapp.evening.plan import Counting, Plan
from webapp.evening.result_facts import ResultFacts, result_facts
from webapp.evening.standing.points import PlacePart
from webapp.evening.standing.scoring import Absence
from webapp.evening.standing_words import points_said
from webapp.evening.standings import standing_of
from webapp.evening.state import EveningState, IdentityRequest, Person, Presence, Round, Sitting
from webapp.evening.stream import EveningPage, Shown, from_template, open_evening_stream
from webapp.evening.summary import EveningHead, Tables, TableSummary
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import EveningVisit, visit_evening
from webapp.history.scores.match_end import place_said
from webapp.http.answers import Page
from webapp.http.language import gettext as _
from webapp.journal.lines import Key
from webapp.pages.table_page import redirect_to_table
from webapp.services import services
from webapp.store.models import utc_now
from webapp.store.roles import Scope
from webapp.table import forms
from webapp.words.phrases import sits_said, unseated_said

PARTNERS_AT = 4
"""The size of tables at which people opposite each other are partners."""


@dataclass(frozen=True)
class OwnSeat:
    """A person's seat: the number of the table, and the others clockwise from the left, by their numbers."""

    table: int
    others: tuple[int, ...]

    @property
    def opposite(self) -> int | None:
        """The person across the table; at tables of two or four alone."""
        half = len(self.others) // 2
        return self.others[half] if len(self.others) + 1 in (2, PARTNERS_AT) else None

    @property
    def neighbours(self) -> tuple[int, ...]:
        """The people next to this seat, the left one first."""
        if len(self.others) < 2:
            return ()
        return (self.others[0], self.others[-1])


def own_seat(here: Round, person: int) -> OwnSeat | None:
    """Returns a person's seat in a round, None without one."""
    sitting = here.sitting_of(person)
    if sitting is None:
        return None
    seat = sitting.people.index(person)
    return OwnSeat(sitting.number, sitting.people[seat + 1 :] + sitting.people[:seat])


def plays_for(state: EveningState, here: Round, person: int) -> int:
    """Returns whose seat of a round somebody plays: for whom that one stands in, else the own."""
    if here.sitting_of(person) is None:
        for sitting in here.sittings.values():
            for whose, by in sitting.stand_ins.items():
                if (found := state.named(by)) is not None and found.number == person:
                    return whose
    return person


PLACES: Mapping[int, tuple[str, ...]] = {
    2: ("top",),
    3: ("top-left", "top-right"),
    4: ("left", "top", "right"),
    5: ("left", "top-left", "top-right", "right"),
    6: ("left", "top-left", "top", "top-right", "right"),
}
"""Where the others sit as seen from one's own chair, which is below: clockwise from the left."""
NEIGHBOURS = 1


@dataclass(frozen=True)
class PlaceRow:
    """A row of the standing around the own one."""

    place: int
    name: str
    points: str
    mine: bool


@dataclass(frozen=True)
class PlayerFacts:
    """Content of the page. `has_seat`: the table opens at once, else its seat is asked for first.

    `gained`: points for the place in the newest result, empty where not these alone count or where it is hidden.
    """

    me: Person
    line: str
    help: str = ""
    number: int | None = None
    chairs: tuple[tuple[str, str], ...] = ()
    face: ClockFace | None = None
    table: int | None = None
    has_seat: bool = False
    started: bool = False
    result: ResultFacts | None = None
    last: ResultFacts | None = None
    last_line: str = ""
    gained: str = ""
    place: int | None = None
    of: int = 0
    rows: tuple[PlaceRow, ...] = ()
    hidden: bool = False
    requests: tuple[IdentityRequest, ...] = ()
    tables: tuple[TableSummary, ...] = ()


def player_page(now: EveningNow, tables: Tables, viewer: EveningViewer) -> str:
    """Returns the whole page of a device that stands for somebody on the list."""
    return render_template("evening/player.html", **_context(now, tables, viewer))


def facts_of(now: EveningNow, tables: Tables, viewer: EveningViewer) -> PlayerFacts:
    """Returns the content of the page for this viewer, who stands for somebody."""
    assert viewer.person is not None
    state, me = now.state, now.state.people[viewer.person]
    facts = _of_open(tables, viewer, me) if not state.plan.is_tournament else _of_round(now, tables, viewer, me)
    asked = tuple(one for one in state.requests.values() if one.person == viewer.person)
    return replace(facts, requests=asked, **_last_line(now, facts.last, viewer.person), **_place(now, viewer.person))


def _of_open(tables: Tables, viewer: EveningViewer, me: Person) -> PlayerFacts:
    mine = tuple(one for one in tables.values() if viewer.device_id in one.devices.values())
    line = _("%(name)s is here", name=me.name) if me.presence == Presence.HERE else _away(me)
    return PlayerFacts(me, line, tables=mine, last=None)


def _of_round(now: EveningNow, tables: Tables, viewer: EveningViewer, me: Person) -> PlayerFacts:
    state, here = now.state, now.state.running
    last = _last_result(now, me.number)
    whose = me.number if here is None else plays_for(state, here, me.number)
    sitting = state.sitting_now(whose)
    if me.presence != Presence.HERE and sitting is None:
        return PlayerFacts(me, _away(me), last=last)
    if here is None:
        return _of_no_round(state, me, last)
    face = clock_face(state, here, utc_now())
    if sitting is None:
        return PlayerFacts(me, _out(now, here, me), face=face, last=last)
    summary = None if sitting.table is None else tables.get(sitting.table)
    seat, seen = sitting.people.index(whose), own_seat(here, whose)
    assert seen is not None  # that one sits here
    if by := sitting.stand_ins.get(me.number):
        line = _("%(by)s plays for %(name)s", by=by, name=me.name)
        return PlayerFacts(me, line, _goes(state, here, me), face=face, last=last)
    return PlayerFacts(
        me,
        sits_said(state.name(whose), sitting.number)
        if whose == me.number
        else _(
            "%(by)s plays for %(name)s at table %(number)s", by=me.name, name=state.name(whose), number=sitting.number
        ),
        _goes(state, here, me) or _opposite(now, sitting, seen),
        sitting.number,
        _chairs(now, sitting, seen),
        clock_face(state, here, utc_now(), sitting),
        sitting.table,
        summary is not None and summary.devices.get(seat) == viewer.device_id,
        summary is not None and summary.started,
        result_facts(now, viewer, here, sitting, summary),
        last,
    )


def _of_no_round(state: EveningState, me: Person, last: ResultFacts | None) -> PlayerFacts:
    number = len(state.rounds) + 1
    if state.is_closed:
        return PlayerFacts(me, _("The evening is over"), last=last)
    if number > state.plan.rounds:
        return PlayerFacts(me, _("The last round is over"), last=last)
    said = _("This page says then where to sit.")
    if state.unseated is not None:
        said = " ".join((_("Its seating was taken back."), said))
    return PlayerFacts(me, _("Round %(round)s is not seated yet", round=number), said, last=last)


def _away(me: Person) -> str:
    if me.presence == Presence.LEFT:
        return _("%(name)s has left", name=me.name)
    return _("%(name)s comes back later", name=me.name)


def _goes(state: EveningState, here: Round, me: Person) -> str:
    """Returns what is noted of somebody who sits in this round and not in the next one; empty where there is none."""
    if me.presence == Presence.HERE or here.number >= state.plan.rounds:
        return ""
    return _("The next rounds are seated without %(name)s.", name=me.name)


def _out(now: EveningNow, here: Round, me: Person) -> str:
    if me.number in here.byes:
        return _sits_out(now.state.plan, me.name)
    if here.number >= now.state.plan.rounds:
        return _("%(name)s does not play in the last round", name=me.name)
    return _("%(name)s plays from round %(round)s", name=me.name, round=here.number + 1)


def _sits_out(plan: Plan, name: str) -> str:
    if plan.absence == Absence.AVERAGE:
        return _("%(name)s sits out and gets the average of the round", name=name)
    if plan.absence == Absence.OWN:
        return _("%(name)s sits out and gets the own average", name=name)
    if plan.absence == Absence.WORST:
        return _("%(name)s sits out and gets what the worst of the round has", name=name)
    return _("%(name)s sits out and gets %(points)s", name=name, points=plan.bye)


def _chairs(now: EveningNow, sitting: Sitting, seen: OwnSeat) -> tuple[tuple[str, str], ...]:
    """Returns the others at the table, each with where that one sits as seen from the own chair."""
    places = PLACES.get(len(seen.others) + 1, ("top",) * len(seen.others))
    return tuple((now.state.name_at(sitting, one), place) for one, place in zip(seen.others, places, strict=True))


def _opposite(now: EveningNow, sitting: Sitting, seen: OwnSeat) -> str:
    if seen.opposite is not None:
        return _("Opposite %(name)s", name=now.state.name_at(sitting, seen.opposite))
    left, right = (now.state.name_at(sitting, one) for one in seen.neighbours)
    return _("Between %(left)s and %(right)s", left=left, right=right)


def _last_result(now: EveningNow, person: int) -> ResultFacts | None:
    for here in reversed(now.state.rounds):
        sitting = here.sitting_of(person)
        if here.ended and sitting is not None and sitting.is_in:
            return result_facts(now, EveningViewer(), here, sitting, None)
    return None


def _last_line(now: EveningNow, last: ResultFacts | None, person: int) -> dict[str, Any]:
    if last is None:
        return {}
    found = standing_of(now, sees_all=False)
    row = None if found.whole is None else found.whole.row(person)
    parts = () if row is None else (one for one in row.parts if isinstance(one, PlacePart) and one.round == last.round)
    part = next(iter(parts), None)
    if found.whole is None or part is None:
        numbers = {"round": last.round, "number": last.number, "points": last.told}
        return {"last_line": _("Round %(round)s, table %(number)s: %(points)s", **numbers)}
    place = _("%(place)s of %(places)s", place=place_said(part.place), places=part.places)
    numbers = {"round": last.round, "number": last.number, "place": place, "points": last.told}
    # Where the game's own points are added, the place is not all that was gained.
    gained = points_said(part.points) if now.state.plan.counting == Counting.PLACES else ""
    return {"last_line": _("Round %(round)s: %(place)s at table %(number)s (%(points)s)", **numbers), "gained": gained}


def _place(now: EveningNow, person: int) -> dict[str, Any]:
    found = standing_of(now, sees_all=False)
    if (whole := found.whole) is None:
        return {}
    rows = whole.rows
    at = next((place for place, row in enumerate(rows) if row.person == person), None)
    if at is None or not whole.has_begun:
        return {"hidden": found.hidden}
    near = (
        PlaceRow(row.place, found.names[row.person], points_said(whole.scoring.shown_total(row.total)), row is rows[at])
        for row in rows[max(0, at - NEIGHBOURS) : at + NEIGHBOURS + 1]
    )
    return {"place": rows[at].place, "of": len(rows), "rows": tuple(near), "hidden": found.hidden}


def _context(now: EveningNow, tables: Tables, viewer: EveningViewer) -> dict[str, Any]:
    here = now.state.round
    grant = now.grant_of(viewer.device_id)
    return {
        "evening": EveningHead.of(now.state),
        "evening_id": now.row.id,
        "viewer": viewer,
        "facts": facts_of(now, tables, viewer),
        "waiting": waiting(now, viewer),
        "periods_said": periods_said(now),
        "op": new_form_key(),
        "unread": () if grant is None else unread_of_player(now, grant),
        "unseated": None if now.state.unseated is None else now.state.unseated.number,
        "round_line": "" if here is None else round_of_all(now.state, here.number),
        "stream": url_for("evening_player.stream", evening_id=now.row.id),
        "standing_url": url_for("evening_standing.show", evening_id=now.row.id),
    }


def _says(before: Shown, after: Shown) -> str:
    """Returns what to announce: another table in the same round, or a seating undone: else they go to the old one."""
    if after["unseated"] and not before["unseated"]:
        return unseated_said(after["unseated"])
    old, new = before["facts"], after["facts"]
    if before["round_line"] != after["round_line"] or None in (old.number, new.number) or old.number == new.number:
        return ""
    return _("New: table %(number)s", number=new.number)


PLAYER_PAGE = EveningPage(
    "player", _context, from_template("evening/_player.html"), _says, may_see=lambda viewer: viewer.person is not None
)


bp = Blueprint("evening_player", __name__, url_prefix="/evenings/<int:evening_id>")
PRESENCES = {"here": kinds.Back, "away": kinds.Away, "left": kinds.Left}


@bp.get("/me")
def show(evening_id: int) -> str:
    """Shows where this phone's player sits, when, the last result and the place."""
    here = _player(evening_id)
    return player_page(here.now, services().part(EveningTables).at(evening_id), here.viewer)


@bp.get("/me/stream")
def stream(evening_id: int) -> Response:
    """Streams the page: sends it again after each change."""
    return open_evening_stream(evening_id, visit_evening(evening_id).viewer, PLAYER_PAGE)


@bp.get("/me/more")
def more(evening_id: int) -> str:
    return _page(visit_evening(evening_id))


@bp.post("/me/read")
def read(evening_id: int) -> Response:
    """Marks announcements, and corrections of its results, as read on this phone: also on the page of its table."""
    here = _player(evening_id)
    lines = forms.integer(request.form, "lines", most=here.now.state.seq)
    services().store.read_evening(evening_id, here.viewer.device_id or 0, lines)
    services().part(EveningKeeper).refresh(evening_id)
    sitting = here.now.state.sitting_now(here.viewer.person)
    if sitting is not None and sitting.table is not None:
        services().hub.publish(sitting.table)
    return _back(evening_id)


@bp.post("/me/presence")
def presence(evening_id: int) -> Response | Page:
    """Leaves, or comes back."""
    here, wanted = _player(evening_id), forms.choice(request.form, "is", PRESENCES)
    line = PRESENCES[wanted](here.viewer.person or 0)
    return add_lines(here, line, page=lambda why: _page(here, why))


@bp.post("/me/seat")
def sit(evening_id: int) -> Response:
    """Sits this phone down where its player sits in this round, if nobody stands in, and leads to that table."""
    here = _player(evening_id)
    state, person = here.now.state, here.viewer.person or 0
    whose = person if state.running is None else plays_for(state, state.running, person)
    sitting = state.sitting_now(whose)
    if sitting is None or person in sitting.stand_ins:
        return _back(evening_id)
    table_id = sit_down(here.now, whose, here.viewer.device_id or 0)
    return _back(evening_id) if table_id is None else redirect_to_table(table_id)


@bp.post("/me/free")
def free(evening_id: int) -> Response:
    """Ends the own device grant: this phone stands for nobody on the list any more."""

    def let_go(key: Key | None) -> None:
        here = _player(evening_id)
        end_device_grant(here.now, here.viewer, here.viewer.person or 0, key)

    once(Scope.EVENING, evening_id, let_go)
    return redirect(url_for("home.index"), 303)


def _player(evening_id: int) -> EveningVisit:
    here = visit_evening(evening_id)
    require(here.viewer.person is not None)
    return here


def _back(evening_id: int) -> Response:
    return redirect(url_for("evenings.show", evening_id=evening_id), 303)


def _page(here: EveningVisit, problem: str = "") -> str:
    require(here.viewer.person is not None)
    return here.page(
        "evening/player_more.html",
        me=here.now.state.people[here.viewer.person or 0],
        others=_others(here),
        problem=problem,
    )


def _others(here: EveningVisit) -> list[Sitting]:
    """Returns the tables of this round where this player does not sit and may look, where the evening allows it."""
    state = here.now.state
    if not state.plan.may_look or state.round is None:
        return []
    sittings = state.round.sittings.values()
    return [one for one in sittings if one.table is not None and here.viewer.person not in one.people]
