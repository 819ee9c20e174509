"""Acts of a table at its evening: read marks and its result; leaving the evening."""

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from webapp.access.device import require
from webapp.access.visit import Visit, visit
from webapp.evening import lines as kinds
from webapp.evening.acts import act, form_key
from webapp.evening.joining.answers import sentence_page
from webapp.evening.joining.running_table import part as let_part
from webapp.evening.keeper import EveningKeeper, EveningNow, LineRefused
from webapp.evening.lines import EveningRefusal, Line
from webapp.evening.refusal_words import said, status
from webapp.evening.result_facts import confirmed_line, reported_line
from webapp.evening.state import Round, Sitting, table_in_round
from webapp.evening.summary import summary_of
from webapp.evening.table_notes import evening_at_table
from webapp.evening.viewer import EveningViewer
from webapp.http.answers import Page, local_path
from webapp.http.language import gettext as _
from webapp.services import services
from webapp.table import forms

bp = Blueprint("table_evening", __name__, url_prefix="/tables/<int:table_id>/evening")
Answer = Response | Page


@bp.post("/read")
def read(table_id: int) -> Answer:
    """Notes that this phone has read an announcement, or the table the call of the last hand."""
    here, evening, who = _at_evening(table_id)
    require(here.viewer.takes_part)
    if request.form.get("does") == "last-hand":
        place = _place(here, evening)
        return _added(here, evening, who, kinds.Acknowledged(place[0].number, place[1].number))
    lines = forms.integer(request.form, "lines", most=evening.state.seq)
    if who.role is None:
        abort(400)
    services().store.read_evening(evening.row.id, here.device_id, lines)
    services().part(EveningKeeper).refresh(evening.row.id)
    return _back(here)


@bp.post("/result")
def result(table_id: int) -> Answer:
    """Says that the result is final, confirms it, or says that it is not right."""
    here, evening, who = _at_evening(table_id)
    require(here.viewer.may_enter)
    round_, sitting = _place(here, evening)
    does, summary = request.form.get("does", ""), summary_of(here.now)
    line: Line | None
    if does == "report":
        line = reported_line(who, round_, sitting, summary.scores, summary)
    elif does == "confirm":
        line = confirmed_line(who, round_, sitting)
    elif does == "reject":
        line = kinds.Rejected(round_.number, sitting.number)
    else:
        abort(400)
    said = sitting.reported  # of what nobody says any more nothing has changed since it was shown
    shown = summary.scores if does == "report" else None if said is None else said.scores
    if line is None or (shown is not None and request.form.get("scores", "") != " ".join(map(str, shown))):
        return _refused(evening, EveningRefusal("moved-on"))
    return _added(here, evening, who, line)


@bp.post("/part")
def part(table_id: int) -> Answer:
    """Lets a table that had joined leave the evening, by its host."""
    here, evening, who = _at_evening(table_id)
    require(here.viewer.is_host)
    if table_in_round(evening.state, table_id) is not None:
        return sentence_page(evening, _("This table was seated by the evening. It stays until the round is over."), 409)
    refusal = let_part(evening, who, table_id)
    return _back(here) if refusal is None else _refused(evening, refusal)


def _at_evening(table_id: int) -> tuple[Visit, EveningNow, EveningViewer]:
    here = visit(table_id)
    found = evening_at_table(here.now, here.viewer)
    require(here.viewer.takes_part)
    if found is None:
        abort(404, description=_("This table belongs to no evening."))
    return here, *found


def _place(here: Visit, evening: EveningNow) -> tuple[Round, Sitting]:
    place = table_in_round(evening.state, here.table.id)
    if place is None:
        abort(404, description=_("This table belongs to no round."))
    return place


def _added(here: Visit, evening: EveningNow, who: EveningViewer, line: Line) -> Answer:
    done = act(evening, who, line, op=form_key(line))
    if isinstance(done, LineRefused) and done.refusal.code != "is-so":
        return _refused(evening, done.refusal)
    return _back(here)


def _refused(evening: EveningNow, refusal: EveningRefusal) -> Answer:
    return sentence_page(evening, said(refusal), status(refusal))


def _back(here: Visit) -> Response:
    services().hub.publish(here.table.id)
    back = local_path(request.form.get("back", ""))
    return redirect(back or url_for("tables.show", table_id=here.table.id), 303)
