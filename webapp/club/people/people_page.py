"""The page of an evening's list: its rows, the requests of phones, what was done last."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from webapp.club.evening import lines as kinds
from webapp.club.evening.evening_viewer import EveningViewer
from webapp.club.evening.keeper import EveningNow, undoable
from webapp.club.evening.lines import line_of
from webapp.club.evening.state import EveningState, Person
from webapp.club.people.person_states import Activity, Doing, activities, activity_said
from webapp.http.language import gettext as _
from webapp.seats.device import KEY_BYTES


@dataclass(frozen=True)
class PersonRow:
    """A row of the list: `said` is what that person does now, in words."""

    person: Person
    activity: Activity
    said: str
    has_phone: bool
    partner: str


@dataclass(frozen=True)
class Typed:
    """What was typed and not taken, to be shown again: into the fields of a person, of a request, or of the list.

    `problems` say why. `person` or `line` names the row, where it is about one.
    """

    problems: Sequence[str] = ()
    person: int | None = None
    line: int | None = None
    fields: Mapping[str, str] = field(default_factory=dict)


def people_context(
    now: EveningNow, viewer: EveningViewer, shown: int | None, query: str, typed: Typed
) -> dict[str, Any]:
    """Returns what the page of the list shows; `shown` is the person whose row is open."""
    rows = _rows(now)
    return {
        "evening": now.state,
        "evening_id": now.row.id,
        "rows": [row for row in rows if _is_meant(row.person, query)],
        "shown": typed.person or shown,
        "query": query,
        "counts": _counts(rows),
        "typed": typed,
        "phones": now.seats,
        "last": _last(now, viewer),
        "op": secrets.token_urlsafe(KEY_BYTES),
    }


def named(state: EveningState, name: str) -> Person | None:
    """Returns who on the list has this name, however it is written in capitals."""
    return next((one for one in state.people.values() if one.name.casefold() == name.casefold()), None)


def _rows(now: EveningNow) -> list[PersonRow]:
    people, doing, phones = now.state.people, activities(now.state), now.seats
    return [
        PersonRow(
            person,
            doing[number],
            activity_said(doing[number]),
            number in phones,
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
        "phones": sum(row.has_phone for row in rows),
    }


@dataclass(frozen=True)
class LastChange:
    """The newest change of somebody on the list, which may be taken back by its line."""

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
