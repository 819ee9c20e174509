"""Reads what lies in an archive that somebody sent. All of it may be made up; nothing is unpacked beyond its limits."""

import io
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from rules_core.record import MAX_BYTES
from webapp.club.archive.archive_form import EVENING, FORMAT, Archive
from webapp.http.limits import LARGEST_UNPACKED_ARCHIVE, MOST_ARCHIVE_FILES

PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class BadArchive(Exception):
    """An archive that is not taken: a code, and the file in it that is the matter, with a sentence about that one."""

    def __init__(self, code: str, file: str = "", said: str = "") -> None:
        super().__init__(f"{code} {file}")
        self.code, self.file, self.said = code, file, said


@dataclass(frozen=True)
class Unpacked:
    """What an archive says, and the bytes of the records that it names, by the file."""

    archive: Archive
    records: Mapping[str, bytes]


def unpacked(sent: bytes) -> Unpacked:
    """Returns what lies in an archive. Raises BadArchive."""
    try:
        with zipfile.ZipFile(io.BytesIO(sent)) as found:
            return _unpacked(found)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError):
        raise BadArchive("no-archive") from None


def _unpacked(found: zipfile.ZipFile) -> Unpacked:
    if len(found.infolist()) > MOST_ARCHIVE_FILES:
        raise BadArchive("large")
    left = LARGEST_UNPACKED_ARCHIVE
    said = _read(found, EVENING, left)
    left -= len(said)
    archive = _archive(said)
    records: dict[str, bytes] = {}
    for table in archive.tables:
        if table.file in records:
            raise BadArchive("no-archive", table.file)
        records[table.file] = _read(found, table.file, min(left, MAX_BYTES))
        left -= len(records[table.file])
    return Unpacked(archive, records)


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


def _archive(said: bytes) -> Archive:
    try:
        archive = msgspec.json.decode(said, type=Archive)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        raise BadArchive("no-archive", EVENING) from None
    named = {table.table for table in archive.tables}
    if archive.format != FORMAT or len(named) < len(archive.tables):
        raise BadArchive("no-archive", EVENING)
    return archive
