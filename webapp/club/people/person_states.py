"""What somebody on the list of an evening does now."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from webapp.club.evening.state import EveningState, Person, Presence, Sitting
from webapp.http.language import gettext as _


class Doing(StrEnum):
    """What somebody does now, in this round."""

    HERE = "here"
    PLAYS = "plays"
    SITS_OUT = "sits-out"
    WAITS = "waits"
    AWAY = "away"
    LEFT = "left"


@dataclass(frozen=True)
class Activity:
    """What somebody does; `sitting` is the table in this round, `by` who plays in that place."""

    doing: Doing
    sitting: Sitting | None = None
    by: str = ""


def activities(state: EveningState) -> Mapping[int, Activity]:
    """Returns what everybody on the list does, by their numbers."""
    here = None if state.round is None or state.round.ended else state.round
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
    """Returns what somebody does, in words."""
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
