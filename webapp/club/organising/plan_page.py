"""Page of an evening's settings: what it shows beside the fields, at the opening and later."""

from datetime import datetime
from typing import Any

from webapp.club.organising import plan_words
from webapp.club.organising.plan_form import PlanForm
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
        "draft": form.rules,
        "settled": [] if game is None else settled(game),
        "book": "" if game is None else _(look_of(game).book),
    }


def title_or_day(title: str) -> str:
    """Returns a title, or what an evening is called that has none: *Evening of 21 Nov*."""
    return title or _("Evening of %(day)s", day=short_day(datetime.now().astimezone()))
