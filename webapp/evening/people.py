"""The list of an evening: its people, their states, and phones that ask to stand for one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from flask import Blueprint, abort, request, url_for
from werkzeug.utils import redirect
from werkzeug.wrappers import Response

from webapp.access.device import or_404
from webapp.evening import lines as kinds
from webapp.evening.acts import act
from webapp.evening.joining.identity_requests import end_device_grant, let_in, let_in_as_new, sit_down
from webapp.evening.keeper import EveningKeeper, EveningNow, Outcome, undoable
from webapp.evening.lines import EveningRefusal, Line, line_of
from webapp.evening.refusal_words import said, status
from webapp.evening.state import EveningState, Person, Presence, Sitting
from webapp.evening.typed_people import (
    SentLine,
    faults_among,
    listing,
    names_of_circles,
    not_listed_said,
    sent_lines,
    taken_said,
    typed_fault_said,
    typed_people,
)
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import EveningVisit, visit_to_run
from webapp.files.kinds import NotRead
from webapp.http.answers import Page, local_path
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.limits import LONGEST_NAME, LONGEST_NAME_INPUT
from webapp.journal.lines import Key
from webapp.pages.table_page import key_of_form
from webapp.services import services
from webapp.store.errors import PersonTaken
from webapp.table import forms
from webapp.table.player_names import Fault, fault_of, tidy
from webapp.words.invite_words import fault_said
from webapp.words.phrases import NAME_JUST_TAKEN


class Doing(StrEnum):
    """What a person does now, in this round."""

    HERE = "here"
    PLAYS = "plays"
    SITS_OUT = "sits-out"
    WAITS = "waits"
    AWAY = "away"
    LEFT = "left"


@dataclass(frozen=True)
class Activity:
    """The activity of a person; `sitting` is the table in this round, `by` the stand-in there."""

    doing: Doing
    sitting: Sitting | None = None
    by: str = ""


def activities(state: EveningState) -> Mapping[int, Activity]:
    """Returns the activity of everybody on the list, by their numbers."""
    here = state.running
    seats = {} if here is None else {person: one for one in here.sittings.values() for person in one.people}
    byes = frozenset() if here is None else frozenset(here.byes)
    return {
        number: _activity(person, seats.get(number), number in byes, here is not None)
        for number, person in state.people.items()
    }


def _activity(person: Person, sitting: Sitting | None, bye: bool, runs: bool) -> Activity:
    by = "" if sitting is None else sitting.stand_ins.get(person.number, "")
    if person.presence != Presence.HERE:
        return Activity(Doing(person.presence), sitting, by)
    if sitting is not None:
        return Activity(Doing.PLAYS, sitting, by)
    if bye:
        return Activity(Doing.SITS_OUT)
    return Activity(Doing.WAITS if runs else Doing.HERE)


def activity_said(one: Activity) -> str:
    said = {
        Doing.HERE: _("here"),
        Doing.SITS_OUT: _("sits out"),
        Doing.WAITS: _("no seat in this round"),
        Doing.AWAY: _("away"),
        Doing.LEFT: _("has left"),
    }
    if one.sitting is None:
        return said[one.doing]
    table = _("Table %(number)s", number=one.sitting.number)
    if one.by:
        table = _("Table %(number)s, %(name)s plays instead", number=one.sitting.number, name=one.by)
    return table if one.doing == Doing.PLAYS else f"{said[one.doing]}, {table}"


@dataclass(frozen=True)
class PersonRow:
    """A row of the list: `said` is the activity in words."""

    person: Person
    activity: Activity
    said: str
    has_device: bool
    partner: str


@dataclass(frozen=True)
class TypedOnList:
    """Refused input to show again: in the fields of a person, of a request, or of the list.

    `problems` say why. `person` or `line` names the row, where it is about one.
    """

    problems: Sequence[str] = ()
    person: int | None = None
    line: int | None = None
    fields: Mapping[str, str] = field(default_factory=dict)


def people_context(
    now: EveningNow, viewer: EveningViewer, shown: int | None, query: str, typed: TypedOnList
) -> dict[str, Any]:
    """Returns the context of the list; `shown` is the person whose row is open."""
    rows, wanted = _rows(now), query.casefold()
    return {
        "rows": [row for row in rows if any(wanted in text.casefold() for text in (row.person.name, row.person.team))],
        "shown": typed.person or shown,
        "query": query,
        "counts": _counts(rows),
        "typed": typed,
        "devices": now.devices,
        "last": _last(now, viewer),
    }


def _rows(now: EveningNow) -> list[PersonRow]:
    people, doing, devices = now.state.people, activities(now.state), now.devices
    return [
        PersonRow(
            person,
            doing[number],
            activity_said(doing[number]),
            number in devices,
            people[person.partner].name if person.partner else "",
        )
        for number, person in people.items()
    ]


def _counts(rows: Sequence[PersonRow]) -> dict[str, int]:
    gone = (Doing.AWAY, Doing.LEFT)
    return {
        "here": sum(row.activity.doing not in gone for row in rows),
        "gone": sum(row.activity.doing in gone for row in rows),
        "devices": sum(row.has_device for row in rows),
    }


@dataclass(frozen=True)
class LastChange:
    """The newest change of a person on the list, which may be undone by its line."""

    line: int
    name: str
    said: str


def _last(now: EveningNow, viewer: EveningViewer) -> LastChange | None:
    row = undoable(now, viewer)
    line = None if row is None else line_of(row.kind, row.body)
    said = {
        kinds.Changed: _("changed"),
        kinds.Away: _("away"),
        kinds.Left: _("has left"),
        kinds.Back: _("back again"),
        kinds.StandIn: _("somebody plays instead") if row and row.body.get("by") else _("plays again"),
    }.get(type(line))  # type: ignore[arg-type]
    if row is None or said is None:
        return None
    return LastChange(row.seq, now.state.name(row.body["person"]), said)


bp = Blueprint("evening_people", __name__, url_prefix="/evenings/<int:evening_id>/people")
PRESENCE = {"away": kinds.Away, "left": kinds.Left, "back": kinds.Back}


@bp.get("")
def show(evening_id: int) -> str:
    """Shows the people on the list, filtered by name or team."""
    return _page(visit_to_run(evening_id))


@bp.get("/requests")
def requests(evening_id: int) -> str:
    """Shows the phones that ask to stand for somebody, for a page that polls."""
    here = visit_to_run(evening_id)
    return here.page("evening/_asking.html", **people_context(here.now, here.viewer, None, "", TypedOnList()))


@bp.post("")
def add(evening_id: int) -> Response | Page:
    """Puts people on the list: one typed, or all lines pasted or uploaded; all or none."""
    here = visit_to_run(evening_id)
    # Before the names are looked at: those of a form that was sent twice are on the list.
    if (known := services().part(EveningKeeper).answered(here.now, here.viewer, key_of_form())) is not None:
        return _answer(here, known)
    name, text = request.form.get("name", ""), request.form.get("text", "")
    try:
        sent = sent_lines()
    except NotRead as problem:
        return _refused(here, TypedOnList([problem.said], fields={"name": name, "text": text}), problem.status)
    text = sent.text
    people = typed_people(sent.lines or [SentLine(1, (tidy(name),))])
    listed = [one.name for one in here.now.state.people.values()]
    problems = [typed_fault_said(one, alone=not text) for one in faults_among(people, listed)]
    if not people:
        problems = [fault_said(Fault.EMPTY, "")]
    if problems:
        return _refused(here, TypedOnList(problems, fields={"name": name, "text": text}))
    return _added(here, *listing(here.now.state, people))


@bp.post("/<int:person>")
def change(evening_id: int, person: int) -> Response | Page:
    """Changes a person on the list, or their state; `does` names the change."""
    here, does = visit_to_run(evening_id), request.form.get("does", "")
    who = or_404(here.now.state.people.get(person), said(EveningRefusal("nobody")))
    if does == "save":
        return _save(here, who)
    if does in PRESENCE:
        return _added(here, PRESENCE[does](person), shown=person)
    if does == "free":
        end_device_grant(here.now, here.viewer, person)
        return _back(here, person)
    if does == "own-seat":
        return _stand_in(here, who, "")
    if does != "stand-in":
        abort(400)
    by = tidy(request.form.get("by", ""))
    if not by:  # an empty one would end it
        return _refused(here, TypedOnList([fault_said(Fault.EMPTY, by)], person=who.number, fields=request.form))
    return _stand_in(here, who, by)


@bp.post("/requests/<int:line>")
def answer(evening_id: int, line: int) -> Response | Page:
    """Answers a phone's request: as the person asked for, another one on the list, or a new one; or refuses it."""
    here, does = visit_to_run(evening_id), forms.choice(request.form, "does", ("let-in", "new", "refuse"))
    typed = request.form.get("name")
    try:
        outcome = settle(here.now, here.viewer, line, does, typed, op=key_of_form())
    except PersonTaken:
        return _refused(here, TypedOnList([_(NAME_JUST_TAKEN)]), 409)
    if isinstance(outcome, str):
        name = tidy(here.now.state.requests[line].name if typed is None else typed)
        return _refused(here, TypedOnList([outcome], line=line, fields={"name": name[:LONGEST_NAME_INPUT]}))
    return _answer(here, outcome)


