"""A round as a player at its table sees it, and seats."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import render_template, url_for

from webapp.access.device import new_form_key
from webapp.evening.announcements import unread_of_player
from webapp.evening.clock import ClockFace, clock_face, round_of_all
from webapp.evening.closed_rounds import periods_said, waiting
from webapp.evening.keeper import EveningNow
from webapp.evening.plan import Counting, Plan
from webapp.evening.result_facts import ResultFacts, result_facts
from webapp.evening.standing.points import PlacePart
from webapp.evening.standing.rows import StandingRow
from webapp.evening.standing.scoring import Absence, Scoring
from webapp.evening.standing_of import EveningStanding, standing_of
from webapp.evening.standing_words import points_said
from webapp.evening.state import EveningState, Person, Presence, Request, Round, Sitting
from webapp.evening.stream import EveningPage, Shown, from_template
from webapp.evening.summary import EveningHead, TableSummary
from webapp.evening.viewer import EveningViewer
from webapp.history.scores.match_end import place_said
from webapp.http.language import gettext as _
from webapp.store.models import now as moment

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


Tables = Mapping[int, TableSummary]
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
    requests: tuple[Request, ...] = ()
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
    if me.presence != Presence.HERE and state.sitting_now(me.number) is None:
        return PlayerFacts(me, _away(me), last=last)
    if here is None:
        return _of_no_round(state, me, last)
    face = clock_face(state, here, moment())
    sitting = here.sitting_of(me.number)
    if sitting is None:
        return PlayerFacts(me, _out(now, here, me), face=face, last=last)
    summary = None if sitting.table is None else tables.get(sitting.table)
    seat, seen = sitting.people.index(me.number), own_seat(here, me.number)
    assert seen is not None  # that one sits here
    return PlayerFacts(
        me,
        _("%(name)s sits at table %(number)s", name=me.name, number=sitting.number),
        _opposite(now, sitting, seen),
        sitting.number,
        _chairs(now, sitting, seen),
        clock_face(state, here, moment(), sitting),
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
    said = _then() if state.unseated is None else f"{_seating_is_back()} {_then()}"
    return PlayerFacts(me, _("Round %(round)s is not seated yet", round=number), said, last=last)


def _seating_is_back() -> str:
    return _("Its seating was taken back.")


def _then() -> str:
    return _("This page says then where to sit.")


def _away(me: Person) -> str:
    if me.presence == Presence.LEFT:
        return _("%(name)s has left", name=me.name)
    return _("%(name)s comes back later", name=me.name)


def _out(now: EveningNow, here: Round, me: Person) -> str:
    if me.number in here.byes:
        return _sits_out(now.state.plan, me.name)
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
    if found.whole is None:
        return {}
    near, own = _near(now, person), found.whole.row(person)
    if own is None or not near:
        return {"hidden": found.hidden}
    return {
        "place": own.place,
        "of": len(found.whole.rows),
        "rows": tuple(_row(found, found.whole.scoring, row, person) for row in near),
        "hidden": found.hidden,
    }


def _near(now: EveningNow, person: int) -> tuple[StandingRow, ...]:
    found = standing_of(now, sees_all=False)
    if found.whole is None or not found.whole.has_begun:
        return ()
    rows = found.whole.rows
    at = next((place for place, row in enumerate(rows) if row.person == person), None)
    return () if at is None else rows[max(0, at - NEIGHBOURS) : at + NEIGHBOURS + 1]


def _row(found: EveningStanding, scoring: Scoring, row: StandingRow, person: int) -> PlaceRow:
    points = points_said(scoring.shown_total(row.total))
    return PlaceRow(row.place, found.names.get(row.person, ""), points, row.person == person)


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
        return _("The seating of round %(round)s is taken back", round=after["unseated"])
    old, new = before["facts"], after["facts"]
    if before["round_line"] != after["round_line"] or None in (old.number, new.number) or old.number == new.number:
        return ""
    return _("New: table %(number)s", number=new.number)


PLAYER_PAGE = EveningPage(
    "player", _context, from_template("evening/_player.html"), _says, may_see=lambda viewer: viewer.person is not None
)
