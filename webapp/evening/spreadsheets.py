"""The standing, the seatings and the penalties of an evening as tables for spreadsheets."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import Decimal

from babel.numbers import format_decimal

from webapp.evening.keeper import EveningNow
from webapp.evening.refereeing.penalties import counts_there
from webapp.evening.standing.rows import Standing, group_cells, plain_rows
from webapp.evening.standing_words import group_heading, groups_said, heading
from webapp.evening.standings import standing_of
from webapp.games.common.penalty_words import step_said, why_penalised
from webapp.games.registry import look_of
from webapp.http.language import gettext as _
from webapp.http.language import language
from webapp.http.spreadsheets import Cell, csv_file
from webapp.words.phrases import by_name, day_and_time

Row = list[Cell]


def standing_csv(now: EveningNow, *, sees_all: bool) -> bytes:
    """Returns the standing, those of an open evening game by game."""
    found = standing_of(now, sees_all=sees_all)
    if (whole := found.whole) is not None:
        groups: list[Row] = []
        for title, rows, names in groups_said(whole, found.names):
            cells = (group_cells(whole, row, names[row.group]) for row in rows)
            groups += [[], list(group_heading(whole, title)), *map(_written, cells)]
        return csv_file([heading(whole), *map(_written, plain_rows(whole, found.names)), *groups])
    lines: list[Row] = []
    for game, one in found.by_game.items():
        of_game = _without_rounds(one)
        lines += [[look_of(game).name], list(heading(of_game)), *map(_written, plain_rows(of_game, found.names))]
    return csv_file(lines)


def _without_rounds(standing: Standing) -> Standing:
    """Returns the standing of a game at an open evening without points by round: there are no rounds."""
    return replace(standing, rounds=(), rows=tuple(replace(row, by_round=()) for row in standing.rows))


def seatings_csv(now: EveningNow, *, sees_all: bool) -> bytes:
    """Returns the seats of each round, with the results that are in; those of a hidden round are left out."""
    return csv_file(
        [
            [_("Round of the evening"), _("Table"), _("Seat"), _("Name"), _("Points"), _("Played by")],
            *_seats(now, sees_all),
        ]
    )


def penalties_csv(now: EveningNow) -> bytes:
    """Returns every penalty, lifted ones with why they were."""
    head: Row = [
        _("Name"),
        _("Penalty"),
        _("Points"),
        _("Where the points count"),
        _("Round of the evening"),
        _("Table"),
        _("Reason"),
        _("Rule"),
        _("Given by"),
        _("Time"),
        _("Lifted"),
        _("Lifted by"),
    ]
    lines: list[Row] = [
        [
            now.state.name(one.person),
            step_said(now.state.plan.game, one.step),
            "" if one.counts_at_table else one.points,
            counts_there(one),
            one.round or "",
            one.number or "",
            why_penalised(one),
            one.rule,
            by_name(one.by),
            day_and_time(one.made_at),
            one.lifted.why if one.lifted else "",
            by_name(one.lifted.by) if one.lifted else "",
        ]
        for one in now.state.penalties.values()
    ]
    return csv_file([head, *lines])


def _seats(now: EveningNow, sees_all: bool) -> Iterator[Row]:
    for here in now.state.rounds:
        shown = sees_all or not (now.state.is_hidden and here is now.state.round)
        for sitting in here.sittings.values():
            scores = sitting.result.scores if sitting.result is not None and shown else ()
            for seat, person in enumerate(sitting.people):
                points = scores[seat % len(scores)] if scores else ""
                played_by = sitting.stand_ins.get(person, "")
                yield [here.number, sitting.number, seat + 1, now.state.name(person), points, played_by]
        for person in here.byes:
            yield [here.number, "", "", now.state.name(person), _("sits out"), ""]


def _written(cells: Iterable[int | str | Decimal | None]) -> Row:
    return [_cell(cell) for cell in cells]


def _cell(cell: int | str | Decimal | None) -> Cell:
    if isinstance(cell, Decimal):
        return format_decimal(cell, "0.##", locale=language())
    return "" if cell is None else cell
