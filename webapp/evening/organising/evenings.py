"""Evenings: opening one, for forms and programs, its settings, and the page of each role."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as replace_fields
from datetime import datetime
from hashlib import sha256
from typing import Any

import msgspec
from flask import Blueprint, abort, redirect, render_template, request, url_for
from msgspec.structs import replace
from werkzeug.wrappers import Response

from rules_core.games import GAMES
from webapp.access.device import current_or_new_device, network_here, sent_form_key
from webapp.access.new_tables import Opener
from webapp.access.visit import game_or_404
from webapp.evening.acts import add_lines
from webapp.evening.follower import EveningTables
from webapp.evening.keeper import EveningNow
from webapp.evening.lines import EveningRefusal, Line, Listed, Planned, judged
from webapp.evening.lines.evening import FIXED_BY_A_ROUND
from webapp.evening.organising import plan_form
from webapp.evening.organising.organiser_page import TableFilter, organiser_context, organiser_live
from webapp.evening.organising.plan_form import PlanForm, form_of, read_plan
from webapp.evening.plan import Kind, Length, Plan, Seating
from webapp.evening.refusal_words import said, status
from webapp.evening.standing.scoring import Absence
from webapp.evening.standing_words import TIE_BREAKS, change_said
from webapp.evening.standings import effect_of, is_turned, names_of, sides_of, standing_of, usual_absence
from webapp.evening.state import EveningState
from webapp.evening.stream import open_evening_stream
from webapp.evening.viewer import EveningViewer
from webapp.evening.visit import visit_evening, visit_to_run
from webapp.games.common.names import book_words, game_about
from webapp.games.common.penalty_words import step_said
from webapp.games.common.questions import settled
from webapp.games.registry import looks
from webapp.http.answers import Page, page_too_soon
from webapp.http.language import gettext as _
from webapp.journal.lines import At, body_of
from webapp.services import services
from webapp.store.errors import TooManyOpened
from webapp.store.evening_models import Evening, NewLine
from webapp.store.models import utc_now
from webapp.store.roles import Role
from webapp.table.penalties import EVENING_LADDER
from webapp.table.player_names import tidy
from webapp.words.limits_reached import too_many_opened
from webapp.words.phrases import short_day

MARK = 16


@dataclass(frozen=True)
class Effect:
    """Effect of other settings on the standing, in sentences; `mark` names the settings and the moment."""

    lines: tuple[str, ...]
    mark: str


def plan_context(
    form: PlanForm, *, fixed: bool = False, problem: str | None = None, effect: Effect | None = None
) -> dict[str, Any]:
    """Returns the context of the page; `fixed`: the game cannot change, since a round was seated."""
    game = form.plan.game
    return {
        "form": form,
        "game": game,
        "fixed": fixed,
        "problem": problem,
        "effect": effect,
        "words": plan_form,
        "tie_breaks": TIE_BREAKS,
        "steps": {step: step_said(game, step) for step in EVENING_LADDER},
        "absences": _absences(form.plan),
        "rewarding": _rewarding(form.plan),
        "draft": form.rules,
        "settled": [] if game is None else settled(game),
        "book": None if game is None else book_words(game),
    }


def _absences(plan: Plan) -> Mapping[str, tuple[str, str]]:
    """Returns the choices for the worth of a missed round, with that of an older evening if it has one."""
    if plan.absence != Absence.SAT_OUT:
        return plan_form.ABSENCES
    return {**plan_form.ABSENCES, Absence.SAT_OUT: plan_form.ONLY_SAT_OUT}


def _rewarding(plan: Plan) -> str:
    if plan.absence == Absence.OWN:
        return _("This rewards absence: who leaves after a good round has as much from each that follows.")
    if is_turned(plan):
        return _("This rewards absence: few points are good here, and the rounds that are played may bring more.")
    return _("This rewards absence: a round not played brings more than the first place.")


def title_or_day(title: str) -> str:
    """Returns the title, or the default one: *Evening of 21 Nov*."""
    return title or _("Evening of %(day)s", day=short_day(datetime.now().astimezone()))


def _effect(now: EveningNow, plan: Plan) -> Effect | None:
    found, whole = effect_of(now, replace_fields(now.state, plan=plan)), standing_of(now, sees_all=True).whole
    if not found or whole is None:
        return None
    lines = tuple(change_said(one, whole.scoring, names_of(now.state)) for one in found)
    return Effect(lines, sha256(msgspec.json.encode((plan, now.state.seq))).hexdigest()[:MARK])


bp = Blueprint("evenings", __name__)


@bp.get("/evenings/new")
def new() -> str:
    """Asks for the game; then shows its default settings, to open an evening with them or change them first."""
    if "kind" not in request.args and "game" not in request.args:
        return render_template("evening/choose.html", games={game: game_about(game) for game in looks()})
    return _form(form_of(usual_plan(_game(request.args.get("game", "")))))


@bp.post("/evenings")
def create() -> Response | Page:
    """Opens an evening and leads to it; a form that was sent twice has opened one."""
    draft = read_plan(_game(request.form.get("game", "")), request.form)
    if draft.faults or (draft.rewards_absence and not draft.warned):
        return _form(draft), 422
    key = draft.op
    try:
        opened = open_evening(
            draft.plan, draft.title, (), lambda: Opener(current_or_new_device(key).id, sent_form_key(key))
        )
    except TooManyOpened as problem:
        return page_too_soon(_form(draft, too_many_opened(problem)), problem.seconds)
    if isinstance(opened, EveningRefusal):
        return _form(draft, said(opened)), status(opened)
    return redirect(url_for("evenings.show", evening_id=opened.id), 303)


@bp.get("/evenings/<int:evening_id>")
def show(evening_id: int) -> Response | str:
    """Shows all tables to the organiser and deputies; leads everybody else to the page of their role."""
    now, viewer = visit_evening(evening_id)
    if not viewer.runs:
        return redirect(url_for(_page_of_role(viewer), evening_id=evening_id), 303)
    shown = TableFilter.of(request.args)
    tables = services().part(EveningTables).at(evening_id)
    return render_template("evening/organiser.html", **organiser_context(now, tables, viewer, shown))


@bp.get("/evenings/<int:evening_id>/stream/<page>")
def stream(evening_id: int, page: str) -> Response:
    """Streams the live part of a page to a device that may see it."""
    viewer = visit_evening(evening_id).viewer
    if page != "organiser":
        abort(404)
    return open_evening_stream(evening_id, viewer, organiser_live(TableFilter.of(request.args)))


def _page_of_role(viewer: EveningViewer) -> str:
    if viewer.is_referee:
        return "evening_desk.show"
    return "evening_player.show" if viewer.plays else "evening_standing.show"


def _form(draft: PlanForm, problem: str | None = None) -> str:
    return render_template("evening/plan.html", **plan_context(draft, problem=problem))


def _game(name: str) -> str | None:
    return game_or_404(name) if name else None


def usual_plan(game: str | None) -> Plan:
    """Returns the usual plan: of a tournament in this game, or of an open evening."""
    if game is None:
        return Plan(Kind.OPEN, others_visible=True)
    # The usual size of a table of this game: four where it allows that, else three.
    players = GAMES[game].players
    most = 4 if 4 in players else max(players)
    sizes = (most, most - 1) if most - 1 in players and most > 3 else (most,)
    plan = Plan(
        Kind.TOURNAMENT,
        game=game,
        sizes=sizes,
        seating=Seating.EVERYBODY,
        rounds=4,
        length=Length.HANDS,
        hands=4,
        minutes=40,
        place_points=usual_place_points(game, max(sizes)),
        equal_tables=len(sizes) > 1,
        left_last=True,
    )
    return replace(plan, absence=usual_absence(plan))


def usual_place_points(game: str, seats: int) -> tuple[int, ...]:
    """Returns points by place at a table of `seats`, from the first: with two sides 2 and 0."""
    count = sides_of(game, seats)
    return (2, 0) if count == 2 else tuple(range(count - 1, -1, -1))


def first_lines(plan: Plan, title: str, names: Sequence[str]) -> list[Line] | EveningRefusal:
    """Returns the lines with which an evening begins, or why it cannot; without a title it is called by its day."""
    organiser, state, lines = EveningViewer(0, Role.ORGANISER), EveningState(), list[Line]()
    listed = (Listed(number, name) for number, name in enumerate(names, 1))
    for asked in (Planned(plan, title_or_day(tidy(title))), *listed):
        line = asked.meant(organiser, state, _no_table)
        if (refusal := line.typed_fault(state, _no_table) or judged(state, organiser, line)) is not None:
            return refusal
        after = line.apply(state, At(state.seq + 1, utc_now(), None))
        state = replace_fields(after, seq=state.seq + 1)
        lines.append(line)
    return lines


def _no_table(_table: int | None) -> None:
    """Knows no table: none plays yet."""


def open_evening(
    plan: Plan, title: str, names: Sequence[str], by: Callable[[], Opener], circle_id: int | None = None
) -> Evening | EveningRefusal:
    """Opens an evening; the same key opens the same one. `by` is called only for valid input.

    The tables that open there belong to the circle, if one is named. Raises TooManyOpened.
    """
    lines = first_lines(plan, title, names)
    if isinstance(lines, EveningRefusal):
        return lines
    opener, (planned, *_people) = by(), lines
    assert isinstance(planned, Planned)
    added = [NewLine(*body_of(line)) for line in lines]
    return services().store.open_evening(
        planned.title, added, device_id=opener.device_id, network=network_here(), op=opener.op, circle_id=circle_id
    )


@bp.get("/evenings/<int:evening_id>/settings")
def show_settings(evening_id: int) -> str:
    state = visit_to_run(evening_id).now.state
    form = form_of(state.plan, state.title)
    return render_template("evening/plan.html", evening_id=evening_id, **plan_context(form, fixed=bool(state.rounds)))


@bp.post("/evenings/<int:evening_id>/settings")
def save_settings(evening_id: int) -> Response | Page:
    """Saves the settings, and redirects to the evening."""
    here = visit_to_run(evening_id)
    state = here.now.state
    form = read_plan(state.plan.game, request.form)
    plan = form.plan
    if state.rounds:
        plan = replace(plan, **{name: getattr(state.plan, name) for name in FIXED_BY_A_ROUND})
    effect = None if form.faults else _effect(here.now, plan)
    unread = effect is not None and request.form.get("effect") != effect.mark
    chosen, held = ((it.absence, it.left_last) for it in (form.plan, state.plan))
    rewards = form.rewards_absence and not form.warned and chosen != held
    if form.faults or rewards or unread:
        context = plan_context(form, fixed=bool(state.rounds), effect=effect)
        return render_template("evening/plan.html", evening_id=evening_id, **context), 422
    back = url_for("evenings.show", evening_id=evening_id)
    return add_lines(here, Planned(plan, form.title), back=back)
