"""Format of the tables in an archive, and the faults of archives."""

import hashlib
import json
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from webapp.http.language import gettext as _
from webapp.http.limits import LARGEST_EVENING_NUMBER, ROOM_OF_UNKNOWN_ARCHIVES
from webapp.journal.lines import Digits

Number = Annotated[int, Meta(ge=1, le=LARGEST_EVENING_NUMBER)]


class ArchivedTable(Struct, frozen=True):
    """A table: its id in the lines, its number, its file, and the fingerprint of the file's content."""

    table: Annotated[int, Meta(ge=1)]
    number: Number
    file: Annotated[str, Meta(pattern=r"^tables/[0-9]{1,12}\.json$")]
    fingerprint: Digits


def digits_of(said: Struct) -> str:
    """Returns the SHA-256 of all that is said, without a signature."""
    found: dict[str, Any] = msgspec.to_builtins(said)
    found.pop("signed")
    return hashlib.sha256(canonical(found)).hexdigest()


def canonical(said: Mapping[str, Any]) -> bytes:
    return json.dumps(said, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


class Untaken(Struct, frozen=True, tag=True):
    """The file is not taken: the sentence for it."""

    said: str


class BadArchive(Exception):
    """An archive that is not taken: a code, and the file in it that is the matter, with a sentence about that one."""

    def __init__(self, code: str, file: str = "", said: str = "") -> None:
        super().__init__(f"{code} {file}")
        self.code, self.file, self.said = code, file, said


def archive_fault_said(fault: BadArchive) -> str | None:
    """Returns the fault of a file of either kind in words, None for one whose words depend on the kind."""
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
    if fault.code == "record":
        return _("The record %(file)s is not taken. %(why)s", file=fault.file, why=fault.said)
    return None
