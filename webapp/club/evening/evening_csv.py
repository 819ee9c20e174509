"""An evening for spreadsheets: its standing, seatings with results, penalties; CSV as everywhere in the house."""

from collections.abc import Iterable, Iterator
from decimal import Decimal

from babel.numbers import format_decimal

from webapp.club.evening.evening_standing import standing_of
from webapp.club.evening.keeper import EveningNow
from webapp.club.evening.penalty_steps import evening_step_said
from webapp.club.standing.standing_csv import plain_rows
from webapp.club.standing_words import heading
from webapp.games.registry import look_of
from webapp.history.records.scores_csv import csv_file
from webapp.http.language import gettext as _
from webapp.http.language import language

Line = list[str | int]


def standing_csv(now: EveningNow, *, sees_all: bool) -> bytes:
    """Returns the standing, those of an open evening game by game."""
    found = standing_of(now, sees_all=sees_all)
    if found.whole is not None:
        return csv_file([heading(found.whole), *map(_written, plain_rows(found.whole, found.names))])
    lines: list[Line] = []
    for game, one in found.by_game.items():
        lines += [[look_of(game).name], list(heading(one)), *map(_written, plain_rows(one, found.names))]
    return csv_file(lines)


def seatings_csv(now: EveningNow, *, sees_all: bool) -> bytes:
    """Returns who sat where in each round, with the results that are in; those of a hidden round are left out."""
    return csv_file([[_("Round"), _("Table"), _("Seat"), _("Name"), _("Points")], *_seats(now, sees_all)])


def penalties_csv(now: EveningNow) -> bytes:
    """Returns every penalty, lifted ones with why they were."""
    head: Line = [_("Name"), _("Penalty"), _("Points"), _("Round"), _("Table"), _("Reason"), _("Rule"), _("Lifted")]
    lines: list[Line] = [
        [
            now.state.name(one.person),
            evening_step_said(one.step, now.state.plan.game),
            one.points,
            one.round or "",
            one.number or "",
            one.reason,
            one.rule,
            one.lifted or "",
        ]
        for one in now.state.penalties.values()
    ]
    return csv_file([head, *lines])


def _seats(now: EveningNow, sees_all: bool) -> Iterator[Line]:
    for here in now.state.rounds:
        shown = sees_all or not (now.state.is_hidden and here is now.state.round)
        for sitting in here.sittings.values():
            scores = sitting.result.scores if sitting.result is not None and shown else ()
            for seat, person in enumerate(sitting.people):
                points = scores[seat % len(scores)] if scores else ""
                yield [here.number, sitting.number, seat + 1, now.state.name(person), points]
        for person in here.byes:
            yield [here.number, "", "", now.state.name(person), _("sits out")]


def _written(cells: Iterable[int | str | Decimal | None]) -> Line:
    return [_cell(cell) for cell in cells]


def _cell(cell: int | str | Decimal | None) -> str | int:
    if isinstance(cell, Decimal):
        return format_decimal(cell, "0.##", locale=language())
    return "" if cell is None else cell
