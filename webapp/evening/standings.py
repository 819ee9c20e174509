"""Standings of an evening, and its seatings to print."""

from dataclasses import dataclass

from flask import Blueprint, Response, render_template, url_for

from webapp.evening.archive.writer import penalties_csv, seatings_csv, standing_csv
from webapp.evening.keeper import EveningNow
from webapp.evening.standing_page import sees_hidden, standing_page
from webapp.evening.state import Round, Sitting
from webapp.evening.stream import EveningPage, Tables, from_template, open_evening_stream
from webapp.evening.summary import EveningHead
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import visit_evening, visit_to_help
from webapp.history.records.scores import CSV


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
        return sorted(found, key=lambda place: place[0].casefold())


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


bp = Blueprint("evening_standing", __name__)
STANDING = "/evenings/<int:evening_id>/standing"


@bp.get(STANDING)
def show(evening_id: int) -> str:
    """Shows the standing as far as this device may see it."""
    now, viewer = visit_evening(evening_id)
    stream = url_for("evening_standing.stream", evening_id=evening_id)
    return render_template("evening/standing.html", **_context(now, {}, viewer), stream=stream)


@bp.get(f"{STANDING}/stream")
def stream(evening_id: int) -> Response:
    """Sends the standing now and after every change."""
    _now, viewer = visit_evening(evening_id)
    return open_evening_stream(evening_id, viewer, STANDING_PAGE)


@bp.get(f"{STANDING}.csv")
def standing_file(evening_id: int) -> Response:
    here = visit_evening(evening_id)
    return here.file("-standing.csv", standing_csv(here.now, sees_all=sees_hidden(here.viewer)), CSV)


@bp.get("/evenings/<int:evening_id>/seatings")
def seatings(evening_id: int) -> str:
    """Shows who sat where in each round, to be printed."""
    here = visit_evening(evening_id)
    return here.page("evening/seatings.html", rounds=seated_rounds(here.now, sees_all=sees_hidden(here.viewer)))


@bp.get("/evenings/<int:evening_id>/slips")
def slips(evening_id: int) -> str:
    """Shows a slip for each table of the newest round, to be filled in and signed where no phone is."""
    here = visit_to_help(evening_id)
    return here.page("evening/slips.html", rounds=seated_rounds(here.now, sees_all=False)[:1])


@bp.get("/evenings/<int:evening_id>/seatings.csv")
def seatings_file(evening_id: int) -> Response:
    """Sends who sat where, with the results that are in."""
    here = visit_evening(evening_id)
    return here.file("-seatings.csv", seatings_csv(here.now, sees_all=sees_hidden(here.viewer)), CSV)


@bp.get("/evenings/<int:evening_id>/penalties.csv")
def penalties_file(evening_id: int) -> Response:
    """Sends every penalty to those who help to run the evening."""
    here = visit_to_help(evening_id)
    return here.file("-penalties.csv", penalties_csv(here.now), CSV)


def _context(now: EveningNow, _tables: Tables, viewer: EveningViewer) -> dict[str, object]:
    return {
        "evening": EveningHead.of(now.state),
        "evening_id": now.row.id,
        "page_of_standing": standing_page(now, viewer),
        "viewer": viewer,
    }


STANDING_PAGE = EveningPage("standing", _context, from_template("evening/_standing.html"))
