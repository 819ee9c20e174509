"""Penalties at the level of an evening."""

from collections.abc import Mapping

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from webapp.access.device import or_404, require
from webapp.evening.acts import add_lines
from webapp.evening.closed_rounds import waiting
from webapp.evening.follower import person_at
from webapp.evening.keeper import EveningKeeper, EveningNow
from webapp.evening.lines import EveningRefusal, Lifted, Penalised
from webapp.evening.lines.conduct import gives
from webapp.evening.plan import Giver
from webapp.evening.refusal_words import said
from webapp.evening.state import EveningState, Penalty
from webapp.evening.summary import summary_of
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import EveningVisit, visit_as_evening_referee, visit_evening
from webapp.games.common.penalty_words import next_said, penalty_said, step_said, why_penalised
from webapp.games.common.rulebook import rule_url, rules_of
from webapp.http.answers import Page
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.language import ngettext
from webapp.http.limits import LONGEST_REASON, LONGEST_RULING_CODE
from webapp.referee.penalty_list import PenaltiesElsewhere, PenaltyElsewhere, PenaltyRow
from webapp.services import Services, services
from webapp.store.name_keys import alphabetical
from webapp.table.penalties import EVENING_LADDER, EXCLUSION, USUAL_RULE, Step, next_step
from webapp.table.player_names import kept_text
from webapp.table.snapshot import Snapshot
from webapp.words.phrases import by_name, round_and_table


def typed_in(state: EveningState, form: Mapping[str, str]) -> Penalised:
    """Returns the values of a form or an address: by default person 0 and the next step."""
    person = parse_integer(form.get("person", "")) or 0
    person = person if person in state.people else 0
    step = form.get("step", "")
    return Penalised(
        person,
        step if step in EVENING_LADDER else _usual_step(state, person),
        kept_text(form.get("reason", ""))[:LONGEST_REASON],
        form.get("rule", USUAL_RULE)[:LONGEST_RULING_CODE],
        by="",
    )


def listed(now: EveningNow, viewer: EveningViewer, person: int | None = None) -> list[PenaltyRow]:
    """Returns the penalties that this viewer may read, the newest first: a player's own, all for helpers."""
    shown = [one for one in now.state.penalties.values() if person in (None, one.person)]
    if not viewer.helps:
        shown = [one for one in shown if one.person == viewer.person]
    return [_listed(now, viewer, one) for one in reversed(shown)]


def _listed(now: EveningNow, viewer: EveningViewer, one: Penalty) -> PenaltyRow:
    game = now.state.plan.game
    return PenaltyRow(
        one,
        penalty_said(game, one.step, now.state.name(one.person)),
        cost=_cost(one.points) if one.points else counts_there(one),
        rule_url=rule_url(game, one.rule) if game else None,
        where=_where(one),
        lift=_lift_url(now, one) if viewer.is_referee else None,
    )


def counts_there(one: Penalty) -> str:
    """Returns that the points of a penalty count at its table, "" where they do not."""
    return _("Its points count at the table.") if one.counts_at_table else ""


def _lift_url(now: EveningNow, one: Penalty) -> str:
    if one.table_penalty:
        return url_for("penalties.lifting", table_id=one.table, number=one.table_penalty)
    return url_for("evening_penalties.lifting", evening_id=now.row.id, line=one.line)


def _where(one: Penalty) -> str:
    if one.round is None:
        return _("Table %(number)s", number=one.number) if one.number else ""
    return round_and_table(one.round, one.number)


def _cost(points: int) -> str:
    return ngettext("Takes %(num)s point off in the standing.", "Takes %(num)s points off in the standing.", points)


def _gives_back(points: int) -> str:
    return ngettext("Gives %(num)s point back in the standing.", "Gives %(num)s points back in the standing.", points)


def _about(step: str, points: int) -> str:
    if step == EXCLUSION:
        leaves = _("Leaves the evening at once; what was played counts.")
        return f"{leaves} {_cost(points)}" if points else leaves
    return _cost(points) if points else _("It costs nothing, and is noted.")


def _suggested(state: EveningState, person: int) -> str:
    held = len(state.penalties_of(person))
    return next_said(state.plan.game, _usual_step(state, person), 0, state.name(person), held)


def _usual_step(state: EveningState, person: int) -> Step:
    return next_step(one.step for one in state.penalties_of(person))


def register(services: Services) -> None:
    """Registers the hook that tables call."""
    services.part(PenaltiesElsewhere).tell = penalties_at_evening
    services.part(PenaltiesElsewhere).barred = barred_at_evening


