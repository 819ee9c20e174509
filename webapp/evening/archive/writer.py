"""Writing the archive of an evening."""

import zipfile
from collections.abc import Iterator

from flask import Blueprint, Response, stream_with_context

from webapp.evening.archive.format import EVENING, FORMAT, Archive, ArchivedLine
from webapp.evening.keeper import EveningNow
from webapp.evening.spreadsheets import penalties_csv, seatings_csv, standing_csv
from webapp.evening.visit import visit_to_run
from webapp.history.archive.format import ArchivedTable
from webapp.history.archive.writer import ZipPieces, archived_table, put_file, sealed
from webapp.history.records.metadata import stamp
from webapp.services import services
from webapp.store.models import utc_now
from webapp.words.origins import written_said


def archive_pieces(now: EveningNow) -> Iterator[bytes]:
    """Yields the archive: the records first, then the index of them. Texts are in the current language."""
    out = ZipPieces()
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


def _evening(now: EveningNow, tables: tuple[ArchivedTable, ...]) -> bytes:
    lines = tuple(ArchivedLine(row.kind, dict(row.body), stamp(row.made_at)) for row in now.lines)
    at = stamp(utc_now())
    made = Archive(FORMAT, now.state.title, stamp(now.row.created_at), at, now.row.lot, lines, tables)
    return sealed(made, made.digits)


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
