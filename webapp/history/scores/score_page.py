"""What the pages of the score sheet show: the numbers of webapp/history/scores/score_sheet.py with their words."""

from collections.abc import Collection, Sequence
from typing import Any

from flask import url_for

from rules_core.findings import Line
from webapp.games.common import scoring
from webapp.games.common.desk_words import why_adjusted
from webapp.games.common.names import hand_number, void_was
from webapp.games.common.rulebook import rule_url
from webapp.games.common.scoring import cell, head, leading, won
from webapp.games.common.sheet_words import counted, nothing_yet, points_by, totals_after_each, under_way
from webapp.games.registry import look_of
from webapp.history.scores.chart import Series, chart
from webapp.history.scores.score_sheet import Adjustment, HandRow, Row, Scrapped, Sheet, SideOfHand, Why
from webapp.http.language import gettext as _
from webapp.http.steps import in_steps
from webapp.store.models import Table
from webapp.table.desk import Desk
from webapp.words.disputes import rule_of, with_signature
from webapp.words.origins import tagged
from webapp.words.turn import side_names


def sheet_context(found: Sheet, table: Table, desk: Desk, doubtful: Collection[int] = ()) -> dict[str, Any]:
    """Returns the score sheet with its sentences. `doubtful` are the numbers of hands in which something is proven."""
    game, look, hands = table.game, look_of(table.game), found.hands
    names = side_names(table.players, len(found.totals))
    said = ", ".join(f"{name} {look.points_said(total)}" for name, total in zip(names, found.totals, strict=True))
    series = [Series(name, line) for name, line in zip(names, found.lines, strict=True)]
    return {
        "counted": counted(game, found.played, found.planned),
        "caption": points_by(game),
        "write": look.points_said,
        "sides": [_side(found, side, name, table) for side, name in enumerate(names)],
        "over": bool(found.view.winners),
        "lead": None if found.view.winners or not hands else leading(names, found.leaders, table.players),
        "low_wins": found.view.low_wins,
        "counted_later": look.counted_later(found.view) if look.counted_later else None,
        "chart": chart(series, found.planned, found.limits) if hands else None,
        "chart_said": totals_after_each(game, totals=said),
        "rows": [_row(row, table, desk, doubtful) for row in in_steps(found.rows)],
        "next": found.view.hand.number,
        "now": under_way(game, found.view, table.players),
        "nothing_yet": None if hands else nothing_yet(game),
        "goals": [_linked(scoring.goal(goal, names), goal.rule, table) for goal in found.goals],
    }


def _side(found: Sheet, side: int, name: str, table: Table) -> dict[str, Any]:
    winners = found.view.winners
    word = won(table.game, len(winners), name, table.players) if side in winners else None
    return {"name": name, "total": found.totals[side], "won": word}


def _row(row: Row, table: Table, desk: Desk, doubtful: Collection[int]) -> dict[str, Any]:
    if not isinstance(row, HandRow):
        return _decided(row, table, desk)
    return {
        "number": row.numbers,
        "label": hand_number(table.game, row.numbers),
        "doubtful": row.number in doubtful,
        "url": url_for("scores.hand", table_id=table.id, number=row.number),
        "cells": [(points, cell(table.game, row.done, side, row.lines)) for side, points in enumerate(row.points)],
    }


def _decided(row: Adjustment | Scrapped, table: Table, desk: Desk) -> dict[str, Any]:
    """What people decided: a ruling in the reader's language with its rule, else the reason as it was given."""
    rule = rule_of(row.ruling) if row.ruling is not None else None
    why = with_signature(row.ruling) if row.ruling is not None else why_adjusted(row.reason, row.place, desk)
    return {
        "points": row.points,
        "void": void_was(table.game, row.number) if isinstance(row, Scrapped) else None,
        "reason": tagged(why, desk.source(row.place)) if why else "",
        "rule": rule,
        "rule_url": rule_url(table.game, rule, table.id) if rule else None,
    }


# Why


def hand_context(found: Why, table: Table, options: Any) -> dict[str, Any]:
    """Returns a finished hand with the lines that come to its points, and the way to the hands before and after it."""
    game, row, names = table.game, found.row, side_names(table.players, len(found.sides))
    look = look_of(game)
    return {
        "title": _(look.whole_match) if row.hands > 1 else hand_number(game, row.number),
        "write": look.points_said,
        "head": [_linked(told.text, told.rule, table) for told in head(game, row.done, options, table.players)],
        "sides": [_explained(side, name, table) for side, name in zip(found.sides, names, strict=True)],
        "beside": [
            (hand_number(game, number), url_for("scores.hand", table_id=table.id, number=number))
            for number in (row.number - 1, row.number + 1)
            if 1 <= number <= found.of
        ],
    }


def _explained(side: SideOfHand, name: str, table: Table) -> dict[str, Any]:
    partners = table.players if name not in table.players else None
    steps = look_of(table.game).total_steps
    return {
        "name": name,
        "points": side.points,
        "before": side.before,
        "after": side.after,
        "lines": [_line(line, table, partners) for line in side.lines],
        "steps": [_linked(step.text, step.rule, table) for step in steps(side.before, side.points)] if steps else [],
    }


def _line(line: Line, table: Table, partners: Sequence[str] | None) -> dict[str, str | None]:
    """A line of the score; among partners with the one whom it concerns, where it is one of them."""
    text, seat = scoring.line(line), line.facts.get("seat")
    if partners and isinstance(seat, int):
        text = f"{partners[seat]}: {text}"
    return _linked(text, line.rule, table)


def _linked(text: str, rule: str | None, table: Table) -> dict[str, str | None]:
    return {"text": text, "rule": rule, "rule_url": rule_url(table.game, rule, table.id) if rule else None}
