"""Format of the archive of an evening, and its faults."""

import hashlib
import json
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from webapp.history.records.form import Taken
from webapp.history.records.metadata import Signed, Time
from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_EVENING_NUMBER, MOST_ANNOUNCED, ROOM_OF_ARCHIVES, ROOM_OF_UNKNOWN_ARCHIVES
from webapp.journal.lines import Digits

FORMAT = "sixfold-evening/1"
EVENING = "evening.json"
Number = Annotated[int, Meta(ge=1, le=LARGEST_EVENING_NUMBER)]


class ArchivedLine(Struct, frozen=True):
    """A line of the evening: its kind and body as the house keeps them, and when it was added."""

    kind: str
    body: dict[str, Any]
    at: Time


class ArchivedTable(Struct, frozen=True):
    """A table: its id in the lines, its number, its file, and the fingerprint of the file's content."""

    table: Annotated[int, Meta(ge=1)]
    number: Number
    file: Annotated[str, Meta(pattern=r"^tables/[0-9]{1,12}\.json$")]
    fingerprint: Digits


class Archive(Struct, frozen=True):
    """An evening in an archive. `lot` decides ties that nothing else breaks; `at` is when the archive was written."""

    format: str
    title: Annotated[str, Meta(min_length=1, max_length=MOST_ANNOUNCED)]
    opened: Time
    at: Time
    lot: Annotated[int, Meta(ge=0, lt=2**30)]
    lines: Annotated[tuple[ArchivedLine, ...], Meta(min_length=1, max_length=ROOM_OF_ARCHIVES.lines)]
    tables: Annotated[tuple[ArchivedTable, ...], Meta(max_length=ROOM_OF_ARCHIVES.tables)] = ()
    signed: Signed | None = None

    @property
    def digits(self) -> str:
        """The SHA-256 of all that it says, without a signature."""
        return digits_of(self)


def digits_of(said: Struct) -> str:
    """Returns the SHA-256 of all that is said, without a signature."""
    found: dict[str, Any] = msgspec.to_builtins(said)
    found.pop("signed")
    return hashlib.sha256(canonical(found)).hexdigest()


def canonical(said: Mapping[str, Any]) -> bytes:
    return json.dumps(said, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


# Answer of the process that reads files about an archive: its header, lines and records, or the refusal


class ArchiveHead(Struct, frozen=True, tag=True):
    """An evening from an archive: `digits` are those of all that it says, `is_closed`: its lines end it."""

    title: str
    opened: Time
    at: Time
    lot: int
    digits: str
    is_closed: bool
    signed: Signed | None = None


class ArchivedLines(Struct, frozen=True, tag=True):
    """Lines that follow those before, as this house would have written them."""

    lines: tuple[ArchivedLine, ...]


class ArchivedRecord(Struct, frozen=True, tag=True):
    """A table whose record folds to its end."""

    table: ArchivedTable
    taken: Taken


class Untaken(Struct, frozen=True, tag=True):
    """The file is not taken: the sentence for it."""

    said: str


ArchivePart = ArchiveHead | ArchivedLines | ArchivedRecord | Untaken


class BadArchive(Exception):
    """An archive that is not taken: a code, and the file in it that is the matter, with a sentence about that one."""

    def __init__(self, code: str, file: str = "", said: str = "") -> None:
        super().__init__(f"{code} {file}")
        self.code, self.file, self.said = code, file, said


def fault_said(fault: BadArchive) -> str:
    if fault.code == "large":
        return _("Unpacked it is longer than what may be sent here.")
    if fault.code == "missing":
        return _("The file %(file)s is not in it.", file=fault.file)
    if fault.code == "many":
        return _("It has more lines, tables or entries than any evening has.")
    if fault.code == "many-unknown":
        most = ROOM_OF_UNKNOWN_ARCHIVES
        return _(
            "It has more than %(tables)s tables, %(lines)s lines or %(entries)s entries. A phone that has a table here "
            "may send more: open or join one, then send it again.",
            tables=most.tables,
            lines=most.lines,
            entries=most.entries,
        )
    if fault.code == "lines":
        return _("Line %(number)s is none that an evening could have.", number=fault.file)
    if fault.code == "record":
        return _("The record %(file)s is not taken. %(why)s", file=fault.file, why=fault.said)
    return _("This is no archive of an evening as it is saved here.")
