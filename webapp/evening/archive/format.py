"""Format of the archive of an evening, and the answer of the process that reads files about it."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from webapp.history.archive.format import ArchivedTable, Untaken, digits_of
from webapp.history.records.metadata import Signed, Time
from webapp.history.records.uploaded import Taken
from webapp.http.limits import MOST_ANNOUNCED, ROOM_OF_ARCHIVES

FORMAT = "sixfold-evening/1"
EVENING = "evening.json"


class ArchivedLine(Struct, frozen=True):
    """A line of the evening: its kind and body as the house keeps them, and when it was added."""

    kind: str
    body: dict[str, Any]
    at: Time


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


ArchivePart = ArchiveHead | ArchivedLines | ArchivedRecord | Untaken
