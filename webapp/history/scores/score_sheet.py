"""The score sheet: its numbers, and the words of its pages."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from flask import url_for
from msgspec import UNSET

from rules_core import replay
from rules_core.events import Adjust, Ruling, VoidHand
from rules_core.findings import Goal, Observer, ScoreLine
from rules_core.replay import Fold
from rules_core.view import TableView
from webapp.games.common import scoring
from webapp.games.common.names import (
    counted,
    hand_number,
    nothing_yet,
    points_by,
    totals_after_each,
    under_way,
    void_was,
)
from webapp.games.common.penalty_words import why_adjusted
from webapp.games.common.rulebook import rule_url
from webapp.games.common.scoring import cell, head, leading, won
from webapp.games.registry import look_of
from webapp.history.scores.chart import chart
from webapp.http.language import gettext as _
from webapp.http.steps import in_steps
from webapp.store.models import Table
from webapp.table.desk import Desk, Remedy
from webapp.words.cases import rule_of, with_signature
from webapp.words.origins import tagged
from webapp.words.phrases import isolated
from webapp.words.turn import side_names

COUNTED = ("hands", "rounds", "battles")
"""Goals that say how many hands a match has."""
LIMITS = ("threshold", "target", "over-target")
"""Goals that name a total which ends the match."""


@dataclass(frozen=True)
class HandRow:
    """A finished hand, by its number: `done` is the rules' summary of it, `lines` explain its score.

    It may stand for several hands, which were entered at once.
    """

    number: int
    points: tuple[int, ...]
    done: Any
    lines: tuple[ScoreLine, ...]
    hands: int

    @property
    def numbers(self) -> str:
        """Its number, or from which to which: *1–4*."""
        return str(self.number) if self.hands == 1 else f"{self.number}–{self.number + self.hands - 1}"


@dataclass(frozen=True)
class Adjustment:
    """Points that a person added, and why; `ruling`: it was part of one. `place` is its place in the log."""

    place: int
    points: tuple[int, ...]
    reason: str
    ruling: Ruling | None = None


@dataclass(frozen=True)
class Scrapped:
    """A hand that was void, by its number: it is dealt again. It brings no points."""

    place: int
    number: int
    points: tuple[int, ...]
    reason: str
    ruling: Ruling | None = None


Row = HandRow | Adjustment | Scrapped


@dataclass(frozen=True)
class Sheet:
    """Content of the score sheet.

    `rows` stand in the order in which they came; `lines` have for each side 0, then its total after each hand with what
    was adjusted until the next. `leaders` have the best total of those shown; `goals` end the match.
    `planned` hands are played, 0: a race; `limits` are totals that end it.
    """

    leaders: tuple[int, ...]
    rows: list[Row]
    lines: list[list[int]]
    goals: tuple[Goal, ...]
    planned: int
    limits: list[int]
    view: TableView

    @property
    def totals(self) -> tuple[int, ...]:
        return self.view.totals

    @property
    def hands(self) -> list[HandRow]:
        return [row for row in self.rows if isinstance(row, HandRow)]

    @property
    def played(self) -> int:
        return sum(row.hands for row in self.hands)


def sheet(fold: Fold, *, open_book: bool = False) -> Sheet:
    """Returns the score sheet of a table as of now, the public one."""
    view: TableView = fold.game.view(fold.state, Observer(open_book=open_book))
    rows, goals = list(_rows(fold)), fold.game.goals(fold.state)
    best = (min if view.low_wins else max)(view.totals)
    return Sheet(
        leaders=tuple(side for side, total in enumerate(view.totals) if total == best),
        rows=rows,
        lines=_lines(rows, len(view.totals)),
        goals=goals,
        planned=next((goal.of for goal in goals if goal.what in COUNTED), 0),
        limits=[limit for goal in goals if goal.what in LIMITS for limit in _limits(goal)],
        view=view,
    )


def _rows(fold: Fold) -> Iterator[Row]:
    """Yields the changes of the totals. A battle comes only once it is over: its pots may be closed (GEN-5)."""
    number, nodes = 0, replay.nodes(fold)
    for node, after in in_steps(zip_longest(nodes, nodes[1:])):
        ruling = _ruled_by(after)
        if isinstance(node.event, Adjust):
            yield Adjustment(node.entered, node.event.points, node.event.reason, ruling)
        elif isinstance(node.event, VoidHand):
            none, why = (0,) * len(node.state.totals), node.event.reason
            yield Scrapped(node.entered, number + 1, none, "" if why is UNSET else why, ruling)
        for done in node.state.finished[number:]:
            lines = fold.game.explain(fold.state, number)
            number += 1
            yield HandRow(number, tuple(done.points), done, lines, fold.game.hands_in(done))


def _ruled_by(after: replay.Node | None) -> Ruling | None:
    if after is None or not isinstance(after.event, Ruling):
        return None
    return after.event if after.event.remedy in (Remedy.ADJUSTED, Remedy.VOID) else None


def _lines(rows: Sequence[Row], sides: int) -> list[list[int]]:
    lines = [[0] for _side in range(sides)]
    for side, line in enumerate(lines):
        total = 0
        for row in rows:
            total += row.points[side]
            if isinstance(row, HandRow):
                line.append(total)
            elif len(line) > 1:
                line[-1] = total
    return lines


def _limits(goal: Goal) -> tuple[int, ...]:
    return (goal.of, -goal.of) if goal.what == "threshold" else (goal.of,)


@dataclass(frozen=True)
class SideOfHand:
    """One side's points of a hand, their lines, and its total `before` and after."""

    points: int
    lines: list[ScoreLine]
    before: int

    @property
    def after(self) -> int:
        """The total once the hand was counted."""
        return self.before + self.points