def barred_at_evening(now: Snapshot, name: str, step: str) -> str:
    """Returns why a referee does not give a step at a table of an evening, "" where nothing is against it."""
    evening = services().part(EveningKeeper).find(now.table.evening_id)
    if evening is None:
        return ""
    if getattr(evening.state.plan.givers, step) is Giver.BOTH:
        return _("This step takes a referee and the organiser: give it at the evening’s penalties.")
    return "" if gives(evening.state, step, name) else said(EveningRefusal("head-only"))


def penalties_at_evening(now: Snapshot, seat: int) -> list[PenaltyElsewhere]:
    """Returns the penalties that the player on a seat has from other tables."""
    evening = services().part(EveningKeeper).find(now.table.evening_id)
    if evening is None:
        return []
    found = person_at(evening.state, summary_of(now), seat)
    held = [] if found is None else evening.state.penalties_of(found[0])
    return [_told(one, evening.state.plan.game) for one in held if one.table != now.table.id]


def _told(one: Penalty, game: str | None) -> PenaltyElsewhere:
    step, why = step_said(game, one.step), why_penalised(one)
    if one.round is None:
        said = _("%(step)s: %(why)s", step=step, why=why)
    else:
        told = {"step": step, "round": one.round, "table": one.number, "why": why}
        said = _("%(step)s, round %(round)s, table %(table)s: %(why)s", **told)
    return PenaltyElsewhere(one.step, said)


bp = Blueprint("evening_penalties", __name__, url_prefix="/evenings/<int:evening_id>/penalties")


@bp.get("")
def show(evening_id: int) -> str:
    """Lists all penalties to helpers, and to a player the own ones."""
    here = visit_evening(evening_id)
    require(here.viewer.helps or here.viewer.plays)
    return here.page("evening/penalties.html", penalties=listed(*here), waiting=waiting(*here))


@bp.get("/new")
def form(evening_id: int) -> str:
    """Shows the form: player, step, reason, rule; and the earlier penalties of that player."""
    here = visit_as_evening_referee(evening_id)
    return _form(here, typed_in(here.now.state, request.args))


@bp.post("")
def make(evening_id: int) -> Response | Page:
    """Gives a penalty; typed values are kept where it is refused."""
    here = visit_as_evening_referee(evening_id)
    typed = typed_in(here.now.state, request.form)
    return add_lines(here, typed, back=_list_url(evening_id), page=lambda why: _form(here, typed, why))


@bp.get("/<int:line>/lift")
def lifting(evening_id: int, line: int) -> Response | str:
    """Asks why a penalty is lifted; of one that is lifted the list tells."""
    here = visit_as_evening_referee(evening_id)
    penalty = _penalty(here, line)
    return _lifting(here, penalty) if penalty.holds else redirect(_list_url(evening_id), 303)


@bp.post("/<int:line>/lift")
def lift(evening_id: int, line: int) -> Response | Page:
    """Lifts a penalty: it stays in the list."""
    here = visit_as_evening_referee(evening_id)
    penalty, why = _penalty(here, line), kept_text(request.form.get("reason", ""))[:LONGEST_REASON]
    lifted = Lifted(line, why, here.viewer.name or "")
    return add_lines(here, lifted, back=_list_url(evening_id), page=lambda error: _lifting(here, penalty, error, why))


def _penalty(here: EveningVisit, line: int) -> Penalty:
    found = or_404(here.now.state.penalties.get(line), said(EveningRefusal("no-penalty")))
    require(not found.table_penalty)  # that one is lifted at its table
    return found


def _list_url(evening_id: int) -> str:
    return url_for("evening_penalties.show", evening_id=evening_id)


def _form(here: EveningVisit, typed: Penalised, error: str = "") -> str:
    state, viewer = here.now.state, here.viewer
    game, ladder = state.plan.game, state.plan.ladder
    steps = (step for step in EVENING_LADDER if gives(state, step, viewer.name))
    return here.page(
        "evening/penalty.html",
        typed=typed,
        people=sorted(state.people.values(), key=lambda one: alphabetical(one.name)),
        earlier=listed(*here, typed.person) if typed.person else [],
        suggested=_suggested(state, typed.person) if typed.person else "",
        steps=[(step, step_said(game, step), _about(step, getattr(ladder, step))) for step in steps],
        rules=rules_of(game),
        signs_as=by_name(viewer.name or ""),
        error=error,
    )


def _lifting(here: EveningVisit, penalty: Penalty, error: str = "", why: str = "") -> str:
    state = here.now.state
    return here.page(
        "referee/penalties/lift.html",
        layout="evening/_page.html",
        under=state.title,
        back=_list_url(here.now.row.id),
        said=penalty_said(state.plan.game, penalty.step, state.name(penalty.person)),
        reason=why_penalised(penalty),
        gives_back=_gives_back(penalty.points) if penalty.points else "",
        why=why,
        error=error,
    )
