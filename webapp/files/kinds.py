"""Kinds of files that people send, their limits, and refusals."""

from enum import StrEnum
from typing import ClassVar

from rules_core.findings import Malformed
from rules_core.record import MAX_BYTES
from webapp.http.durations import RETRY_UPLOAD
from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_ARCHIVE, LARGEST_PHOTO, LARGEST_REQUEST, LARGEST_UNKNOWN_UPLOAD
from webapp.words.record_faults import problem_said


class FileKind(StrEnum):
    RECORD = "record"
    ARCHIVE = "archive"
    CIRCLE = "circle"
    """A circle that is taken along."""
    PICTURE = "picture"
    """A photo that goes with a match."""
    LINES = "lines"
    """Lines of people or seats, pasted or from a spreadsheet."""
    PHOTO = "photo"
    """Cards as they lie on a table."""
    CODES = "codes"
    """A photo of a QR code: a device that joins by it has no table here yet."""
    ROWS = "rows"
    """Cards in rows, from which a pack is learned."""


PHOTOS = frozenset({FileKind.PICTURE, FileKind.PHOTO, FileKind.CODES, FileKind.ROWS})
_LARGEST = {
    FileKind.RECORD: MAX_BYTES,
    FileKind.ARCHIVE: LARGEST_ARCHIVE,
    FileKind.CIRCLE: LARGEST_ARCHIVE,
    FileKind.PICTURE: LARGEST_ARCHIVE,
    FileKind.LINES: LARGEST_REQUEST,
    FileKind.PHOTO: LARGEST_PHOTO,
    FileKind.CODES: LARGEST_PHOTO,
    FileKind.ROWS: LARGEST_PHOTO,
}


def largest(kind: FileKind, *, is_known: bool) -> int:
    """Returns the bytes of the longest such file that a device may send; `is_known`: it has something here."""
    return _LARGEST[kind] if is_known or kind is FileKind.CODES else min(_LARGEST[kind], LARGEST_UNKNOWN_UPLOAD)


class NotRead(Exception):
    """A file was not read. `code` names why, `retry_after`: the seconds after which it may be sent once more.

    `typed` is the text of the form in front of the file.
    """

    code: ClassVar[str]
    status: ClassVar[int] = 422
    retry_after: ClassVar[int | None] = None
    typed = ""

    @property
    def said(self) -> str:
        raise NotImplementedError


class TooLarge(NotRead):
    """The file is longer than this device may send."""

    code, status = "too-large", 413

    def __init__(self, kind: FileKind, *, is_known: bool) -> None:
        super().__init__(kind)
        self.kind, self.is_known = kind, is_known

    @property
    def said(self) -> str:
        """The largest length, and how to send more."""
        if self.kind is FileKind.RECORD:
            return problem_said(Malformed("too long", "long" if self.is_known else "long-unknown"))
        if self.kind is FileKind.LINES:
            return _("It is longer than %(most)s kB.", most=LARGEST_REQUEST // 1024)
        if self.is_known or self.kind is FileKind.CODES:
            return _("The file is larger than %(most)s MB. Choose a smaller one.", most=_LARGEST[self.kind] // 2**20)
        return _(
            "It is longer than %(most)s kB. A phone that has a table here may send more: open or join one, then send "
            "it again.",
            most=LARGEST_UNKNOWN_UPLOAD // 1024,
        )


class Busy(NotRead):
    """Another file is still being sent or read."""

    code, status, retry_after = "busy", 429, RETRY_UPLOAD

    @property
    def said(self) -> str:
        return _(
            "Something else is still being read here, so this was not read. Wait a few seconds, then send it again."
        )


class TookTooLong(NotRead):
    """The file was not read within UPLOAD_LASTS of a processor, or UPLOAD_GIVEN_UP on the clock."""

    code = "took-too-long"

    @property
    def said(self) -> str:
        return _("Checking it took so long that it was given up. If this house is busy, send it again in a moment.")


class TookTooMuch(NotRead):
    """The file takes more memory than the process may have, or its result is too large."""

    code = "took-too-much"

    @property
    def said(self) -> str:
        return _("Checking it takes so much memory that it was given up. Nothing that people play takes as much.")


class ReaderEnded(NotRead):
    """The process ended while it read the file, or did not start in time: through no fault of the file."""

    code, status, retry_after = "reader-ended", 503, RETRY_UPLOAD

    @property
    def said(self) -> str:
        return _("The process that reads files is not there just now. Send this one again in a moment.")
