"""Page of an evening's settings: what it shows beside the fields, at the opening and later."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from webapp.club.evening.evening_standing import is_turned
from webapp.club.evening.plan import Plan
from webapp.club.organising import plan_words
from webapp.club.organising.plan_form import PlanForm
from webapp.club.standing.scoring import Absence
from webapp.games.common.questions import settled
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.words.dates import short_day


def plan_context(form: PlanForm, *, fixed: bool = False, problem: str | None = None) -> dict[str, Any]:
    """Returns what the page shows; `fixed`: what counts stays, since a round was seated."""
    game = form.plan.game
    return {
        "form": form,
        "game": game,
        "fixed": fixed,
        "problem": problem,
        "words": plan_words,
        "absences": _absences(form.plan),
        "rewarding": _rewarding(form.plan),
        "draft": form.rules,
        "settled": [] if game is None else settled(game),
        "book": "" if game is None else _(look_of(game).book),
    }


def _absences(plan: Plan) -> Mapping[str, tuple[str, str]]:
    """Returns what a round may count for who does not play in it, with what holds in an evening of before."""
    if plan.absence != Absence.SAT_OUT:
        return plan_words.ABSENCES
    return {**plan_words.ABSENCES, Absence.SAT_OUT: plan_words.ONLY_SAT_OUT}


def _rewarding(plan: Plan) -> str:
    if is_turned(plan):
        return _("This rewards absence: few points are good here, and the rounds that are played may bring more.")
    return _("This rewards absence: a round not played brings more than the first place.")


def title_or_day(title: str) -> str:
    """Returns a title, or what an evening is called that has none: *Evening of 21 Nov*."""
    return title or _("Evening of %(day)s", day=short_day(datetime.now().astimezone()))
