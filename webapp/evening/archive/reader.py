"""Reads an archive that somebody sent, in the process that reads files. All of it may be made up.

Nothing is unpacked beyond its limits, and of the records one at a time.
"""

import io
import zipfile
import zlib
from collections.abc import Iterator

import msgspec

from rules_core import record
from rules_core.findings import Malformed
from webapp.evening.archive.form import (
    EVENING,
    FORMAT,
    Archive,
    ArchivedLine,
    ArchivedLines,
    ArchivedRecord,
    ArchivedTable,
    ArchiveHead,
    ArchivePart,
    BadArchive,
    Untaken,
    fault_said,
)
from webapp.evening.archive.lines import checked, look_at_text
from webapp.history.records.beside import TIME
from webapp.history.records.beside_reader import time_of
from webapp.history.records.record_answer import Fault, StoppedAt, Taken
from webapp.history.records.record_reader import outcome_of
from webapp.http.language import gettext as _
from webapp.http.limits import MOST_ARCHIVE_FILES, ROOM_OF_ARCHIVES, ROOM_OF_UNKNOWN_ARCHIVES, ROWS_A_TURN, ArchiveRoom

PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
NO_ZIP = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)


def read_archive(sent: bytes, *, is_known: bool, opens: bool) -> Iterator[ArchivePart]:
    """Yields what an archive says, part by part; where it is not taken the last part says why."""
    try:
        with zipfile.ZipFile(io.BytesIO(sent)) as found:
            yield from _parts(found, ROOM_OF_ARCHIVES if is_known else ROOM_OF_UNKNOWN_ARCHIVES, is_known=is_known)
    except BadArchive as fault:
        yield Untaken(fault_said(fault).encode("utf-8", "replace").decode())
    except NO_ZIP:
        yield Untaken(fault_said(BadArchive("no-archive")))


def _parts(found: zipfile.ZipFile, room: ArchiveRoom, *, is_known: bool) -> Iterator[ArchivePart]:
    if len(found.infolist()) > MOST_ARCHIVE_FILES:
        raise BadArchive("many")
    said = _read(found, EVENING, record.MAX_BYTES)
    left, entries = room.bytes - len(said), room.entries
    archive = _archive(said, room)
    rows, state = checked(archive.lines)
    yield ArchiveHead(
        archive.title, archive.opened, archive.at, archive.lot, archive.digits, state.is_closed, archive.signed
    )
    lines = [ArchivedLine(row.kind, row.body, row.made_at.strftime(TIME)) for row in rows]
    for first in range(0, len(lines), ROWS_A_TURN):
        yield ArchivedLines(tuple(lines[first : first + ROWS_A_TURN]))
    for table in archive.tables:
        data = _read(found, table.file, min(left, record.MAX_BYTES))
        taken = _taken(data, table, is_known=is_known)
        left, entries = left - len(data), entries - len(taken.bodies)
        if entries < 0:
            raise BadArchive("many")
        yield ArchivedRecord(table, taken)


def _read(found: zipfile.ZipFile, name: str, most: int) -> bytes:
    try:
        info = found.getinfo(name)
    except KeyError:
        raise BadArchive("missing", name) from None
    if info.compress_type not in PACKED:
        raise BadArchive("no-archive", name)
    with found.open(info) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise BadArchive("large", name)
    return data


def _archive(said: bytes, room: ArchiveRoom) -> Archive:
    try:
        archive = msgspec.convert(record.read_json(said), Archive)
        look_at_text(archive.title)
        time_of(archive.opened), time_of(archive.at)
    except (Malformed, msgspec.MsgspecError, RecursionError, ValueError):
        raise BadArchive("no-archive", EVENING) from None
    if len(archive.lines) > room.lines or len(archive.tables) > room.tables:
        raise BadArchive("many")
    named, files = {table.table for table in archive.tables}, {table.file for table in archive.tables}
    if archive.format != FORMAT or not len(named) == len(files) == len(archive.tables):
        raise BadArchive("no-archive", EVENING)
    return archive


def _taken(data: bytes, table: ArchivedTable, *, is_known: bool) -> Taken:
    match outcome_of(data, is_known=is_known, opens=True):
        case Taken() as taken:
            return taken
        case Fault(said=said):
            raise BadArchive("record", table.file, said)
        case StoppedAt() as stopped:
            place = _("Entry %(number)s of %(of)s is not taken.", number=stopped.place + 1, of=stopped.of)
            raise BadArchive("record", table.file, f"{place} {stopped.text}")
