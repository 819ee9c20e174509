"""Penalties: given and lifted."""

from collections.abc import Sequence

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from rules_core import replay
from rules_core.findings import Refusal
from rules_core.replay import Raw
from webapp.access.authors import signature
from webapp.access.device import or_404, require
from webapp.access.visit import visit_to_take_part
from webapp.games.common.penalty_words import penalty_said, why_penalised
from webapp.http.answers import Page
from webapp.http.language import gettext as _
from webapp.http.language import gettext_noop as _l
from webapp.pages.entry_location import entry_at
from webapp.pages.table_page import form_key, page_of
from webapp.referee import penalty_list
from webapp.referee.amending import adjustments
from webapp.referee.answers import answered
from webapp.referee.filing import Filed, FiledOrSaid, entries_from, made_or_filed
from webapp.referee.penalty_list import TypedPenalty, given
from webapp.services import services
from webapp.table import forms
from webapp.table.desk import Line
from webapp.table.entry import entries_of, entry_of
from webapp.table.keeper import Outcome, Refused
from webapp.table.lines.matters import Lifted
from webapp.table.penalties import Penalty, numbered
from webapp.table.permissions import tries_as
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.telling.decided import points_of_penalty
from webapp.words.phrases import NO_PENALTY, SAY_WHY


def give(now: Snapshot, referee: Viewer, typed: TypedPenalty, *, op: str, seen: int | None = None) -> FiledOrSaid:
    raws, line = given(now, referee, typed)
    entries = entries_from(now, raws)
    problem = penalty_list.missing(now, referee, typed)
    if problem and services().tables.answered(now, referee, *entries, op=op, desk=[line]) is None:
        return problem
    return _entered(now, referee, raws, line, op, typed.shown.seen(now, seen))


def lift_penalty(
    now: Snapshot, referee: Viewer, penalty: Penalty, reason: str, *, op: str, seen: int | None = None
) -> FiledOrSaid:
    """Lifts a penalty together with its points: it stays in the list."""
    if not (why := penalty_list.reason_in(reason)):
        return _(SAY_WHY)
    back = tuple(-each for each in points_of_penalty(now, penalty))
    raws, line = taken_off(now, penalty, why), Lifted(penalty.number, why, signature(now, referee), back)
    known = services().tables.answered(now, referee, *entries_from(now, raws), op=op, desk=[line])
    if known is None and not penalty.holds:
        return Refused(now, Refusal("not-standing", "GEN-1"))
    return _entered(now, referee, raws, line, op, seen)


def taken_off(now: Snapshot, penalty: Penalty, why: str) -> list[Raw]:
    """Returns the entry by which the points of a penalty are given back; none where it costs none, or none any more.

    It is taken out, or made up for where the match would be over before what was entered since.
    """
    if penalty.entry is None or entry_at(now, penalty.entry) is None:
        return []
    taken_out = {"type": "amend", "changes": [{"target": penalty.entry, "with": []}], "reason": why}
    if isinstance(replay.step(now.fold, taken_out), Refusal):
        return [dict(adjustments.adjustment([-each for each in points_of_penalty(now, penalty)], why))]
    return [taken_out]


def _entered(now: Snapshot, who: Viewer, raws: Sequence[Raw], line: Line, op: str, seen: int | None) -> Outcome | Filed:
    if not raws:
        return services().tables.add(now.table.id, who, line, op=op)
    return made_or_filed(now, who, entries_of(now.fold, *raws, seen=seen), [line], op=op)


NO_PENALTY_SENT = _l("What was sent is no penalty of this table.")
bp = Blueprint("penalties", __name__, url_prefix="/tables/<int:table_id>/penalties")


@bp.get("/new")
def form(table_id: int) -> str:
    """Shows the form of a penalty: player, step, reason, rule; the effect of points is shown first."""
    now, viewer = _visit(table_id)
    return _form(now, viewer, penalty_list.typed_or_nothing(now, request.args))


@bp.post("")
def make(table_id: int) -> Response | Page:
    """Gives a penalty, with its points in one entry; typed values are kept where it is refused."""
    now, viewer = _visit(table_id)
    try:
        typed, op, seen = (penalty_list.typed_in(now, request.form), form_key(), forms.seen_in(request.form))
    except forms.NotAnEvent:
        abort(400, description=_(NO_PENALTY_SENT))
    outcome = give(now, viewer, typed, op=op, seen=seen)
    return answered(now, outcome, _desk, lambda later, error: _form(later, viewer, typed, error), refused=422)


@bp.get("/<int:number>/lift")
def lifting(table_id: int, number: int) -> Response | str:
    """Asks for the reason to lift a penalty, and shows what it gives back; of one that is lifted the desk tells."""
    now, viewer = _visit(table_id)
    penalty = _penalty(now, number)
    return _lifting(now, viewer, penalty) if penalty.holds else redirect(url_for("desk.show", table_id=table_id), 303)


@bp.post("/<int:number>/lift")
def lift(table_id: int, number: int) -> Response | Page:
    """Lifts a penalty together with its points: it stays in the list."""
    now, viewer = _visit(table_id)
    penalty, why = _penalty(now, number), request.form.get("reason", "")
    try:
        op, seen = form_key(), forms.seen_in(request.form)
    except forms.NotAnEvent:
        abort(400, description=_(NO_PENALTY_SENT))
    outcome = lift_penalty(now, viewer, penalty, why, op=op, seen=seen)
    return answered(now, outcome, _desk, lambda later, error: _lifting(later, viewer, penalty, error, why))


def _desk(now: Snapshot) -> str:
    return url_for("desk.show", table_id=now.table.id)


def _visit(table_id: int) -> tuple[Snapshot, Viewer]:
    now, viewer = visit_to_take_part(table_id)
    require(viewer.is_referee)
    return now, viewer


def _penalty(now: Snapshot, number: int) -> Penalty:
    return or_404(numbered(now.desk.penalties, number), _(NO_PENALTY))


def _form(now: Snapshot, viewer: Viewer, typed: TypedPenalty, error: str | None = None) -> str:
    shown = penalty_list.form_context(now, viewer, typed, error)
    return render_template("referee/penalties/form.html", page=page_of(now, viewer), form=shown)


def _lifting(now: Snapshot, viewer: Viewer, penalty: Penalty, error: str | None = None, why: str = "") -> str:
    entries = [entry_of(now.fold, raw) for raw in taken_off(now, penalty, "?")]
    after = services().tables.would(now, tries_as(now, viewer, entries[0]), *entries) if entries else None
    effect = adjustments.effect_of(now, after, viewer, desk=True) if after is not None else None
    page = page_of(now, viewer)
    return render_template(
        "referee/penalties/lift.html",
        layout="base.html",
        page=page,
        under=page.game_name,
        back=page.urls.desk,
        said=penalty_said(now.table.game, penalty.step, now.table.players[penalty.seat]),
        reason=why_penalised(penalty),
        effect=effect if isinstance(effect, adjustments.Effect) else None,
        problem=effect if isinstance(effect, str) else None,
        why=why,
        error=error,
    )
