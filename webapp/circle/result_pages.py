"""Pages of former results: a file or pasted lines, what they come to, and bringing them in; a sample to begin with."""

from collections.abc import Mapping

from flask import Blueprint, Response, render_template, request

from webapp.circle.acts import Refused
from webapp.circle.results import Results, ResultsIn, bring_results, read_results, sample_lines
from webapp.circle.tables import CircleVisit, visit_all_matches, visit_circle
from webapp.evening.people.typed_people import SentLines, sent_lines
from webapp.files.refusals import NotRead
from webapp.history.records.scores import csv_file
from webapp.http.integers import parse_integer
from webapp.http.limits import MOST_LIST_LINES
from webapp.services import services
from webapp.store import TooManyOpened
from webapp.words.limits_reached import too_many_opened

bp = Blueprint("circle_results", __name__, url_prefix="/circles/<int:circle_id>/results")
Page = tuple[str, int] | tuple[str, int, dict[str, str]]
NEW = "new"


@bp.get("")
def form(circle_id: int) -> str:
    """Asks for former results."""
    return _page(visit_circle(circle_id), SentLines())


@bp.post("")
def look(circle_id: int) -> str | Page:
    """Shows what the lines come to; nothing is written yet."""
    here = visit_all_matches(circle_id)
    try:
        sent = sent_lines()
    except NotRead as problem:
        return _page(here, SentLines(), error=problem.said), problem.status
    return _page(here, sent, read_results(circle_id, sent.lines))


@bp.post("/bring")
def bring(circle_id: int) -> str | Page:
    """Brings the results in: all, or the good ones alone."""
    here, sent, found = visit_all_matches(circle_id), SentLines(), Results()
    try:
        sent = sent_lines()
        found = read_results(circle_id, sent.lines)
        done = bring_results(here, found, _who(), good_only="good" in request.form)
    except NotRead as problem:
        return _page(here, SentLines(), error=problem.said), problem.status
    except TooManyOpened as problem:
        return _page(here, sent, found, too_many_opened(problem)), 429, {"Retry-After": str(problem.seconds)}
    if isinstance(done, Refused):
        return _page(here, sent, found, done.said), done.status
    return _page(here, SentLines(), done=done)


@bp.get("/sample.csv")
def sample(circle_id: int) -> Response:
    """Sends a file to begin with."""
    visit_circle(circle_id)
    answer = Response(csv_file(sample_lines()), mimetype="text/csv")
    answer.headers["Content-Disposition"] = 'attachment; filename="results.csv"'
    return answer


def _who() -> Mapping[str, int | None]:
    """Returns who the names of the form are: the number of a player, None for somebody new, 0 for nobody known."""
    pairs = zip(request.form.getlist("name"), request.form.getlist("who"), strict=False)
    return {name: None if who == NEW else parse_integer(who) or 0 for name, who in pairs}


def _page(
    here: CircleVisit,
    sent: SentLines,
    found: Results | None = None,
    error: str = "",
    done: ResultsIn | None = None,
) -> str:
    return render_template(
        "circle/results.html",
        circle=here.circle,
        text=sent.text,
        found=found if sent.lines else None,
        error=error,
        done=done,
        players=services().store.circle_players(here.circle.id, forgotten=False),
        who={name: str(number or NEW) for name, number in _who().items()},
        most=MOST_LIST_LINES,
    )
