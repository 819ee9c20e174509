"""Who sat where in each round of an evening, with the results; slips of paper to note those of a round on."""

from dataclasses import dataclass

from flask import Blueprint, Response

from webapp.evening.keeper import EveningNow
from webapp.evening.spreadsheets import seatings_csv
from webapp.evening.standing_page import sees_hidden
from webapp.evening.state import Round, Sitting
from webapp.evening.visit import visit_evening, visit_to_help
from webapp.http.spreadsheets import CSV
from webapp.store.name_keys import alphabetical


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

    @property
    def places(self) -> list[tuple[str, int]]:
        """Everybody who has a seat and the number of the table, by name."""
        found = ((name, table.number) for table in self.tables for name, _points in table.people)
        return sorted(found, key=lambda place: alphabetical(place[0]))


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


bp = Blueprint("evening_seatings", __name__, url_prefix="/evenings/<int:evening_id>")


@bp.get("/seatings")
def show(evening_id: int) -> str:
    """Shows who sat where in each round, to be printed."""
    here = visit_evening(evening_id)
    return here.page("evening/seatings.html", rounds=seated_rounds(here.now, sees_all=sees_hidden(here.viewer)))


@bp.get("/slips")
def result_slips(evening_id: int) -> str:
    """Shows a slip for each table of the newest round, to be filled in and signed where no phone is."""
    here = visit_to_help(evening_id)
    return here.page("evening/result_slips.html", rounds=seated_rounds(here.now, sees_all=False)[:1])


@bp.get("/seatings.csv")
def file(evening_id: int) -> Response:
    """Sends who sat where, with the results that are in."""
    here = visit_evening(evening_id)
    return here.file("-seatings.csv", seatings_csv(here.now, sees_all=sees_hidden(here.viewer)), CSV)