def settle(
    now: EveningNow, who: EveningViewer, line: int, does: str, typed: str | None, *, op: Key | str | None
) -> Outcome | str:
    """Answers a phone's request: *let-in*, by default as who it asks for, *new* by this name, or *refuse*.

    Returns why the name is not one. Raises PersonTaken.
    """
    asked = now.state.requests.get(line)
    if asked is None or does == "refuse":
        return act(now, who, kinds.TurnedAway(line), op=op)
    name = tidy(asked.name if typed is None else typed)
    if does == "new":
        if (problem := _name_problem(now, name)) is not None:
            return problem
        listed, change = let_in_as_new(now, asked, name)
        return act(now, who, listed, op=op, change=change)
    person = now.state.people.get(asked.person) if asked.person else now.state.named(name)
    if person is None:
        return _nobody_called(name)
    let, change = let_in(now, asked, person.number)
    done = act(now, who, let, op=op, change=change)
    later = services().part(EveningKeeper).at(now.row.id)
    if later.device_of(person.number) == asked.device_id:
        sit_down(later, person.number, asked.device_id)
    return done


@bp.post("/undo")
def undo(evening_id: int) -> Response | Page:
    """Undoes a change of a person on the list."""
    here = visit_to_run(evening_id)
    return _added(here, kinds.Undone(forms.integer(request.form, "line")))


