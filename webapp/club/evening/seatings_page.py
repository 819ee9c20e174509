"""Seatings of an evening, to be printed: who sits where in each round, with the results that are in."""

from dataclasses import dataclass

from webapp.club.evening.keeper import EveningNow
from webapp.club.evening.state import Round, Sitting


@dataclass(frozen=True)
class SeatedTable:
    """A table of a round: its `people` by seat, with the points of each where the result is in and may be seen."""

    number: int
    people: tuple[tuple[str, int | None], ...]


@dataclass(frozen=True)
class SeatedRound:
    """A round: its tables, and who sits out."""

    number: int
    tables: tuple[SeatedTable, ...]
    byes: tuple[str, ...]
    hidden: bool


def seated_rounds(now: EveningNow, *, sees_all: bool) -> tuple[SeatedRound, ...]:
    """Returns the rounds, the newest first; results of a hidden one are left out unless `sees_all`."""
    state = now.state
    return tuple(
        _round(now, here, hidden=not sees_all and state.is_hidden and here is state.round)
        for here in reversed(state.rounds)
    )


def _round(now: EveningNow, here: Round, *, hidden: bool) -> SeatedRound:
    return SeatedRound(
        here.number,
        tuple(_table(now, one, hidden=hidden) for one in here.sittings.values()),
        tuple(now.state.name(person) for person in here.byes),
        hidden,
    )


def _table(now: EveningNow, sitting: Sitting, *, hidden: bool) -> SeatedTable:
    scores = () if hidden or sitting.result is None else sitting.result.scores
    people = (
        (sitting.stand_ins.get(person, now.state.name(person)), scores[seat % len(scores)] if scores else None)
        for seat, person in enumerate(sitting.people)
    )
    return SeatedTable(sitting.number, tuple(people))
