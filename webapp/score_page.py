"""What the pages of the score sheet show: the numbers of webapp/sheet.py with their words."""

from collections.abc import Callable, Sequence
from typing import Any

from flask import url_for

from rules_core.game import Line
from rules_core.games.sichere_six import stones
from webapp.chart import chart
from webapp.i18n import gettext as _
from webapp.models import Table
from webapp.sheet import HandRow, Row, Sheet, SideOfHand, Why, is_whole_war
from webapp.words import scoring
from webapp.words.numbers import number, signed
from webapp.words.scoring import standing
from webapp.words.scoring.cells import cell
from webapp.words.scoring.stones import moves_said, side_of_light, stones_said
from webapp.words.sheets import counted, nothing_yet, points_by, totals_after_each, under_way
from webapp.words.stages import ROUNDS, hand_number

MOST_STONES = 12
"""More are not drawn: the number stands beside them."""


def sheet_context(found: Sheet, table: Table) -> dict[str, Any]:
    """Returns the score sheet with its sentences."""
    game, write, hands = table.game, _written(table.game), found.hands
    partners = len(found.sides) < len(table.players)
    said = ", ".join(f"{name} {write(total)}" for name, total in zip(found.sides, found.totals, strict=True))
    return {
        "counted": counted(game, _played(found), found.planned),
        "caption": points_by(game),
        "write": write,
        "sides": [_side(found, side, game, partners=partners) for side in range(len(found.sides))],
        "over": bool(found.view.winners),
        "lead": None
        if found.view.winners or not hands
        else standing.leading(found.sides, found.leaders, partners=partners),
        "low_wins": found.view.low_wins,
        "counts_later": found.counts_later,
        "chart": chart(found.series, found.planned, found.limits) if hands else None,
        "chart_said": totals_after_each(game, said),
        "rows": [_row(row, table, len(found.sides)) for row in found.rows],
        "next": found.view.hand.number,
        "now": under_way(game, found.view, table.players),
        "nothing_yet": None if hands else nothing_yet(game),
        "goals": [
            {"text": scoring.goal(goal, found.sides), "rule": goal.rule, "rule_url": _rule_url(game, goal.rule)}
            for goal in found.goals
        ],
    }


def _written(game: str) -> Callable[[int], str]:
    """How points are written: with their sign where a hand may bring more or fewer than none."""
    return signed if game == ROUNDS else number


def _played(found: Sheet) -> int:
    """How many hands are played. A war that was entered as its spoils is all of them."""
    return found.planned if any(is_whole_war(row.done) for row in found.hands) else len(found.hands)


def _side(found: Sheet, side: int, game: str, *, partners: bool) -> dict[str, Any]:
    winners = found.view.winners
    won = standing.won(game, len(winners), partners=partners) if side in winners else None
    total = found.totals[side]
    return {"name": found.sides[side], "total": total, "won": won, "stones": _stones(game, total)}


def _stones(game: str, total: int) -> dict[str, Any] | None:
    """The stones that lie before a player (SIC-19); none in any other game."""
    if game != ROUNDS:
        return None
    held = stones(total)
    drawn = min(held.light + held.dark, MOST_STONES)
    return {"drawn": drawn, "dark": bool(held.dark), "label": stones_said(held), "where": side_of_light(held)}


def _row(row: Row, table: Table, sides: int) -> dict[str, Any]:
    if not isinstance(row, HandRow):
        return {"points": row.points, "reason": row.reason}
    return {
        "number": "1–4" if is_whole_war(row.done) else row.number,
        "label": hand_number(table.game, row.number),
        "url": url_for("scores.hand", table_id=table.id, number=row.number),
        "cells": [(row.points[side], cell(table.game, row.done, side)) for side in range(sides)],
    }


# Why


def hand_context(found: Why, table: Table) -> dict[str, Any]:
    """Returns a finished hand with the lines that come to its points, and the way to the hands beside it."""
    game = table.game
    return {
        "title": _("The whole war") if is_whole_war(found.done) else hand_number(game, found.number),
        "write": _written(game),
        "head": [{"text": told.text, "rule": told.rule, "rule_url": _rule_url(game, told.rule)} for told in found.head],
        "sides": [_explained(side, table) for side in found.sides],
        "beside": [
            (hand_number(game, number), url_for("scores.hand", table_id=table.id, number=number))
            for number in (found.number - 1, found.number + 1)
            if 1 <= number <= found.of
        ],
    }


def _explained(side: SideOfHand, table: Table) -> dict[str, Any]:
    game, partners = table.game, side.name not in table.players
    return {
        "name": side.name,
        "points": side.points,
        "before": side.before,
        "after": side.after,
        "lines": [_line(line, game, table.players if partners else None) for line in side.lines],
        "moves": moves_said(side.before, side.points) if game == ROUNDS else None,
    }


def _line(line: Line, game: str, partners: Sequence[str] | None) -> dict[str, str | None]:
    """A line of the score; among partners with the one whom it concerns, where it is one of them."""
    text, seat = scoring.line(line), line.facts.get("seat")
    if partners and isinstance(seat, int):
        text = f"{partners[seat]}: {text}"
    return {"text": text, "rule": line.rule, "rule_url": _rule_url(game, line.rule)}


def _rule_url(game: str, rule: str | None) -> str | None:
    return url_for("rules.show", game=game, _anchor=rule) if rule else None
