"""Kinds of files that strangers send, and how many bytes each may have."""

from enum import StrEnum

from rules_core.record import MAX_BYTES
from webapp.http.limits import LARGEST_ARCHIVE, LARGEST_REQUEST, LARGEST_UNKNOWN_UPLOAD


class FileKind(StrEnum):
    """What a file is."""

    RECORD = "record"
    ARCHIVE = "archive"
    LINES = "lines"
    """Lines of people or seats, pasted or from a spreadsheet."""


_LARGEST = {FileKind.RECORD: MAX_BYTES, FileKind.ARCHIVE: LARGEST_ARCHIVE, FileKind.LINES: LARGEST_REQUEST}


def largest(kind: FileKind, *, is_known: bool) -> int:
    """Returns the bytes of the longest such file that a device may send; `is_known`: it has a table here."""
    return _LARGEST[kind] if is_known else min(_LARGEST[kind], LARGEST_UNKNOWN_UPLOAD)
