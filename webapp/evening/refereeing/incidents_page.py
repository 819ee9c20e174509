"""Pages and files of the report of an evening's incidents."""

from collections.abc import Iterator

from flask import Blueprint, make_response, redirect, render_template, url_for
from werkzeug.wrappers import Response as Answer

from webapp.evening.keeper import EveningNow
from webapp.evening.refereeing.incidents import Report, report_of
from webapp.evening.refereeing.response_times import response_head
from webapp.evening.visit import visit_to_help
from webapp.history.records.scores import XLSX, csv_file, xlsx_file
from webapp.http.language import gettext as _
from webapp.http.steps import in_steps
from webapp.words.phrases import day_and_time


def lines_of(report: Report) -> Iterator[list[str | int]]:
    """Yields the head, then a line for each incident."""
    yield [
        _("When"),
        _("Table"),
        _("Where"),
        _("Players"),
        _("What"),
        _("What happened"),
        _("Rule"),
        _("Decision"),
        _("By whom"),
        _("Totals"),
        _("What became of it"),
    ]
    for one in in_steps(report.incidents):
        said = (one.what, one.text, one.rule, one.decided, one.by, ", ".join(one.effect), one.ended)
        yield [day_and_time(one.at), one.number or "", one.place, ", ".join(one.people), *said]
    if report.waits:
        yield []
        yield response_head()
        for each in report.responses:
            yield [each.by, each.calls, each.came, each.settled, each.longest]


WIDTHS = (18, 6, 18, 20, 12, 50, 10, 36, 14, 24, 30)
bp = Blueprint("evening_incidents", __name__, url_prefix="/evenings/<int:evening_id>")


@bp.get("/incidents")
def show(evening_id: int) -> str:
    """Shows the report to those who help, to be printed."""
    now, viewer = visit_to_help(evening_id)
    report = report_of(now, viewer)
    return render_template(
        "evening/incidents.html", evening=now.state, evening_id=evening_id, report=report, response_head=response_head()
    )


@bp.get("/incidents.csv")
def csv(evening_id: int) -> Answer:
    """Sends the same for a spreadsheet."""
    now, viewer = visit_to_help(evening_id)
    return _file(now, csv_file(lines_of(report_of(now, viewer))), "csv", "text/csv; charset=utf-8; header=present")


@bp.get("/incidents.xlsx")
def workbook(evening_id: int) -> Answer:
    """Sends the same as a workbook."""
    now, viewer = visit_to_help(evening_id)
    lines = lines_of(report_of(now, viewer))
    return _file(now, xlsx_file(lines, _("Incidents"), now.row.created_at, WIDTHS), "xlsx", XLSX)


@bp.get("/rulings")
def rulings(evening_id: int) -> Answer:
    """Leads from where the rulings stood alone."""
    visit_to_help(evening_id)
    return redirect(url_for("evening_incidents.show", evening_id=evening_id), 301)


@bp.get("/rulings.csv")
def rulings_file(evening_id: int) -> Answer:
    """Leads from where the file of the rulings was."""
    visit_to_help(evening_id)
    return redirect(url_for("evening_incidents.csv", evening_id=evening_id), 301)


def _file(now: EveningNow, data: bytes, ending: str, kind: str) -> Answer:
    answer, day = make_response(data), now.row.created_at.astimezone().date().isoformat()
    answer.headers["Content-Type"] = kind
    answer.headers["Content-Disposition"] = f'attachment; filename="evening-{day}-incidents.{ending}"'
    return answer
