"""Rulings of all tables of an evening, as a page and as CSV."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import (
    Blueprint,
    Response,
    make_response,
    render_template,
    url_for,
)

from webapp.evening.follower import EveningTables
from webapp.evening.keeper import EveningNow
from webapp.evening.refereeing.table_matters import viewer_at
from webapp.evening.state import EveningState
from webapp.evening.stream import Tables
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import visit_to_help
from webapp.history.records.scores import csv_file
from webapp.http.language import gettext as _
from webapp.referee.decisions import Decision, decisions
from webapp.services import services
from webapp.table.newest_tables import UnknownTable
from webapp.table.snapshot import NotOffered
from webapp.words.dates import day_and_time


@dataclass(frozen=True)
class PlacedRuling:
    """A decision at a table: `where` it was, and its page, for who may see that table."""

    where: str
    decision: Decision
    url: str | None


def rulings_context(now: EveningNow, tables: Tables, viewer: EveningViewer) -> Mapping[str, Any]:
    """Returns what the list shows, the newest first."""
    found = [one for table_id in tables for one in _at_table(now.state, table_id, viewer)]
    newest_first = sorted(found, key=lambda one: one.decision.made_at, reverse=True)
    return {"evening": now.state, "evening_id": now.row.id, "rulings": newest_first}


def _at_table(state: EveningState, table_id: int, viewer: EveningViewer) -> Iterator[PlacedRuling]:
    try:
        table = services().play.at(table_id)
    except (UnknownTable, NotOffered):
        return
    here = viewer_at(table, viewer.device_id)
    page = url_for("rulings.index", table_id=table_id) if here.may_see else None
    where = _where(state, table_id, table.table.evening_number or 0)
    for one in decisions(table, here):
        yield PlacedRuling(where, one, page and f"{page}#{one.code}")


def _where(state: EveningState, table_id: int, number: int) -> str:
    for here in state.rounds:
        for sitting in here.sittings.values():
            if sitting.table == table_id:
                return _("Round %(round)s, table %(table)s", round=here.number, table=sitting.number)
    return _("Table %(number)s", number=number)


def rulings_csv(found: Iterable[PlacedRuling]) -> bytes:
    """Returns the decisions in this order, a line each; what no longer holds says why."""
    head = [
        _("Where"),
        _("Decision"),
        _("Text"),
        _("Rule"),
        _("Points"),
        _("By whom"),
        _("When"),
        _("What became of it"),
    ]
    return csv_file([head, *(_line(one) for one in found)])


def _line(placed: PlacedRuling) -> list[str | int]:
    one = placed.decision
    ended = " ".join(text for text in (str(one.ended), str(one.source)) if text)
    when = day_and_time(one.made_at)
    return [placed.where, one.title, str(one.text), one.rule or "", one.points, one.by, when, ended]


bp = Blueprint("evening_rulings", __name__)


@bp.get("/evenings/<int:evening_id>/rulings")
def show(evening_id: int) -> str:
    """Lists what was decided at all tables to those who help."""
    now, viewer = visit_to_help(evening_id)
    tables = services().part(EveningTables).at(evening_id)
    return render_template("evening/rulings.html", **rulings_context(now, tables, viewer))


@bp.get("/evenings/<int:evening_id>/rulings.csv")
def file(evening_id: int) -> Response:
    """Sends the same for a spreadsheet."""
    now, viewer = visit_to_help(evening_id)
    tables = services().part(EveningTables).at(evening_id)
    answer = make_response(rulings_csv(rulings_context(now, tables, viewer)["rulings"]))
    day = now.row.created_at.astimezone().date().isoformat()
    answer.headers["Content-Type"] = "text/csv; charset=utf-8; header=present"
    answer.headers["Content-Disposition"] = f'attachment; filename="evening-{day}-rulings.csv"'
    return answer
