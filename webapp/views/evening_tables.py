"""Tables of an evening, one by one, for whoever runs it: the result, time, who plays for whom; looking on."""

import secrets

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from webapp.club.evening import lines as kinds
from webapp.club.evening.evening_visit import EveningVisit, visit_evening, visit_to_run
from webapp.club.evening.result_facts import with_hands
from webapp.club.evening.state import Guest, Round, Sitting
from webapp.club.organising.adding import Page, add_lines
from webapp.club.organising.sitting_page import (
    correction_link,
    scores_said,
    sides_at,
    sitting_context,
    summary_of_table,
)
from webapp.club.people.people_page import named
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.seats.device import KEY_BYTES, require, viewer_of
from webapp.services import services
from webapp.store.roles import Role
from webapp.table.player_names import tidy

bp = Blueprint("evening_tables", __name__, url_prefix="/evenings/<int:evening_id>/tables/<int:number>")


@bp.get("")
def show(evening_id: int, number: int) -> Response | str:
    """Shows a table of the round, or one that has joined; at an open evening leads there where this phone may look."""
    here = visit_to_run(evening_id)
    guest, state = _guest(here, number), here.now.state
    if guest is not None:
        if viewer_of(guest.table).may_see and not state.plan.is_tournament:
            return redirect(url_for("tables.show", table_id=guest.table), 303)
        return render_template(
            "evenings/guest.html",
            evening=state,
            evening_id=evening_id,
            guest=guest,
            number=number,
            listed=[name for name in guest.names if named(state, name) is not None],
            op=secrets.token_urlsafe(KEY_BYTES),
        )
    its_round, sitting = _sitting(here, number)
    return render_template("evenings/table.html", **sitting_context(here, its_round, sitting))


@bp.post("/watch")
def watch(evening_id: int, number: int) -> Response:
    """Lets this phone look at what lies open at the table, and leads there; players where the evening allows it."""
    here = visit_evening(evening_id)
    require(here.viewer.runs or here.now.state.plan.may_look)
    table = _table(here, number)
    if not viewer_of(table).may_see:
        assert here.viewer.device_id is not None  # it is at the evening
        services().store.admit(table, here.viewer.device_id, role=Role.WATCHER)
        services().play.refresh(table)
    return redirect(url_for("tables.show", table_id=table), 303)


@bp.post("/result")
def confirm(evening_id: int, number: int) -> Response | Page:
    """Puts a result in: as it was typed, as the table has reported it, or what its entries come to."""
    here = visit_to_run(evening_id)
    its_round, sitting = _sitting(here, number)
    summary = summary_of_table(here, sitting.table)
    back, way = _back(here, number, its_round), correction_link(sitting)
    if "score-0" not in request.form and sitting.reported is not None:
        said = sitting.reported
        return add_lines(
            here, kinds.Confirmed(its_round.number, number, said.scores, hands=said.hands), back=back, way=way
        )
    scores = scores_said(request.form, len(sides_at(here, sitting, summary)), summary)
    if scores is None:
        why = _("A result has one whole number for each side.")
        return render_template(
            "evenings/table.html", **sitting_context(here, its_round, sitting, request.form, why)
        ), 422
    line = with_hands(kinds.Confirmed(its_round.number, number, scores), summary)
    return add_lines(here, line, back=back, way=way)


@bp.post("/reject")
def reject(evening_id: int, number: int) -> Response | Page:
    """Takes a result out again, or does not take a reported one."""
    here = visit_to_run(evening_id)
    its_round, _its = _sitting(here, number)
    return add_lines(here, kinds.Rejected(its_round.number, number), back=_back(here, number, its_round))


@bp.post("/stand-in")
def stand_in(evening_id: int, number: int) -> Response | Page:
    """Notes that somebody plays for who sits there; the result stays that person's."""
    here = visit_to_run(evening_id)
    its_round, _its = _sitting(here, number)
    person = parse_integer(request.form.get("person", ""))
    if person is None:
        abort(400)
    line = kinds.StandIn(its_round.number, number, person, tidy(request.form.get("by", "")))
    return add_lines(here, line, back=_back(here, number, its_round))


def _back(here: EveningVisit, number: int, its_round: Round) -> str:
    newest = here.now.state.round
    if newest is not None and newest.number == its_round.number:
        return url_for("evening_tables.show", evening_id=here.now.row.id, number=number)
    return url_for("evening_tables.show", evening_id=here.now.row.id, number=number, round=its_round.number)


def _sitting(here: EveningVisit, number: int) -> tuple[Round, Sitting]:
    """Returns a table of the newest round, or of the one that the address asks for; else ends the request with 404."""
    state = here.now.state
    asked = parse_integer(request.args.get("round"))
    its_round = state.round if asked is None else state.round_of(asked)
    if its_round is None or number not in its_round.sittings:
        abort(404, description=_("There is no such table in this round."))
    return its_round, its_round.sittings[number]


def _guest(here: EveningVisit, number: int) -> Guest | None:
    """Returns the table that has joined under a number, unless a table of the round has it."""
    newest = here.now.state.round
    is_seated = "round" in request.args or (newest is not None and number in newest.sittings)
    return None if is_seated else here.now.state.guests.get(number)


def _table(here: EveningVisit, number: int) -> int:
    guest = _guest(here, number)
    if guest is not None:
        return guest.table
    table = _sitting(here, number)[1].table
    if table is None:
        abort(404, description=_("There is no such table in this round."))
    return table
