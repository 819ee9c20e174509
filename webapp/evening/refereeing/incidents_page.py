"""Pages and files of the report of an evening's incidents."""

from collections.abc import Iterator

from flask import Blueprint, redirect, url_for
from werkzeug.wrappers import Response as Answer

from webapp.evening.refereeing.incidents import Report, report_of
from webapp.evening.refereeing.response_times import response_head
from webapp.evening.visit import visit_to_help
from webapp.history.records.scores import CSV, XLSX, csv_file, xlsx_file
from webapp.http.language import gettext as _
from webapp.http.steps import in_steps
from webapp.words.phrases import day_and_time


def lines_of(report: Report) -> Iterator[list[str | int]]:
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
    here = visit_to_help(evening_id)
    return here.page("evening/incidents.html", report=report_of(*here), response_head=response_head())


@bp.get("/incidents.csv")
def csv(evening_id: int) -> Answer:
    """Sends the same for a spreadsheet."""
    here = visit_to_help(evening_id)
    return here.file("-incidents.csv", csv_file(lines_of(report_of(*here))), CSV)


@bp.get("/incidents.xlsx")
def workbook(evening_id: int) -> Answer:
    here = visit_to_help(evening_id)
    lines = lines_of(report_of(*here))
    return here.file("-incidents.xlsx", xlsx_file(lines, _("Incidents"), here.now.row.created_at, WIDTHS), XLSX)


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
