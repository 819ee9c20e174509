"""Writing the archive of an evening."""

import zipfile
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import msgspec
from flask import Blueprint, Response, stream_with_context

from webapp.evening.archive.form import EVENING, FORMAT, Archive, ArchivedLine, ArchivedTable, canonical
from webapp.evening.keeper import EveningNow
from webapp.evening.spreadsheets import penalties_csv, seatings_csv, standing_csv
from webapp.evening.visit import visit_to_run
from webapp.history.records.download import Copy, copy_for, fingerprint_of
from webapp.history.records.form import signed
from webapp.history.records.metadata import stamp
from webapp.services import services
from webapp.store.models import Table, utc_now
from webapp.table.snapshot import NotOffered
from webapp.table.viewer import Viewer
from webapp.words.origins import written_said

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
