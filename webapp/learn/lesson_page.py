"""Lessons of the games: cards, a trick laid tap by tap, a hand scored. All steps lie in one page, which may be kept."""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, make_response, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response

from rules_core.replay import Fold
from webapp.games.common import refusals, scoring
from webapp.games.common.lesson import Lesson
from webapp.games.common.names import game_about, game_name, is_counted
from webapp.games.common.plain_lesson import lesson_of
from webapp.games.registry import look_of, looks
from webapp.http.answers import back_link
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.http.rate_limits import LESSON_FRESH, LESSON_STALE
from webapp.live.guides import on_the_cloth
from webapp.words.turn import named, side_names

KEPT = f"public, max-age={LESSON_FRESH}, stale-while-revalidate={LESSON_STALE}, stale-if-error={LESSON_STALE}"


@dataclass(frozen=True)
class Moment:
    """The cloth after a number of taps. `line` says whose turn it is, or who has taken the trick;
    `new` is the seat whose card was laid last, `lays`: the next tap lays one."""

    laid: int
    cloth: dict[str, Any]
    line: Markup
    lays: bool
    new: int | None = None


@dataclass(frozen=True)
class Side:
    """A side's score of the hand: each line with its points, and their sum."""

    name: str
    lines: tuple[str, ...]
    points: str


def moments(lesson: Lesson) -> list[Moment]:
    """Returns the cloth before the first tap and after each; nothing where no trick is laid."""
    if not lesson.taps:
        return []
    folds = list(lesson.moments())
    return [_moment(lesson, laid, fold, len(folds) - 1) for laid, fold in enumerate(folds)]


def _moment(lesson: Lesson, laid: int, fold: Fold, last: int) -> Moment:
    shown = on_the_cloth(lesson.game, lesson.players, fold)
    done = lesson.taps[laid - 1].events[-1] if laid else {}
    if laid == last:
        winner = lesson.players[fold.game.tricks(fold.state)[-1].winner]
        return Moment(laid, shown, named(_("%(name)s takes it"), winner), lays=False, new=done.get("seat"))
    lays = lesson.taps[laid].events[0]["type"] == "play"
    return Moment(laid, shown, shown["turn"].line, lays, done.get("seat"))


def refused(lesson: Lesson) -> refusals.Reason | None:
    """Returns the rules' refusal of the wrong card."""
    refusal = lesson.refused()
    return refusals.reason(refusal, lesson.players) if refusal else None


def sides(lesson: Lesson) -> list[Side]:
    """Returns each side's score of the hand, as the rules explain it."""
    fold = lesson.scored_hand()
    if fold is None:
        return []
    done, look = fold.state.finished[0], look_of(lesson.game)
    lines = fold.game.explain(fold.state, 0)
    return [
        Side(
            name,
            tuple(scoring.line(line) for line in lines if line.side == side),
            look.points_said(done.points[side]),
        )
        for side, name in enumerate(side_names(lesson.players, len(done.points)))
    ]


bp = Blueprint("learn", __name__)


@bp.get("/learn")
def index() -> str:
    return render_template("learn/index.html", games={game: game_about(game) for game in looks()})


@bp.get("/learn/<game>")
def show(game: str) -> Response:
    """Shows the lesson at its step, which the script changes by itself. It is no table's, and may be kept."""
    if game not in looks():
        abort(404, description=_("There is no game of this name here."))
    lesson = lesson_of(game)
    laid = moments(lesson)
    last, back = len(laid) + 1, back_link()
    answer = make_response(
        render_template(
            "learn/lesson.html",
            page={"game": game, "game_name": game_name(game)},
            lesson=lesson,
            moments=laid,
            refused=refused(lesson),
            sides=sides(lesson),
            counted=is_counted(game),
            step=min(max(parse_integer(request.args.get("step")) or 0, 0), last),
            last=last,
            back=back,
            onward=back or url_for("new_table.form", game=game, guided="yes"),
        )
    )
    answer.headers["Cache-Control"] = KEPT
    answer.add_etag()
    return answer.make_conditional(request)
