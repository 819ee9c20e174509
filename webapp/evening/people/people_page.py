"""Page of the list of an evening."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from webapp.evening import lines as kinds
from webapp.evening.joining.answers import sit_down
from webapp.evening.keeper import EveningKeeper, EveningNow, undoable
from webapp.evening.lines import line_of
from webapp.evening.state import EveningState, Person, Presence, Sitting
from webapp.evening.viewer import EveningViewer
from webapp.http.language import gettext as _
from webapp.journal.lines import Key
from webapp.services import services
from webapp.store.evening_models import EveningChange


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
    rows = _rows(now)
    return {
        "rows": [row for row in rows if _is_meant(row.person, query)],
        "shown": typed.person or shown,
        "query": query,
        "counts": _counts(rows),
        "typed": typed,
        "devices": now.seats,
        "last": _last(now, viewer),
    }


def _rows(now: EveningNow) -> list[PersonRow]:
    people, doing, devices = now.state.people, activities(now.state), now.seats
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


def _is_meant(person: Person, query: str) -> bool:
    return query.casefold() in person.name.casefold() or query.casefold() in person.team.casefold()


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


def end_device_grant(now: EveningNow, viewer: EveningViewer, person: int, op: Key | None = None) -> None:
    """Ends a person's device grant, and its seats at the tables: the phone may be lost."""
    services().part(EveningKeeper).add(now.row.id, viewer, op=op, change=EveningChange(freed=[person]))


def seat_stand_in(now: EveningNow, person: int, by: str) -> None:
    """Gives the phone of a stand-in, who is on the list and sits nowhere, the seat of the replaced person."""
    stand_in = now.state.named(by)
    device_id = None if stand_in is None else now.device_of(stand_in.number)
    if stand_in is not None and device_id is not None and now.state.sitting_now(stand_in.number) is None:
        sit_down(now, person, device_id)
