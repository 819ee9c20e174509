"""Writing an archive: a zip handed on as it is written, its tables, its signature."""

import zipfile
from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec

from webapp.history.archive.format import ArchivedTable, canonical
from webapp.history.records.download import Copy, copy_for, fingerprint_of
from webapp.history.records.uploaded import signed
from webapp.services import services
from webapp.store.models import Table
from webapp.table.snapshot import NotOffered
from webapp.table.viewer import Viewer

EVERYBODY = Viewer()
"""Closed cards of a table that still plays are in no archive, not even the organiser's."""


class ZipPieces:
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


def put_file(archive: zipfile.ZipFile, name: str, data: bytes, at: datetime) -> None:
    info = zipfile.ZipInfo(name, at.astimezone().timetuple()[:6])
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, data)


def archived_table(
    table: Table, change: Callable[[Copy], Copy] = lambda copy: copy
) -> tuple[ArchivedTable, bytes] | None:
    """Returns a table with its signed record, None for one of a game that is not offered any more."""
    try:
        copy = change(copy_for(services().tables.at(table.id), EVERYBODY))
    except NotOffered:
        return None
    digits = fingerprint_of(copy.data, len(copy.events)).digits
    named = ArchivedTable(table.id, table.evening_number or 1, f"tables/{table.id}.json", digits)
    return named, copy.signed(services().store.chain)


def sealed(made: msgspec.Struct, digits: str) -> bytes:
    """Returns the canonical bytes for this digest, with the signature of this server."""
    said: dict[str, Any] = msgspec.to_builtins(made)
    return canonical({**said, "signed": signed(services().store.chain, digits)})
