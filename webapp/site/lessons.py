"""Lessons and guides of the games: a hand tap by tap, and how it is entered. All steps of a lesson lie in one page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, make_response, render_template, request, url_for
from markupsafe import Markup
from msgspec import structs
from werkzeug.wrappers import Response

from rules_core.replay import Fold
from webapp.access.device import or_404
from webapp.access.visit import game_or_404
from webapp.games.common import refusals, scoring
from webapp.games.common.lesson import Guide, Lesson
from webapp.games.common.names import game_about, game_name, is_counted
from webapp.games.common.plain_lesson import guide_of, lesson_of
from webapp.games.common.questions import choices
from webapp.games.registry import look_of, looks
from webapp.http.answers import back_link
from webapp.http.durations import LESSON_FRESH, LESSON_STALE
from webapp.http.integers import parse_integer
from webapp.http.language import gettext as _
from webapp.live.page import context
from webapp.pages.table_page import TablePage
from webapp.store.models import Table
from webapp.table.folded_log import FoldedLog
from webapp.table.snapshot import Snapshot
from webapp.table.viewer import Viewer
from webapp.words.cards import SUITS, card_names, suit_name
from webapp.words.phrases import named
from webapp.words.turn import side_names

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
class SideScore:
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


def refused(lesson: Lesson) -> refusals.SaidRefusal | None:
    """Returns the rules' refusal of the wrong card."""
    refusal = lesson.refused()
    return refusals.refusal_said(refusal, lesson.players) if refusal else None


def sides(lesson: Lesson) -> list[SideScore]:
    """Returns each side's score of the hand, as the rules explain it."""
    fold = lesson.scored_hand()
    if fold is None:
        return []
    done, look = fold.state.finished[0], look_of(lesson.game)
    lines = fold.game.explain(fold.state, 0)
    return [
        SideScore(
            name,
            tuple(scoring.line(line) for line in lines if line.side == side),
            look.points_said(done.points[side]),
        )
        for side, name in enumerate(side_names(lesson.players, len(done.points)))
    ]


bp = Blueprint("learn", __name__)


@bp.get("/learn")
def index() -> str:
    return render_template("site/lessons/index.html", games={game: game_about(game) for game in looks()})


@bp.get("/learn/<game>")
def show(game: str) -> Response:
    """Shows the lesson at its step, which the script changes by itself. It is no table's, and may be kept."""
    lesson = lesson_of(game_or_404(game))
    laid = moments(lesson)
    last, back = len(laid) + 1, back_link()
    answer = make_response(
        render_template(
            "site/lessons/lesson.html",
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


def steps_of(guide: Guide) -> list[dict[str, Any]]:
    """Returns for each step its taps and texts, and the table as a spectator would see it then."""
    return [
        {
            "title": step.title,
            "caption": step.caption,
            "keys": [_key(str(key)) for key in step.keys],
            **on_the_cloth(guide.game, guide.players, fold),
        }
        for step, fold in guide.moments()
    ]


def on_the_cloth(game: str, players: Sequence[str], fold: Fold) -> dict[str, Any]:
    """Returns the context of a table's templates for a spectator.

    The sample lies in no database, so none of a table's addresses is there: those on its cloth lead nowhere.
    """
    usual = {question.option: str(question.usual) for question in choices(game)}
    sample = Table(id=0, game=game, players=list(players), options={}, choices=usual)
    shown = context(Snapshot(sample, FoldedLog(fold)), Viewer())
    page: TablePage = shown["page"]
    return {**shown, "page": structs.replace(page, urls=dict.fromkeys(page.urls, "#"))}


def _key(face: str) -> tuple[str, str, str]:
    """Face of a key: its text, its kind (a card, a suit, words), and its name."""
    if face in card_names():
        return face, "card", card_names()[face]
    return (face, "suit", suit_name(face)) if face in tuple(SUITS) else (face, "words", face)


bp.add_app_template_global(guide_of)


@bp.get("/games/<game>/entering")
def entering(game: str) -> str:
    guide = or_404(guide_of(game_or_404(game)), _("Nobody has written down how this game is entered."))
    return render_template(
        "tables/guides/entering.html",
        page={"game": game, "game_name": game_name(game)},
        steps=steps_of(guide),
        back=back_link(),
    )