@dataclass(frozen=True)
class Why:
    """A finished hand explained side by side, and how many finished ones there are."""

    row: HandRow
    of: int
    sides: list[SideOfHand]


def why(fold: Fold, number: int) -> Why | None:
    """Returns the explanation of a finished hand's score, None where there is no such hand."""
    rows = list(_rows(fold))
    found = ((at, row) for at, row in enumerate(rows) if isinstance(row, HandRow) and row.number == number)
    at, row = next(found, (0, None))
    if row is None:
        return None
    before = tuple(sum(row.points[side] for row in rows[:at]) for side in range(len(row.points)))
    sides = [
        SideOfHand(points, [line for line in row.lines if line.side == side], before[side])
        for side, points in enumerate(row.points)
    ]
    return Why(row, len(fold.state.finished), sides)


def first_dealer(fold: Fold) -> int | None:
    """Returns the first dealer, None before the first hand is over and in games without a deal."""
    finished = fold.state.finished
    return finished[0].dealer if finished else None


def next_dealer(fold: Fold, planned: int | None, *, moved: bool) -> int | None:
    """Returns the first dealer of a next match: the same as last time, or with `moved` the next seat.

    `planned` was named before the first deal. None where nobody deals, or where the same is to deal and nobody was
    named.
    """
    if "deal" not in fold.events:
        return None
    last = first_dealer(fold)
    last = planned if last is None else last
    return ((last or 0) + 1) % len(fold.header.players) if moved else last


def sheet_context(found: Sheet, table: Table, desk: Desk, doubtful: Collection[int] = ()) -> dict[str, Any]:
    """Returns the score sheet with its sentences. `doubtful` are the numbers of hands in which something is proven."""
    game, look, hands = table.game, look_of(table.game), found.hands
    names = side_names(table.players, len(found.totals))
    said = ", ".join(
        f"{isolated(name)} {look.points_said(total)}" for name, total in zip(names, found.totals, strict=True)
    )
    return {
        "counted": counted(game, found.played, found.planned),
        "caption": points_by(game),
        "write": look.points_said,
        "sides": [_side(found, side, name, table) for side, name in enumerate(names)],
        "over": bool(found.view.winners),
        "lead": None if found.view.winners or not hands else leading(names, found.leaders, table.players),
        "low_wins": found.view.low_wins,
        "counted_later": look.counted_later(found.view) if look.counted_later else None,
        "chart": chart(names, found.lines, found.planned, found.limits) if hands else None,
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
    """Returns a decision: a ruling in the reader's language with its rule, else the reason as it was typed."""
    rule = rule_of(row.ruling) if row.ruling is not None else None
    why = with_signature(row.ruling) if row.ruling is not None else why_adjusted(row.reason, row.place, desk)
    return {
        "points": row.points,
        "void": void_was(table.game, row.number) if isinstance(row, Scrapped) else None,
        "reason": tagged(why, desk.source(row.place)) if why else "",
        "rule": rule,
        "rule_url": rule_url(table.game, rule, table.id),
    }


# Why


def hand_context(found: Why, table: Table, options: Any) -> dict[str, Any]:
    """Returns a finished hand with the lines of its points, and links to the hands before and after it."""
    game, row, names = table.game, found.row, side_names(table.players, len(found.sides))
    look = look_of(game)
    return {
        "title": _(look.whole_match) if row.hands > 1 else hand_number(game, row.number),
        "write": look.points_said,
        "head": [_linked(told.text, told.rule, table) for told in head(game, row.done, options, table.players)],
        "sides": [_explained(side, name, table) for side, name in zip(found.sides, names, strict=True)],
        "neighbours": [
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


def _line(line: ScoreLine, table: Table, partners: Sequence[str] | None) -> dict[str, str | None]:
    """Returns a line of the score; among partners with the player concerned, where it is one of them."""
    text, seat = scoring.line(line), line.facts.get("seat")
    if partners and isinstance(seat, int):
        text = f"{partners[seat]}: {text}"
    return _linked(text, line.rule, table)


def _linked(text: str, rule: str | None, table: Table) -> dict[str, str | None]:
    return {"text": text, "rule": rule, "rule_url": rule_url(table.game, rule, table.id)}
