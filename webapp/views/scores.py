"""The score sheet of a table, why each hand scored what it did, and the next game of the same people."""

from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from rules_core.game import Line
from rules_core.replay import Fold
from webapp.access import require
from webapp.rooms import rooms
from webapp.sheet import Sheet, Why, first_dealer, why
from webapp.sheet import sheet as sheet_of
from webapp.visit import visit
from webapp.words import scoring
from webapp.words.games import game_name
from webapp.words.lists import joined
from webapp.words.turns import plain_turn

bp = Blueprint("scores", __name__, url_prefix="/tables/<int(max=9007199254740991):table_id>")
DEALS = ("same", "moved")


@bp.get("/scores")
def sheet(table_id: int) -> str:
    """Shows the hands, the totals and what is left to play."""
    now, viewer = visit(table_id)
    table, found = now.table, sheet_of(now.fold)
    page = {
        "game": table.game,
        "game_name": game_name(table.game),
        "table_id": table.id,
        "viewer": viewer,
        "successor": table.successor_id and url_for("tables.show", table_id=table.successor_id),
    }
    return render_template("scores/sheet.html", page=page, sheet=_said(found, table.game))


@bp.get("/scores/<int(max=999999999):number>")
def hand(table_id: int, number: int) -> str:
    """Shows why a finished hand scored what it did, line by line with the rules."""
    now, _viewer = visit(table_id)
    found = why(now.fold, number)
    if found is None:
        abort(404, description=_("This hand is not over, or was taken back."))
    page = {"game": now.table.game, "game_name": game_name(now.table.game), "table_id": table_id}
    return render_template("scores/hand.html", page=page, hand=_explained(found, table_id, now.table.game))


def _explained(found: Why, table_id: int, game: str) -> dict[str, Any]:
    """The lines of a hand in words, with the way to the hands beside it."""

    def beside(number: int) -> str | None:
        return url_for("scores.hand", table_id=table_id, number=number) if 1 <= number <= found.of else None

    return {
        "number": found.number,
        "sides": [
            {"name": side.name, "points": side.points, "lines": [_line(line, game) for line in side.lines]}
            for side in found.sides
        ],
        "before": beside(found.number - 1),
        "after": beside(found.number + 1),
    }


def _line(line: Line, game: str) -> dict[str, str]:
    return {"text": scoring.line(line), "rule": line.rule, "rule_url": _rule_url(game, line.rule)}


@bp.post("/again")
def again(table_id: int) -> Response:
    """Opens the next game of the same people, once, and leads to it."""
    now, viewer = visit(table_id)
    table, fold = now.table, now.fold
    require(viewer.may_enter)
    deal = request.form.get("deal")
    if deal not in DEALS:
        abort(400)
    if table.successor_id is None and not fold.state.winners:
        abort(409, description=_("This match is not over yet."))
    opened = rooms().store.create_successor(table_id, first_dealer=_dealer(fold, table.first_dealer, deal))
    assert opened is not None  # visit() has seen the old table
    rooms().play.refresh(table_id)
    return redirect(url_for("tables.show", table_id=opened.id), 303)


def _dealer(fold: Fold, planned: int | None, deal: str) -> int | None:
    """The one who dealt first last time, or with `moved` the next seat; seat 0 deals where nobody was named."""
    last = first_dealer(fold)
    last = planned if last is None else last
    return ((last or 0) + 1) % len(fold.header.players) if deal == "moved" else last


def _said(found: Sheet, game: str) -> dict[str, Any]:
    """The sheet with its sentences."""
    goals = [
        {"text": scoring.goal(goal, found.players), "rule": goal.rule, "rule_url": _rule_url(game, goal.rule)}
        for goal in found.goals
    ]
    return {**vars(found), "goals": goals, "lead": _lead(found), "now": _now(found, game)}


def _lead(found: Sheet) -> str | None:
    """Who is ahead, once a hand is played and nobody has won yet."""
    return None if found.winners or not found.hands else _leading(found)


def _rule_url(game: str, rule: str) -> str:
    return url_for("rules.show", game=game, _anchor=rule)


def _leading(found: Sheet) -> str:
    names = joined([found.players[seat] for seat in found.leaders])
    if len(found.leaders) == 1:
        return _("%(name)s leads.", name=names)
    return _("%(names)s are level.", names=names)


def _now(found: Sheet, game: str) -> str | None:
    if found.winners:
        return None
    hand = found.view.hand
    if found.view.phase == "deal":
        return plain_turn(game, found.view, found.players)
    return _("Trick %(trick)s of %(tricks)s lies on the table", trick=hand.trick, tricks=hand.tricks)
