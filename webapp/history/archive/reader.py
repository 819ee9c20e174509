"""Reading the files and records of an archive, within limits. All of it may be forged."""

import io
import zipfile
import zlib

from webapp.history.archive.format import ArchivedTable, BadArchive
from webapp.history.records.reader import outcome_of
from webapp.history.records.uploaded import NotARecord, StoppedAt, Taken
from webapp.http.language import gettext as _
from webapp.http.limits import MOST_ARCHIVE_FILES

PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


NO_ZIP = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)


def opened_archive(sent: bytes) -> zipfile.ZipFile:
    """Returns an archive with no more files than one may have. Raises BadArchive, or one of NO_ZIP."""
    found = zipfile.ZipFile(io.BytesIO(sent))
    if len(found.infolist()) > MOST_ARCHIVE_FILES:
        raise BadArchive("many")
    return found


def unpacked(found: zipfile.ZipFile, name: str, most: int) -> bytes:
    """Returns a file of an archive. Raises BadArchive for more than `most` bytes."""
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


def taken_record(data: bytes, table: ArchivedTable, *, is_known: bool) -> Taken:
    """Returns a record that folds to its end. Raises BadArchive."""
    match outcome_of(data, is_known=is_known, opens=True):
        case Taken() as taken:
            return taken
        case NotARecord(said=said):
            raise BadArchive("record", table.file, said)
        case StoppedAt() as stopped:
            place = _("Entry %(number)s of %(of)s is not taken.", number=stopped.place + 1, of=stopped.of)
            raise BadArchive("record", table.file, f"{place} {stopped.text}")


def look_at_text(text: str) -> None:
    """Raises ValueError for a text that no database holds."""
    text.encode()
    if "\\u0000" in text or "\0" in text:
        raise ValueError("text")
