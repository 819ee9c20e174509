"""Rounds of an evening: start, clock, last hand, end; taking back; closing the evening."""

from flask import Blueprint, abort, request, url_for
from werkzeug.wrappers import Response

from webapp.club.evening import lines as kinds
from webapp.club.evening.evening_visit import EveningVisit, visit_to_help, visit_to_run
from webapp.club.evening.state import Round
from webapp.club.organising.adding import Page, add_lines
from webapp.http.integers import parse_integer
from webapp.http.limits import MOST_EXTRA_MINUTES

bp = Blueprint("evening_rounds", __name__, url_prefix="/evenings/<int:evening_id>")
MINUTE = 60


@bp.post("/rounds/start")
def start(evening_id: int) -> Response | Page:
    """Starts the round now, whatever its clock said."""
    here = visit_to_run(evening_id)
    return add_lines(here, kinds.Started(_number(here)))


@bp.post("/rounds/extra")
def extra(evening_id: int) -> Response | Page:
    """Gives more time: to one table, or to all."""
    here = visit_to_help(evening_id)
    minutes = parse_integer(request.form.get("minutes", "5"), most=MOST_EXTRA_MINUTES)
    typed = request.form.get("table", "")
    table = parse_integer(typed)
    if not minutes or (typed and table is None):
        abort(400)
    return add_lines(here, kinds.Extra(_number(here), minutes * MINUTE, table))


@bp.post("/rounds/clock")
def pause(evening_id: int) -> Response | Page:
    """Stops the clock of the round, or lets it go on."""
    here = visit_to_help(evening_id)
    stands = request.form.get("clock") == "pause"
    return add_lines(here, (kinds.Paused if stands else kinds.Resumed)(_number(here)))


@bp.post("/rounds/last-hand")
def last_hand(evening_id: int) -> Response | Page:
    """Calls the last hand."""
    here = visit_to_help(evening_id)
    return add_lines(here, kinds.LastHand(_number(here)))


@bp.post("/rounds/end")
def end(evening_id: int) -> Response | Page:
    """Ends the round and leads to the seating of the next one; tables whose result is not in count nothing."""
    here = visit_to_run(evening_id)
    number = _number(here)
    more = number < here.now.state.plan.rounds
    back = url_for("evening_seating.show", evening_id=evening_id) if more else None
    return add_lines(here, kinds.Ended(number), back=back)


@bp.post("/rounds/disclose")
def disclose(evening_id: int) -> Response | Page:
    """Shows the last round, which was hidden."""
    return add_lines(visit_to_run(evening_id), kinds.Disclosed())


@bp.post("/undo")
def undo(evening_id: int) -> Response | Page:
    """Takes back a line."""
    here = visit_to_help(evening_id)
    line = parse_integer(request.form.get("line", ""))
    if line is None:
        abort(400)
    return add_lines(here, kinds.Undone(line))


@bp.post("/close")
def close(evening_id: int) -> Response | Page:
    """Closes the evening, or opens it again."""
    here = visit_to_run(evening_id)
    return add_lines(here, kinds.Reopened() if request.form.get("close") == "no" else kinds.Closed())


def _number(here: EveningVisit) -> int:
    """Returns the number of the newest round; 0, which none has, before there is one."""
    newest: Round | None = here.now.state.round
    return 0 if newest is None else newest.number