def _save(here: EveningVisit, who: Person) -> Response | Page:
    name, team, typed = (tidy(request.form.get(field, "")) for field in ("name", "team", "partner"))
    partner = here.now.state.named(typed) if typed else None
    if typed and partner is None and fault_of(name) is None:
        return _refused(here, TypedOnList([_nobody_called(typed)], person=who.number, fields=request.form))
    line = kinds.Changed(who.number, name, team, partner.number if partner else 0)
    return _added(here, line, shown=who.number)


def _stand_in(here: EveningVisit, who: Person, by: str) -> Response | Page:
    """Notes that `by` plays in this person's place; empty: ends that."""
    newest, sitting = here.now.state.round, here.now.state.sitting_now(who.number)
    if newest is None or sitting is None:
        return _refused(here, TypedOnList([_("%(name)s has no seat now.", name=who.name)], person=who.number))
    return _added(here, kinds.StandIn(newest.number, sitting.number, who.number, by), shown=who.number)


def _name_problem(now: EveningNow, name: str) -> str | None:
    fault = fault_of(name)
    if fault is not None:
        return fault_said(fault, name)
    return None if now.state.named(name) is None else taken_said(name)


def _added(here: EveningVisit, *lines: Line, shown: int | None = None) -> Response | Page:
    try:
        outcome = act(here.now, here.viewer, *lines, op=key_of_form())
    except PersonTaken:
        return _refused(here, TypedOnList([_(NAME_JUST_TAKEN)]), 409)
    return _answer(here, outcome, shown)


def _answer(here: EveningVisit, outcome: Outcome, shown: int | None = None) -> Response | Page:
    if isinstance(outcome, EveningRefusal):
        why = not_listed_said(outcome, tidy(request.form.get("name", "")))
        typed = TypedOnList([why], person=shown, fields=request.form)
        return _refused(here.anew(), typed, status(outcome))
    return _back(here, shown)


def _back(here: EveningVisit, shown: int | None) -> Response:
    if back := local_path(request.form.get("back", "")):
        return redirect(back, 303)
    query: dict[str, Any] = {"q": request.form.get("q") or None, "person": shown}
    anchor = None if shown is None else f"p{shown}"
    return redirect(url_for("evening_people.show", evening_id=here.now.row.id, _anchor=anchor, **query), 303)


def _refused(here: EveningVisit, typed: TypedOnList, answered: int = 422) -> Page:
    return _page(here, typed), answered


def _page(here: EveningVisit, typed: TypedOnList | None = None) -> str:
    query = tidy(request.values.get("q", ""))[:LONGEST_NAME]
    shown = parse_integer(request.args.get("person"))
    context = people_context(here.now, here.viewer, shown, query, typed or TypedOnList())
    own = here.viewer.device_id
    listed = [one.name for one in here.now.state.people.values()]
    suggested = names_of_circles(own, listed) if own is not None else []
    return here.page("evening/people.html", **context, suggested=suggested)


def _nobody_called(name: str) -> str:
    return _("Nobody on the list is called %(name)s.", name=name)
