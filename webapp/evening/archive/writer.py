"""Writing the archive of an evening."""

import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from typing import Any

import msgspec
from babel.numbers import format_decimal
from flask import Blueprint, Response, stream_with_context

from webapp.evening.archive.form import EVENING, FORMAT, Archive, ArchivedLine, ArchivedTable, canonical
from webapp.evening.keeper import EveningNow
from webapp.evening.refereeing.penalties import counts_there
from webapp.evening.standing.rows import Standing, group_cells, plain_rows
from webapp.evening.standing_of import standing_of
from webapp.evening.standing_words import group_heading, groups_said, heading
from webapp.evening.visit import visit_to_run
from webapp.games.common.penalty_words import step_said, why_penalised
from webapp.games.registry import look_of
from webapp.history.records.download import Copy, copy_for, fingerprint_of
from webapp.history.records.form import signed
from webapp.history.records.metadata import stamp
from webapp.http.language import gettext as _
from webapp.http.language import language
from webapp.http.spreadsheets import csv_file
from webapp.services import services
from webapp.store.models import Table, utc_now
from webapp.table.snapshot import NotOffered
from webapp.table.viewer import Viewer
from webapp.words.disputes import by_name
from webapp.words.origins import written_said
from webapp.words.phrases import day_and_time

Line = list[str | int]


def standing_csv(now: EveningNow, *, sees_all: bool) -> bytes:
    """Returns the standing, those of an open evening game by game."""
    found = standing_of(now, sees_all=sees_all)
    if (whole := found.whole) is not None:
        groups: list[Line] = []
        for title, rows, names in groups_said(whole, found.names):
            cells = (group_cells(whole, row, names[row.group]) for row in rows)
            groups += [[], list(group_heading(whole, title)), *map(_written, cells)]
        return csv_file([heading(whole), *map(_written, plain_rows(whole, found.names)), *groups])
    lines: list[Line] = []
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
    head: Line = [
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
    lines: list[Line] = [
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


def _seats(now: EveningNow, sees_all: bool) -> Iterator[Line]:
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


def _written(cells: Iterable[int | str | Decimal | None]) -> Line:
    return [_cell(cell) for cell in cells]


def _cell(cell: int | str | Decimal | None) -> str | int:
    if isinstance(cell, Decimal):
        return format_decimal(cell, "0.##", locale=language())
    return "" if cell is None else cell


EVERYBODY = Viewer()
"""Closed cards of a table that still plays are in no archive, not even the organiser's."""


class Pieces:
    """A file that is handed on as it is written."""

    def __init__(self) -> None:
        self._written: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._written.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Nothing waits here."""

    def taken(self) -> bytes:
        """Returns the bytes written since the last call."""
        data, self._written = b"".join(self._written), []
        return data


def archive_pieces(now: EveningNow) -> Iterator[bytes]:
    """Yields the archive: the records first, then the index of them. Texts are in the current language."""
    out = Pieces()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[call-overload]
        tables = []
        for table in services().store.tables_of_evening(now.row.id):
            made = archived_table(table)
            if made is not None:
                archived, data = made
                tables.append(archived)
                put_file(archive, archived.file, data, now.row.created_at)
                yield out.taken()
        files = {
            EVENING: _evening(now, tuple(tables)),
            "standing.csv": standing_csv(now, sees_all=True),
            "seatings.csv": seatings_csv(now, sees_all=True),
            "penalties.csv": penalties_csv(now),
        }
        for name, data in files.items():
            put_file(archive, name, data, now.row.created_at)
    yield out.taken()


def put_file(archive: zipfile.ZipFile, name: str, data: bytes, at: datetime) -> None:
    info = zipfile.ZipInfo(name, at.astimezone().timetuple()[:6])
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, data)


def archived_table(
    table: Table, change: Callable[[Copy], Copy] = lambda copy: copy
) -> tuple[ArchivedTable, bytes] | None:
    """Returns a table with its signed record, None for one of a game that is not offered any more."""
    try:
        copy = change(copy_for(services().play.at(table.id), EVERYBODY))
    except NotOffered:
        return None
    digits = fingerprint_of(copy.data, len(copy.events)).digits
    named = ArchivedTable(table.id, table.evening_number or 1, f"tables/{table.id}.json", digits)
    return named, copy.signed(services().store.chain)


def _evening(now: EveningNow, tables: tuple[ArchivedTable, ...]) -> bytes:
    lines = tuple(ArchivedLine(row.kind, dict(row.body), stamp(row.made_at)) for row in now.lines)
    at = stamp(utc_now())
    made = Archive(FORMAT, now.state.title, stamp(now.row.created_at), at, now.row.lot, lines, tables)
    return sealed(made, made.digits)


def sealed(made: msgspec.Struct, digits: str) -> bytes:
    """Returns the canonical bytes for this digest, with the signature of this server."""
    said: dict[str, Any] = msgspec.to_builtins(made)
    return canonical({**said, "signed": signed(services().store.chain, digits)})


bp = Blueprint("evening_archive", __name__)
ARCHIVE = "/evenings/<int:evening_id>/archive"


@bp.get(ARCHIVE)
def show(evening_id: int) -> str:
    """Shows the contents of the archive, to who runs the evening."""
    here, store = visit_to_run(evening_id), services().store
    tables, origin = store.tables_of_evening(evening_id), here.now.state.origin
    return here.page(
        "evening/archive.html",
        tables=len(tables),
        leaves_photos=any(store.photos_of_table(table.id) for table in tables),
        house=store.chain.key_id,
        origin=None if origin is None else written_said(origin),
    )


@bp.get(f"{ARCHIVE}.zip")
def file(evening_id: int) -> Response:
    here = visit_to_run(evening_id)
    return here.file(".zip", stream_with_context(archive_pieces(here.now)), "application/zip")
